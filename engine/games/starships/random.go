package starships

// Random is a player that gives each of its starships a random command that will
// not be refused: one of the moves, or a shot. It draws from s.Rand().
func Random(s *State, c *Commands) {
	for id := range s.universe.units {
		if ship := &s.universe.units[id]; ship.Owner == s.Me() && ship.Alive {
			s.randomCommand(ship, c)
		}
	}
}

func (s *State) randomCommand(ship *Unit, c *Commands) {
	var open [9]Dir
	n := 0
	for _, d := range Dirs() {
		if !s.Refused(ship.Pos, d) {
			open[n] = d
			n++
		}
	}
	last := n - 1
	if ship.Missiles > 0 {
		last = n
	}
	// The starship is ours and alive, and this is its first command.
	if k := s.Rand().Draw(0, last); k < n {
		_ = c.Move(ship.ID, open[k])
	} else {
		_ = c.Shoot(ship.ID)
	}
}
