package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"syscall"
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

// patience is for how long a store that is busy is waited for. If short is not nil, it is told when too many files
// are open, which then is waited for as long as it takes.
type patience struct {
	most  time.Duration
	short func()
}

// waits calls do until the store is not busy, for so long, or until ctx is done.
func (p patience) waits(ctx context.Context, do func() error) error {
	until := time.Now().Add(p.most)
	enough, _ := ctx.Value(savingKey{}).(<-chan struct{})
	for pause := moment / 10; ; {
		err := do()
		if isShort(err) {
			if err = fmt.Errorf("%w: %w", syscall.EMFILE, err); p.short == nil {
				return err
			}
			p.short()
			pause = moment
		}
		if p.short != nil && errors.Is(err, syscall.EMFILE) && (enough != nil || ctx.Value(savingKey{}) == nil) {
			until = time.Now().Add(p.most)
		} else if !isBusy(err) || !time.Now().Before(until) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-enough:
			until, enough = time.Now().Add(min(p.most, lastMoments)), nil
		case <-time.After(pause):
		}
	}
}

// isShort reports whether SQLite has failed as no file can be opened at the moment, for which it has no word.
func isShort(err error) bool {
	if failed := new(sqlite.Error); !errors.As(err, &failed) ||
		failed.Code()&0xff != codes.SQLITE_CANTOPEN && failed.Code()&0xff != codes.SQLITE_IOERR {
		return false
	}
	file, err := os.Open(os.DevNull)
	if err == nil {
		_ = file.Close() // it was only read
	}
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)
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
// statements prepared for one need not wait.
type patient struct {
	connection
	patience patience
}

func (p patient) BeginTx(ctx context.Context, o driver.TxOptions) (tx driver.Tx, err error) {
	err = p.patience.waits(ctx, func() error {
		tx, err = p.connection.BeginTx(ctx, o)
		return err
	})
	return tx, err
}

func (p patient) PrepareContext(ctx context.Context, query string) (s driver.Stmt, err error) {
	err = p.patience.waits(ctx, func() error {
		s, err = p.connection.PrepareContext(ctx, query)
		return err
	})
	return s, err
}

func (p patient) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (r driver.Result, err error) {
	err = p.patience.waits(ctx, func() error {
		r, err = p.connection.ExecContext(ctx, query, args)
		return err
	})
	return r, err
}

func (p patient) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (r driver.Rows, err error) {
	err = p.patience.waits(ctx, func() error {
		r, err = p.connection.QueryContext(ctx, query, args)
		return err
	})
	return r, err
}
