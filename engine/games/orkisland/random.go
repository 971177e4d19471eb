package orkisland

// Random is a player that sends each of its orks one cell in a random direction,
// but not into water. It draws from s.Rand().
func Random(s *State, c *Commands) {
	for id := range s.island.units {
		if u := &s.island.units[id]; u.Owner == s.Me() {
			_ = c.Move(id, s.randomDir(u.Pos)) // an ork of ours, for the first time
		}
	}
}

// randomDir returns one of the directions in which an ork can go, None if there
// are none.
func (s *State) randomDir(from Pos) Dir {
	var open [4]Dir
	n := 0
	for _, d := range Dirs() {
		if s.IsOpen(d.From(from)) {
			open[n] = d
			n++
		}
	}
	if n == 0 {
		return None
	}
	return open[s.Rand().Draw(0, n-1)]
}
