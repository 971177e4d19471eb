package battleroyale

import (
	"fmt"
	"math"
	"strconv"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
)

// reader reads the parts that board files and records have in common.
type reader struct {
	*cnf.Reader
	setup *setup
	known []Unit // of the position before: kinds don't change
}

func newReader(text []byte) reader { return reader{Reader: cnf.NewReader(text), setup: new(setup)} }

// position is a position as it is written in a file.
type position struct {
	number int
	board  *board
	scores []int
	status []string
	units  []Unit
}

// some is a part of the settings of a setup.
type some struct {
	setup    *setup
	from, to int
}

func (s some) Settings() []engine.Setting { return s.setup.Settings()[s.from:s.to] }

// readSettings reads the number of players before the rest, so that the error for a 3
// names the right place.
func (r *reader) readSettings() {
	r.Expect("battleroyale")
	r.Expect("v1")
	r.Settings(some{r.setup, 0, 1})
	if r.setup.settings.Players == 3 {
		r.Reject("the value of nb_players (2 or 4)")
	}
	r.Settings(some{r.setup, 1, len(r.setup.Settings())})
}

// readPosition reads a position without its units.
func (r *reader) readPosition(first, last int) *position {
	r.Expect("round")
	p := &position{number: r.Int("the number of the position", first, last)}
	if r.Err() != nil {
		return nil
	}
	p.board = r.readBoard()
	r.Expect("score")
	for range r.setup.settings.Players {
		p.scores = append(p.scores, r.Int("a score", math.MinInt, math.MaxInt))
	}
	r.Expect("status")
	for range r.setup.settings.Players {
		p.status = append(p.status, r.readStatus())
	}
	return p
}

func (r *reader) readBoard() *board {
	v := &r.setup.settings
	b := newBoard(v.Rows, v.Cols)
	var begin cnf.Place
	for index := range b.tiles.Cells() {
		c := r.Char("a tile")
		if r.Err() != nil {
			return b
		}
		if index == 0 {
			begin = r.Place()
		}
		switch {
		case c == 'X' || c == 'x':
			b.tiles.Cells()[index] = Wall
		case c >= '0' && int(c-'0') < v.Players:
			b.colours.Cells()[index] = int8(c - '0')
		case c != '.':
			r.Reject(fmt.Sprintf("., X or a player from 0 to %d", v.Players-1))
		}
	}
	if open := b.open(); open < v.units() {
		r.RejectAt(begin, fmt.Sprintf("a board with %d open tiles", open),
			fmt.Sprintf("at least %d, one for each unit", v.units()))
	}
	return b
}

func (r *reader) readStatus() string {
	word := r.Word("a status")
	if part, err := strconv.ParseFloat(word, 64); r.Err() == nil && (err != nil || math.IsNaN(part)) {
		r.Reject("a status (a number)")
	}
	return word
}

// readUnits reads all units of a position.
func (r *reader) readUnits(p *position) {
	taken := engine.NewGrid[bool](p.board.tiles.Rows(), p.board.tiles.Cols())
	for id := range r.setup.settings.units() {
		u := r.readUnit(UnitID(id), p.board, taken)
		if r.Err() != nil {
			return
		}
		taken.Set(u.Pos, true)
		p.units = append(p.units, u)
	}
}

func (r *reader) readUnit(id UnitID, b *board, taken engine.Grid[bool]) Unit {
	word := r.Word("a unit (f or k)")
	switch {
	case word != "f" && word != "k":
		r.Reject("a unit (f or k)")
	case r.known != nil && word[0] != byte(r.known[id].Kind):
		r.Reject(fmt.Sprintf("the %v that unit %d is", r.known[id].Kind, id))
	}
	if r.Err() != nil {
		return Unit{}
	}
	v := &r.setup.settings
	u := Unit{ID: id, Kind: Kind(word[0])}
	u.Owner = r.Int("an owner", 0, v.Players-1)
	u.Pos.Row = r.Int("a row", 0, v.Rows-1)
	at := r.Place()
	u.Pos.Col = r.Int("a column", 0, v.Cols-1)
	if r.Err() == nil && (!b.isOpen(u.Pos) || taken.At(u.Pos)) {
		r.RejectAt(at, fmt.Sprintf("tile %v, which is a wall or taken", u.Pos), "a free tile")
	}
	u.Health = r.Int("a health", 1, v.maxHealth(u.Kind))
	return u
}

// append writes the tiles, one row a line.
func (b *board) append(text []byte) []byte {
	for row := range b.tiles.Rows() {
		for col := range b.tiles.Cols() {
			text = append(text, b.char(Pos{Row: row, Col: col}))
		}
		text = append(text, '\n')
	}
	return text
}

// char returns how a tile is written.
func (b *board) char(p Pos) byte {
	if owner := b.colours.At(p); owner >= 0 {
		return '0' + byte(owner)
	}
	return byte(b.tiles.At(p))
}

func appendUnits(text []byte, units []Unit) []byte {
	for _, u := range units {
		text = fmt.Appendf(text, "%c %d %d %d %d\n", u.Kind, u.Owner, u.Pos.Row, u.Pos.Col, u.Health)
	}
	return text
}
