package starships

import "github.com/botarena/arena/engine"

// attempts is how many cells are drawn before nothing is placed. Rules 3.5.
const attempts = 20

// regenerate counts the rounds of dead starships, and places those whose time has
// come. Rules 3.5.
func (u *universe) regenerate(r *engine.Rand) {
	first, last := u.round, u.round+u.settings.WindowCols-1
	for id := range u.units {
		ship := &u.units[id]
		switch {
		case ship.Alive:
		case ship.Countdown > 0:
			ship.Countdown--
		default:
			crowd := func(c cell) bool { return c != empty && !c.isBonus() }
			if p, ok := u.place(first, last, crowd, r); ok {
				ship.Pos, ship.Alive = p, true
				u.cells.Set(p, starshipCell(id))
				u.tellBack(ship)
			}
		}
	}
}

// replaceBonuses places the bonuses that are missing, outside the window.
// Rules 3.6.
func (u *universe) replaceBonuses(r *engine.Rand) {
	var have [firstStarship]int
	for _, c := range u.cells.Cells() {
		if c.isBonus() {
			have[c]++
		}
	}
	first, last := u.round+u.settings.WindowCols, u.round+u.settings.Cols-1
	crowd := func(c cell) bool { return c < 0 || c >= firstStarship }
	for _, of := range [...]struct {
		bonus cell
		wants int
	}{
		{missileBonus, u.settings.MissileBonuses},
		{pointBonus, u.settings.PointBonuses},
	} {
		for n := have[of.bonus]; n < of.wants; n++ {
			p, ok := u.place(first, last, crowd, r)
			if !ok {
				break
			}
			u.cells.Set(p, of.bonus)
		}
	}
}

// place draws an empty cell in some columns with no crowd around it. It is not ok
// if there is none among the first 20, or if there are no columns. Rules 3.5, 3.6.
func (u *universe) place(first, last int, crowd func(cell) bool, r *engine.Rand) (p Pos, ok bool) {
	if first > last {
		return nowhere, false
	}
	for range attempts {
		p = Pos{Row: r.Draw(0, u.settings.Rows-1)}
		p.Col = r.Draw(first, last)
		p = u.settings.wrap(p)
		if u.cells.At(p) == empty && !u.isCrowded(p, crowd) {
			return p, true
		}
	}
	return nowhere, false
}

// isCrowded says whether there is a crowd in the 25 cells around p. Rules 3.5.
func (u *universe) isCrowded(p Pos, crowd func(cell) bool) bool {
	const distance = 2
	for row := max(0, p.Row-distance); row <= min(u.settings.Rows-1, p.Row+distance); row++ {
		for col := p.Col - distance; col <= p.Col+distance; col++ {
			if crowd(u.cells.At(u.settings.wrap(Pos{Row: row, Col: col}))) {
				return true
			}
		}
	}
	return false
}
