package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"

	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
)

// Match is a match of a tournament, and what the store has beside it. It ended at a whole
// millisecond.
type Match struct {
	played.Match
	Key Key
	// Outcome is the digest of the replay, nil if it was not taken.
	Outcome   []byte
	Worker    string // who played the match; "" if it was this machine
	Check     Check  // what came of playing it again, to compare
	HasReplay bool   // the replay is in the store
	// LeadChanges is how often the lead has changed, as [played.Lead] counts it; nil if nobody has counted. Few want to
	// know, so that [Store.LeadChanges] alone reads it.
	LeadChanges *int
}

// Find returns a match without its place in a tournament, or false if the store does not know it.
func (s *Store) Find(ctx context.Context, key Key) (Match, bool, error) {
	m, _, found, err := s.find(ctx, s.read, key)
	return m, found, s.explain(err)
}

// Place makes a known match part of a tournament, and returns it. If the store does not know the
// match, it returns false. It fails if another match has that number.
func (s *Store) Place(ctx context.Context, tournament int64, planned schedule.Planned, key Key) (Match, bool, error) {
	var (
		m     Match
		known bool
	)
	err := s.change(ctx, func(tx *sql.Tx) error {
		var id int64
		var err error
		if m, id, known, err = s.find(ctx, tx, key); err != nil || !known {
			return err
		}
		m.Planned = planned
		return s.place(ctx, tx, tournament, m, id)
	})
	return m, known, err
}

// Add keeps a match that was played for a tournament, and its replay if there is one. When
// Add returns without an error, the match survives a crash of this process.
//
// A match that is known already becomes part of the tournament as well, with the result that
// it has: Add returns false, and the new result is not taken. Add fails if another match has
// that number in the tournament.
func (s *Store) Add(ctx context.Context, tournament int64, m Match, replay []byte) (bool, error) {
	for _, results := range []int{len(m.Scores), len(m.Places), len(m.CPU), len(m.MostCPU)} {
		if results != len(m.Seats) {
			return false, fmt.Errorf("match %d: %d results for %d seats", m.Number, results, len(m.Seats))
		}
	}
	fresh := false
	err := s.change(ctx, func(tx *sql.Tx) error {
		id, isNew, err := s.insert(ctx, tx, m)
		if err != nil {
			return err
		}
		if fresh = isNew; fresh && replay != nil {
			if err := s.keepReplay(ctx, tx, id, replay); err != nil {
				return err
			}
		}
		if !fresh {
			planned := m.Planned
			if m, _, _, err = s.find(ctx, tx, m.Key); err != nil {
				return err
			}
			m.Planned = planned
		}
		return s.place(ctx, tx, tournament, m, id)
	})
	return fresh && err == nil, err
}

// insert returns the id of a match, and whether it was not yet known.
func (s *Store) insert(ctx context.Context, tx *sql.Tx, m Match) (id int64, isNew bool, err error) {
	err = tx.StmtContext(ctx, s.statements.addMatch).
		QueryRowContext(ctx, m.Key[:], m.Rounds, int64(m.Wall), m.Ended.UnixMilli(), m.Outcome, m.Worker,
			string(m.Check), m.LeadChanges).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		err = tx.StmtContext(ctx, s.statements.matchID).QueryRowContext(ctx, m.Key[:]).Scan(&id)
		return id, false, err
	}
	if err != nil {
		return 0, false, err
	}
	if m.Worker != "" {
		if _, err := tx.StmtContext(ctx, s.statements.addWorker).ExecContext(ctx, m.Worker,
			m.Ended.UnixMilli()); err != nil {
			return 0, false, err
		}
	}
	add := tx.StmtContext(ctx, s.statements.addSeat)
	for seat := range m.Scores {
		var kind, detail sql.NullString
		var round sql.NullInt64
		if v := m.Verdict(seat); v != nil {
			kind, detail = sql.NullString{String: string(v.Kind), Valid: true}, sql.NullString{String: v.Detail, Valid: true}
			round = sql.NullInt64{Int64: int64(v.Round), Valid: true}
		}
		if _, err := add.ExecContext(ctx, id, seat, m.Places[seat], m.Scores[seat],
			int64(m.CPU[seat]), int64(m.MostCPU[seat]), kind, round, detail); err != nil {
			return 0, false, err
		}
	}
	return id, true, nil
}

// place makes a match part of a tournament, if it is not yet.
func (s *Store) place(ctx context.Context, tx *sql.Tx, tournament int64, m Match, id int64) error {
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
	if err != nil {
		return err
	}
	return s.addLine(ctx, tx, tournament, Line{m.Match, m.Worker})
}

// find returns a match, its id and whether it is known.
func (s *Store) find(ctx context.Context, from querier, key Key) (m Match, id int64, known bool, err error) {
	m.Key = key
	err = each(ctx, s.path, from, func(rows *sql.Rows) (bool, error) {
		row := resultRow{}
		if err := scan(rows, row.fields()...); err != nil {
			return false, err
		}
		row.addTo(&m)
		id, known = row.id, true
		return true, nil
	}, `select `+columnsOfResult+` from match join seat on seat.match = match.id
		where match.key = ? order by seat.seat`, key[:])
	sortVerdicts(m.Verdicts)
	return m, id, known, err
}

