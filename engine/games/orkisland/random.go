package orkisland

// Random is a player that sends each of its orks one cell in a random direction,
// but not into water. It draws from s.Rand().
func Random(s *State, c *Commands) {
	for ork := range s.Orks(s.Me()) {
		c.Move(ork.ID, s.randomDir(ork.Pos))
	}
}

// Random makes it the game's random player.
func (rules) Random(s *State, c *Commands) { Random(s, c) }

// randomDir returns one of the directions in which an ork can go, or None if there are
// none. The cells beside an ork are on the board, as the border is water.
func (s *State) randomDir(from Pos) Dir {
	terrain := s.match.board.terrain
	at, down := terrain.Index(from), terrain.Cols()
	var open [4]Dir
	n := 0
	for k, beside := range [...]int{at - down, at + down, at + 1, at - 1} {
		if terrain.Cells()[beside] != Water {
			open[n] = North + Dir(k)
			n++
		}
	}
	if n == 0 {
		return None
	}
	return open[s.Rand().Draw(0, n-1)]
}
