package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/botarena/arena/engine/match"
)

// Check is what came of playing a match of a worker again, to compare.
type Check string

// The states of a check. The zero value is that of a match which was not chosen.
const (
	CheckDue    Check = "due"    // it is still to be played again
	CheckPassed Check = "passed" // another worker has played the same
	CheckFailed Check = "failed" // others have played something else
	CheckVoid   Check = "void"   // it can't be compared
)

// Replayed is a match that was played again, to compare.
type Replayed struct {
	Worker  string    // who did that; "" if it was this machine
	Outcome []byte    // the digest of its replay; nil if it can't be compared
	Played  time.Time // when it ended, to the millisecond
	Replay  []byte    // may be nil if it agrees
}

// PendingCheck is a match that must be played again, with the workers that have done so.
type PendingCheck struct {
	Match // of its result, the outcome and the verdicts

	Again []Replayed // without their replays
}

// Due returns the matches of a tournament that must be played again, the oldest first, up
// to a number.
func (s *Store) Due(ctx context.Context, tournament int64, most int) ([]PendingCheck, error) {
	due, err := all(ctx, s.path, s.read, func(rows *sql.Rows) (d PendingCheck, err error) {
		var key []byte
		d.Planned, err = scanPlanned(rows, &key, &d.Worker, &d.Outcome)
		copy(d.Key[:], key)
		d.Check = CheckDue
		return d, err
	}, `select number, board, seed, entrants, key, worker, outcome from match
		cross join part on part.match = match.id -- in this order, as few are due
		where checking = 'due' and tournament = ? order by match.id limit ?`, tournament, most)
	for i := range due {
		if err == nil {
			due[i].Again, err = s.again(ctx, due[i].Key)
		}
		if err == nil {
			due[i].Verdicts, err = s.verdicts(ctx, due[i].Key)
		}
	}
	return due, s.explain(err)
}

// verdicts returns those of a match, in the order in which they were given.
func (s *Store) verdicts(ctx context.Context, key Key) ([]match.Verdict, error) {
	return all(ctx, s.path, s.read, func(rows *sql.Rows) (v match.Verdict, err error) {
		return v, scan(rows, &v.Seat, &v.Kind, &v.Round, &v.Detail)
	}, `select seat, verdict, coalesce(verdict_round, 0), coalesce(verdict_detail, '') from seat join match on match.id = seat.match
		where key = ? and verdict is not null order by verdict_round, seat`, key[:])
}

func (s *Store) again(ctx context.Context, key Key) ([]Replayed, error) {
	return all(ctx, s.path, s.read, func(rows *sql.Rows) (r Replayed, err error) {
		var played int64
		err = scan(rows, &r.Worker, &r.Outcome, &played)
		r.Played = time.UnixMilli(played)
		return r, err
	}, `select checked.worker, checked.outcome, checked.played from checked join match on match.id = checked.match
		where key = ? order by checked.played, checked.worker`, key[:])
}

// ReplayOf returns the replay of a match that a worker has played again, or false if it was
// not kept.
func (s *Store) ReplayOf(ctx context.Context, key Key, worker string) ([]byte, bool, error) {
	var data []byte
	err := s.read.QueryRowContext(ctx, `select checked.replay from checked join match on match.id = checked.match
		where key = ? and checked.worker = ?`, key[:], worker).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, false, nil
	}
	return data, data != nil, s.explain(err)
}

// Conclusion is what follows from a match that was played again.
type Conclusion struct {
	Key    Key
	Again  Replayed // the latest; nothing is noted of it if it has not been played
	Agrees bool     // with the match in the table
	Check  Check    // what the check has come to
	// DropReplay drops the replay of the match, which was kept for the check alone.
	DropReplay bool
	// Odd are workers that were alone with what they found, and Why they are revoked.
	Odd []string
	Why string
	// Began are the programs with whose commands the odd ones began to differ.
	Began [][sha256.Size]byte
	// Varying are programs that were found out not to play the same again.
	Varying [][sha256.Size]byte
}

