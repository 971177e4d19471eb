package orkisland_test

import (
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/orkisland"
)

// example plays the first round of a match and calls play for player 0.
func example(play func(s *orkisland.State, c *orkisland.Commands)) {
	m, err := orkisland.Game.Default().New([]string{"Ann", "Bob", "Cid", "Dee"}, 30, engine.Classic)
	if err != nil {
		panic(err)
	}
	orkisland.Bot.Player(play).Play(m, 0)
}

// A whole player: every ork goes to the nearest city that is not ours.
func Example() {
	play := func(s *orkisland.State, c *orkisland.Commands) {
		var wanted []orkisland.Pos
		for city := range s.Cities() {
			if city.Owner != s.Me() {
				wanted = append(wanted, city.Cells()...)
			}
		}
		ways := s.WaysTo(wanted...) // one search serves all orks
		for ork := range s.Orks(s.Me()) {
			c.Move(ork.ID, ways.Step(ork.Pos))
		}
	}

	m, err := orkisland.Game.Default().New([]string{"Ann", "Bob", "Cid", "Dee"}, 30, engine.Classic)
	if err != nil {
		panic(err)
	}
	player, random := orkisland.Bot.Player(play), orkisland.Game.Random()
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
	example(func(s *orkisland.State, _ *orkisland.Commands) {
		fmt.Printf("%s is player %d of %d, round %d of %d\n", s.Name(s.Me()), s.Me(), s.Players(), s.Round(), s.Rounds())
		fmt.Println("score", s.Score(0), "status", s.Status(0))
		fmt.Println(s.Rows(), "x", s.Cols(), "cells,", s.NumUnits(), "orks,", s.NumCities(), "cities,", s.NumPaths(), "paths")
		fmt.Println("health at the start:", s.Settings().InitialHealth)
	})
	// Output:
	// Ann is player 0 of 4, round 0 of 200
	// score 0 status 0
	// 70 x 70 cells, 60 orks, 19 cities, 18 paths
	// health at the start: 100
}

func ExampleState_Cell() {
	example(func(s *orkisland.State, _ *orkisland.Commands) {
		cell := s.Cell(orkisland.Pos{Row: 57, Col: 4})
		fmt.Println(cell.Terrain, cell.Unit, cell.City, cell.Path)
		off := s.Cell(orkisland.Pos{Row: 70, Col: 0})
		fmt.Println(off.Terrain, off.Unit, off.City, off.Path)
	})
	// Output:
	// grass 0 -1 -1
	// nothing -1 -1 -1
}

func ExampleState_Units() {
	example(func(s *orkisland.State, _ *orkisland.Commands) {
		health := make([]int, s.Players())
		for u := range s.Units() {
			health[u.Owner] += u.Health
		}
		fmt.Println(health)
	})
	// Output: [1500 1500 1500 1500]
}

func ExampleState_Unit() {
	example(func(s *orkisland.State, _ *orkisland.Commands) {
		fmt.Printf("%+v\n", s.Unit(3))
		fmt.Printf("%+v\n", s.Unit(99))
	})
	// Output:
	// {ID:3 Owner:0 Pos:(40, 2) Health:100}
	// {ID:-1 Owner:-1 Pos:(-1, -1) Health:0}
}

func ExampleState_UnitAt() {
	example(func(s *orkisland.State, _ *orkisland.Commands) {
		ork, ok := s.UnitAt(orkisland.Pos{Row: 57, Col: 4})
		fmt.Println(ork.ID, ok)
		_, ok = s.UnitAt(orkisland.Pos{Row: 0, Col: 0})
		fmt.Println(ok)
	})
	// Output:
	// 0 true
	// false
}

func ExampleState_Cities() {
	example(func(s *orkisland.State, _ *orkisland.Commands) {
		free := 0
		for city := range s.Cities() {
			if city.Owner < 0 {
				free++
			}
		}
		fmt.Println(free, "cities are nobody's")
		fmt.Println(s.City(0).Cells())
	})
	// Output:
	// 19 cities are nobody's
	// [(49, 5) (49, 6) (49, 7) (50, 5) (50, 6) (50, 7)]
}

func ExampleState_Path() {
	example(func(s *orkisland.State, _ *orkisland.Commands) {
		path := s.Path(4)
		cells := path.Cells()
		fmt.Println("from city", path.Ends[0], "at", cells[0], "to city", path.Ends[1], "at", cells[len(cells)-1])
		fmt.Println(len(cells), "cells of player", path.Owner)
	})
	// Output:
	// from city 17 at (26, 24) to city 5 at (35, 8)
	// 26 cells of player -1
}

