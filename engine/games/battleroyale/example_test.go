package battleroyale_test

import (
	"errors"
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
		fields := s.DistancesTo(s.OtherTiles(s.Me())...) // one search serves all farmers
		for _, id := range s.Farmers(s.Me()) {
			c.Move(id, s.Follow(fields, s.Unit(id).Pos))
		}
		var enemies []battleroyale.Pos
		for _, id := range s.Others(s.Me()) {
			enemies = append(enemies, s.Unit(id).Pos)
		}
		hunt := s.DistancesTo(enemies...)
		for _, id := range s.Knights(s.Me()) {
			c.Move(id, s.Follow(hunt, s.Unit(id).Pos))
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

func ExampleState_First() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		fmt.Println("position", s.First()+s.Round())
	})
	// Output: position 0
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
	// {ID:15 Kind:knight Owner:0 Pos:(3, 9) Health:120}
	// {ID:-1 Kind:nothing Owner:-1 Pos:(-1, -1) Health:0}
}

func ExampleState_HasUnit() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		fmt.Println(s.HasUnit(119), s.HasUnit(120), s.HasPlayer(3), s.HasPlayer(4))
	})
	// Output: true false true false
}

func ExampleState_Farmers() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		fmt.Println("ours:", s.Farmers(s.Me()))
		fmt.Println("nobody's:", s.Farmers(-1))
	})
	// Output:
	// ours: [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14]
	// nobody's: []
}

func ExampleState_Knights() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		fmt.Println("of player 3:", s.Knights(3))
	})
	// Output: of player 3: [105 106 107 108 109 110 111 112 113 114 115 116 117 118 119]
}

func ExampleState_Others() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		fmt.Println(len(s.Others(s.Me())), "enemies")
	})
	// Output: 90 enemies
}

func ExampleState_Tiles() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		fmt.Println(len(s.Tiles(s.Me())), "are ours,", len(s.Tiles(-1)), "are nobody's")
		fmt.Println("first of ours:", s.Tiles(s.Me())[0])
	})
	// Output:
	// 15 are ours, 1076 are nobody's
	// first of ours: (1, 1)
}

func ExampleState_OtherTiles() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		fmt.Println(len(s.OtherTiles(s.Me())), "tiles to paint")
	})
	// Output: 1121 tiles to paint
}

func ExampleState_SpawnArea() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		tiles := s.SpawnArea(1)
		fmt.Println("from", tiles[0], "to", tiles[len(tiles)-1])
	})
	// Output: from (18, 18) to (32, 32)
}

// Near finds who could be attacked, and who could attack.
func ExampleState_Near() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		fmt.Println(s.Near(s.Unit(0).Pos, 3))
	})
	// Output: [0 18 22 27]
}

func ExampleState_IsContested() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		contested := 0
		for _, p := range s.OtherTiles(s.Me()) {
			if s.IsContested(p) {
				contested++
			}
		}
		fmt.Println(contested, "contested tiles")
	})
	// Output: 0 contested tiles
}

func ExampleState_Dest() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		fmt.Println(s.Dest(battleroyale.Pos{Row: 0, Col: 7}, battleroyale.North))
	})
	// Output: (34, 7)
}

func ExampleState_Neighbors() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		for d, p := range s.Neighbors(battleroyale.Pos{Row: 0, Col: 0}) {
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
		fmt.Println(s.Between(corner, battleroyale.Pos{Row: 34, Col: 0}), s.Between(corner, corner))
		fmt.Println(s.Between(corner, battleroyale.Pos{Row: 9, Col: 9}).Valid())
	})
	// Output:
	// north none
	// false
}

func ExampleState_Steps() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		fmt.Println(s.Steps(battleroyale.Pos{Row: 0, Col: 0}, battleroyale.Pos{Row: 33, Col: 3}))
	})
	// Output: 5
}

