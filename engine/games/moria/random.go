package moria

// Random is a player that sends each of its units in a random direction: dwarves
// where they can go, dig or hit, wizards where they can go, but not to their death.
// It draws from s.Rand().
func Random(s *State, c *Commands) {
	me, units := s.Me(), s.match.units[:s.match.setup.settings.firstOrc()]
	for id := range units {
		if u := &units[id]; u.Owner == me {
			c.Move(u.ID, s.randomDir(u))
		}
	}
}

// Random makes it the game's random player.
func (rules) Random(s *State, c *Commands) { Random(s, c) }

// randomDir returns one of the directions that a unit can be told, or None if there
// are none.
func (s *State) randomDir(u *Unit) Dir {
	found := nearDirs[s.match.doable(u)].all()
	if len(found) == 0 {
		return None
	}
	return Dir(found[s.Rand().Draw(0, len(found)-1)])
}

// doable returns the cells to which a dwarf or wizard can be sent so that something
// other than its death comes of it, if nothing changes before.
func (m *match) doable(u *Unit) near {
	caves, abysses, taken := m.lookAround(u.Pos)
	open := caves | frameCells.near(u.Pos)
	cells := open & straightCells
	if u.Kind == Dwarf {
		cells = m.changing.dwarves.near(u.Pos) &^ abysses
	}
	if balrog := m.balrog().Pos; chebyshev(u.Pos, balrog) <= 2 {
		for d := South; d < None; d++ {
			if chebyshev(d.from(u.Pos), balrog) <= 1 {
				cells &^= d.near() & open
			}
		}
	}
	cells &^= taken
	if u.Kind == Dwarf {
		for _, d := range nearDirs[taken].all() {
			if other := m.unitAt(Dir(d).from(u.Pos)); m.units[other].Owner != u.Owner {
				cells |= Dir(d).near()
			}
		}
	}
	return cells
}
