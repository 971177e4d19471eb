package orkisland

import "github.com/botarena/arena/engine"

// Random is a player that sends each of its orks one cell in a random direction,
// but not into water. It draws from s.Rand().
func Random(s *State, c *Commands) {
	me, rand := s.Me(), s.Rand()
	for k := range s.match.units {
		if ork := &s.match.units[k]; ork.Owner == me {
			c.Move(ork.ID, s.match.randomDir(ork.Pos, rand))
		}
	}
}

// Random makes it the game's random player.
func (rules) Random(s *State, c *Commands) { Random(s, c) }

// randomDir returns one of the directions in which an ork can go, or None if there are
// none.
func (m *match) randomDir(from Pos, rand *engine.Rand) Dir {
	out := &waysOut[m.ground.at(from).exits()]
	return out.dirs[rand.Draw(0, out.last)]
}

// waysOut are the sets of directions, by the bits of exits. The empty one has
// None.
var waysOut = func() (all [16]struct {
	dirs [4]Dir
	last int
},
) {
	all[0].dirs[0] = None
	for exits := range all {
		n := 0
		for k, d := range Dirs() {
			if exits>>k&1 == 1 {
				all[exits].dirs[n], all[exits].last = d, n
				n++
			}
		}
	}
	return all
}()
