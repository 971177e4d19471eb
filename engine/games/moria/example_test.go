package moria_test

import (
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/moria"
)

// example plays the first round of a match and calls play for player 0.
func example(play func(s *moria.State, c *moria.Commands)) {
	m, err := moria.Game.Default().New([]string{"Ann", "Bob", "Cid", "Dee"}, 30, engine.Classic)
	if err != nil {
		panic(err)
	}
	moria.Bot.Player(play).Play(m, 0)
}

// A whole player: every dwarf goes to the nearest cave that is not ours.
func Example() {
	play := func(s *moria.State, c *moria.Commands) {
		ways := s.WaysTo(moria.Dwarf, s.Paintable(s.Me())...) // one search serves all
		for dwarf := range s.Dwarves(s.Me()) {
			c.Move(dwarf.ID, ways.Step(dwarf.Pos))
		}
	}

	m, err := moria.Game.Default().New([]string{"Ann", "Bob", "Cid", "Dee"}, 30, engine.Classic)
	if err != nil {
		panic(err)
	}
	player, random := moria.Bot.Player(play), moria.Game.Random()
	for m.Round() < m.Rounds() {
		turns := make([]engine.Turn[engine.Commands], 4)
		turns[0].Commands = player.Play(m, 0)
		for seat := 1; seat < 4; seat++ {
			turns[seat].Commands = random.Play(m, seat)
		}
		m.Step(turns)
	}
	fmt.Println("place", engine.Places(m.Scores())[0])
	// Output: place 1
}

func ExampleState() {
	example(func(s *moria.State, _ *moria.Commands) {
		fmt.Printf("%s is player %d of %d, round %d of %d\n", s.Name(s.Me()), s.Me(), s.Players(), s.Round(), s.Rounds())
		fmt.Println("score", s.Score(0), "for", s.NumCells(0), "cells and", s.NumTreasures(0), "treasures, status",
			s.Status(0))
		fmt.Println(s.Rows(), "x", s.Cols(), "cells,", s.NumUnits(), "units,", len(s.Treasures()), "treasures left")
		fmt.Println("a treasure is worth", s.Settings().TreasureValue)
	})
	// Output:
	// Ann is player 0 of 4, round 0 of 200
	// score 20 for 20 cells and 0 treasures, status 0
	// 60 x 60 cells, 125 units, 80 treasures left
	// a treasure is worth 10
}

func ExampleState_Cell() {
	example(func(s *moria.State, _ *moria.Commands) {
		fmt.Printf("%+v\n", s.Cell(s.Unit(0).Pos))
		fmt.Printf("%+v\n", s.Cell(s.Treasures()[0]))
		fmt.Printf("%+v\n", s.Cell(moria.Pos{Row: 2, Col: 2}))
		fmt.Printf("%+v\n", s.Cell(moria.Pos{Row: 60, Col: 0}))
	})
	// Output:
	// {Terrain:cave Owner:0 Unit:0 Hits:0 Treasure:false}
	// {Terrain:cave Owner:-1 Unit:-1 Hits:0 Treasure:true}
	// {Terrain:rock Owner:-1 Unit:-1 Hits:5 Treasure:false}
	// {Terrain:nothing Owner:-1 Unit:-1 Hits:0 Treasure:false}
}

func ExampleState_Cells() {
	example(func(s *moria.State, _ *moria.Commands) {
		count := map[moria.Terrain]int{}
		for _, cell := range s.Cells() {
			count[cell.Terrain]++
		}
		fmt.Println(count[moria.Cave], "caves,", count[moria.Rock], "rock,", count[moria.Granite], "granite")
	})
	// Output: 1134 caves, 1744 rock, 258 granite
}

func ExampleState_Treasures() {
	example(func(s *moria.State, _ *moria.Commands) {
		fmt.Println(len(s.Treasures()), "treasures, the first at", s.Treasures()[0])
	})
	// Output: 80 treasures, the first at (3, 19)
}

func ExampleState_Paintable() {
	example(func(s *moria.State, _ *moria.Commands) {
		fmt.Println(len(s.Paintable(0)), "caves to conquer,", len(s.Owned(0)), "are ours")
	})
	// Output: 1114 caves to conquer, 20 are ours
}

func ExampleState_Owned() {
	example(func(s *moria.State, _ *moria.Commands) {
		fmt.Println(s.Owned(3)[0], "is of player", s.Cell(s.Owned(3)[0]).Owner)
	})
	// Output: (5, 5) is of player 3
}

