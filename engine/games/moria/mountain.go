package moria

import (
	"slices"

	"github.com/botarena/arena/engine"
)

// Unit is a dwarf, a wizard or one of Sauron's.
type Unit struct {
	ID     int
	Kind   Kind
	Owner  int // the clan, -1 for Sauron's units
	Pos    Pos
	Health int // 0 for the Balrog, who needs none
}

// mountain is the full state of a match. It does not change once it is made, but
// for the one that a round is being played on.
type mountain struct {
	setup               // with the board
	changing  *changing // cells of the board
	round     int
	status    []engine.Status
	treasures []int // by clan: taken so far
	owned     []int // by clan: cells
	cells     engine.Grid[cell]
	at        engine.Grid[int16] // for every cell, the unit on it, or -1
	units     []Unit
	moves     []Move // of the round that led here
}

// newMountain begins a match. Rules 6, 7.
func newMountain(s setup, r *engine.Rand) (*mountain, error) {
	if s.board == nil {
		var err error
		if s.board, err = generate(r); err != nil {
			return nil, err
		}
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	m := emptyMountain(s)
	if err := m.settle(r); err != nil {
		return nil, err
	}
	m.count()
	return m, nil
}

// emptyMountain has all units, but none of them is anywhere.
func emptyMountain(s setup) *mountain {
	m := &mountain{
		setup:     s,
		changing:  s.board.changing(&s.settings),
		status:    make([]engine.Status, s.settings.Players),
		treasures: make([]int, s.settings.Players),
		owned:     make([]int, s.settings.Players),
		cells:     s.board.cells.Clone(),
		at:        engine.NewGrid[int16](Size, Size),
		units:     make([]Unit, s.settings.units()),
	}
	m.at.Fill(-1)
	for id := range m.units {
		u := Unit{ID: id, Kind: s.settings.kind(id), Owner: -1, Pos: nowhere}
		if !u.Kind.IsSauron() {
			u.Owner = id / s.settings.clan()
		}
		if u.Kind != Orc {
			u.Health = fullHealth(u.Kind)
		}
		m.units[id] = u
	}
	return m
}

// fullHealth is what a unit of this type starts with.
func fullHealth(k Kind) int {
	return [...]int{DwarfHealth, WizardHealth, OrcHealth, TrollHealth, 0}[k]
}

// clone returns a copy that can be changed.
func (m *mountain) clone() *mountain {
	c := *m
	c.status = slices.Clone(m.status)
	c.treasures = slices.Clone(m.treasures)
	c.owned = slices.Clone(m.owned)
	c.cells = m.cells.Clone()
	c.at = m.at.Clone()
	c.units = slices.Clone(m.units)
	c.moves = nil
	return &c
}

// put puts a unit on a cell, which must be free.
func (m *mountain) put(id int, p Pos) {
	m.units[id].Pos = p
	m.at.Set(p, int16(id))
}

// take takes a unit off the board.
func (m *mountain) take(id int) {
	m.at.Set(m.units[id].Pos, -1)
	m.units[id].Pos = nowhere
}

// walk lets a unit change its cell.
func (m *mountain) walk(id int, to Pos) {
	m.take(id)
	m.put(id, to)
}

// free says whether no unit is on a cell.
func (m *mountain) free(p Pos) bool { return m.at.At(p) < 0 }

// disown makes an owned cell one of nobody.
func (m *mountain) disown(p Pos) {
	if m.cells.At(p).isOwned() {
		m.cells.Set(p, cave)
	}
}

func (m *mountain) balrog() *Unit { return &m.units[m.settings.balrog()] }

// isPrey says whether a unit is one that Sauron's are after.
func (m *mountain) isPrey(id int16) bool { return id >= 0 && int(id) < m.settings.firstOrc() }

// count counts the cells of the clans, all clans at once, since that is done in
// every round. Rules 8.9.
func (m *mountain) count() {
	cells := m.cells.Cells()
	var owned uint64 // 16 bits for each clan: a board has fewer cells
	for _, i := range m.changing.cells {
		owned += ones[cells[i]]
	}
	for clan := range m.owned {
		m.owned[clan] = int(owned >> (16 * clan) & 0xffff)
	}
}

// ones has for every cell what it adds to the counts of the clans.
var ones = [256]uint64{'0': 1, '1': 1 << 16, '2': 1 << 32, '3': 1 << 48}

// Scores are the points. Rules 16.
func (rules) Scores(m *mountain) []int {
	scores := make([]int, len(m.owned))
	for clan := range scores {
		scores[clan] = m.score(clan)
	}
	return scores
}

func (m *mountain) score(clan int) int {
	return m.owned[clan] + m.settings.TreasureValue*m.treasures[clan]
}

// Digest leaves out the statuses: CPU time is not the same in every run. It also
// leaves out what follows from the cells.
func (rules) Digest(m *mountain, d *engine.Digest) {
	for _, u := range m.units {
		d.Add("unit", u.ID, u.Owner, u.Pos.Row, u.Pos.Col, u.Health)
	}
	values := make([]int, Size)
	for row := range Size {
		for col, c := range m.cells.Cells()[row*Size : (row+1)*Size] {
			values[col] = int(c)
		}
		d.Add("row", row, values...)
	}
	for clan, n := range m.treasures {
		d.Add("treasures", clan, n)
	}
	d.Add("round", m.round, m.round)
}
