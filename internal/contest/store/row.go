package store

import (
	"database/sql"
	"slices"
	"time"

	"github.com/botarena/arena/engine/match"
)

const columnsOfResult = `match.id, match.rounds, match.wall, match.played, match.outcome, match.worker, match.checking, seat.seat, seat.place, seat.score,
	seat.cpu, seat.cpu_most, seat.verdict, seat.verdict_round, seat.verdict_detail`

// resultRow is a row of columnsOfResult: a seat, with its match.
type resultRow struct {
	id, wall, played int64
	outcome          []byte
	worker, checking string
	rounds, seat     int
	place, score     int
	cpu, mostCPU     int64
	verdict, detail  sql.NullString
	round            sql.NullInt64
}

// fields returns where the columns are scanned into.
func (r *resultRow) fields() []any {
	return []any{
		&r.id, &r.rounds, &r.wall, &r.played, &r.outcome, &r.worker, &r.checking, &r.seat, &r.place, &r.score,
		&r.cpu, &r.mostCPU, &r.verdict, &r.round, &r.detail,
	}
}

// addTo adds the seat to a match.
func (r *resultRow) addTo(to *Match) {
	to.Rounds, to.Wall, to.Ended = r.rounds, time.Duration(r.wall), time.UnixMilli(r.played)
	to.Outcome, to.Worker, to.Check = r.outcome, r.worker, Check(r.checking)
	to.Places, to.Scores = append(to.Places, r.place), append(to.Scores, r.score)
	to.CPU, to.MostCPU = append(to.CPU, time.Duration(r.cpu)), append(to.MostCPU, time.Duration(r.mostCPU))
	if r.verdict.Valid {
		to.Verdicts = append(to.Verdicts, match.Verdict{
			Seat: r.seat, Kind: match.Kind(r.verdict.String), Round: int(r.round.Int64), Detail: r.detail.String,
		})
	}
}

// sortVerdicts puts the verdicts, which come by seat, in the order in which they were given.
func sortVerdicts(verdicts []match.Verdict) {
	slices.SortStableFunc(verdicts, func(a, b match.Verdict) int { return a.Round - b.Round })
}

// matchRow is a seat, with its match of a tournament.
type matchRow struct {
	number, group  int
	seed, entrants string
	key            []byte
	hasReplay      bool
	resultRow
}

func (r *matchRow) fields() []any {
	return append([]any{&r.number, &r.group, &r.seed, &r.entrants, &r.key, &r.hasReplay}, r.resultRow.fields()...)
}

// match returns the match, without a result.
func (r *matchRow) match() (Match, error) {
	m := Match{HasReplay: r.hasReplay}
	m.Number, m.Group = r.number, r.group
	copy(m.Key[:], r.key)
	return m, readPlanned(&m.Planned, r.seed, r.entrants)
}
