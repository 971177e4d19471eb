package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"time"

	"modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"
)

// SQLite waits by itself for another process that writes, but looks at no signal meanwhile. So it waits
// for a moment, is asked again, and the caller may give up in between.

// moment is how long SQLite waits by itself.
const moment = 100 * time.Millisecond

// lastMoments is how long a write waits once the user has had enough.
const lastMoments = 500 * time.Millisecond

type savingKey struct{}

// Saving returns a context in which something is saved although ctx is done. It does not end. But
// then it hardly waits for another process.
func Saving(ctx context.Context) context.Context {
	return context.WithValue(context.WithoutCancel(ctx), savingKey{}, ctx.Done())
}

// waits calls do until the store is not busy, for so long, or until ctx is done.
func waits(ctx context.Context, most time.Duration, do func() error) error {
	until := time.Now().Add(most)
	enough, _ := ctx.Value(savingKey{}).(<-chan struct{})
	for {
		err := do()
		if !isBusy(err) || !time.Now().Before(until) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-enough:
			until, enough = time.Now().Add(min(most, lastMoments)), nil
		case <-time.After(moment / 10):
		}
	}
}

func isBusy(err error) bool {
	busy := new(sqlite.Error)
	return errors.As(err, &busy) && busy.Code()&0xff == codes.SQLITE_BUSY
}

// connection is what the driver's connections are.
type connection interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.SessionResetter
	driver.Validator
}

// patient is a connection that waits with an ear for its context. A transaction that has begun has the lock, so
// that what is prepared for one need not wait.
type patient struct {
	connection
	most time.Duration
}

func (p patient) BeginTx(ctx context.Context, o driver.TxOptions) (tx driver.Tx, err error) {
	err = waits(ctx, p.most, func() error {
		tx, err = p.connection.BeginTx(ctx, o)
		return err
	})
	return tx, err
}

func (p patient) PrepareContext(ctx context.Context, query string) (s driver.Stmt, err error) {
	err = waits(ctx, p.most, func() error {
		s, err = p.connection.PrepareContext(ctx, query)
		return err
	})
	return s, err
}

func (p patient) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (r driver.Result, err error) {
	err = waits(ctx, p.most, func() error {
		r, err = p.connection.ExecContext(ctx, query, args)
		return err
	})
	return r, err
}

func (p patient) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (r driver.Rows, err error) {
	err = waits(ctx, p.most, func() error {
		r, err = p.connection.QueryContext(ctx, query, args)
		return err
	})
	return r, err
}