// Matches returns the matches of a tournament in the order of their numbers, as they were
// when the loop began: matches may be added meanwhile. After an error there are no more.
func (s *Store) Matches(ctx context.Context, tournament int64) iter.Seq2[Match, error] {
	return s.MatchesFrom(ctx, tournament, 0)
}

// MatchesFrom is [Store.Matches] without the matches before a number.
func (s *Store) MatchesFrom(ctx context.Context, tournament int64, first int) iter.Seq2[Match, error] {
	return func(yield func(Match, error) bool) {
		hidden, err := s.hidden(ctx, tournament)
		if err == nil {
			err = s.explain(s.matches(ctx, s.read, tournament, first, func(m Match) bool {
				return hidden.has(m.Ended) || yield(m, nil)
			}))
		}
		if err != nil {
			yield(Match{}, err)
		}
	}
}

func (s *Store) matches(
	ctx context.Context, from querier, tournament int64, first int, yield func(Match) bool,
) error {
	var m Match
	var row matchRow // one for all: there are millions
	into := row.fields()
	guardTexts(into)
	return each(ctx, s.path, from, func(rows *sql.Rows) (more bool, err error) {
		if err := rows.Scan(into...); err != nil {
			return false, err
		}
		if row.seat == 0 {
			if m, err = row.match(); err != nil {
				return false, err
			}
		}
		row.addTo(&m)
		if len(m.Scores) < len(m.Seats) {
			return true, nil
		}
		sortVerdicts(m.Verdicts)
		return yield(m), nil
	}, `select part.number, part.board, part.seed, part.entrants, match.key,
			exists (select 1 from replay where replay.match = match.id), `+columnsOfResult+`
		from part left join match on match.id = part.match left join seat on seat.match = match.id
		-- a left join, since each step gives a row
		where part.tournament = ? and part.number >= ? order by part.number, seat.seat`, tournament, first)
}

// LeadChanges returns how often the lead has changed in the matches of a tournament from a number on, by their numbers,
// where that is known, and can be: a store may come from anybody.
func (s *Store) LeadChanges(ctx context.Context, tournament int64, first int) (map[int]int, error) {
	if s.format < leading {
		return nil, nil
	}
	hidden, err := s.hidden(ctx, tournament)
	if err != nil {
		return nil, err
	}
	changes := make(map[int]int)
	_, err = all(ctx, s.path, s.read, func(rows *sql.Rows) (struct{}, error) {
		var number, often int
		err := scan(rows, &number, &often)
		changes[number] = often
		return struct{}{}, err
	}, `select part.number, match.lead_changes from part join match on match.id = part.match
		where part.tournament = ? and part.number >= ? and played <= ?
			and lead_changes >= 0 and lead_changes < max(rounds, 1)`, tournament, first, hidden.after())
	return changes, s.explain(err)
}

// KeyOf returns the key of the match that has a number in a tournament, or false if there is none.
func (s *Store) KeyOf(ctx context.Context, tournament int64, number int) (Key, bool, error) {
	hidden, err := s.hidden(ctx, tournament)
	if err != nil {
		return Key{}, false, err
	}
	keys, err := all(ctx, s.path, s.read, scanKey, `select match.key from part join match on match.id = part.match
		where part.tournament = ? and part.number = ? and played <= ?`, tournament, number, hidden.after())
	if err != nil || len(keys) == 0 {
		return Key{}, false, s.explain(err)
	}
	return keys[0], true, nil
}

// NumberOf returns the number that a match has in a tournament, or -1 if it is no match of it. That takes the
// longer the more matches there are.
func (s *Store) NumberOf(ctx context.Context, tournament int64, key Key) (int, error) {
	hidden, err := s.hidden(ctx, tournament)
	if err != nil {
		return -1, err
	}
	ids, err := all(ctx, s.path, s.read, scanNumber, `select id from match where key = ? and played <= ?`, key[:],
		hidden.after())
	if err != nil || len(ids) == 0 {
		return -1, s.explain(err)
	}
	numbers, err := all(ctx, s.path, s.read, scanNumber,
		`select number from part where tournament = ? and match = ? order by number limit 1`, tournament, ids[0])
	if err != nil || len(numbers) == 0 {
		return -1, s.explain(err)
	}
	return numbers[0], nil
}

func scanKey(rows *sql.Rows) (key Key, err error) {
	var raw []byte
	if err := scan(rows, &raw); err != nil {
		return key, err
	}
	if len(raw) != len(key) {
		return key, errors.New("a key is not a digest")
	}
	copy(key[:], raw)
	return key, nil
}

func scanNumber(rows *sql.Rows) (number int, err error) {
	err = scan(rows, &number)
	return number, err
}
