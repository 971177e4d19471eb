package battleroyale_test

import (
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/battleroyale"
)

// example begins a match and calls play for player 0.
func example(play func(s *battleroyale.State, c *battleroyale.Commands)) {
	m, err := battleroyale.Game.Default().New([]string{"Ann", "Bob", "Cid", "Dee"}, 30, engine.ChaCha8)
	if err != nil {
		panic(err)
	}
	battleroyale.Bot.Player(play).Play(m, 0)
}

// A whole player: farmers go to the nearest tile that is not ours, knights to the
// nearest enemy.
func Example() {
	play := func(s *battleroyale.State, c *battleroyale.Commands) {
		fields := s.WaysTo(s.Paintable(s.Me())...) // one search serves all farmers
		for farmer := range s.Farmers(s.Me()) {
			c.Move(farmer.ID, fields.Step(farmer.Pos))
		}
		var enemies []battleroyale.Pos
		for enemy := range s.Enemies(s.Me()) {
			enemies = append(enemies, enemy.Pos)
		}
		hunt := s.WaysTo(enemies...)
		for knight := range s.Knights(s.Me()) {
			c.Move(knight.ID, hunt.Step(knight.Pos))
		}
	}

	m, err := battleroyale.Game.Default().New([]string{"Ann", "Bob", "Cid", "Dee"}, 30, engine.ChaCha8)
	if err != nil {
		panic(err)
	}
	player, random := battleroyale.Bot.Player(play), battleroyale.Game.Random()
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
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		fmt.Printf("%s is player %d of %d, round %d of %d\n", s.Name(s.Me()), s.Me(), s.Players(), s.Round(), s.Rounds())
		fmt.Println("score", s.Score(0), "status", s.Status(0))
		fmt.Println(s.Rows(), "x", s.Cols(), "tiles,", s.NumUnits(), "units")
		fmt.Println("damage from", s.Settings().DamageMin, "to", s.Settings().DamageMax)
	})
	// Output:
	// Ann is player 0 of 4, round 0 of 100
	// score 15 status 0
	// 35 x 35 tiles, 120 units
	// damage from 50 to 70
}

func ExampleState_Cell() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		cell := s.Cell(s.Unit(0).Pos)
		fmt.Println(cell.Terrain, cell.Owner, cell.Unit)
		wall := s.Cell(battleroyale.Pos{Row: 34, Col: 0})
		fmt.Println(wall.Terrain, wall.Owner, wall.Unit)
		off := s.Cell(battleroyale.Pos{Row: 35, Col: 0})
		fmt.Println(off.Terrain, off.Owner, off.Unit)
	})
	// Output:
	// empty 0 0
	// wall -1 -1
	// nothing -1 -1
}

func ExampleState_IsOpen() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		wall := battleroyale.Pos{Row: 34, Col: 0}
		fmt.Println(s.Has(wall), s.IsOpen(wall), s.IsOpen(battleroyale.Pos{Row: 33, Col: 0}))
	})
	// Output: true false true
}

func ExampleState_Units() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		health := make([]int, s.Players())
		for u := range s.Units() {
			health[u.Owner] += u.Health
		}
		fmt.Println(health)
	})
	// Output: [2700 2700 2700 2700]
}

func ExampleState_Unit() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		fmt.Printf("%+v\n", s.Unit(15))
		fmt.Printf("%+v\n", s.Unit(999))
	})
	// Output:
	// {ID:15 Owner:0 Kind:knight Pos:(3, 9) Health:120}
	// {ID:-1 Owner:-1 Kind:nothing Pos:(-1, -1) Health:0}
}

func ExampleState_UnitAt() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		there, ok := s.UnitAt(battleroyale.Pos{Row: 3, Col: 9})
		fmt.Println(there.Kind, there.ID, ok)
		_, ok = s.UnitAt(battleroyale.Pos{Row: 0, Col: 0})
		fmt.Println(ok)
	})
	// Output:
	// knight 15 true
	// false
}

func ExampleState_Farmers() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		for farmer := range s.Farmers(s.Me()) {
			fmt.Print(farmer.ID, " ")
		}
	})
	// Output: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14
}

func ExampleState_Knights() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		for knight := range s.Knights(3) {
			fmt.Print(knight.ID, " ")
		}
	})
	// Output: 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119
}

func ExampleState_Enemies() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		health := 0
		for enemy := range s.Enemies(s.Me()) {
			health += enemy.Health
		}
		fmt.Println("enemies have", health, "health")
	})
	// Output: enemies have 8100 health
}

func ExampleState_Owned() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		fmt.Println(len(s.Owned(s.Me())), "are ours,", len(s.Owned(-1)), "are nobody's")
		fmt.Println("first of ours:", s.Owned(s.Me())[0])
	})
	// Output:
	// 15 are ours, 1076 are nobody's
	// first of ours: (1, 1)
}

func ExampleState_Paintable() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		fmt.Println(len(s.Paintable(s.Me())), "tiles to paint")
	})
	// Output: 1121 tiles to paint
}

