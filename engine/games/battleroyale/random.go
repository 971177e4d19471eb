package battleroyale

// Random is a player that sends each of its units one tile in a random direction,
// but not into a wall. It draws from s.Rand().
func Random(s *State, c *Commands) {
	for id := range s.match.units {
		if u := &s.match.units[id]; u.Owner == s.Me() {
			c.Move(u.ID, s.randomDir(u.Pos))
		}
	}
}

// Random makes it the game's random player.
func (rules) Random(s *State, c *Commands) { Random(s, c) }

// randomDir returns one of the directions in which a unit can go, or None if there are
// none.
func (s *State) randomDir(from Pos) Dir {
	var open [4]Dir
	n := 0
	for d := North; d <= West; d++ {
		if s.match.board.tiles.At(s.match.board.dest(from, d)) != Wall {
			open[n] = d
			n++
		}
	}
	if n == 0 {
		return None
	}
	return open[s.Rand().Draw(0, n-1)]
}
