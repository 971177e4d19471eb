package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/played"
)

// quoting is the first format that has quotas, lined the one with a line for each match of a tournament, counting the
// one that counts them, timed the one that has hours of a league, and how its bots were handed in, and freezing the one
// in which its table can stand still, it has finals, pauses bots, and keeps their ratings by day. With preferring it
// prefers bots, and has challenges, and with leading matches say how often their lead has changed.
const (
	quoting    = 3
	lined      = 4
	counting   = 5
	timed      = 6
	freezing   = 7
	preferring = 8
	leading    = 9
)

// Line is a match of a tournament as tables of bots need it.
type Line struct {
	played.Match
	Worker string // as in [Match]
}

// Lines returns the matches of a tournament from a number on, as [Store.MatchesFrom] does, but without what no table
// needs, and in a tenth of the time.
func (s *Store) Lines(ctx context.Context, tournament int64, first int) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		read := s.readLines
		if s.format < lined {
			read = s.linesOfMatches
		}
		hidden, err := s.hidden(ctx, tournament)
		if err == nil {
			err = s.explain(read(ctx, tournament, first, func(l Line) bool { return hidden.has(l.Ended) || yield(l, nil) }))
		}
		if err != nil {
			yield(Line{}, err)
		}
	}
}

// linesOfMatches is for stores that have no lines yet.
func (s *Store) linesOfMatches(ctx context.Context, tournament int64, first int, yield func(Line) bool) error {
	return s.matches(ctx, s.read, tournament, first, func(m Match) bool { return yield(Line{m.Match, m.Worker}) })
}

func (s *Store) readLines(ctx context.Context, tournament int64, first int, yield func(Line) bool) error {
	var number int
	var data sql.RawBytes
	var reader lineReader
	return each(ctx, s.path, s.read, func(rows *sql.Rows) (more bool, err error) {
		if err := rows.Scan(&number, &data); err != nil {
			return false, err
		}
		l, err := reader.read(number, data)
		if err != nil {
			return false, &lineError{number, err}
		}
		return yield(l), nil
	}, `select number, data from line where tournament = ? and number >= ? order by number`, tournament, first)
}

// addLine writes the line of a match, which has its place in a tournament, and counts it. One that is there stays.
func (s *Store) addLine(ctx context.Context, tx *sql.Tx, tournament int64, l Line) error {
	done, err := tx.StmtContext(ctx, s.statements.addLine).ExecContext(ctx, tournament, l.Number, lineOf(l))
	if err != nil {
		return err
	}
	added, err := done.RowsAffected()
	if err == nil && added > 0 {
		_, err = tx.StmtContext(ctx, s.statements.count).ExecContext(ctx, tournament)
	}
	return err
}

// writeLines writes the lines of all matches, which an older arena has played.
func (s *Store) writeLines(ctx context.Context, tx *sql.Tx) error {
	ids, err := all(ctx, s.path, tx, func(rows *sql.Rows) (id int64, err error) {
		return id, scan(rows, &id)
	}, `select id from tournament order by id`)
	if err != nil {
		return err
	}
	add, err := tx.PrepareContext(ctx, insertLine)
	if err != nil {
		return err
	}
	defer add.Close() //nolint:errcheck // it was used
	for _, id := range ids {
		var failed error
		err := s.matches(ctx, tx, id, 0, func(m Match) bool {
			_, failed = add.ExecContext(ctx, id, m.Number, lineOf(Line{m.Match, m.Worker}))
			return failed == nil
		})
		if err := errors.Join(err, failed); err != nil {
			return err
		}
	}
	return nil
}

const insertLine = `insert into line (tournament, number, data) values (?, ?, ?) on conflict do nothing`

// lineOf writes a match without its number. All of it are numbers of changing length, and texts after their length.
func lineOf(l Line) []byte {
	data := make([]byte, 0, 64+len(l.Seats)*16)
	number := func(n int) { data = binary.AppendVarint(data, int64(n)) }
	span := func(d time.Duration) { data = binary.AppendVarint(data, int64(d)) }
	text := func(t string) {
		data = append(binary.AppendUvarint(data, uint64(len(t))), t...)
	}
	data = binary.AppendUvarint(data, l.Seed)
	number(l.Group)
	number(l.Rounds)
	span(l.Wall)
	data = binary.AppendVarint(data, l.Ended.UnixMilli())
	text(l.Worker)
	data = binary.AppendUvarint(data, uint64(len(l.Seats)))
	for seat, bot := range l.Seats {
		number(bot)
		number(l.Places[seat])
		number(l.Scores[seat])
		span(l.CPU[seat])
		span(l.MostCPU[seat])
	}
	data = binary.AppendUvarint(data, uint64(len(l.Verdicts)))
	for _, v := range l.Verdicts {
		number(v.Seat)
		number(v.Round)
		text(string(v.Kind))
		text(v.Detail)
	}
	return data
}

