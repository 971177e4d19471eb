package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
)

// usualPatience is how long a process waits for another one to write. No transaction takes long;
// but a machine may be asleep, or a disk slow.
var usualPatience = 10 * time.Second

// remote is networkOf, except in tests.
var remote = networkOf

// mostReaders is how many may read at the same time.
const mostReaders = 4

// Open opens the store in a file, and makes the file if there is none and the store may be
// written. What a user can do about an error, an [Error] says.
func Open(ctx context.Context, path string, o Options) (*Store, error) {
	if err := usable(path, o); err != nil {
		return nil, err
	}
	s := &Store{path: path}
	if err := s.open(ctx, o); err != nil {
		s.abandon()
		return nil, s.explain(err)
	}
	return s, nil
}

// abandon closes the open parts of a store that failed to open. The caller's error is returned;
// errors of closing are dropped.
func (s *Store) abandon() {
	for _, db := range []*sql.DB{s.read, s.write} {
		if db != nil {
			_ = db.Close()
		}
	}
}

func (s *Store) open(ctx context.Context, o Options) (err error) {
	if s.read, err = connect(s.path, o.Short, mostReaders, "ro"); err != nil {
		return err
	}
	if o.ReadOnly {
		return s.checkFormat(ctx)
	}
	// Normal: a power cut may take the last matches, which are played again; the file stays whole.
	if s.write, err = connect(s.path, o.Short, 1, "rwc", "synchronous(normal)"); err != nil {
		return err
	}
	if err := s.migrate(ctx); err != nil {
		return err
	}
	return s.statements.prepare(ctx, s.write)
}

// connect returns a pool that has made no connection yet.
func connect(path string, short func(), most int, mode string, pragmas ...string) (*sql.DB, error) {
	return connectWith(path, short, most, 0, mode, pragmas...)
}

// connectWith is connect for what SQLite does by means of other files, which are attached.
func connectWith(
	path string, short func(), most, attached int, mode string, pragmas ...string,
) (*sql.DB, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	query := url.Values{"mode": {mode}, "_txlock": {"immediate"}, "_defensive": {"1"}}
	busy := min(usualPatience, moment).Milliseconds()
	query["_pragma"] = slices.Concat(
		[]string{fmt.Sprintf("busy_timeout(%d)", busy), "foreign_keys(1)"}, guards, pragmas)
	file := url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(full), "/"), RawQuery: query.Encode()}
	connector, err := sqlite.NewConnector(file.String())
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(guarded{connector, patience{usualPatience, short}, attached})
	db.SetMaxOpenConns(most)
	db.SetMaxIdleConns(most)
	return db, nil
}

// usable returns an error for what SQLite would tell less clearly, or not at all.
func usable(path string, o Options) error {
	if path == "" {
		return hint.New(`""`, "is not the name of a file", "")
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && o.ReadOnly:
		return hint.New(path, "there is no such store", "").Because(fs.ErrNotExist)
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Stat(filepath.Dir(path)); err != nil {
			return hint.New(
				path, "there is no folder for it", "make the folder "+safe.Name(filepath.Dir(path)),
			).Because(fs.ErrNotExist)
		}
	case err != nil:
		return err
	case info.IsDir():
		return hint.New(path, "is a folder, not a store", safe.Name(filepath.Join(path, "arena.db"))+" would be a file in it")
	case !info.Mode().IsRegular():
		return hint.New(path, "is not a file", "")
	}
	if system := remote(filepath.Dir(path)); system != "" {
		return hint.New(
			path, "is on a network file system ("+system+"), where stores break",
			"choose a file on a disk of this machine",
		)
	}
	if !o.ReadOnly && err == nil {
		return writable(path)
	}
	return nil
}

// writable returns an error if a file that exists can't be written. SQLite would open it for
// reading, and fail later.
func writable(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrPermission) {
		return hint.New(
			path, "may not be written by you", "choose another file, or change its permissions",
		).Because(fs.ErrPermission)
	}
	if err != nil {
		return err
	}
	return file.Close()
}

// CopyTo writes the contents of the store at one moment into a new file. Others write into the store
// meanwhile. If it fails, half of the file may be left.
func (s *Store) CopyTo(ctx context.Context, path string) error {
	full, err := filepath.Abs(path) // no other name of a file begins as a URI does
	if err != nil {
		return err
	}
	db, err := connectWith(s.path, nil, 1, 1, "ro") // SQLite attaches the copy
	if err != nil {
		return s.explain(err)
	}
	_, err = db.ExecContext(ctx, "vacuum into ?", full)
	err = errors.Join(err, db.Close())
	if refused := new(sqlite.Error); errors.As(err, &refused) && refused.Code()&0xff == codes.SQLITE_FULL {
		return (&Store{path: path}).explain(err) // its disk, not that of the store
	}
	return s.explain(err)
}
