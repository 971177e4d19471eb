package battleroyale

// Random is a player that sends each of its units one tile in a random direction,
// but not into a wall. It draws from s.Rand().
func Random(s *State, c *Commands) {
	for id := range s.battle.units {
		if u := &s.battle.units[id]; u.Owner == s.Me() {
			_ = c.Move(id, s.randomDir(u.Pos)) // a unit of ours, for the first time
		}
	}
}

// randomDir returns one of the directions in which a unit can go, None if there
// are none.
func (s *State) randomDir(from Pos) Dir {
	var open [4]Dir
	n := 0
	for d := North; d <= West; d++ {
		if s.battle.board.tiles.At(s.battle.board.dest(from, d)) != Wall {
			open[n] = d
			n++
		}
	}
	if n == 0 {
		return None
	}
	return open[s.Rand().Draw(0, n-1)]
}
