package starships

// Dest returns the cell to which a move leads. Its row may be outside the universe. It
// is the cell itself for Slow and if d is not a direction.
func (s *State) Dest(p Pos, d Dir) Pos { return s.match.setup.wrap(d.from(p)) }

// Between returns the move that leads from one cell to another, Slow if they are the
// same; ok is false if no move does.
func (s *State) Between(from, to Pos) (d Dir, ok bool) {
	return dirOf(Pos{Row: to.Row - from.Row, Col: s.Forward(from, to)})
}

// Swept returns the cells that a starship passes through when it makes this move from
// a cell, in order; the last is where it ends. Rows may be outside the universe.
// There are none for Slow, and if d is not a direction.
func (s *State) Swept(from Pos, d Dir) []Pos {
	var swept []Pos
	for _, offset := range d.path() {
		swept = append(swept, s.match.setup.wrap(from.Add(offset)))
	}
	return swept
}

// CanMove reports whether a starship in a cell may make this move in this round. A move
// is refused if it leaves the window on the left or right, if it leaves the universe, or
// if it is not a direction. The default move is never refused.
func (s *State) CanMove(from Pos, d Dir) bool {
	return d.valid() && s.InWindow(d.from(from), s.Round()+1)
}

// Crashes reports whether a starship that makes this move from a cell in this round
// would fly into an asteroid, a starship or a missile. It takes into account that
// missiles fly before anybody moves, but not what players do before this move.
func (s *State) Crashes(from Pos, d Dir) bool {
	then := s.afterFlight()
	for _, offset := range d.path() {
		if p := from.Add(offset); s.Has(p) {
			if c := then.at(p); c != empty && !c.isBonus() {
				return true
			}
		}
	}
	return false
}

// afterFlight returns the match as the first player will find it, after the missiles
// have flown.
func (s *State) afterFlight() *match {
	then := s.flight.then.Load()
	if then == nil {
		then = s.match
		if len(then.shots) > 0 {
			then = s.flight.fly(then)
		}
		s.flight.then.Store(then)
	}
	return then
}

func (f *flight) fly(m *match) *match {
	r := round{match: f.room}
	if r.match == nil {
		r.match = m.clone()
	} else {
		r.set(m)
	}
	r.fly()
	return r.match
}

// Room returns how many columns of this round's window are on the left of a cell, before
// it, and how many on its right, behind it. ok is false if the cell is not in the window.
// In every round, a starship that doesn't move ahead loses one column on its left, and
// Fast gains one.
func (s *State) Room(p Pos) (before, behind int, ok bool) {
	if !s.InWindow(p, s.Round()) {
		return 0, 0, false
	}
	before = mod(p.Col-s.Round(), s.Cols())
	return before, s.match.setup.settings.WindowCols - 1 - before, true
}

// Forward counts the columns from one cell ahead to another: from 0 to Cols()-1.
func (s *State) Forward(from, to Pos) int { return mod(to.Col-from.Col, s.Cols()) }

// Offset returns the rows and columns from one cell to another. Columns are counted the
// shorter way around the ring; they are negative if that is backwards.
func (s *State) Offset(from, to Pos) Pos {
	forward := s.Forward(from, to)
	if forward > s.Cols()/2 {
		forward -= s.Cols()
	}
	return Pos{Row: to.Row - from.Row, Col: forward}
}

// Ahead looks along the row: it returns the first cell that is not empty among the given
// number of cells after a cell. ok is false if all are empty.
func (s *State) Ahead(from Pos, cols int) (p Pos, ok bool) {
	if s.Has(from) {
		for n := 1; n <= min(cols, s.Cols()-1); n++ {
			p = s.match.setup.wrap(from.Add(Pos{Col: n}))
			if s.match.cells.At(p) != empty {
				return p, true
			}
		}
	}
	return nowhere, false
}

// RoundsTo returns the least number of rounds in which a starship gets from a cell to
// another inside the window, if nothing is in its way. Since starships never go back, a
// cell behind it is nearly a lap away. ok is false if the starship is not in the window
// now, or if the window passes the cell too early.
func (s *State) RoundsTo(from, to Pos) (rounds int, ok bool) {
	before, _, ok := s.Room(from)
	if !ok || !s.Has(to) {
		return 0, false
	}
	window, cols := s.match.setup.settings.WindowCols, s.Forward(from, to)
	rounds = max((cols+1)/2, to.Row-from.Row, from.Row-to.Row)
	if window == s.Cols() {
		return rounds, true
	}
	// The target is in the window from the round enter to the round leave.
	leave := before + cols
	enter := leave - window + 1
	if rounds = max(rounds, enter); rounds > leave {
		return 0, false
	}
	return rounds, true
}

// Nearest returns the cell of a set to which a starship gets in the fewest rounds,
// as [State.RoundsTo] counts them, the first of equals; ok is false if it gets to
// none.
func (s *State) Nearest(from Pos, set ...Pos) (nearest Pos, ok bool) {
	nearest = nowhere
	least := 0
	for _, p := range set {
		if n, reached := s.RoundsTo(from, p); reached && (!ok || n < least) {
			least, nearest, ok = n, s.match.setup.wrap(p), true
		}
	}
	return nearest, ok
}

// RoundsToHit returns the number of rounds until a missile that is in flight now flies
// into a cell; ok is false if none comes. Missiles fly before anybody moves, so 1 means
// that a starship in the cell is killed in this round, whatever it is told, and 2 that
// it is if it is there after its move. Asteroids and bonuses stop missiles; starships
// do not count, as they move.
func (s *State) RoundsToHit(p Pos) (rounds int, ok bool) {
	least := 0
	for _, shot := range s.match.shots {
		if shot.Pos.Row != p.Row {
			continue
		}
		if cols, reached := s.reach(shot.Pos, p); reached && (!ok || cols < least) {
			least, ok = cols, true
		}
	}
	return (least + missileSpeed - 1) / missileSpeed, ok
}

// reach counts the columns that a missile flies from one cell to another in its
// row; ok is false if something stops it before.
func (s *State) reach(from, to Pos) (cols int, ok bool) {
	cols = s.Forward(from, to)
	if cols == 0 {
		cols = s.Cols() // once around
	}
	for n := 1; n < cols; n++ {
		if c := s.match.at(from.Add(Pos{Col: n})); c == asteroid || c.isBonus() {
			return 0, false
		}
	}
	return cols, true
}
