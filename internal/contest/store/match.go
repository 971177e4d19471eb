package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"time"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/schedule"
)

// Result is how a match ended.
type Result struct {
	match.Result
	CPU     []time.Duration // that each player used in the whole match, by seat
	MostCPU []time.Duration // that it used in the round in which it used most
	Wall    time.Duration   // how long the match took
	Played  time.Time       // when it ended, to the millisecond
	// Outcome is the digest of the replay, nil if it was not taken.
	Outcome []byte
	Worker  string // who played the match; "" if it was this machine
	Check   Check  // what came of playing it again, to compare
}

// Match is a match of a tournament.
type Match struct {
	schedule.Match
	Key Key
	Result
	// HasReplay says whether the replay is in the store.
	HasReplay bool
}

// Find returns the result of a match, or false if the store does not know it.
func (s *Store) Find(ctx context.Context, key Key) (Result, bool, error) {
	result, _, found, err := s.find(ctx, s.read, key)
	return result, found, s.explain(err)
}

// Place makes a known match part of a tournament, and returns its result. If the store does
// not know the match, it returns false. It fails if another match has that number.
func (s *Store) Place(ctx context.Context, tournament int64, m schedule.Match, key Key) (Result, bool, error) {
	var (
		result Result
		known  bool
	)
	err := s.change(ctx, func(tx *sql.Tx) error {
		var id int64
		var err error
		if result, id, known, err = s.find(ctx, tx, key); err != nil || !known {
			return err
		}
		return s.place(ctx, tx, tournament, m, id)
	})
	return result, known, err
}

// Add keeps a match that was played for a tournament, and its replay if there is one. When
// Add returns without an error, the match survives a crash of this process.
//
// A match that is known already becomes part of the tournament as well, with the result that
// it has: Add returns false, and the new result is not taken. Add fails if another match has
// that number in the tournament.
func (s *Store) Add(ctx context.Context, tournament int64, m schedule.Match, key Key, r Result,
	replay []byte,
) (bool, error) {
	for _, results := range []int{len(r.Scores), len(r.Places), len(r.CPU), len(r.MostCPU)} {
		if results != len(m.Seats) {
			return false, fmt.Errorf("match %d: %d results for %d seats", m.Number, results, len(m.Seats))
		}
	}
	fresh := false
	err := s.change(ctx, func(tx *sql.Tx) error {
		id, isNew, err := s.insert(ctx, tx, key, r)
		if err != nil {
			return err
		}
		if fresh = isNew; fresh && replay != nil {
			if err := s.keepReplay(ctx, tx, id, replay); err != nil {
				return err
			}
		}
		return s.place(ctx, tx, tournament, m, id)
	})
	return fresh && err == nil, err
}

// insert returns the id of a match, and whether it was not yet known.
func (s *Store) insert(ctx context.Context, tx *sql.Tx, key Key, r Result) (id int64, isNew bool, err error) {
	err = tx.StmtContext(ctx, s.statements.addMatch).
		QueryRowContext(ctx, key[:], r.Rounds, int64(r.Wall), r.Played.UnixMilli(), r.Outcome, r.Worker,
			string(r.Check)).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		err = tx.StmtContext(ctx, s.statements.matchID).QueryRowContext(ctx, key[:]).Scan(&id)
		return id, false, err
	}
	if err != nil {
		return 0, false, err
	}
	if r.Worker != "" {
		if _, err := tx.StmtContext(ctx, s.statements.addWorker).ExecContext(ctx, r.Worker,
			r.Played.UnixMilli()); err != nil {
			return 0, false, err
		}
	}
	add := tx.StmtContext(ctx, s.statements.addSeat)
	for seat := range r.Scores {
		var kind, detail sql.NullString
		var round sql.NullInt64
		if v := r.Verdict(seat); v != nil {
			kind, detail = sql.NullString{String: string(v.Kind), Valid: true}, sql.NullString{String: v.Detail, Valid: true}
			round = sql.NullInt64{Int64: int64(v.Round), Valid: true}
		}
		if _, err := add.ExecContext(ctx, id, seat, r.Places[seat], r.Scores[seat],
			int64(r.CPU[seat]), int64(r.MostCPU[seat]), kind, round, detail); err != nil {
			return 0, false, err
		}
	}
	return id, true, nil
}

// place makes a match part of a tournament, if it is not yet.
func (s *Store) place(ctx context.Context, tx *sql.Tx, tournament int64, m schedule.Match, id int64) error {
	entrants, err := json.Marshal(m.Seats)
	if err != nil {
		return err
	}
	var has int64
	seed := strconv.FormatUint(m.Seed, 10)
	err = tx.StmtContext(ctx, s.statements.addPart).QueryRowContext(ctx, tournament, m.Number, m.Group, seed,
		string(entrants), id).Scan(&has)
	if err == nil && has != id {
		return fmt.Errorf("match %d: another one has that number in the tournament", m.Number)
	}
	return err
}

// find returns the result of a match, its id and whether it is known.
func (s *Store) find(ctx context.Context, from querier, key Key) (r Result, id int64, known bool, err error) {
	rows, err := from.QueryContext(ctx, `select `+columnsOfResult+` from match join seat on seat.match = match.id
		where match.key = ? order by seat.seat`, key[:])
	if err != nil {
		return Result{}, 0, false, err
	}
	defer rows.Close() //nolint:errcheck // Err tells
	count := rowCount{path: s.path}
	for rows.Next() {
		if err := count.next(); err != nil {
			return Result{}, 0, false, err
		}
		row := resultRow{}
		if err := scan(rows, row.fields()...); err != nil {
			return Result{}, 0, false, err
		}
		row.addTo(&r)
		id, known = row.id, true
	}
	sortVerdicts(r)
	return r, id, known, rows.Err()
}

// Matches returns the matches of a tournament in the order of their numbers, as they were
// when the loop began: matches may be added meanwhile. After an error there are no more.
func (s *Store) Matches(ctx context.Context, tournament int64) iter.Seq2[Match, error] {
	return s.MatchesFrom(ctx, tournament, 0)
}

// MatchesFrom is [Store.Matches] without the matches before a number.
func (s *Store) MatchesFrom(ctx context.Context, tournament int64, first int) iter.Seq2[Match, error] {
	return func(yield func(Match, error) bool) {
		if err := s.matches(ctx, tournament, first, func(m Match) bool { return yield(m, nil) }); err != nil {
			yield(Match{}, s.explain(err))
		}
	}
}

func (s *Store) matches(ctx context.Context, tournament int64, first int, yield func(Match) bool) error {
	rows, err := s.read.QueryContext(ctx, `select part.number, part.board, part.seed, part.entrants, match.key,
			exists (select 1 from replay where replay.match = match.id), `+columnsOfResult+`
		from part left join match on match.id = part.match left join seat on seat.match = match.id
		-- a left join, since each step gives a row
		where part.tournament = ? and part.number >= ? order by part.number, seat.seat`, tournament, first)
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // Err tells
	count := rowCount{path: s.path}
	var m Match
	for rows.Next() {
		if err := count.next(); err != nil {
			return err
		}
		row := matchRow{}
		if err := scan(rows, row.fields()...); err != nil {
			return err
		}
		if row.seat == 0 {
			if m, err = row.match(); err != nil {
				return err
			}
		}
		row.addTo(&m.Result)
		if len(m.Scores) < len(m.Seats) {
			continue
		}
		if sortVerdicts(m.Result); !yield(m) {
			return nil
		}
	}
	return rows.Err()
}
