package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"

	codes "modernc.org/sqlite/lib"

	"modernc.org/sqlite"

	"github.com/botarena/arena/internal/base/safe"
)

// A store may come from a stranger. SQLite itself is made for that: a store damaged on purpose is an
// error. The rest are things that cost time and memory, and things that run.

const (
	// mostBytes is the length of the longest value: twice that of the largest replay.
	mostBytes = 64 << 20
	// mostText is the length of the longest text that is read. Long ones are lists of bots.
	mostText = 64 << 10
	// leastRow is less than the bytes that a row takes in the file, on average over a join.
	leastRow = 2
)

// guards are settings of every connection: nothing in the schema is trusted, and what pages say of their
// cells is compared with the cells.
var guards = []string{"trusted_schema(0)", "cell_size_check(1)", "mmap_size(0)"}

// most are limits of every connection, by their numbers.
var most = map[int]int{
	codes.SQLITE_LIMIT_LENGTH:         mostBytes,
	codes.SQLITE_LIMIT_SQL_LENGTH:     mostText, // also of the schema
	codes.SQLITE_LIMIT_TRIGGER_DEPTH:  1,
	codes.SQLITE_LIMIT_WORKER_THREADS: 0,
}

// guarded makes connections with limits, which wait.
type guarded struct {
	driver.Connector
	patience patience
	attached int // files beside the store
}

func (g guarded) Connect(ctx context.Context) (c driver.Conn, err error) {
	err = g.patience.waits(ctx, func() error { // some settings read the file
		c, err = g.Connector.Connect(ctx)
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := limit(ctx, c, g.attached); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	is, ok := c.(connection)
	if !ok {
		return nil, errors.Join(fmt.Errorf("unexpected connection %T", c), c.Close())
	}
	return patient{is, g.patience}, nil
}

// limit sets the limits of a connection. The driver takes only one of a pool.
func limit(ctx context.Context, c driver.Conn, attached int) error {
	pool := sql.OpenDB(made{c})
	defer pool.Close() //nolint:errcheck // its connection is in use, and so stays open
	conn, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	for id, n := range most {
		if _, err := sqlite.Limit(conn, id, n); err != nil {
			return err
		}
	}
	_, err = sqlite.Limit(conn, codes.SQLITE_LIMIT_ATTACHED, attached)
	return err
}

// made is a connector of a connection made before.
type made struct{ conn driver.Conn } // a field, as a pool closes a connector that can be closed

func (m made) Connect(context.Context) (driver.Conn, error) { return m.conn, nil }
func (m made) Driver() driver.Driver                        { return nil }

// scanner is a row, or rows.
type scanner interface{ Scan(into ...any) error }

// scan is Scan, but refuses texts that are too long.
func scan(from scanner, into ...any) error {
	guardTexts(into)
	return from.Scan(into...)
}

// guardTexts lets Scan refuse texts that are too long.
func guardTexts(into []any) {
	for i, to := range into {
		switch to := to.(type) {
		case *string:
			into[i] = (*shortText)(to)
		case *safe.Outside:
			into[i] = (*shortText)(to)
		case *sql.NullString:
			into[i] = (*shortNull)(to)
		}
	}
}

type shortText string

func (t *shortText) Scan(value any) error {
	if text, is := value.(string); is { // as nearly always; there are millions of them
		*t = shortText(text)
		return bound(text)
	}
	var whole sql.Null[string]
	if err := whole.Scan(value); err != nil {
		return err
	}
	if !whole.Valid {
		return errors.New("a text is missing")
	}
	*t = shortText(whole.V)
	return bound(whole.V)
}

type shortNull sql.NullString

func (t *shortNull) Scan(value any) error {
	if value == nil {
		*t = shortNull{}
		return nil
	}
	if err := (*sql.NullString)(t).Scan(value); err != nil {
		return err
	}
	return bound(t.String)
}

// longError reports a text that is too long.
type longError int

func (e longError) Error() string {
	return fmt.Sprintf("has a text of %d bytes, and %d are the most", int(e), mostText)
}

func bound(text string) error {
	if len(text) > mostText {
		return longError(len(text))
	}
	return nil
}

// errEndless reports rows without an end: pages of a file can lead round in it.
var errEndless = errors.New("is damaged: it has more rows than fit in it")

// rowCount counts the rows of a query.
type rowCount struct {
	path       string
	rows, most int64
}

// next counts a row. It looks at the file only if there are many.
func (c *rowCount) next() error {
	const few = 1 << 16
	if c.rows++; c.rows <= max(few, c.most) {
		return nil
	}
	log, size := sizeOf(c.path+"-wal"), sizeOf(c.path) // in this order: what leaves the one is in the other
	if c.most = (log + size) / leastRow; c.rows > c.most {
		return errEndless
	}
	return nil
}

func sizeOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}
