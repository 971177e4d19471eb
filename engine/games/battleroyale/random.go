package battleroyale

// Random is a player that sends each of its units one tile in a random direction,
// but not into a wall. It draws from s.Rand().
func Random(s *State, c *Commands) {
	me, units := s.Me(), s.match.units
	for id := range units {
		if u := &units[id]; u.Owner == me {
			c.Move(u.ID, s.randomDir(u.Pos))
		}
	}
}

// Random makes it the game's random player.
func (rules) Random(s *State, c *Commands) { Random(s, c) }

// randomDir returns one of the directions in which a unit can go, or None if there are
// none.
func (s *State) randomDir(from Pos) Dir {
	open := dirsOf[s.match.layout.exits[s.match.at.Index(from)]]
	if len(open) == 0 {
		return None
	}
	return open[s.Rand().Draw(0, len(open)-1)]
}