func ExampleState_DistancesTo() {
	example(func(s *battleroyale.State, c *battleroyale.Commands) {
		to := s.DistancesTo(s.Tiles(1)...)
		for _, id := range s.Knights(s.Me())[:3] {
			at := s.Unit(id).Pos
			fmt.Println(id, at, to.Steps(at), s.Follow(to, at))
			c.Move(id, s.Follow(to, at))
		}
	})
	// Output:
	// 15 (3, 9) 15 north
	// 16 (12, 4) 20 north
	// 17 (7, 3) 20 south
}

func ExampleState_Follow() {
	example(func(s *battleroyale.State, c *battleroyale.Commands) {
		to := s.DistancesTo(s.OtherTiles(s.Me())...)
		for _, id := range s.Farmers(s.Me()) {
			c.Move(id, s.Follow(to, s.Unit(id).Pos))
		}
		fmt.Println(c.Len(), "commands")
	})
	// Output: 15 commands
}

func ExampleState_Towards() {
	example(func(s *battleroyale.State, c *battleroyale.Commands) {
		d := s.Towards(s.Unit(15).Pos, s.Unit(30).Pos)
		fmt.Println(d, c.Move(15, d))
	})
	// Output: north <nil>
}

func ExampleState_Nearest() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		var enemies []battleroyale.Pos
		for _, id := range s.Others(s.Me()) {
			enemies = append(enemies, s.Unit(id).Pos)
		}
		p, ok := s.Nearest(s.Unit(15).Pos, enemies...)
		fmt.Println("unit", s.Cell(p).Unit, "at", p, ok)
	})
	// Output: unit 70 at (3, 18) true
}

func ExampleState_Way() {
	example(func(s *battleroyale.State, _ *battleroyale.Commands) {
		fmt.Println(s.Way(battleroyale.Pos{Row: 7, Col: 15}, battleroyale.Pos{Row: 7, Col: 18}))
	})
	// Output: [(6, 15) (5, 15) (5, 16) (5, 17) (5, 18) (6, 18) (7, 18)]
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

func ExampleCommands_Move() {
	example(func(_ *battleroyale.State, c *battleroyale.Commands) {
		fmt.Println(c.Move(0, battleroyale.North))
		fmt.Println(c.Move(0, battleroyale.South))
		fmt.Println(c.Move(30, battleroyale.South))
		err := c.Move(120, battleroyale.South)
		fmt.Println(err, errors.Is(err, battleroyale.ErrUnknown))
		fmt.Println(c.Len(), "commands are sent")
	})
	// Output:
	// <nil>
	// unit 0: commanded already this round
	// unit 30: not your unit: it is of player 1
	// unit 120: no such unit true
	// 4 commands are sent
}

func ExampleCommands_Told() {
	example(func(_ *battleroyale.State, c *battleroyale.Commands) {
		c.Move(3, battleroyale.None)
		fmt.Println(c.Told(3), c.Told(4))
	})
	// Output: true false
}

func ExampleCommands_All() {
	example(func(_ *battleroyale.State, c *battleroyale.Commands) {
		c.Move(2, battleroyale.East)
		c.Move(1, battleroyale.None)
		for unit, d := range c.All() {
			fmt.Println(unit, d)
		}
	})
	// Output:
	// 2 east
	// 1 none
}

func ExampleDir_From() {
	for _, d := range battleroyale.Dirs() {
		fmt.Println(d, d.From(battleroyale.Pos{Row: 5, Col: 5}), "back:", d.Reverse())
	}
	// Output:
	// north (4, 5) back: south
	// south (6, 5) back: north
	// east (5, 6) back: west
	// west (5, 4) back: east
}

// The same player plays the same match again when it draws from Rand only.
func ExampleRandom() {
	example(func(s *battleroyale.State, c *battleroyale.Commands) {
		battleroyale.Random(s, c)
		fmt.Println(c.Len(), "commands")
	})
	// Output: 30 commands
}
