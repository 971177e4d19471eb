package moria

import (
	"fmt"
	"slices"

	"github.com/botarena/arena/engine"
)

// match is the full state of a match. It doesn't change once it is made; a round is
// played on a clone.
type match struct {
	setup     *setup    // with the board
	changing  *changing // cells of the board
	round     int
	status    []engine.Status
	treasures []int // by clan: taken so far
	owned     []int // by clan: cells
	cells     engine.Grid[cell]
	at        engine.Grid[int16] // for every cell, the unit on it, or -1
	units     []Unit             // by ID
	*areas                       // of cells and units; nil for a match that nobody has played on
	moves     []Command          // of the round that led here: those that were done, in order
}

// nowhere is the position of units that are on no cell.
var nowhere = Pos{Row: -1, Col: -1}

// New begins a match. Rules 6, 7.
func (s *setup) New(rand *engine.Rand) (*match, error) {
	if s.board == nil {
		board, err := generate(rand)
		if err != nil {
			return nil, err
		}
		s = &setup{s.settings, board}
	}
	if err := s.Check(); err != nil {
		return nil, err
	}
	r := newRound(newMatch(s), rand, nil)
	if err := r.settle(); err != nil {
		return nil, err
	}
	r.count()
	return r.match, nil
}

// newMatch returns a match whose units are not placed yet.
func newMatch(s *setup) *match {
	v := &s.settings
	m := &match{setup: s, changing: s.board.changing(v), units: make([]Unit, v.units())}
	for k := range m.units {
		id := UnitID(k)
		u := Unit{ID: id, Owner: -1, Kind: v.kind(id), Pos: nowhere}
		if !u.Kind.isSauron() {
			u.Owner = k / v.clan()
		}
		if u.Kind != Orc {
			u.Health = fullHealth(u.Kind)
		}
		m.units[id] = u
	}
	return m.fresh()
}

// fresh returns a match with the same setup in which nobody has taken a cell or a place
// yet. The units are those of m, wherever they are.
func (m *match) fresh() *match {
	players := m.setup.settings.Players
	counts := make([]int, 2*players)
	return &match{
		setup:     m.setup,
		changing:  m.changing,
		status:    make([]engine.Status, players),
		treasures: counts[:players:players],
		owned:     counts[players:],
		cells:     m.setup.board.cells.Clone(),
		at:        m.changing.nobody.Clone(),
		units:     slices.Clone(m.units),
	}
}

// fullHealth returns what a unit of this type starts with.
func fullHealth(k Kind) int {
	return [...]int{Dwarf: DwarfHealth, Wizard: WizardHealth, Orc: OrcHealth, Troll: TrollHealth, Balrog: 0}[k]
}

func (m *match) clone() *match {
	c := new(match)
	c.set(m)
	return c
}

// set makes m a copy of another match, without its moves, in the memory that m has.
func (m *match) set(from *match) {
	own := *m
	*m = *from
	m.status = append(own.status[:0], from.status...)
	m.treasures = append(own.treasures[:0], from.treasures...)
	m.owned = append(own.owned[:0], from.owned...)
	m.units = append(own.units[:0], from.units...)
	m.cells, m.at = own.cells, own.at
	m.cells.CopyFrom(from.cells)
	m.at.CopyFrom(from.at)
	m.moves = own.moves[:0]
	m.areas = own.areas
	if from.areas != nil {
		if m.areas == nil {
			m.areas = new(areas)
		}
		*m.areas = *from.areas
	} else if m.areas != nil {
		m.survey()
	}
}

// unit returns the unit with this number, or nil if there is none, or if it is on no
// cell, such as an orc that is not alive.
func (m *match) unit(id UnitID) *Unit {
	if id < 0 || int(id) >= len(m.units) || m.units[id].Pos == nowhere {
		return nil
	}
	return &m.units[id]
}

// unitAt returns the unit on a cell, or -1 if there is none.
func (m *match) unitAt(p Pos) UnitID { return UnitID(m.at.At(p)) }

// isFree reports whether no unit is on a cell.
func (m *match) isFree(p Pos) bool { return m.at.At(p) < 0 }

// balrog returns the Balrog, which is the last unit. Rules 7.
func (m *match) balrog() *Unit { return &m.units[len(m.units)-1] }

// isPrey reports whether a unit is one that Sauron's are after.
func (m *match) isPrey(id UnitID) bool { return id >= 0 && id < m.setup.settings.firstOrc() }

// checkPlace returns why a unit can't be on a cell.
func (m *match) checkPlace(u *Unit, p Pos) *fault {
	if !m.at.Has(p) {
		return u.misplaced(p, "", "a cell of the board")
	}
	if !m.isFree(p) {
		return u.misplaced(p, ", which is taken", "a free cell")
	}
	if u.Health == 0 && u.Kind != Balrog {
		return u.misplaced(p, "", "a health of at least 1")
	}
	c := m.cells.At(p)
	if ok := c.isOpen() || u.Kind == Orc && c == abyss || u.Kind == Balrog; !ok ||
		c == outside && (u.Kind == Orc || u.Kind == Balrog) {
		return u.misplaced(p, fmt.Sprintf(", which is %v", c.terrain()), "one that it can stand on")
	}
	return nil
}

// misplaced returns the fault of a unit that can't be on a cell.
func (u *Unit) misplaced(p Pos, why, want string) *fault {
	return &fault{fmt.Sprintf("%v %d with health %d on cell %v%s", u.Kind, u.ID, u.Health, p, why), want}
}

// put puts a unit on a cell, which must be free.
func (m *match) put(id UnitID, p Pos) {
	u := &m.units[id]
	u.Pos = p
	m.at.Set(p, int16(id))
	m.arrived(u)
}

// lift takes a unit off the board.
func (m *match) lift(id UnitID) {
	u := &m.units[id]
	m.at.Set(u.Pos, -1)
	m.leaves(u)
	u.Pos = nowhere
}

// walk lets a unit change its cell.
func (m *match) walk(id UnitID, to Pos) {
	u := &m.units[id]
	m.at.Set(u.Pos, -1)
	m.at.Set(to, int16(id))
	m.leaves(u)
	u.Pos = to
	m.arrived(u)
}

// count counts the cells of the clans. Rules 8.9.
func (m *match) count() {
	clear(m.owned)
	for _, c := range m.cells.Cells() {
		if owner := c.owner(); owner >= 0 {
			m.owned[owner]++
		}
	}
}

func (m *match) Setup() *setup { return m.setup }
func (m *match) Round() int    { return m.round }

func (m *match) Scores() []int { return m.AppendScores(make([]int, 0, len(m.owned))) }

// AppendScores appends the points. Rules 16.
func (m *match) AppendScores(scores []int) []int {
	for clan := range m.owned {
		scores = append(scores, m.score(clan))
	}
	return scores
}

func (m *match) score(clan int) int {
	return m.owned[clan] + m.setup.settings.TreasureValue*m.treasures[clan]
}

// Digest leaves out the statuses: CPU time is not the same in every run. It also
// leaves out what follows from the cells.
func (m *match) Digest(d *engine.Digest) {
	for id, u := range m.units {
		d.Add("unit", id, u.Owner, u.Pos.Row, u.Pos.Col, u.Health)
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