// Conclude notes that a match was played again, and what follows from it, all or nothing.
// Workers are revoked as [Store.Revoke] does.
func (s *Store) Conclude(ctx context.Context, c Conclusion, now time.Time) error {
	return s.change(ctx, func(tx *sql.Tx) error {
		var id int64
		var worker string
		err := scan(tx.QueryRowContext(ctx, `select id, worker from match where key = ?`, c.Key[:]), &id, &worker)
		if errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("match %s is not in the store", c.Key)
		}
		if err != nil {
			return err
		}
		if err := c.note(ctx, tx, id, worker); err != nil {
			return err
		}
		for _, odd := range c.Odd {
			if _, err := tx.ExecContext(ctx, `update worker set failed = failed + 1 where id = ?`, odd); err != nil {
				return err
			}
			for _, program := range c.Began {
				if _, err := tx.ExecContext(ctx, `insert or ignore into cost (program, worker) values (?, ?)`, program[:],
					odd); err != nil {
					return err
				}
			}
			if err := s.revoke(ctx, tx, odd, c.Why, now); err != nil {
				return err
			}
		}
		for _, program := range c.Varying {
			if err := markVarying(ctx, tx, program, c.Why, now); err != nil {
				return err
			}
		}
		return nil
	})
}

// note notes the new state of the check, and who has played.
func (c Conclusion) note(ctx context.Context, tx *sql.Tx, match int64, worker string) error {
	if !c.Again.Played.IsZero() {
		_, err := tx.ExecContext(
			ctx, `insert or replace into checked (match, worker, outcome, agrees, played, replay) values (?, ?, ?, ?, ?, ?)`,
			match, c.Again.Worker, c.Again.Outcome, c.Agrees, c.Again.Played.UnixMilli(), c.Again.Replay)
		if err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, `update match set checking = ? where id = ?`, string(c.Check), match); err != nil {
		return err
	}
	if c.Check == CheckPassed {
		if _, err := tx.ExecContext(ctx, `update worker set passed = passed + 1 where id = ?`, worker); err != nil {
			return err
		}
	}
	if !c.DropReplay {
		return nil
	}
	_, err := tx.ExecContext(ctx, `delete from replay where match = ?`, match)
	return err
}

// Cost returns how many workers were revoked for the sake of each program.
func (s *Store) Cost(ctx context.Context) (map[[sha256.Size]byte]int, error) {
	return byProgram[int](ctx, s, `select program, count(*) from cost group by program`)
}

// byProgram returns what a query says of programs.
func byProgram[T any](ctx context.Context, s *Store, query string) (map[[sha256.Size]byte]T, error) {
	found := make(map[[sha256.Size]byte]T)
	_, err := all(ctx, s.path, s.read, func(rows *sql.Rows) (struct{}, error) {
		var program []byte
		var said T
		err := scan(rows, &program, &said)
		if len(program) == sha256.Size {
			found[[sha256.Size]byte(program)] = said
		}
		return struct{}{}, err
	}, query)
	return found, s.explain(err)
}

// MarkVarying notes that a program does not play the same match the same way again. Earlier
// notes of it stay.
func (s *Store) MarkVarying(ctx context.Context, program [sha256.Size]byte, why string, now time.Time) error {
	return s.change(ctx, func(tx *sql.Tx) error { return markVarying(ctx, tx, program, why, now) })
}

func markVarying(ctx context.Context, tx *sql.Tx, program [sha256.Size]byte, why string, now time.Time) error {
	_, err := tx.ExecContext(ctx, `insert or ignore into varying (program, why, noted) values (?, ?, ?)`, program[:], why,
		now.UnixMilli())
	return err
}

// Varying returns the programs that don't play the same match the same way again, with how
// that was found out.
func (s *Store) Varying(ctx context.Context) (map[[sha256.Size]byte]string, error) {
	return byProgram[string](ctx, s, `select program, why from varying`)
}
