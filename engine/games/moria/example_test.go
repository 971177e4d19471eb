package moria_test

import (
	"errors"
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
		to := s.DistancesTo(moria.Dwarf, s.Unclaimed(s.Me())...) // one search serves all
		for _, id := range s.Dwarves(s.Me()) {
			c.Move(id, s.Follow(moria.Dwarf, to, s.Unit(id).Pos))
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
		fmt.Println("score", s.Score(0), "for", s.NumCells(0), "cells and", s.NumTreasures(0), "treasures, status", s.Status(0))
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

func ExampleState_Unclaimed() {
	example(func(s *moria.State, _ *moria.Commands) {
		fmt.Println(len(s.Unclaimed(0)), "caves to conquer,", len(s.Owned(0)), "are ours")
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
	// {ID:3 Kind:dwarf Owner:0 Pos:(20, 8) Health:100}
	// {ID:23 Kind:wizard Owner:0 Pos:(53, 12) Health:50}
	// {ID:-1 Kind:dwarf Owner:-1 Pos:(-1, -1) Health:0}
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
		fmt.Println(len(s.Dwarves(0)), "dwarves, wizards", s.Wizards(0))
		fmt.Println("orcs", s.Orcs(), "trolls", s.Trolls(), "Balrog", s.Balrog().ID)
	})
	// Output:
	// 20 dwarves, wizards [20 21 22 23 24]
	// orcs [] trolls [120 121 122 123] Balrog 124
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
		fmt.Println("cave:", s.Cost(moria.Dwarf, cave), "rock:", s.Cost(moria.Dwarf, rock))
		fmt.Println("for a wizard:", s.Cost(moria.Wizard, rock) == moria.Impassable)
	})
	// Output:
	// cave: 1 rock: 6
	// for a wizard: true
}