// lineReader reads lines. The first mistake ends it.
type lineReader struct {
	left    []byte
	err     error
	texts   map[string]string // that came before: workers and kinds of verdicts
	numbers []int             // room for those of the next matches
	times   []time.Duration
}

// lineError reports the line of a match that can't be read.
type lineError struct {
	match int
	why   error
}

func (e *lineError) Error() string { return fmt.Sprintf("the line of match %d %v", e.match, e.why) }

func (e *lineError) Unwrap() error { return e.why }

var errLine = errors.New("is damaged")

// mostLine is the length of the longest line that is read. That of four players with a verdict each is far shorter.
const mostLine = 1 << 20

// read reads the line of the match with a number.
func (r *lineReader) read(number int, data []byte) (Line, error) {
	if r.left, r.err = data, nil; len(data) > mostLine {
		return Line{}, fmt.Errorf("has %d bytes, and %d are the most", len(data), mostLine)
	}
	var l Line
	l.Number, l.Seed = number, r.unsigned()
	l.Group, l.Rounds, l.Wall = r.number(), r.number(), r.span()
	l.Ended, l.Worker = time.UnixMilli(r.signed()), r.known()
	const leastSeat, leastVerdict = 5, 4 // bytes
	seats := r.count(leastSeat)
	r.makeRoom(seats)
	l.Seats, l.Places, l.Scores = cut(&r.numbers, seats), cut(&r.numbers, seats), cut(&r.numbers, seats)
	l.CPU, l.MostCPU = cut(&r.times, seats), cut(&r.times, seats)
	for seat := range seats {
		l.Seats[seat], l.Places[seat], l.Scores[seat] = r.number(), r.number(), r.number()
		l.CPU[seat], l.MostCPU[seat] = r.span(), r.span()
	}
	for range r.count(leastVerdict) {
		l.Verdicts = append(l.Verdicts, match.Verdict{
			Seat: r.number(), Round: r.number(), Kind: match.Kind(r.known()), Detail: string(r.text()),
		})
	}
	if len(r.left) > 0 {
		r.err = errLine
	}
	return l, r.err
}

func (r *lineReader) unsigned() uint64 { return next(r, binary.Uvarint) }

func (r *lineReader) signed() int64 { return next(r, binary.Varint) }

// next reads the next number.
func next[T int64 | uint64](r *lineReader, read func([]byte) (T, int)) T {
	n, size := read(r.left)
	if size <= 0 {
		r.left, r.err = nil, errLine
		return 0
	}
	r.left = r.left[size:]
	return n
}

func (r *lineReader) number() int { return int(r.signed()) }

func (r *lineReader) span() time.Duration { return time.Duration(r.signed()) }

// count returns how many things follow, each of so many bytes at least.
func (r *lineReader) count(least int) int {
	n := r.unsigned()
	if n > uint64(len(r.left)/least) {
		r.left, r.err = nil, errLine
		return 0
	}
	return int(n)
}

func (r *lineReader) text() []byte {
	n := r.count(1)
	if n > mostText {
		n, r.left, r.err = 0, nil, longError(n)
	}
	text := r.left[:n]
	r.left = r.left[n:]
	return text
}

// known returns a text that many matches have.
func (r *lineReader) known() string {
	const most = 10_000
	text := r.text()
	known, ok := r.texts[string(text)]
	if !ok {
		if known = string(text); r.texts == nil || len(r.texts) > most {
			r.texts = make(map[string]string)
		}
		r.texts[known] = known
	}
	return known
}

// makeRoom makes room for the numbers of so many seats: that of many matches at once takes less time.
func (r *lineReader) makeRoom(seats int) {
	const usual = 64 * 4 // seats
	if len(r.numbers) < 3*seats {
		r.numbers = make([]int, 3*max(seats, usual))
	}
	if len(r.times) < 2*seats {
		r.times = make([]time.Duration, 2*max(seats, usual))
	}
}

// cut cuts the first n elements off a list. To append to them is to copy them.
func cut[T any](from *[]T, n int) []T {
	first := (*from)[:n:n]
	*from = (*from)[n:]
	return first
}