func ExampleState_Dest() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		fmt.Println(s.Dest(battleroyale.Pos{Row: 0, Col: 7}, battleroyale.North))
	})
	// Output: (34, 7)
}

func ExampleState_Neighbours() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		for d, p := range s.Neighbours(battleroyale.Pos{Row: 0, Col: 0}) {
			fmt.Println(d, p, s.Cell(p).Terrain)
		}
	})
	// Output:
	// north (34, 0) wall
	// south (1, 0) empty
	// east (0, 1) empty
	// west (0, 34) wall
}

func ExampleState_Between() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		corner := battleroyale.Pos{Row: 0, Col: 0}
		fmt.Println(s.Between(corner, battleroyale.Pos{Row: 34, Col: 0}))
		fmt.Println(s.Between(corner, corner))
		fmt.Println(s.Between(corner, battleroyale.Pos{Row: 9, Col: 9}))
	})
	// Output:
	// north true
	// none true
	// none false
}

func ExampleState_Steps() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		fmt.Println(s.Steps(battleroyale.Pos{Row: 0, Col: 0}, battleroyale.Pos{Row: 33, Col: 3}))
	})
	// Output: 5
}

// One search serves all units that want to go to the same place.
func ExampleState_WaysTo() {
	example(func(s *battleroyale.State, c *battleroyale.Commands) {
		ways := s.WaysTo(s.Owned(1)...)
		for knight := range s.Knights(s.Me()) {
			c.Move(knight.ID, ways.Step(knight.Pos))
			if cost, ok := ways.Cost(knight.Pos); ok && cost <= 15 {
				fmt.Println("knight", knight.ID, "goes", ways.Step(knight.Pos), "and has", cost, "steps to go")
			}
		}
	})
	// Output:
	// knight 15 goes north and has 15 steps to go
	// knight 21 goes south and has 15 steps to go
	// knight 25 goes south and has 15 steps to go
}

func ExampleWays_Path() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		ways := s.WaysTo(battleroyale.Pos{Row: 7, Col: 18})
		fmt.Println(ways.Path(battleroyale.Pos{Row: 7, Col: 15}))
	})
	// Output: [(6, 15) (5, 15) (5, 16) (5, 17) (5, 18) (6, 18) (7, 18)]
}

func ExampleState_Nearest() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		var enemies []battleroyale.Pos
		for enemy := range s.Enemies(s.Me()) {
			enemies = append(enemies, enemy.Pos)
		}
		p, ok := s.Nearest(s.Unit(15).Pos, enemies...)
		fmt.Println("unit", s.Cell(p).Unit, "at", p, ok)
	})
	// Output: unit 70 at (3, 18) true
}

// Next looks a round ahead, here to see what comes of our commands if the others
// stay where they are.
func ExampleState_Next() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		ours := s.Commands()
		battleroyale.Random(s, ours)
		next := s.Next(s.Rand(), ours)
		fmt.Println("from", s.Score(0), "tiles to", next.Score(0))
	})
	// Output: from 15 tiles to 28
}

func ExampleState_As() {
	example(func(s *battleroyale.State, c *battleroyale.Commands) {
		battleroyale.Random(s, c)
		bob := s.As(1)
		his := bob.Commands()
		battleroyale.Random(bob, his)
		next := s.Next(s.Rand(), c, his)
		fmt.Println("from round", s.Round(), "to round", next.Round())
	})
	// Output: from round 0 to round 1
}

func ExampleCommands_Refused() {
	example(func(_ *battleroyale.State, c *battleroyale.Commands) {
		c.Move(0, battleroyale.North)
		c.Move(0, battleroyale.South)
		c.Move(30, battleroyale.South)
		c.Move(120, battleroyale.South)
		for _, refused := range c.Refused() {
			fmt.Println(refused)
		}
		fmt.Println(c.Len(), "commands are sent")
	})
	// Output:
	// unit 0, south: already has an order this round
	// unit 30, south: another player's unit
	// unit 120, south: no such unit
	// 4 commands are sent
}

func ExampleCommands_Has() {
	example(func(_ *battleroyale.State, c *battleroyale.Commands) {
		c.Move(3, battleroyale.None)
		fmt.Println(c.Has(3), c.Has(4))
	})
	// Output: true false
}

func ExampleCommands_All() {
	example(func(_ *battleroyale.State, c *battleroyale.Commands) {
		c.Move(2, battleroyale.East)
		c.Move(1, battleroyale.None)
		for one := range c.All() {
			fmt.Println(one.Unit, one.Dir)
		}
	})
	// Output:
	// 2 east
	// 1 none
}

// The same player plays the same match again when it draws from Rand only.
func ExampleRandom() {
	example(func(s *battleroyale.State, c *battleroyale.Commands) {
		battleroyale.Random(s, c)
		fmt.Println(c.Len(), "commands")
	})
	// Output: 30 commands
}
