package starships

import "github.com/botarena/arena/engine"

// Swept returns the cells that a starship passes through that makes this move from
// a cell, in order; the last is where it ends. Rows may be outside the universe.
// There are none for Slow, and for what is no direction.
func (s *State) Swept(from Pos, d Dir) []Pos {
	swept := d.Path()
	for k, offset := range swept {
		swept[k] = s.Wrap(from.Add(offset))
	}
	return swept
}

// Refused says whether this move from a cell would be refused in this round: it
// leaves the window, by its left or right edge, or the universe, or is no direction.
// The default move never is, from inside the window.
func (s *State) Refused(from Pos, d Dir) bool {
	return !d.Valid() || !s.InWindow(from.Add(d.Offset()), s.Round()+1)
}

// Crashes says whether a starship that makes this move from a cell in this round
// would fly into an asteroid, a starship or a missile. Missiles fly before anybody
// moves, and that counts; what players will do before this move does not.
func (s *State) Crashes(from Pos, d Dir) bool {
	then := s.flown()
	for _, offset := range d.path() {
		if p := from.Add(offset); s.Has(p) {
			if c := then.at(p); c != empty && !c.isBonus() {
				return true
			}
		}
	}
	return false
}

// Room counts the columns of the window before a cell and those behind it, in this
// round: they are 0 in the first column and in the last one. They are -1 if the cell
// is not in the window. Every round without a move ahead makes one column less
// before the starship, and Fast makes one more.
func (s *State) Room(p Pos) (before, behind int) {
	if !s.InWindow(p, s.Round()) {
		return -1, -1
	}
	before = mod(p.Col-s.Round(), s.Cols())
	return before, s.WindowCols() - 1 - before
}

// Forward counts the columns from one cell ahead to another: from 0 to Cols()-1.
func (s *State) Forward(from, to Pos) int { return mod(to.Col-from.Col, s.Cols()) }

// Offset is the way from one cell to another, in rows and columns. Columns are
// counted the shorter way around; they are negative if that is backwards.
func (s *State) Offset(from, to Pos) Pos {
	forward := s.Forward(from, to)
	if forward > s.Cols()/2 {
		forward -= s.Cols()
	}
	return Pos{Row: to.Row - from.Row, Col: forward}
}

// Ahead looks along the row: it returns the first cell that is not empty, among so
// many after the given one, and what is there. If there is none it returns a cell
// outside the universe, and [NoKind].
func (s *State) Ahead(from Pos, cols int) (Pos, Cell) {
	if s.Has(from) {
		for n := 1; n <= min(cols, s.Cols()-1); n++ {
			p := s.Wrap(from.Add(Pos{Col: n}))
			if there := s.Cell(p); there.Kind != Empty {
				return p, there
			}
		}
	}
	return nowhere, Cell{NoKind, -1, -1}
}

// RoundsTo is the least number of rounds in which a starship gets from a cell to
// another, always inside the window, if nothing is in its way. A starship never goes
// back, so that a cell behind it is nearly a lap away. It is -1 if the starship is not
// in the window now, or if the window passes the cell before.
func (s *State) RoundsTo(from, to Pos) int {
	before, _ := s.Room(from)
	if before < 0 || !s.Has(to) {
		return -1
	}
	cols := s.Forward(from, to)
	rounds := max((cols+1)/2, to.Row-from.Row, from.Row-to.Row)
	if s.WindowCols() == s.Cols() {
		return rounds
	}
	// The target is in the window from the round enter to the round leave.
	leave := before + cols
	enter := leave - s.WindowCols() + 1
	if rounds = max(rounds, enter); rounds > leave {
		return -1
	}
	return rounds
}

// Nearest returns the cell of a set to which a starship gets in the fewest rounds,
// as [State.RoundsTo] counts them, the first of equals; ok is false if it gets to
// none.
func (s *State) Nearest(from Pos, set ...Pos) (nearest Pos, ok bool) {
	least := -1
	for _, p := range set {
		if n := s.RoundsTo(from, p); n >= 0 && (!ok || n < least) {
			least, nearest, ok = n, s.Wrap(p), true
		}
	}
	if !ok {
		return nowhere, false
	}
	return nearest, true
}

// RoundsToHit is the number of rounds until a missile that is in flight now flies
// into a cell. Missiles fly before anybody moves, so 1 means that a starship in the
// cell is killed in this round, whatever it is told, and 2 that it is if it is there
// after its move. Asteroids and bonuses stop missiles; starships do not count, as
// they move. It is -1 if no missile comes.
func (s *State) RoundsToHit(p Pos) int {
	least := -1
	for _, m := range s.universe.shots {
		if m.Pos.Row != p.Row {
			continue
		}
		if cols := s.reach(m.Pos, p); cols > 0 && (least < 0 || cols < least) {
			least = cols
		}
	}
	if least < 0 {
		return -1
	}
	return (least + missileSpeed - 1) / missileSpeed
}

// HitWithin says whether a missile that is in flight now flies into a cell in one of
// the next rounds: in this one, if rounds is 1. See [State.RoundsToHit].
func (s *State) HitWithin(p Pos, rounds int) bool {
	n := s.RoundsToHit(p)
	return n > 0 && n <= rounds
}

// reach counts the columns that a missile flies from one cell to another of its
// row; 0 if something stops it before.
func (s *State) reach(from, to Pos) int {
	cols := s.Forward(from, to)
	if cols == 0 {
		cols = s.Cols() // once around
	}
	for n := 1; n < cols; n++ {
		if c := s.universe.at(from.Add(Pos{Col: n})); c == asteroid || c.isBonus() {
			return 0
		}
	}
	return cols
}

// As returns the State of the same round for another player, to think like it.
// Its random draws have nothing to do with those of that player. It is s itself
// if there is no such player.
func (s *State) As(player int) *State {
	if player < 0 || player >= players {
		return s
	}
	return &State{s.Seat.As(player), s.universe, s.flight}
}

// Commands returns empty commands of the player of s, for [State.Next].
func (s *State) Commands() *Commands { return newCommands(s) }

// Next plays a round by the rules of the arena, if players 0, 1, ... give these
// commands: nil gives none, and so do players beyond the last. It returns the
// State after the round, and leaves s as it is. Draws are from r, so it is one of
// the ways that the round can go.
func (s *State) Next(r *engine.Rand, commands ...*Commands) *State {
	var turns [players]engine.Turn[*Commands]
	for player, c := range commands[:min(len(commands), players)] {
		turns[player].Commands = c
	}
	return newState(s.Seat, rules{}.Step(s.universe, turns[:], r, nil))
}