func ExampleState_Unit() {
	example(func(s *moria.State, _ *moria.Commands) {
		fmt.Printf("%+v\n", s.Unit(3))
		fmt.Printf("%+v\n", s.Unit(23))
		fmt.Printf("%+v\n", s.Unit(105)) // an orc that is not alive
	})
	// Output:
	// {ID:3 Owner:0 Kind:dwarf Pos:(20, 8) Health:100}
	// {ID:23 Owner:0 Kind:wizard Pos:(53, 12) Health:50}
	// {ID:-1 Owner:-1 Kind:dwarf Pos:(-1, -1) Health:0}
}

func ExampleState_UnitAt() {
	example(func(s *moria.State, _ *moria.Commands) {
		troll, ok := s.UnitAt(moria.Pos{Row: 7, Col: 13})
		fmt.Println(troll.Kind, troll.ID, ok)
		_, ok = s.UnitAt(moria.Pos{Row: 0, Col: 0})
		fmt.Println(ok)
	})
	// Output:
	// troll 121 true
	// false
}

func ExampleState_Units() {
	example(func(s *moria.State, _ *moria.Commands) {
		count := map[moria.Kind]int{}
		for u := range s.Units() {
			count[u.Kind]++
		}
		fmt.Println(count[moria.Dwarf], count[moria.Wizard], count[moria.Orc], count[moria.Troll], count[moria.Balrog])
	})
	// Output: 80 20 0 4 1
}

func ExampleState_Dwarves() {
	example(func(s *moria.State, _ *moria.Commands) {
		health := 0
		for dwarf := range s.Dwarves(0) {
			health += dwarf.Health
		}
		fmt.Println("all dwarves of player 0 have", health, "health")
		for troll := range s.Trolls() {
			fmt.Println("troll", troll.ID, "at", troll.Pos)
		}
		fmt.Println("the Balrog at", s.Balrog().Pos)
	})
	// Output:
	// all dwarves of player 0 have 2000 health
	// troll 120 at (41, 47)
	// troll 121 at (7, 13)
	// troll 122 at (15, 57)
	// troll 123 at (20, 18)
	// the Balrog at (14, 16)
}

func ExampleState_MaxHealth() {
	example(func(s *moria.State, _ *moria.Commands) {
		u := s.Unit(0)
		fmt.Println(u.Health, "of", s.MaxHealth(u.Kind))
	})
	// Output: 100 of 100
}

func ExampleState_Cost() {
	example(func(s *moria.State, _ *moria.Commands) {
		cave, rock := s.Unit(0).Pos, moria.Pos{Row: 2, Col: 2}
		fmt.Println(s.Cost(moria.Dwarf, cave))
		fmt.Println(s.Cost(moria.Dwarf, rock))
		fmt.Println(s.Cost(moria.Wizard, rock))
	})
	// Output:
	// 1 true
	// 6 true
	// 0 false
}

func ExampleState_Neighbours() {
	example(func(s *moria.State, _ *moria.Commands) {
		for d, p := range s.Neighbours(s.Unit(0).Pos) {
			fmt.Println(d, p, s.Cell(p).Terrain, s.IsOpen(p))
		}
	})
	// Output:
	// south (4, 14) cave true
	// southeast (4, 15) rock false
	// east (3, 15) rock false
	// northeast (2, 15) rock false
	// north (2, 14) rock false
	// northwest (2, 13) rock false
	// west (3, 13) cave true
	// southwest (4, 13) cave true
}

// One search serves all units of a type that want to go to the same place.
func ExampleState_WaysTo() {
	example(func(s *moria.State, c *moria.Commands) {
		ways := s.WaysTo(moria.Dwarf, s.Treasures()...)
		for dwarf := range s.Dwarves(s.Me()) {
			c.Move(dwarf.ID, ways.Step(dwarf.Pos))
			if rounds, ok := ways.Cost(dwarf.Pos); ok && dwarf.ID < 3 {
				fmt.Println("dwarf", dwarf.ID, "goes", ways.Step(dwarf.Pos), "and is there after", rounds, "rounds")
			}
		}
	})
	// Output:
	// dwarf 0 goes west and is there after 10 rounds
	// dwarf 1 goes south and is there after 15 rounds
	// dwarf 2 goes southeast and is there after 13 rounds
}

func ExampleWays_Path() {
	example(func(s *moria.State, _ *moria.Commands) {
		fmt.Println(s.WaysTo(moria.Dwarf, s.Treasures()...).Path(s.Unit(0).Pos))
	})
	// Output: [(3, 13) (3, 12) (4, 11) (5, 10) (6, 9)]
}

