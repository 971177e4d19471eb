package moria

// Reach is where a unit can strike somebody in this round: for dwarves, orcs and
// trolls the cells around, for the Balrog all cells beside one that it may go to
// or beside its own, for wizards none. It is empty if there is no such unit.
//
// Orcs and trolls strike instead of going, so that one two steps away does no harm
// in this round. The Balrog goes and strikes.
func (s *State) Reach(id int) []Pos {
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

// Threats are the numbers of the units that could strike one of the player's on a
// cell in this round: dwarves of other clans, orcs, trolls and the Balrog, with
// [State.Reach] over it. They are increasing.
func (s *State) Threats(p Pos) []int {
	var ids []int
	for u := range s.Units() {
		if u.Owner != s.Me() && u.Kind != Wizard && u.Pos != p && s.reaches(u, p) {
			ids = append(ids, u.ID)
		}
	}
	return ids
}

// reaches says whether a unit that is no wizard can strike on another cell.
func (s *State) reaches(u Unit, p Pos) bool {
	if u.Kind == Balrog {
		return s.InBalrogsReach(p)
	}
	return Chebyshev(u.Pos, p) == 1
}

// InBalrogsReach says whether the Balrog may kill on a cell in this round: beside
// where it stands, as nobody gets there alive, and beside where it may go.
func (s *State) InBalrogsReach(p Pos) bool {
	balrog := s.mountain.balrog().Pos
	if Chebyshev(balrog, p) <= 1 {
		return true
	}
	for _, d := range Straight() {
		if to := d.From(balrog); !isFrame(to) && Chebyshev(to, p) <= 1 {
			return true
		}
	}
	return false
}

// BalrogsStep is where the Balrog goes if nobody else moves: the first of the
// directions that it may choose among, None if it stays.
func (s *State) BalrogsStep() Dir {
	b := &battle{mountain: s.mountain, dead: make([]bool, s.NumUnits())}
	targets := b.targets()
	if len(targets) == 0 {
		return None
	}
	return stride(s.mountain.balrog().Pos, targets[0])
}

// HealingSpots are the cells straight beside a wizard of a player where units can
// stand, row by row: if the wizard stays, a unit of the clan there has full health
// after the round. There may be a unit on them.
func (s *State) HealingSpots(player int) []Pos {
	var numbers []int
	for _, id := range s.Wizards(player) {
		for _, d := range Straight() {
			if p := d.From(s.Unit(id).Pos); s.IsOpen(p) {
				numbers = append(numbers, s.mountain.cells.Index(p))
			}
		}
	}
	var spots []Pos
	for _, i := range sorted(numbers) {
		spots = append(spots, s.mountain.cells.Pos(i))
	}
	return spots
}

// NearestUnit returns the unit of a list of numbers that is nearest to a cell as the
// crow flies, in steps of dwarves, the first of equals; ok is false if there is
// none. For ways around rock see [State.Nearest].
func (s *State) NearestUnit(from Pos, ids ...int) (nearest Unit, ok bool) {
	best := 2 * Size
	nearest = s.Unit(-1)
	for _, id := range ids {
		u := s.Unit(id)
		if u.ID < 0 {
			continue
		}
		if distance := Chebyshev(from, u.Pos); distance < best {
			best, nearest, ok = distance, u, true
		}
	}
	return nearest, ok
}
