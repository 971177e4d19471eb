package moria

import "math/bits"

// away is the Manhattan distance that orcs and trolls keep from the Balrog.
const away = 5

// scent leads orcs to their prey and trolls into the mountain. Rules 11, 12.
type scent struct {
	made  bool // in this phase of the round
	open  area // where they go
	asked area // the cells whose steps are of interest
	// steps are those from open cells to the nearest source plus 1, 0 where no
	// source can be reached. Where nobody asked, they are left from earlier.
	steps [Size * Size]int16
}

// smell makes a map that has no sources yet, for units with these numbers. They go to
// caves and to cells of another kind.
func (r *round) smell(s *scent, others *area, first, end UnitID) {
	s.made = true
	s.asked = area{}
	for row := range s.open {
		s.open[row] = r.caves[row] | others[row]
	}
	balrog := r.balrog().Pos
	for row := -away + 1; row < away; row++ {
		if to := (Pos{Row: balrog.Row + row, Col: balrog.Col}); r.at.Has(to) {
			s.open[to.Row+1] &^= around(to.Col, away-1-max(row, -row))
		}
	}
	for id := first; id < end; id++ {
		if r.dead[id] {
			s.asked.addAround(r.fell[id], 1) // the dead of the original program walk
		} else if p := r.units[id].Pos; p != nowhere {
			s.asked.addAround(p, 1)
		}
	}
	for row := range s.asked {
		s.asked[row] &= s.open[row]
		s.note(row, s.asked[row], 0)
	}
}

// spread counts the steps from sources up to the greatest distance that somebody asked for.
func (s *scent) spread(sources *area) {
	left, wanted := s.open, 0 // cells not reached yet, and how many of them were asked for
	var fronts [2]area
	for row := range left {
		fronts[0][row] = sources[row] & left[row]
		left[row] &^= sources[row]
		s.note(row, fronts[0][row]&s.asked[row], 1)
		wanted += bits.OnesCount64(left[row] & s.asked[row])
	}
	first, last := 1, Size // rows of the front
	for steps := int16(2); wanted > 0 && first <= last; steps++ {
		front, next := &fronts[steps&1], &fronts[^steps&1]
		from, end := max(first-1, 1), min(last+1, Size)
		above, here := uint64(0), front[from]
		first, last = Size, 0
		for row := from; row <= end; row++ {
			below := front[row+1]
			all := above | here | below
			above, here = here, below
			if all = (all<<1 | all | all>>1) & left[row]; all == 0 {
				continue
			}
			next[row] = all
			left[row] &^= all
			first, last = min(first, row), row
			if found := all & s.asked[row]; found != 0 {
				s.note(row, found, steps)
				wanted -= bits.OnesCount64(found)
			}
		}
		clear(front[from : end+1])
	}
}

// note sets the steps of some cells of a row of areas.
func (s *scent) note(row int, cells uint64, steps int16) {
	for ; cells != 0; cells &= cells - 1 {
		s.steps[(row-1)*Size+bits.TrailingZeros64(cells)-1] = steps
	}
}

// smellPrey leads orcs to dwarves and wizards in caves. Rules 11.
func (r *round) smellPrey(s *scent) {
	r.smell(s, &r.abysses, r.setup.settings.firstOrc(), r.setup.settings.firstTroll())
	prey := r.folk
	for row := range prey {
		prey[row] &= r.caves[row]
	}
	s.spread(&prey)
}

// smellCaves leads trolls inside. Rules 12.
func (r *round) smellCaves(s *scent) {
	r.smell(s, &frameCells, r.setup.settings.firstTroll(), r.setup.settings.balrog())
	s.spread(&r.caves)
}

// follow chooses among the free cells around those of the strongest scent.
func (r *round) follow(s *scent, from Pos) Dir {
	var found [8]Dir
	n, best := 0, int16(0)
	for _, d := range nearDirs[s.open.near(from)].all() {
		d := Dir(d)
		to := d.from(from)
		if !r.isFree(to) {
			continue
		}
		steps := s.steps[r.at.Index(to)]
		if n > 0 && steps > best {
			continue
		}
		if n > 0 && steps < best {
			n = 0
		}
		best = steps
		found[n] = d
		n++
	}
	return r.oneOf(found[:n])
}
