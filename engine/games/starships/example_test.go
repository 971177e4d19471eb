package starships_test

import (
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/starships"
)

// example plays the first round of a match and calls play for player 0.
func example(play func(s *starships.State, c *starships.Commands)) {
	m, err := starships.Game.Default().New([]string{"Ann", "Bob", "Cid", "Dee"}, 30, engine.Classic)
	if err != nil {
		panic(err)
	}
	starships.Bot.Player(play).Play(m, 0)
}

// underFire is example after a round in which starship 0 has shot.
func underFire(play func(s *starships.State)) {
	example(func(s *starships.State, c *starships.Commands) {
		c.Shoot(0)
		play(s.Next(s.Rand(), c))
	})
}

// A whole player: every starship goes straight for the nearest bonus, and shoots at
// what is in the way.
func Example() {
	play := func(s *starships.State, c *starships.Commands) {
		for ship := range s.Starships(s.Me()) {
			bonus, _ := s.Nearest(ship.Pos, s.Find(starships.PointBonus, starships.MissileBonus)...)
			way := s.Offset(ship.Pos, bonus)
			next := starships.Pos{Row: max(-1, min(1, way.Row)), Col: max(0, min(2, way.Col))}
			d, _ := s.Between(ship.Pos, ship.Pos.Add(next))
			if !s.CanMove(ship.Pos, d) || s.Crashes(ship.Pos, d) {
				c.Shoot(ship.ID)
			} else {
				c.Move(ship.ID, d)
			}
		}
	}

	m, err := starships.Game.Default().New([]string{"Ann", "Bob", "Cid", "Dee"}, 30, engine.Classic)
	if err != nil {
		panic(err)
	}
	player := starships.Bot.Player(play)
	for m.Round() < m.Rounds() {
		turns := make([]engine.Turn[engine.Commands], 4) // the others do nothing
		turns[0].Commands = player.Play(m, 0)
		m.Step(turns)
	}
	fmt.Println("place", engine.Places(m.Scores())[0])
	// Output: place 1
}

func ExampleState() {
	example(func(s *starships.State, _ *starships.Commands) {
		fmt.Printf("%s is player %d of %d, round %d of %d\n", s.Name(s.Me()), s.Me(), s.Players(), s.Round(), s.Rounds())
		fmt.Println("score", s.Score(0), "status", s.Status(0))
		fmt.Println(s.Rows(), "x", s.Cols(), "cells,", s.Settings().WindowCols, "columns in the window,", s.NumUnits(),
			"starships")
		fmt.Println("points for a kill:", s.Settings().KillPoints)
	})
	// Output:
	// Ann is player 0 of 4, round 0 of 300
	// score 0 status 0
	// 15 x 60 cells, 31 columns in the window, 8 starships
	// points for a kill: 30
}

func ExampleState_Cell() {
	example(func(s *starships.State, _ *starships.Commands) {
		fmt.Println(s.Cell(starships.Pos{Row: 3, Col: 6}).Kind)
		fmt.Println(s.Cell(starships.Pos{Row: 3, Col: 6 - 60}).Kind)
		fmt.Println(s.Cell(starships.Pos{Row: 0, Col: 1}).Unit)
		fmt.Println(s.Cell(starships.Pos{Row: -1, Col: 1}).Kind)
	})
	// Output:
	// point bonus
	// point bonus
	// 0
	// nothing
}

func ExampleState_Has() {
	example(func(s *starships.State, _ *starships.Commands) {
		fmt.Println(s.Has(starships.Pos{Row: 14, Col: 1000}), s.Has(starships.Pos{Row: 15, Col: 0}))
	})
	// Output: true false
}

func ExampleState_InWindow() {
	example(func(s *starships.State, _ *starships.Commands) {
		p := starships.Pos{Row: 2, Col: 31}
		fmt.Println(s.InWindow(p, s.Round()), s.InWindow(p, s.Round()+1), s.InWindow(p, s.Round()+32))
	})
	// Output: false true false
}

func ExampleState_Find() {
	example(func(s *starships.State, _ *starships.Commands) {
		fmt.Println(s.Find(starships.MissileBonus)[:3])
		fmt.Println(len(s.Find(starships.PointBonus, starships.MissileBonus)))
	})
	// Output:
	// [(5, 7) (5, 19) (5, 31)]
	// 20
}

