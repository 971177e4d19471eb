package moria

// Random is a player that sends each of its units in a random direction: dwarves
// where they can go, dig or hit, wizards where they can go, but not to their death.
// It draws from s.Rand().
func Random(s *State, c *Commands) {
	for id := range s.match.setup.settings.firstOrc() {
		if u := &s.match.units[id]; u.Owner == s.Me() {
			c.Move(id, s.randomDir(u))
		}
	}
}

// Random makes it the game's random player.
func (rules) Random(s *State, c *Commands) { Random(s, c) }

// randomDir returns one of the directions that a unit can be told, or None if there
// are none.
func (s *State) randomDir(u *Unit) Dir {
	var found [8]Dir
	n := 0
	for d := South; d < None; d++ {
		if s.canDo(u, d) {
			found[n] = d
			n++
		}
	}
	if n == 0 {
		return None
	}
	return found[s.Rand().Draw(0, n-1)]
}

// canDo reports whether something other than its death comes of a unit's command,
// if nothing changes before.
func (s *State) canDo(u *Unit, d Dir) bool {
	m := s.match
	to := d.from(u.Pos)
	if !m.at.Has(to) || u.Kind == Wizard && d.isDiagonal() {
		return false
	}
	if other := m.unitAt(to); other >= 0 {
		return u.Kind == Dwarf && m.units[other].Owner != u.Owner
	}
	c := m.cells.At(to)
	return c.isRock() && u.Kind == Dwarf || c.isOpen() && chebyshev(to, m.balrog().Pos) > 1
}