func ExampleState_Cost() {
	example(func(s *orkisland.State, _ *orkisland.Commands) {
		for _, p := range []orkisland.Pos{{Row: 57, Col: 4}, {Row: 49, Col: 5}, {Row: 0, Col: 0}} {
			cost, ok := s.Cost(p)
			fmt.Println(s.Cell(p).Terrain, cost, ok)
		}
	})
	// Output:
	// grass 1 true
	// city 0 true
	// water 0 false
}

func ExampleState_Neighbours() {
	example(func(s *orkisland.State, _ *orkisland.Commands) {
		for d, p := range s.Neighbours(s.Unit(0).Pos) {
			fmt.Println(d, p, s.Cell(p).Terrain, s.IsOpen(p))
		}
	})
	// Output:
	// north (56, 4) grass true
	// south (58, 4) grass true
	// east (57, 5) grass true
	// west (57, 3) water false
}

// One search serves all orks that want to go to the same place.
func ExampleState_WaysTo() {
	example(func(s *orkisland.State, c *orkisland.Commands) {
		ways := s.WaysTo(s.City(0).Cells()...)
		for ork := range s.Orks(s.Me()) {
			c.Move(ork.ID, ways.Step(ork.Pos))
			if cost, ok := ways.Cost(ork.Pos); ok && cost <= 3 {
				fmt.Println("ork", ork.ID, "goes", ways.Step(ork.Pos), "and loses", cost, "health on its way")
			}
		}
	})
	// Output:
	// ork 9 goes west and loses 3 health on its way
	// ork 10 goes west and loses 3 health on its way
	// ork 12 goes east and loses 3 health on its way
}

func ExampleWays_Path() {
	example(func(s *orkisland.State, _ *orkisland.Commands) {
		fmt.Println(s.WaysTo(s.City(0).Cells()...).Path(s.Unit(0).Pos))
	})
	// Output: [(56, 4) (55, 4) (54, 4) (53, 4) (52, 4) (51, 4) (50, 4) (50, 5)]
}

func ExampleState_Between() {
	example(func(s *orkisland.State, _ *orkisland.Commands) {
		at := orkisland.Pos{Row: 3, Col: 3}
		fmt.Println(s.Between(at, orkisland.Pos{Row: 2, Col: 3}))
		fmt.Println(s.Between(at, at))
		fmt.Println(s.Between(at, orkisland.Pos{Row: 9, Col: 9}))
	})
	// Output:
	// north true
	// none true
	// none false
}

func ExampleState_Nearest() {
	example(func(s *orkisland.State, _ *orkisland.Commands) {
		var enemies []orkisland.Pos
		for u := range s.Units() {
			if u.Owner != s.Me() {
				enemies = append(enemies, u.Pos)
			}
		}
		p, ok := s.Nearest(s.Unit(0).Pos, enemies...)
		fmt.Println("ork", s.Cell(p).Unit, "at", p, ok)
	})
	// Output: ork 15 at (55, 3) true
}

// Next looks a round ahead, here to find out who might take a city.
func ExampleState_Next() {
	example(func(s *orkisland.State, c *orkisland.Commands) {
		orkisland.Random(s, c)
		bob := s.As(1)
		his := bob.Commands()
		orkisland.Random(bob, his)
		next := s.Next(s.Rand(), c, his)
		fmt.Println("from round", s.Round(), "to round", next.Round())
	})
	// Output: from round 0 to round 1
}

func ExampleCommands_Refused() {
	example(func(s *orkisland.State, c *orkisland.Commands) {
		c.Move(0, orkisland.North)
		c.Move(0, orkisland.South)
		c.Move(15, orkisland.South)
		c.Move(60, orkisland.South)
		for _, refused := range c.Refused() {
			fmt.Println(refused)
		}
		fmt.Println(c.Len(), "commands are sent")
	})
	// Output:
	// unit 0, south: already has an order this round
	// unit 15, south: another player's unit
	// unit 60, south: no such unit
	// 4 commands are sent
}

func ExampleCommands_Has() {
	example(func(_ *orkisland.State, c *orkisland.Commands) {
		c.Move(3, orkisland.None)
		fmt.Println(c.Has(3), c.Has(4))
	})
	// Output: true false
}

// The same player plays the same match again when it draws from Rand only.
func ExampleRandom() {
	example(func(s *orkisland.State, c *orkisland.Commands) {
		orkisland.Random(s, c)
		fmt.Println(c.Len(), "commands")
	})
	// Output: 15 commands
}
