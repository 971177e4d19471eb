package battleroyale

import (
	"slices"

	"github.com/botarena/arena/engine"
)

// Unit is a farmer or a knight.
type Unit struct {
	ID     int
	Kind   Kind
	Owner  int // player
	Pos    Pos
	Health int
}

// battle is the full state of a match. It does not change once it is made, but for
// the one that a round is being played on.
type battle struct {
	setup
	start   *setup // the setup with the position at the start as a fixed one
	round   int    // rounds played
	status  []engine.Status
	scores  []int
	colours engine.Grid[int8] // for every tile, the player that owns it, or -1
	units   []Unit
	at      engine.Grid[int16] // for every tile, the id of the unit on it, or -1
	actions [][]Move           // of the round that led here: by player, what it was told
	moves   []Move             // and what was carried out
}

// newBattle begins a match. Rules 4, 5.
func newBattle(s setup, r *engine.Rand) (*battle, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	s.board = s.land()
	b := emptyBattle(s)
	if s.units == nil {
		b.recruit()
		for id := range b.units {
			b.place(id, r)
		}
	} else {
		for _, u := range s.units {
			b.units[u.ID] = u
			b.put(u.ID, u.Pos)
		}
	}
	b.count()
	b.start = b.asSetup()
	return b, nil
}

// emptyBattle has no units yet, but room for them. The setup must have a board.
func emptyBattle(s setup) *battle {
	b := &battle{
		setup:   s,
		start:   &s,
		status:  make([]engine.Status, s.settings.Players),
		scores:  make([]int, s.settings.Players),
		colours: s.board.colours.Clone(),
		units:   make([]Unit, s.settings.units()),
		at:      engine.NewGrid[int16](s.board.tiles.Rows(), s.board.tiles.Cols()),
	}
	b.at.Fill(-1)
	return b
}

// recruit numbers the units and settles whose they are. Rules 3.
func (b *battle) recruit() {
	each := b.settings.Farmers + b.settings.Knights
	for id := range b.units {
		kind := Farmer
		if id%each >= b.settings.Farmers {
			kind = Knight
		}
		b.units[id] = Unit{id, kind, id / each, nowhere, b.settings.maxHealth(kind)}
	}
}

// asSetup is a setup that begins with this position.
func (b *battle) asSetup() *setup {
	s := b.setup
	s.board = &board{b.board.tiles, b.colours.Clone()}
	s.units = slices.Clone(b.units)
	return &s
}

// clone returns a copy that can be changed.
func (b *battle) clone() *battle {
	c := *b
	c.status = slices.Clone(b.status)
	c.scores = slices.Clone(b.scores)
	c.colours = b.colours.Clone()
	c.units = slices.Clone(b.units)
	c.at = b.at.Clone()
	c.actions, c.moves = nil, nil
	return &c
}

// place puts a unit on a random free tile of its owner's area; if there is none, of
// the whole board; and if there is none at all, it stays where it is. Rules 4.
func (b *battle) place(id int, r *engine.Rand) {
	for _, within := range [...]area{b.board.spawn(b.units[id].Owner), b.board.whole()} {
		if n := b.countFree(within); n > 0 {
			b.enter(id, b.freeTile(within, r.Draw(0, n-1)))
			return
		}
	}
}

// isFree says whether a unit can be put on a tile, which must be on the board.
func (b *battle) isFree(p Pos) bool { return b.board.tiles.At(p) != Wall && b.at.At(p) < 0 }

// countFree is the number of free tiles in an area.
func (b *battle) countFree(a area) int {
	n := 0
	for row := a.rows.low; row <= a.rows.high; row++ {
		for col := a.cols.low; col <= a.cols.high; col++ {
			if b.isFree(Pos{Row: row, Col: col}) {
				n++
			}
		}
	}
	return n
}

// freeTile is the free tile with this number, row by row, in an area.
func (b *battle) freeTile(a area, number int) Pos {
	for row := a.rows.low; row <= a.rows.high; row++ {
		for col := a.cols.low; col <= a.cols.high; col++ {
			p := Pos{Row: row, Col: col}
			if !b.isFree(p) {
				continue
			}
			if number == 0 {
				return p
			}
			number--
		}
	}
	return nowhere
}

// enter lets a unit go to a free tile, from wherever it is. A farmer paints it.
// Rules 4, 8.
func (b *battle) enter(id int, p Pos) {
	u := &b.units[id]
	if u.Pos != nowhere {
		b.at.Set(u.Pos, -1)
	}
	b.put(id, p)
	if u.Kind == Farmer {
		b.colours.Set(p, int8(u.Owner))
	}
}

// put puts a unit on a tile, which must be free.
func (b *battle) put(id int, p Pos) {
	b.units[id].Pos = p
	b.at.Set(p, int16(id))
}

// count makes the score of each player the number of its tiles. Rules 11.
func (b *battle) count() {
	clear(b.scores)
	for _, owner := range b.colours.Cells() {
		if owner >= 0 {
			b.scores[owner]++
		}
	}
}

func (rules) Scores(b *battle) []int { return slices.Clone(b.scores) }

// Digest leaves out the statuses: CPU time is not the same in every run.
func (rules) Digest(b *battle, d *engine.Digest) {
	for _, u := range b.units {
		d.Add("unit", u.ID, u.Owner, u.Pos.Row, u.Pos.Col, u.Health)
	}
	values := make([]int, b.colours.Cols())
	for row := range b.colours.Rows() {
		for col := range values {
			values[col] = int(b.colours.At(Pos{Row: row, Col: col}))
		}
		d.Add("row", row, values...)
	}
	for player, score := range b.scores {
		d.Add("score", player, score)
	}
	d.Add("round", b.round, b.round)
}