func ExampleState_Unit() {
	example(func(s *starships.State, _ *starships.Commands) {
		fmt.Printf("%+v\n", s.Unit(3))
		fmt.Printf("%+v\n", s.Unit(99))
	})
	// Output:
	// {ID:3 Owner:1 Pos:(10, 1) Missiles:5 Alive:true Countdown:0}
	// {ID:-1 Owner:-1 Pos:(-1, -1) Missiles:0 Alive:false Countdown:0}
}

func ExampleState_Units() {
	example(func(s *starships.State, _ *starships.Commands) {
		missiles := make([]int, s.Players())
		for ship := range s.Units() {
			missiles[ship.Owner] += ship.Missiles
		}
		fmt.Println(missiles)
	})
	// Output: [10 10 10 10]
}

func ExampleState_UnitAt() {
	example(func(s *starships.State, _ *starships.Commands) {
		ship, ok := s.UnitAt(starships.Pos{Row: 10, Col: 61})
		fmt.Println(ship.ID, ok)
		_, ok = s.UnitAt(starships.Pos{Row: 0, Col: 0})
		fmt.Println(ok)
	})
	// Output:
	// 3 true
	// false
}

func ExampleState_Starships() {
	example(func(s *starships.State, _ *starships.Commands) {
		for ship := range s.Starships(s.Me()) {
			fmt.Println(ship.ID, ship.Pos)
		}
	})
	// Output:
	// 0 (0, 1)
	// 1 (8, 1)
}

func ExampleState_Missiles() {
	underFire(func(s *starships.State) {
		for shot := range s.Missiles() {
			fmt.Printf("%+v\n", shot)
		}
	})
	// Output: {ID:0 Unit:0 Owner:0 Pos:(0, 3)}
}

func ExampleState_Dest() {
	example(func(s *starships.State, _ *starships.Commands) {
		at := starships.Pos{Row: 2, Col: 59} // in the last column
		fmt.Println(s.Dest(at, starships.FastDown), s.Dest(at, starships.Slow))
	})
	// Output: (3, 1) (2, 59)
}

func ExampleState_Between() {
	example(func(s *starships.State, _ *starships.Commands) {
		at := starships.Pos{Row: 2, Col: 59}
		fmt.Println(s.Between(at, starships.Pos{Row: 3, Col: 1}))
		_, ok := s.Between(at, starships.Pos{Row: 2, Col: 58})
		fmt.Println(ok)
	})
	// Output:
	// fast down true
	// false
}

func ExampleState_Swept() {
	example(func(s *starships.State, _ *starships.Commands) {
		fmt.Println(s.Swept(s.Unit(0).Pos, starships.FastDown))
	})
	// Output: [(0, 2) (1, 1) (1, 2) (0, 3) (1, 3)]
}

func ExampleState_CanMove() {
	example(func(s *starships.State, _ *starships.Commands) {
		at := s.Unit(0).Pos // in the first row and the second column
		fmt.Println(s.CanMove(at, starships.Up), s.CanMove(at, starships.Slow))
		at.Col-- // the window leaves the first column behind
		fmt.Println(s.CanMove(at, starships.Slow), s.CanMove(at, starships.Default))
	})
	// Output:
	// false true
	// false true
}

func ExampleState_Crashes() {
	example(func(s *starships.State, _ *starships.Commands) {
		at := starships.Pos{Row: 1, Col: 4} // before an asteroid
		for _, d := range starships.Dirs() {
			if s.CanMove(at, d) && !s.Crashes(at, d) {
				fmt.Println(d)
			}
		}
	})
	// Output:
	// slow
	// slow up
}

func ExampleState_Room() {
	example(func(s *starships.State, _ *starships.Commands) {
		fmt.Println(s.Room(s.Unit(0).Pos))
	})
	// Output: 1 29 true
}

func ExampleState_Forward() {
	example(func(s *starships.State, _ *starships.Commands) {
		a, b := starships.Pos{Row: 2, Col: 58}, starships.Pos{Row: 5, Col: 1}
		fmt.Println(s.Forward(a, b), s.Forward(b, a))
	})
	// Output: 3 57
}

