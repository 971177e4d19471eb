package orkisland_test

import (
	"errors"
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
		for city := range s.NumCities() {
			if s.CityOwner(city) != s.Me() {
				wanted = append(wanted, s.City(city)...)
			}
		}
		to := s.DistancesTo(wanted...) // one search serves all orks
		for _, id := range s.Orks(s.Me()) {
			c.Move(id, s.Follow(to, s.Unit(id).Pos))
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

func ExampleState_City() {
	example(func(s *orkisland.State, _ *orkisland.Commands) {
		fmt.Println(s.City(0), "of player", s.CityOwner(0))
	})
	// Output: [(49, 5) (49, 6) (49, 7) (50, 5) (50, 6) (50, 7)] of player -1
}

func ExampleState_Path() {
	example(func(s *orkisland.State, _ *orkisland.Commands) {
		first, last := s.PathEnds(4)
		cells := s.Path(4)
		fmt.Println("from city", first, "at", cells[0], "to city", last, "at", cells[len(cells)-1])
		fmt.Println(len(cells), "cells of player", s.PathOwner(4))
	})
	// Output:
	// from city 17 at (26, 24) to city 5 at (35, 8)
	// 26 cells of player -1
}

func ExampleState_Cost() {
	example(func(s *orkisland.State, _ *orkisland.Commands) {
		fmt.Println(s.Cost(orkisland.Grass), s.Cost(orkisland.Forest), s.Cost(orkisland.Sand), s.Cost(orkisland.City))
		fmt.Println(s.Cost(orkisland.Water) == orkisland.Impassable)
	})
	// Output:
	// 1 2 3 0
	// true
}

func ExampleState_Neighbors() {
	example(func(s *orkisland.State, _ *orkisland.Commands) {
		for d, p := range s.Neighbors(s.Unit(0).Pos) {
			fmt.Println(d, p, s.Cell(p).Terrain, s.IsOpen(p))
		}
	})
	// Output:
	// north (56, 4) grass true
	// south (58, 4) grass true
	// east (57, 5) grass true
	// west (57, 3) water false
}

func ExampleState_DistancesFrom() {
	example(func(s *orkisland.State, _ *orkisland.Commands) {
		from := s.DistancesFrom(s.Unit(0).Pos)
		for city := range 3 {
			p, _ := from.Nearest(s.City(city))
			fmt.Println("city", city, "costs", from.Cost(p), "health and takes", from.Steps(p), "rounds")
		}
	})
	// Output:
	// city 0 costs 7 health and takes 8 rounds
	// city 1 costs 8 health and takes 136 rounds
	// city 2 costs 8 health and takes 94 rounds
}

func ExampleState_DistancesTo() {
	example(func(s *orkisland.State, c *orkisland.Commands) {
		to := s.DistancesTo(s.City(0)...)
		for _, id := range s.Orks(s.Me())[:3] {
			at := s.Unit(id).Pos
			fmt.Println(id, to.Cost(at), s.Follow(to, at))
			c.Move(id, s.Follow(to, at))
		}
	})
	// Output:
	// 0 7 north
	// 1 39 south
	// 2 5 north
}

func ExampleState_StepsTo() {
	example(func(s *orkisland.State, _ *orkisland.Commands) {
		at := s.Unit(0).Pos
		fmt.Println("cheapest:", s.DistancesTo(s.City(2)...).Steps(at), "steps, shortest:", s.StepsTo(s.City(2)...).Steps(at))
	})
	// Output: cheapest: 94 steps, shortest: 46
}

func ExampleState_Towards() {
	example(func(s *orkisland.State, c *orkisland.Commands) {
		d := s.Towards(s.Unit(0).Pos, s.City(0)...)
		fmt.Println(d, c.Move(0, d))
	})
	// Output: north <nil>
}

func ExampleState_Follow() {
	example(func(s *orkisland.State, c *orkisland.Commands) {
		to := s.DistancesTo(s.Path(0)...)
		for _, id := range s.Orks(s.Me()) {
			c.Move(id, s.Follow(to, s.Unit(id).Pos))
		}
		fmt.Println(c.Len(), "commands")
	})
	// Output: 15 commands
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

func ExampleState_Way() {
	example(func(s *orkisland.State, _ *orkisland.Commands) {
		fmt.Println(s.Way(s.Unit(0).Pos, s.City(0)...))
	})
	// Output: [(56, 4) (55, 4) (54, 4) (53, 4) (52, 4) (51, 4) (50, 4) (50, 5)]
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

func ExampleCommands_Move() {
	example(func(_ *orkisland.State, c *orkisland.Commands) {
		fmt.Println(c.Move(0, orkisland.North))
		fmt.Println(c.Move(0, orkisland.South))
		fmt.Println(c.Move(15, orkisland.South))
		err := c.Move(60, orkisland.South)
		fmt.Println(err, errors.Is(err, orkisland.ErrUnknown))
		fmt.Println(c.Len(), "commands are sent")
	})
	// Output:
	// <nil>
	// unit 0: commanded already this round
	// unit 15: not your unit: it is of player 1
	// unit 60: no such unit true
	// 4 commands are sent
}

func ExampleCommands_Told() {
	example(func(_ *orkisland.State, c *orkisland.Commands) {
		c.Move(3, orkisland.None)
		fmt.Println(c.Told(3), c.Told(4))
	})
	// Output: true false
}

func ExampleCommands_All() {
	example(func(_ *orkisland.State, c *orkisland.Commands) {
		c.Move(2, orkisland.East)
		c.Move(1, orkisland.None)
		for unit, d := range c.All() {
			fmt.Println(unit, d)
		}
	})
	// Output:
	// 2 east
	// 1 none
}

func ExampleBetween() {
	at := orkisland.Pos{Row: 3, Col: 3}
	fmt.Println(orkisland.Between(at, orkisland.Pos{Row: 2, Col: 3}), orkisland.Between(at, at))
	fmt.Println(orkisland.Between(at, orkisland.Pos{Row: 9, Col: 9}).Valid())
	// Output:
	// north none
	// false
}

func ExampleDir_From() {
	for _, d := range orkisland.Dirs() {
		fmt.Println(d, d.From(orkisland.Pos{Row: 5, Col: 5}))
	}
	// Output:
	// north (4, 5)
	// south (6, 5)
	// east (5, 6)
	// west (5, 4)
}

// The same player plays the same match again when it draws from Rand only.
func ExampleRandom() {
	example(func(s *orkisland.State, c *orkisland.Commands) {
		orkisland.Random(s, c)
		fmt.Println(c.Len(), "commands")
	})
	// Output: 15 commands
}