func ExampleState_Neighbors() {
	example(func(s *moria.State, _ *moria.Commands) {
		for d, p := range s.Neighbors(s.Unit(0).Pos) {
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

func ExampleState_DistancesFrom() {
	example(func(s *moria.State, _ *moria.Commands) {
		from := s.DistancesFrom(moria.Dwarf, s.Unit(0).Pos)
		p, _ := from.Nearest(s.Treasures())
		fmt.Println("the treasure at", p, "takes", from.Cost(p), "rounds with digging, in", from.Steps(p), "steps")
	})
	// Output: the treasure at (6, 9) takes 10 rounds with digging, in 5 steps
}

func ExampleState_DistancesTo() {
	example(func(s *moria.State, c *moria.Commands) {
		to := s.DistancesTo(moria.Dwarf, s.Treasures()...)
		for _, id := range s.Dwarves(s.Me())[:3] {
			at := s.Unit(id).Pos
			fmt.Println(id, to.Cost(at), s.Follow(moria.Dwarf, to, at))
			c.Move(id, s.Follow(moria.Dwarf, to, at))
		}
	})
	// Output:
	// 0 10 west
	// 1 15 south
	// 2 13 southeast
}

func ExampleState_Follow() {
	example(func(s *moria.State, c *moria.Commands) {
		var friends []moria.Pos
		for _, id := range s.Dwarves(s.Me()) {
			friends = append(friends, s.Unit(id).Pos)
		}
		to := s.DistancesTo(moria.Wizard, friends...)
		for _, id := range s.Wizards(s.Me()) {
			c.Move(id, s.Follow(moria.Wizard, to, s.Unit(id).Pos))
		}
		fmt.Println(c.Len(), "commands")
	})
	// Output: 5 commands
}

func ExampleState_Towards() {
	example(func(s *moria.State, c *moria.Commands) {
		d := s.Towards(moria.Dwarf, s.Unit(0).Pos, s.Treasures()...)
		fmt.Println(d, c.Move(0, d))
	})
	// Output: west <nil>
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

func ExampleState_Way() {
	example(func(s *moria.State, _ *moria.Commands) {
		fmt.Println(s.Way(moria.Dwarf, s.Unit(0).Pos, s.Unclaimed(0)...))
	})
	// Output: [(4, 14)]
}

func ExampleState_NearestUnit() {
	example(func(s *moria.State, _ *moria.Commands) {
		troll, ok := s.NearestUnit(s.Unit(0).Pos, s.Trolls()...)
		fmt.Println("troll", troll.ID, "at", troll.Pos, ok)
	})
	// Output: troll 121 at (7, 13) true
}

func ExampleState_Reach() {
	example(func(s *moria.State, _ *moria.Commands) {
		fmt.Println("troll 120 strikes on", len(s.Reach(120)), "cells, the Balrog on", len(s.Reach(s.Balrog().ID)))
	})
	// Output: troll 120 strikes on 8 cells, the Balrog on 20
}

func ExampleState_Threats() {
	example(func(s *moria.State, _ *moria.Commands) {
		beside := moria.East.From(s.Unit(120).Pos)
		fmt.Println("by", s.Threats(beside), "here by", s.Threats(s.Unit(0).Pos))
	})
	// Output: by [120] here by []
}

func ExampleState_InBalrogsReach() {
	example(func(s *moria.State, _ *moria.Commands) {
		p := s.Balrog().Pos
		for range 4 {
			p = moria.East.From(p)
			fmt.Println(p, s.InBalrogsReach(p))
		}
	})
	// Output:
	// (14, 17) true
	// (14, 18) true
	// (14, 19) false
	// (14, 20) false
}

func ExampleState_BalrogsStep() {
	example(func(s *moria.State, _ *moria.Commands) {
		fmt.Println("from", s.Balrog().Pos, s.BalrogsStep())
	})
	// Output: from (14, 16) north
}

func ExampleState_HealingSpots() {
	example(func(s *moria.State, _ *moria.Commands) {
		fmt.Println(s.Unit(20).Pos, len(s.HealingSpots(0)), "spots of five wizards, the first", s.HealingSpots(0)[0])
	})
	// Output: (8, 7) 15 spots of five wizards, the first (7, 7)
}

// As thinks like another player.
func ExampleState_As() {
	example(func(s *moria.State, _ *moria.Commands) {
		bob := s.As(1)
		fmt.Println(bob.Me(), bob.Name(bob.Me()), bob.Dwarves(bob.Me())[0])
	})
	// Output: 1 Bob 25
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

func ExampleCommands_Move() {
	example(func(_ *moria.State, c *moria.Commands) {
		fmt.Println(c.Move(0, moria.North))
		fmt.Println(c.Move(0, moria.South))
		fmt.Println(c.Move(20, moria.SouthEast))
		fmt.Println(c.Move(25, moria.South))
		err := c.Move(200, moria.South)
		fmt.Println(err, errors.Is(err, moria.ErrUnknown))
		fmt.Println(c.Len(), "commands are sent")
	})
	// Output:
	// <nil>
	// unit 0: commanded already this round
	// unit 20: wizards do not go diagonally: southeast
	// unit 25: not your unit: it is of player 1
	// unit 200: no such unit true
	// 5 commands are sent
}

func ExampleCommands_Told() {
	example(func(_ *moria.State, c *moria.Commands) {
		c.Move(3, moria.None)
		fmt.Println(c.Told(3), c.Told(4))
	})
	// Output: true false
}

func ExampleCommands_All() {
	example(func(_ *moria.State, c *moria.Commands) {
		c.Move(2, moria.East)
		c.Move(1, moria.None)
		for unit, d := range c.All() {
			fmt.Println(unit, d)
		}
	})
	// Output:
	// 2 east
	// 1 none
}

func ExampleBetween() {
	at := moria.Pos{Row: 3, Col: 3}
	fmt.Println(moria.Between(at, moria.Pos{Row: 2, Col: 4}), moria.Between(at, at))
	fmt.Println(moria.Between(at, moria.Pos{Row: 9, Col: 9}).Valid())
	// Output:
	// northeast none
	// false
}

func ExampleDir_From() {
	for _, d := range moria.Dirs() {
		fmt.Println(d, d.From(moria.Pos{Row: 5, Col: 5}), d.IsDiagonal())
	}
	// Output:
	// south (6, 5) false
	// southeast (6, 6) true
	// east (5, 6) false
	// northeast (4, 6) true
	// north (4, 5) false
	// northwest (4, 4) true
	// west (5, 4) false
	// southwest (6, 4) true
}

func ExampleStraight() {
	fmt.Println(moria.Straight())
	// Output: [south east north west]
}

func ExampleKind_Dirs() {
	fmt.Println(len(moria.Dwarf.Dirs()), moria.Wizard.Dirs())
	// Output: 8 [south east north west]
}

func ExampleChebyshev() {
	p, q := moria.Pos{Row: 2, Col: 2}, moria.Pos{Row: 5, Col: 4}
	fmt.Println(moria.Chebyshev(p, q), moria.Manhattan(p, q))
	// Output: 3 5
}

// The same player plays the same match again when it draws from Rand only.
func ExampleRandom() {
	example(func(s *moria.State, c *moria.Commands) {
		moria.Random(s, c)
		fmt.Println(c.Len(), "commands")
	})
	// Output: 25 commands
}