func ExampleState_Offset() {
	example(func(s *starships.State, _ *starships.Commands) {
		a, b := starships.Pos{Row: 2, Col: 58}, starships.Pos{Row: 5, Col: 1}
		fmt.Println(s.Offset(a, b), s.Offset(b, a))
	})
	// Output: (3, 3) (-3, -3)
}

// Ahead finds what a shot would meet.
func ExampleState_Ahead() {
	example(func(s *starships.State, _ *starships.Commands) {
		p, ok := s.Ahead(s.Unit(2).Pos, 10)
		fmt.Println(p, s.Cell(p).Kind, ok)
		_, ok = s.Ahead(s.Unit(2).Pos, 2)
		fmt.Println(ok)
	})
	// Output:
	// (2, 4) asteroid true
	// false
}

func ExampleState_RoundsTo() {
	example(func(s *starships.State, _ *starships.Commands) {
		at := s.Unit(0).Pos
		fmt.Println(s.RoundsTo(at, starships.Pos{Row: 3, Col: 6}))
		_, ok := s.RoundsTo(at, starships.Pos{Row: 9, Col: 1})
		fmt.Println(ok)
	})
	// Output:
	// 3 true
	// false
}

func ExampleState_Nearest() {
	example(func(s *starships.State, _ *starships.Commands) {
		at := s.Unit(0).Pos
		fmt.Println(s.Nearest(at, s.Find(starships.PointBonus)...))
	})
	// Output: (3, 6) true
}

func ExampleState_RoundsToHit() {
	underFire(func(s *starships.State) { // the missile is in column 3
		for col := 4; col <= 6; col++ {
			fmt.Println(s.RoundsToHit(starships.Pos{Row: 0, Col: col}))
		}
		_, ok := s.RoundsToHit(starships.Pos{Row: 1, Col: 4})
		fmt.Println(ok)
	})
	// Output:
	// 1 true
	// 1 true
	// 2 true
	// false
}

// Next looks a round ahead, here to find out whether a shot would hit.
func ExampleState_Next() {
	example(func(s *starships.State, c *starships.Commands) {
		c.Shoot(0)
		bob := s.As(1)
		his := bob.Commands()
		starships.Random(bob, his)
		next := s.Next(s.Rand(), c, his)
		fmt.Println("from round", s.Round(), "to round", next.Round(), "with", next.Score(0), "points")
	})
	// Output: from round 0 to round 1 with 0 points
}

func ExampleState_As() {
	example(func(s *starships.State, _ *starships.Commands) {
		fmt.Println(s.Me(), s.As(2).Me(), s.As(9).Me())
	})
	// Output: 0 2 0
}

func ExampleCommands_Refused() {
	example(func(_ *starships.State, c *starships.Commands) {
		c.Move(0, starships.Up)
		c.Move(0, starships.Down)
		c.Move(1, starships.Up)
		c.Shoot(2)
		c.Move(8, starships.Up)
		for _, refused := range c.Refused() {
			fmt.Println(refused)
		}
		fmt.Println(c.Len(), "commands are sent")
	})
	// Output:
	// unit 0, up: the move leaves the window
	// unit 0, down: already has an order this round
	// unit 2, shoot: another player's unit
	// unit 8, up: no such unit
	// 5 commands are sent
}

func ExampleCommands_Has() {
	example(func(_ *starships.State, c *starships.Commands) {
		c.Move(1, starships.Fast)
		fmt.Println(c.Has(0), c.Has(1))
	})
	// Output: false true
}

func ExampleCommands_All() {
	example(func(_ *starships.State, c *starships.Commands) {
		c.Move(1, starships.FastUp)
		c.Shoot(0)
		for command := range c.All() {
			fmt.Println(command.Unit, command, command.Dir)
		}
	})
	// Output:
	// 1 fast up fast up
	// 0 shoot default
}

// The same player plays the same match again when it draws from Rand only.
func ExampleRandom() {
	example(func(s *starships.State, c *starships.Commands) {
		starships.Random(s, c)
		fmt.Println(c.Len(), "commands")
	})
	// Output: 2 commands
}
