package starships

import (
	"fmt"
	"math"
	"strconv"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
)

// readSetup reads a board file. Rules 7.
func readSetup(text []byte) (setup, error) {
	r := cnf.NewReader(text)
	s := setup{}
	r.Expect("starwar")
	r.Expect("v1")
	r.Expect("secgame")
	r.Word("whether the judge's program is to play")
	r.Expect("seed")
	r.Word("a seed")
	readSettings(r, &s)
	readNames(r)
	if r.Err() != nil {
		return setup{}, r.Err()
	}
	u := readUniverse(r, &s, 0)
	if r.Err() != nil {
		return setup{}, r.Err()
	}
	s.board = &u.space
	return s, nil
}

func readSettings(r *cnf.Reader, s *setup) {
	for i := range s.list() {
		r.Settings(s.list()[i : i+1]) // again each time: bounds depend on the values before
	}
}

func readNames(r *cnf.Reader) []string {
	r.Expect("names")
	var names []string
	for range players {
		names = append(names, r.Word("the name of a player"))
	}
	return names
}

// readUniverse reads all that follows the names in a board file, or one state of a
// record.
func readUniverse(r *cnf.Reader, s *setup, round int) *universe {
	u := &universe{setup: *s, space: newSpace(&s.settings), round: round}
	r.Expect("rnd")
	r.Int("the round", round, round)
	r.Word("the tens of the column numbers")
	r.Word("the units of the column numbers")
	for row := range s.settings.Rows {
		r.Word("the number of a row")
		for col := range s.settings.Cols {
			c := cellOf(r.Char("a cell"))
			if r.Err() != nil {
				return u
			}
			if c < 0 {
				r.Reject("., X, P or M")
			}
			u.cells.Set(Pos{Row: row, Col: col}, c)
		}
	}
	readUnits(r, u)
	readShots(r, u)
	readPlayers(r, u)
	return u
}

func expectAll(r *cnf.Reader, words ...string) {
	for _, word := range words {
		r.Expect(word)
	}
}

func readUnits(r *cnf.Reader, u *universe) {
	expectAll(r, "starships", "sid", "row", "column", "nb_miss", "alive", "time")
	for id := range u.units {
		ship := Unit{ID: r.Int("a starship", id, id), Owner: id / u.settings.Starships}
		var at cnf.Place
		ship.Pos, at = readPos(r, u)
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
		if f := u.addUnit(ship); f != nil {
			r.RejectAt(at, f.found, f.want)
		}
	}
}

// readPos reads a row and a column. The place is that of the row.
func readPos(r *cnf.Reader, u *universe) (Pos, cnf.Place) {
	row := r.Int("a row", 0, u.settings.Rows-1)
	at := r.Place()
	p := Pos{Row: row, Col: r.Int("a column", math.MinInt, math.MaxInt)}
	return u.settings.wrap(p), at
}

func readShots(r *cnf.Reader, u *universe) {
	r.Expect("missiles")
	count := r.Int("the number of missiles", 0, len(u.cells.Cells()))
	expectAll(r, "mid", "sid", "row", "column")
	for range count {
		m := Shot{ID: r.Int("a missile", 0, maxMissile)}
		m.Unit = r.Int("the starship that shot it", 0, len(u.units)-1)
		m.Owner = m.Unit / u.settings.Starships
		var at cnf.Place
		m.Pos, at = readPos(r, u)
		if r.Err() != nil {
			return
		}
		if f := u.addShot(m); f != nil {
			r.RejectAt(at, f.found, f.want)
		}
	}
}

func readPlayers(r *cnf.Reader, u *universe) {
	expectAll(r, "players", "pid", "score", "status")
	for player := range players {
		r.Int("a player", player, player)
		u.scores[player] = r.Int("a score", 0, maxSum)
		u.status[player] = readStatus(r)
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

// text writes a board file, in the layout of records. Rules 7, 8.
func (s *setup) text() []byte {
	text := s.appendHead(nil, "?", "?", []string{"?", "?", "?", "?"})
	return (&universe{setup: *s, space: *s.board}).append(text)
}

// appendHead writes what a board file and a record begin with. Rules 8.
func (s *setup) appendHead(text []byte, judged, seed string, names []string) []byte {
	text = fmt.Appendf(text, "starwar\tv1\nsecgame\t%s\nseed\t%s\n", judged, seed)
	for _, one := range s.list() {
		text = fmt.Appendf(text, "%s\t%d\n", one.Name, *one.Value)
	}
	text = append(text, "names"...)
	for _, name := range names {
		text = fmt.Appendf(text, " %s", name)
	}
	return append(text, "\n\n"...)
}

// append writes a state. Rules 8.
func (u *universe) append(text []byte) []byte {
	text = fmt.Appendf(text, "\nrnd %d\n\n", u.round)
	text = u.appendRuler(text, func(col int) int { return col / 10 })
	text = u.appendRuler(text, func(col int) int { return col % 10 })
	text = append(text, '\n')
	for row := range u.settings.Rows {
		text = fmt.Appendf(text, "%02d ", row)
		for col := range u.settings.Cols {
			text = append(text, u.cells.At(Pos{Row: row, Col: col}).letter())
		}
		text = append(text, '\n')
	}
	text = append(text, "\n\nstarships\nsid\trow\tcolumn\tnb_miss\talive\ttime\n"...)
	for _, ship := range u.units {
		alive := 'n'
		if ship.Alive {
			alive = 'y'
		}
		text = fmt.Appendf(text, "%d\t%d\t%d\t%d\t%c\t%d\n", ship.ID, ship.Pos.Row, ship.Pos.Col, ship.Missiles, alive, ship.Countdown)
	}
	text = fmt.Appendf(text, "\nmissiles\n%d\nmid\tsid\trow\tcolumn\n", len(u.shots))
	for _, m := range u.shots {
		text = fmt.Appendf(text, "%d\t%d\t%d\t%d\n", m.ID, m.Unit, m.Pos.Row, m.Pos.Col)
	}
	text = append(text, "\nplayers\npid\tscore\tstatus\n"...)
	for player, score := range u.scores {
		text = fmt.Appendf(text, "%d\t%d\t", player, score)
		text = strconv.AppendFloat(text, u.status[player].Fraction(), 'g', 6, 64)
		text = append(text, '\n')
	}
	return append(text, '\n')
}

// appendRuler writes a number for every column.
func (u *universe) appendRuler(text []byte, number func(col int) int) []byte {
	text = append(text, "   "...)
	for col := range u.settings.Cols {
		text = strconv.AppendInt(text, int64(number(col)), 10)
	}
	return append(text, '\n')
}
