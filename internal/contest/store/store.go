// Package store keeps all matches that were played: an SQLite file that any number of
// processes may read and write at the same time.
//
// A match is known by its [Key], which follows from all that the match does. So no match is
// played twice, and a match may be part of several tournaments. The store holds facts and
// no plans: what remains to be played follows from the tournament's schedule.
package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/botarena/arena/internal/base/hint"
)

// Store is an open store. Its methods may be called at the same time.
type Store struct {
	path       string
	format     int     // of the file when it was opened
	write      *sql.DB // one connection; nil if the store is only read
	read       *sql.DB
	statements statements
	public     *public // nil unless it is what everybody may see
}

// Options are how a store is opened. The zero value will do.
type Options struct {
	// ReadOnly opens a store that exists, and changes nothing.
	ReadOnly bool
	// Short, if not nil, is called again and again while too many files are open for the store. It waits until there
	// are fewer, where it would fail otherwise. Several goroutines may call it at once.
	Short func()
}

// statements are prepared, as they run for each match.
type statements struct{ addMatch, matchID, addSeat, addPart, addLine, addReplay, addWorker, count *sql.Stmt }

// prepare prepares the statements.
func (s *statements) prepare(ctx context.Context, db *sql.DB) error {
	for into, text := range map[**sql.Stmt]string{
		&s.addMatch: `insert into match (key, rounds, wall, played, outcome, worker, checking, lead_changes)
			values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing returning id`,
		&s.matchID: `select id from match where key = ?`,
		&s.addSeat: `insert into seat (match, seat, place, score, cpu, cpu_most, verdict, verdict_round, verdict_detail)
			values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		&s.addPart: `insert into part (tournament, number, board, seed, entrants, match) values (?, ?, ?, ?, ?, ?)
			on conflict do update set match = match returning match`,
		&s.addLine: insertLine,
		&s.count: `insert into counted (tournament, matches) values (?, 1)
			on conflict do update set matches = matches + 1`,
		&s.addWorker: `insert into worker (id, matches, last) values (?, 1, ?)
			on conflict do update set matches = matches + 1, last = excluded.last`,
		&s.addReplay: `insert or replace into replay (match, data) values (?, ?)`,
	} {
		statement, err := db.PrepareContext(ctx, text)
		if err != nil {
			return err
		}
		*into = statement
	}
	return nil
}

// Close closes the store. All that was added is in its file.
func (s *Store) Close() error {
	err := s.read.Close() // first, as the last one to close clears up, and this one may not write
	if s.write == nil {
		s.clearUp()
		return s.explain(err)
	}
	return s.explain(errors.Join(err, s.write.Close()))
}

// clearUp removes the files beside the store that reading has made, which a connection that
// only reads leaves behind. Without the right to write there, they stay.
func (s *Store) clearUp() {
	db, err := connect(s.path, nil, 1, "rw")
	if err != nil {
		return
	}
	ctx, stop := context.WithTimeout(context.Background(), moment) // who writes now clears up
	defer stop()
	_ = db.QueryRowContext(ctx, "select 1 from sqlite_master").Scan(new(int))
	_ = db.Close()
}

// change runs a function in a transaction. It waits while another process writes.
func (s *Store) change(ctx context.Context, do func(*sql.Tx) error) error {
	if s.write == nil {
		return hint.New(s.path, "is open for reading only", "")
	}
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return s.explain(err)
	}
	if err := do(tx); err != nil {
		return s.explain(errors.Join(err, ignoreDone(tx.Rollback())))
	}
	return s.explain(tx.Commit())
}

// ignoreDone drops the error of a transaction that has ended by itself.
func ignoreDone(err error) error {
	if errors.Is(err, sql.ErrTxDone) {
		return nil
	}
	return err
}

// querier is a database or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// all returns all rows of a query. The path is that of the file.
func all[T any](ctx context.Context, path string, from querier, scan func(*sql.Rows) (T, error), query string,
	args ...any,
) (values []T, err error) {
	err = each(ctx, path, from, func(rows *sql.Rows) (bool, error) {
		value, err := scan(rows)
		values = append(values, value)
		return true, err
	}, query, args...)
	if err != nil {
		return nil, err
	}
	return values, nil
}

// each calls a function with each row of a query, until it wants no more. The path is that of the file.
func each(ctx context.Context, path string, from querier, do func(*sql.Rows) (more bool, err error), query string,
	args ...any,
) error {
	rows, err := from.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // Err tells
	count := rowCount{path: path}
	for rows.Next() {
		if err := count.next(); err != nil {
			return err
		}
		if more, err := do(rows); err != nil || !more {
			return err
		}
	}
	return rows.Err()
}
