package starships

// Random is a player that gives each of its starships a random command that will
// not be refused: one of the moves, or a shot. It draws from s.Rand().
func Random(s *State, c *Commands) {
	for ship := range s.Starships(s.Me()) {
		s.randomCommand(ship, c)
	}
}

// Random makes it the game's random player.
func (rules) Random(s *State, c *Commands) { Random(s, c) }

func (s *State) randomCommand(ship Unit, c *Commands) {
	var open [9]Dir
	n := 0
	for _, d := range Dirs() {
		if s.CanMove(ship.Pos, d) {
			open[n] = d
			n++
		}
	}
	last := n - 1
	if ship.Missiles > 0 {
		last = n
	}
	if k := s.Rand().Draw(0, last); k < n {
		c.Move(ship.ID, open[k])
	} else {
		c.Shoot(ship.ID)
	}
}
