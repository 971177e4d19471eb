package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"time"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/schedule"
)

// League is a tournament that goes on while bots join it and leave it.
type League struct {
	Tournament

	Name   safe.Outside
	Ladder bool   // results decide who plays next
	Keep   string // of which matches replays are kept
	// Gate is the bot that new ones must be ahead of, as it can be found; "" if there is none.
	Gate     string
	GateMost int // in so many matches
	// Signed says that only signed packages are taken.
	Signed bool
	// Secret decides with the key of a match whether it is checked. Nobody else is to know it.
	Secret []byte
	// Checks is the share of the workers' matches that is checked, from 0 to 1.
	Checks float64
}

// ErrNoLeague is returned for a store that has no league.
var ErrNoLeague = errors.New("there is no league in it")

// BeginLeague makes a league without entrants. It fails if the store has one.
func (s *Store) BeginLeague(ctx context.Context, l League, now time.Time) (League, error) {
	l.Kind, l.Entrants = KindLeague, nil
	var begun League
	err := s.change(ctx, func(tx *sql.Tx) error {
		switch _, err := s.league(ctx, tx); {
		case err == nil:
			return hint.New(s.path, "has a league already", "")
		case !errors.Is(err, ErrNoLeague):
			return err
		}
		id, err := insertTournament(ctx, tx, l.Tournament, l.settings(), now)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(
			ctx,
			`insert into league (tournament, name, ladder, keep, gate, gate_most, signed, secret, checks) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			id, l.Name, l.Ladder, l.Keep, l.Gate, l.GateMost, l.Signed, notNil(l.Secret), l.Checks)
		if err != nil {
			return err
		}
		begun, err = s.league(ctx, tx)
		return err
	})
	return begun, err
}

// League returns the league of the store as it is now, or [ErrNoLeague].
func (s *Store) League(ctx context.Context) (League, error) {
	l, err := s.league(ctx, s.read)
	return l, s.explain(err)
}

func (s *Store) league(ctx context.Context, from querier) (League, error) {
	var l League
	var id int64
	row := from.QueryRowContext(
		ctx,
		`select tournament, name, ladder, keep, gate, gate_most, signed, secret, checks from league order by tournament limit 1`)
	err := scan(row, &id, &l.Name, &l.Ladder, &l.Keep, &l.Gate, &l.GateMost, &l.Signed, &l.Secret, &l.Checks)
	if errors.Is(err, sql.ErrNoRows) {
		return l, ErrNoLeague
	}
	if err != nil {
		return l, err
	}
	l.Tournament, err = s.tournament(ctx, from, id)
	return l, err
}

// SetChecks changes the share of the workers' matches that is checked, from 0 to 1.
func (s *Store) SetChecks(ctx context.Context, tournament int64, share float64) error {
	return s.change(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `update league set checks = ? where tournament = ?`, share, tournament)
		return err
	})
}

// SetKeep changes of which matches of a league replays are kept.
func (s *Store) SetKeep(ctx context.Context, tournament int64, keep string) error {
	return s.change(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `update league set keep = ? where tournament = ?`, keep, tournament)
		return err
	})
}

// Decision is a match that does not follow from a schedule.
type Decision struct {
	schedule.Planned

	Why string
}

// Decide writes down who plays a match, before it is played. It fails if that was decided
// before.
func (s *Store) Decide(ctx context.Context, tournament int64, d Decision) error {
	return s.note(ctx, `insert into decision (tournament, number, board, seed, entrants, why) values (?, ?, ?, ?, ?, ?)`,
		tournament, d.Planned, d.Why)
}

// note runs an insert for a match.
func (s *Store) note(ctx context.Context, insert string, tournament int64, m schedule.Planned, more ...any) error {
	entrants, err := json.Marshal(m.Seats)
	if err != nil {
		return err
	}
	return s.change(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(
			ctx, insert, append([]any{tournament, m.Number, m.Group, strconv.FormatUint(m.Seed, 10), string(entrants)},
				more...)...)
		return err
	})
}

// Decided returns how many matches of a tournament were decided.
func (s *Store) Decided(ctx context.Context, tournament int64) (count int, err error) {
	err = s.read.QueryRowContext(ctx, `select coalesce(max(number) + 1, 0) from decision where tournament = ?`,
		tournament).Scan(&count)
	return count, s.explain(err)
}

// Decision returns the decision of a number, or false if there is none.
func (s *Store) Decision(ctx context.Context, tournament int64, number int) (d Decision, decided bool, err error) {
	found, err := all(ctx, s.path, s.read, func(rows *sql.Rows) (d Decision, err error) {
		d.Planned, err = scanPlanned(rows, &d.Why)
		return d, err
	}, `select number, board, seed, entrants, why from decision where tournament = ? and number = ?`, tournament, number)
	if err != nil || len(found) == 0 {
		return d, false, s.explain(err)
	}
	return found[0], true, nil
}

// Failure is a match that nobody could play.
type Failure struct {
	schedule.Planned

	Reason string
	Noted  time.Time // to the millisecond
}

// Fail notes that a match could not be played. It may be noted again.
func (s *Store) Fail(ctx context.Context, tournament int64, f Failure) error {
	return s.note(
		ctx,
		`insert or replace into failure (tournament, number, board, seed, entrants, reason, noted) values (?, ?, ?, ?, ?, ?, ?)`,
		tournament, f.Planned, f.Reason, f.Noted.UnixMilli())
}

// Failures returns the matches of a tournament that could not be played, in the order of
// their numbers.
func (s *Store) Failures(ctx context.Context, tournament int64) ([]Failure, error) {
	hidden, err := s.hidden(ctx, tournament)
	if err != nil {
		return nil, err
	}
	failures, err := all(ctx, s.path, s.read, func(rows *sql.Rows) (f Failure, err error) {
		var noted int64
		f.Planned, err = scanPlanned(rows, &f.Reason, &noted)
		f.Noted = time.UnixMilli(noted)
		return f, err
	}, `select number, board, seed, entrants, reason, noted from failure where tournament = ? and noted <= ?
		order by number`, tournament, hidden.after())
	return failures, s.explain(err)
}

// scanPlanned scans a match without its result, and what else a row has.
func scanPlanned(rows *sql.Rows, more ...any) (m schedule.Planned, err error) {
	var seed, entrants string
	if err := scan(rows, append([]any{&m.Number, &m.Group, &seed, &entrants}, more...)...); err != nil {
		return m, err
	}
	return m, readPlanned(&m, seed, entrants)
}

// readPlanned reads the fields that are text in the store.
func readPlanned(into *schedule.Planned, seed, entrants string) (err error) {
	if into.Seed, err = strconv.ParseUint(seed, 10, 64); err == nil {
		err = json.Unmarshal([]byte(entrants), &into.Seats)
	}
	if err != nil {
		return fmt.Errorf("match %d: %w", into.Number, err)
	}
	return nil
}

// Over returns the matches of a tournament from a number on that were played, or that nobody could play, in the order
// of their numbers.
func (s *Store) Over(ctx context.Context, tournament int64, first int) iter.Seq2[schedule.Planned, error] {
	return func(yield func(schedule.Planned, error) bool) {
		err := each(ctx, s.path, s.read, func(rows *sql.Rows) (bool, error) {
			m, err := scanPlanned(rows)
			return err == nil && yield(m, nil), err
		}, `select number, board, seed, entrants from part
				where tournament = ?1 and number >= ?2
			union all select number, board, seed, entrants from failure
				where tournament = ?1 and number >= ?2 order by number`, tournament, first)
		if err != nil {
			yield(schedule.Planned{}, s.explain(err))
		}
	}
}

// IsOver reports whether the match of a number was played, or nobody could play it.
func (s *Store) IsOver(ctx context.Context, tournament int64, number int) (over bool, err error) {
	err = s.read.QueryRowContext(ctx, `select exists (select 1 from part where tournament = ?1 and number = ?2)
		or exists (select 1 from failure where tournament = ?1 and number = ?2)`, tournament, number).Scan(&over)
	return over, s.explain(err)
}

// LastOver returns the greatest number of a match that [Store.Over] returns, or -1.
func (s *Store) LastOver(ctx context.Context, tournament int64) (number int, err error) {
	err = s.read.QueryRowContext(ctx, `select max(coalesce((select max(number) from part where tournament = ?1), -1),
		coalesce((select max(number) from failure where tournament = ?1), -1))`, tournament).Scan(&number)
	return number, s.explain(err)
}

// Final is what ends a league: matches of its best bots, on seeds that were drawn when no bots were taken any more.
type Final struct {
	Tournament

	Of int // how many matches it is to have
}

// BeginFinal begins a final of a league, whose seed was drawn now. It is the last one from then on.
func (s *Store) BeginFinal(ctx context.Context, league int64, f Final, now time.Time) (Final, error) {
	err := s.change(ctx, func(tx *sql.Tx) error {
		id, err := insertTournament(ctx, tx, f.Tournament, f.settings(), now)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `insert into final (tournament, league, matches) values (?, ?, ?)`,
			id, league, f.Of)
		if err == nil {
			f.Tournament, err = s.tournament(ctx, tx, id)
		}
		return err
	})
	return f, err
}

// Final returns the last final of a league, or false if there is none.
func (s *Store) Final(ctx context.Context, league int64) (f Final, found bool, err error) {
	if s.format < freezing {
		return f, false, nil
	}
	var id int64
	row := s.read.QueryRowContext(
		ctx, `select tournament, matches from final where league = ? order by tournament desc limit 1`, league)
	err = scan(row, &id, &f.Of)
	if errors.Is(err, sql.ErrNoRows) {
		return f, false, nil
	}
	if err == nil {
		f.Tournament, err = s.tournament(ctx, s.read, id)
	}
	return f, err == nil, s.explain(err)
}

// mostPiece is how long a piece of a checkpoint is at most.
const mostPiece = 1 << 20

// SetCheckpoint keeps what follows from the matches of a tournament, in the place of the checkpoint before.
func (s *Store) SetCheckpoint(ctx context.Context, tournament int64, data []byte) error {
	return s.change(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `delete from checkpoint where tournament = ?`, tournament); err != nil {
			return err
		}
		number := 0
		for piece := range slices.Chunk(data, mostPiece) {
			if _, err := tx.ExecContext(ctx, `insert into checkpoint (tournament, piece, data) values (?, ?, ?)`,
				tournament, number, piece); err != nil {
				return err
			}
			number++
		}
		return nil
	})
}

// Checkpoint returns the last checkpoint, or nothing.
func (s *Store) Checkpoint(ctx context.Context, tournament int64) ([]byte, error) {
	pieces, err := all(ctx, s.path, s.read, func(rows *sql.Rows) (piece []byte, err error) {
		return piece, scan(rows, &piece)
	}, `select data from checkpoint where tournament = ? order by piece`, tournament)
	return slices.Concat(pieces...), s.explain(err)
}