func ExampleState_Between() {
	example(func(s *moria.State, _ *moria.Commands) {
		at := moria.Pos{Row: 3, Col: 3}
		fmt.Println(s.Between(at, moria.Pos{Row: 2, Col: 4}))
		fmt.Println(s.Between(at, at))
		fmt.Println(s.Between(at, moria.Pos{Row: 9, Col: 9}))
	})
	// Output:
	// northeast true
	// none true
	// none false
}

// Dwarves go diagonally, wizards don't.
func ExampleState_Steps() {
	example(func(s *moria.State, _ *moria.Commands) {
		p, q := moria.Pos{Row: 2, Col: 2}, moria.Pos{Row: 5, Col: 4}
		fmt.Println(s.Steps(moria.Dwarf, p, q), s.Steps(moria.Wizard, p, q))
	})
	// Output: 3 5
}

func ExampleState_Nearest() {
	example(func(s *moria.State, _ *moria.Commands) {
		fmt.Println(s.Nearest(moria.Dwarf, s.Unit(0).Pos, s.Treasures()...))
		fmt.Println(s.Nearest(moria.Wizard, s.Unit(20).Pos, s.Treasures()...)) // wizards do not dig
	})
	// Output:
	// (6, 9) true
	// (0, 0) false
}

func ExampleState_Reach() {
	example(func(s *moria.State, _ *moria.Commands) {
		fmt.Println("troll 120 strikes on", len(s.Reach(120)), "cells, the Balrog on", len(s.Reach(s.Balrog().ID)))
	})
	// Output: troll 120 strikes on 8 cells, the Balrog on 20
}

func ExampleState_InBalrogsReach() {
	example(func(s *moria.State, _ *moria.Commands) {
		p := s.Balrog().Pos
		for range 4 {
			p = s.Dest(p, moria.East)
			fmt.Println(p, s.InBalrogsReach(p))
		}
	})
	// Output:
	// (14, 17) true
	// (14, 18) true
	// (14, 19) false
	// (14, 20) false
}

// As thinks like another player.
func ExampleState_As() {
	example(func(s *moria.State, _ *moria.Commands) {
		bob := s.As(1)
		fmt.Println(bob.Me(), bob.Name(bob.Me()), bob.Score(bob.Me()))
	})
	// Output: 1 Bob 20
}

// Next looks a round ahead, here to find out who might die.
func ExampleState_Next() {
	example(func(s *moria.State, c *moria.Commands) {
		moria.Random(s, c)
		bob := s.As(1)
		his := bob.Commands()
		moria.Random(bob, his)
		next := s.Next(s.Rand(), c, his)
		fmt.Println("from round", s.Round(), "to round", next.Round())
	})
	// Output: from round 0 to round 1
}

func ExampleCommands_Refused() {
	example(func(_ *moria.State, c *moria.Commands) {
		c.Move(0, moria.North)
		c.Move(0, moria.South)
		c.Move(20, moria.SouthEast)
		c.Move(25, moria.South)
		c.Move(200, moria.South)
		for _, refused := range c.Refused() {
			fmt.Println(refused)
		}
		fmt.Println(c.Len(), "commands are sent")
	})
	// Output:
	// unit 0, south: already has an order this round
	// unit 20, southeast: wizards do not go diagonally
	// unit 25, south: another player's unit
	// unit 200, south: no such unit
	// 5 commands are sent
}

func ExampleCommands_Has() {
	example(func(_ *moria.State, c *moria.Commands) {
		c.Move(3, moria.None)
		fmt.Println(c.Has(3), c.Has(4))
	})
	// Output: true false
}

func ExampleCommands_All() {
	example(func(_ *moria.State, c *moria.Commands) {
		c.Move(2, moria.East)
		c.Move(1, moria.None)
		for command := range c.All() {
			fmt.Println(command.Unit, command.Dir)
		}
	})
	// Output:
	// 2 east
	// 1 none
}

func ExampleStraight() {
	fmt.Println(moria.Straight())
	// Output: [south east north west]
}

func ExampleKind_Dirs() {
	fmt.Println(len(moria.Dwarf.Dirs()), moria.Wizard.Dirs())
	// Output: 8 [south east north west]
}

// The same player plays the same match again when it draws from Rand only.
func ExampleRandom() {
	example(func(s *moria.State, c *moria.Commands) {
		moria.Random(s, c)
		fmt.Println(c.Len(), "commands")
	})
	// Output: 25 commands
}
