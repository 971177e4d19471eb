package starships

import (
	"fmt"
	"math"
	"strconv"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
)

// A board file, after its head, and each state of a record have the same form.

func expectAll(r *cnf.Reader, words ...string) {
	for _, word := range words {
		r.Expect(word)
	}
}

// readMatch reads all that follows the names in a board file, or one state of a
// record.
func readMatch(r *cnf.Reader, s *setup, round int) *match {
	m := newMatch(s)
	m.round = round
	r.Expect("rnd")
	r.Int("the round", round, round)
	r.Word("the tens of the column numbers")
	r.Word("the units of the column numbers")
	for row := range s.settings.Rows {
		r.Word("the number of a row")
		m.readRow(r, row)
	}
	m.readUnits(r)
	m.readShots(r)
	m.readPlayers(r)
	return m
}

func (m *match) readRow(r *cnf.Reader, row int) {
	for col := range m.setup.settings.Cols {
		c := cellOf(r.Char("a cell"))
		if r.Err() != nil {
			return
		}
		if c < 0 {
			r.Reject("., X, P or M")
		}
		m.cells.Set(Pos{Row: row, Col: col}, c)
	}
}

func (m *match) readUnits(r *cnf.Reader) {
	expectAll(r, "starships", "sid", "row", "column", "nb_miss", "alive", "time")
	for k := range m.units {
		ship := Unit{ID: UnitID(r.Int("a starship", k, k)), Owner: m.setup.owner(UnitID(k))}
		var at cnf.Place
		ship.Pos, at = m.readPos(r)
		ship.Missiles = r.Int("a number of missiles", 0, maxSum)
		switch word := r.Word("y or n"); word {
		case "y":
			ship.Alive = true
		case "n":
		default:
			r.Reject("y or n")
		}
		longest := maxValue
		if ship.Alive {
			longest = 0
		}
		ship.Countdown = r.Int("the rounds until the starship comes back", 0, longest)
		if r.Err() != nil {
			return
		}
		if f := m.addUnit(ship); f != nil {
			r.RejectAt(at, f.found, f.want)
		}
	}
}

// readPos reads a row and a column. The place is that of the row.
func (m *match) readPos(r *cnf.Reader) (Pos, cnf.Place) {
	row := r.Int("a row", 0, m.setup.settings.Rows-1)
	at := r.Place()
	p := Pos{Row: row, Col: r.Int("a column", math.MinInt, math.MaxInt)}
	return m.setup.wrap(p), at
}

func (m *match) readShots(r *cnf.Reader) {
	r.Expect("missiles")
	count := r.Int("the number of missiles", 0, len(m.cells.Cells()))
	expectAll(r, "mid", "sid", "row", "column")
	for range count {
		shot := Shot{ID: ShotID(r.Int("a missile", 0, maxMissile))}
		shot.Unit = UnitID(r.Int("the starship that shot it", 0, len(m.units)-1))
		shot.Owner = m.setup.owner(shot.Unit)
		var at cnf.Place
		shot.Pos, at = m.readPos(r)
		if r.Err() != nil {
			return
		}
		if f := m.addShot(shot); f != nil {
			r.RejectAt(at, f.found, f.want)
		}
	}
}

func (m *match) readPlayers(r *cnf.Reader) {
	expectAll(r, "players", "pid", "score", "status")
	for player := range players {
		r.Int("a player", player, player)
		m.scores[player] = r.Int("a score", 0, maxSum)
		m.status[player] = readStatus(r)
	}
}

// readStatus reads the part of its time that a player has used. Rules 5, 7.
func readStatus(r *cnf.Reader) engine.Status {
	const most = 1000 // times all of its time; it just has to fit
	word := r.Word("a status")
	part, err := strconv.ParseFloat(word, 64)
	if r.Err() == nil && (err != nil || !(part >= -1 && part <= most)) {
		r.Reject("a status (from 0 to 1, or -1)")
		return 0
	}
	return engine.Status(math.Round(part * 1e6))
}

// append writes a state. Rules 8.
func (m *match) append(text []byte) []byte {
	text = fmt.Appendf(text, "\nrnd %d\n\n", m.round)
	text = m.appendRuler(text, func(col int) int { return col / 10 })
	text = m.appendRuler(text, func(col int) int { return col % 10 })
	text = append(text, '\n')
	for row := range m.setup.settings.Rows {
		text = fmt.Appendf(text, "%02d ", row)
		for col := range m.setup.settings.Cols {
			text = append(text, m.cells.At(Pos{Row: row, Col: col}).letter())
		}
		text = append(text, '\n')
	}
	text = m.appendUnits(append(text, "\n\n"...))
	text = fmt.Appendf(text, "\nmissiles\n%d\nmid\tsid\trow\tcolumn\n", len(m.shots))
	for _, shot := range m.shots {
		text = fmt.Appendf(text, "%d\t%d\t%d\t%d\n", shot.ID, shot.Unit, shot.Pos.Row, shot.Pos.Col)
	}
	text = append(text, "\nplayers\npid\tscore\tstatus\n"...)
	for player, score := range m.scores {
		text = fmt.Appendf(text, "%d\t%d\t", player, score)
		text = strconv.AppendFloat(text, m.status[player].Fraction(), 'g', 6, 64)
		text = append(text, '\n')
	}
	return append(text, '\n')
}

// appendRuler writes a number for every column.
func (m *match) appendRuler(text []byte, number func(col int) int) []byte {
	text = append(text, "   "...)
	for col := range m.setup.settings.Cols {
		text = strconv.AppendInt(text, int64(number(col)), 10)
	}
	return append(text, '\n')
}

func (m *match) appendUnits(text []byte) []byte {
	text = append(text, "starships\nsid\trow\tcolumn\tnb_miss\talive\ttime\n"...)
	for _, ship := range m.units {
		alive := 'n'
		if ship.Alive {
			alive = 'y'
		}
		text = fmt.Appendf(text, "%d\t%d\t%d\t%d\t%c\t%d\n", ship.ID, ship.Pos.Row, ship.Pos.Col, ship.Missiles, alive,
			ship.Countdown)
	}
	return text
}
