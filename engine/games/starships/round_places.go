package starships

// attempts is how many cells are drawn before nothing is placed. Rules 3.5.
const attempts = 20

// regenerate counts the rounds of dead starships, and places those whose time has
// come. Rules 3.5.
func (r *round) regenerate() {
	first, last := r.round, r.round+r.setup.settings.WindowCols-1
	for k := range r.units {
		ship := &r.units[k]
		switch {
		case ship.Alive:
		case ship.Countdown > 0:
			ship.Countdown--
		default:
			crowd := func(c cell) bool { return c != empty && !c.isBonus() }
			if p, ok := r.place(first, last, crowd); ok {
				ship.Pos, ship.Alive = p, true
				r.cells.Set(p, starshipCell(ship.ID))
				r.tellBack(ship)
			}
		}
	}
}

// bonuses is how many bonuses there are: of points and of missiles.
type bonuses [2]int

// countBonuses counts them. Inlined, its loop takes half as long again.
//
//go:noinline
func (m *match) countBonuses() (n bonuses) {
	for _, c := range m.cells.Cells() {
		if c.isBonus() {
			n[c-pointBonus]++
		}
	}
	return n
}

// replaceBonuses places the bonuses that are missing, outside the window.
// Rules 3.6.
func (r *round) replaceBonuses() {
	r.replace(missileBonus, r.setup.settings.MissileBonuses)
	r.replace(pointBonus, r.setup.settings.PointBonuses)
}

func (r *round) replace(bonus cell, wanted int) {
	first, last := r.round+r.setup.settings.WindowCols, r.round+r.setup.settings.Cols-1
	crowd := func(c cell) bool { return c < 0 || c >= firstStarship }
	for have := &r.bonuses[bonus-pointBonus]; *have < wanted; *have++ {
		p, ok := r.place(first, last, crowd)
		if !ok {
			break
		}
		r.cells.Set(p, bonus)
	}
}

// place draws an empty cell in some columns with no crowd around it; ok is false if
// there is none among the first 20, or if there are no columns. Rules 3.5, 3.6.
func (r *round) place(first, last int, crowd func(cell) bool) (p Pos, ok bool) {
	if first > last {
		return nowhere, false
	}
	for range attempts {
		p = Pos{Row: r.places.Draw(0, r.setup.settings.Rows-1)}
		p.Col = r.places.Draw(first, last)
		p = r.setup.wrap(p)
		if r.cells.At(p) == empty && !r.isCrowded(p, crowd) {
			return p, true
		}
	}
	return nowhere, false
}

// isCrowded reports whether there is a crowd in the 25 cells around p. Rules 3.5.
func (r *round) isCrowded(p Pos, crowd func(cell) bool) bool {
	const distance = 2
	for row := max(0, p.Row-distance); row <= min(r.setup.settings.Rows-1, p.Row+distance); row++ {
		for col := p.Col - distance; col <= p.Col+distance; col++ {
			if crowd(r.at(Pos{Row: row, Col: col})) {
				return true
			}
		}
	}
	return false
}
