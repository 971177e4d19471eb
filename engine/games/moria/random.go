package moria

// Random is a player that sends each of its units in a random direction: dwarves
// where they can go, dig or hit, wizards where they can go, none where it would
// die. It draws from s.Rand().
func Random(s *State, c *Commands) {
	for id := range s.mountain.settings.firstOrc() {
		if u := &s.mountain.units[id]; u.Owner == s.Me() {
			_ = c.Move(id, s.randomDir(u)) // a unit of ours, for the first time
		}
	}
}

// randomDir returns one of the directions that a unit can be told, None if there
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

// canDo says whether something other than its death comes of a unit's command,
// if nothing changes before.
func (s *State) canDo(u *Unit, d Dir) bool {
	m := s.mountain
	to := d.From(u.Pos)
	if !m.at.Has(to) || u.Kind == Wizard && d.IsDiagonal() {
		return false
	}
	if other := m.at.At(to); other >= 0 {
		return u.Kind == Dwarf && m.units[other].Owner != u.Owner
	}
	c := m.cells.At(to)
	return c.isRock() && u.Kind == Dwarf || c.isOpen() && Chebyshev(to, m.balrog().Pos) > 1
}
