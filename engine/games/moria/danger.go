package moria

// Reach returns the cells where a unit can strike another in this round. For dwarves,
// orcs and trolls these are the cells around. For the Balrog they are all cells beside
// its own and beside those to which it may go. For wizards, and if there is no such
// unit, there are none.
//
// Orcs and trolls either strike or go, so one that is two steps away does no harm in
// this round. The Balrog goes and then strikes.
func (s *State) Reach(id UnitID) []Pos {
	u := s.Unit(id)
	if u.ID < 0 || u.Kind == Wizard {
		return nil
	}
	distance := 1
	if u.Kind == Balrog {
		distance = 2
	}
	var cells []Pos
	for row := u.Pos.Row - distance; row <= u.Pos.Row+distance; row++ {
		for col := u.Pos.Col - distance; col <= u.Pos.Col+distance; col++ {
			if p := (Pos{Row: row, Col: col}); s.Has(p) && p != u.Pos && s.reaches(u, p) {
				cells = append(cells, p)
			}
		}
	}
	return cells
}

// reaches reports whether a unit other than a wizard can strike on another cell.
func (s *State) reaches(u Unit, p Pos) bool {
	if u.Kind == Balrog {
		return s.InBalrogsReach(p)
	}
	return chebyshev(u.Pos, p) == 1
}

// InBalrogsReach reports whether the Balrog may kill on a cell in this round. It does
// so beside the cell where it stands, which nobody enters alive, and beside the cells to
// which it may go.
func (s *State) InBalrogsReach(p Pos) bool {
	balrog := s.match.balrog().Pos
	if chebyshev(balrog, p) <= 1 {
		return true
	}
	for _, d := range Straight() {
		if to := d.from(balrog); !isFrame(to) && chebyshev(to, p) <= 1 {
			return true
		}
	}
	return false
}
