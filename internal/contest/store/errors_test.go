package store_test

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/contest/store"
)

// requireTold requires an error of a store, with its text and hint. FILE stands for the path.
func requireTold(t *testing.T, err error, path, problem, fix string) {
	told := new(hint.HintedError)
	require.ErrorAs(t, err, &told)
	require.Equal(t, path+": "+problem, told.Error())
	require.Equal(t, fix, told.Hint())
}

func TestOpeningWhatIsNoStore(t *testing.T) {
	text := func(t *testing.T, path string) {
		require.NoError(t, os.WriteFile(path, []byte("This is the text of a letter, and no database at all.\n"), 0o600))
	}
	for name, test := range map[string]struct {
		make         func(t *testing.T, path string)
		o            store.Options
		problem, fix string
	}{
		"folder": {
			func(t *testing.T, path string) { require.NoError(t, os.Mkdir(path, 0o700)) },
			store.Options{},
			"is a folder, not a store", "PATH would be a file in it",
		},
		"text":          {text, store.Options{}, "is not a store", "choose another file"},
		"text, to read": {text, store.Options{ReadOnly: true}, "is not a store", "choose another file"},
		"another program's": {
			func(t *testing.T, path string) { execute(t, path, "create table songs (title text)") },
			store.Options{},
			"is a database of another program, not a store", "choose another file",
		},
		"none, to read": {
			func(*testing.T, string) {},
			store.Options{ReadOnly: true},
			"there is no such store", "",
		},
		"empty, to read": {
			func(t *testing.T, path string) { require.NoError(t, os.WriteFile(path, nil, 0o600)) },
			store.Options{ReadOnly: true},
			"is empty, not a store", "",
		},
		"newer": {
			func(t *testing.T, path string) {
				require.NoError(t, open(t, path, store.Options{}).Close())
				execute(t, path, "pragma user_version = 10")
			},
			store.Options{ReadOnly: true},
			"was made by a newer arena: it has format 10, this arena knows those up to 9",
			"use that arena, or choose another file",
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x")
			test.make(t, path)
			if test.fix == "PATH would be a file in it" {
				test.fix = filepath.Join(path, "arena.db") + " would be a file in it"
			}
			before, _ := os.ReadFile(path)
			_, err := store.Open(t.Context(), path, test.o)
			requireTold(t, err, path, test.problem, test.fix)
			after, _ := os.ReadFile(path)
			require.True(t, bytes.Equal(before, after), "nothing was changed")
		})
	}
}

// execute runs SQL on a file, as another program would.
func execute(t *testing.T, path, query string) {
	db, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	_, err = db.ExecContext(t.Context(), query)
	require.NoError(t, err)
	require.NoError(t, db.Close())
}

func TestOpeningWhereNoStoreCanBe(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "none", "x")
	_, err := store.Open(t.Context(), path, store.Options{})
	requireTold(t, err, path, "there is no folder for it", "make the folder "+filepath.Dir(path))
	require.ErrorIs(t, err, fs.ErrNotExist)
	_, err = store.Open(t.Context(), "", store.Options{})
	requireTold(t, err, `""`, "is not the name of a file", "")

	path = filepath.Join(folder, "y")
	store.SetRemote(t, "NFS")
	_, err = store.Open(t.Context(), path, store.Options{})
	requireTold(t, err, path, "is on a network file system (NFS), where stores break",
		"choose a file on a disk of this machine")
	require.NoFileExists(t, path)
}

func TestNewerStoreIsNotWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	require.NoError(t, open(t, path, store.Options{}).Close())
	execute(t, path, "pragma user_version = 10")
	_, err := store.Open(t.Context(), path, store.Options{})
	requireTold(t, err, path, "was made by a newer arena: it has format 10, this arena knows those up to 9",
		"use that arena, or choose another file")
}

// TestOlderStoreIsBroughtUpToDate, and keeps its matches.
func TestOlderStoreIsBroughtUpToDate(t *testing.T) {
	f := begin(t)
	_, err := f.add(t.Context(), 0, nil)
	require.NoError(t, err)
	require.NoError(t, f.Close())

	store.AddFormat(t, "create table later (x integer) strict; insert into later values (42)")
	_, err = store.Open(t.Context(), f.path, store.Options{ReadOnly: true})
	requireTold(t, err, f.path, "was made by an older arena: it has format 9, not 10",
		"play a match into it: that brings it up to date")
	for range 2 {
		s := open(t, f.path, store.Options{})
		value, err := s.Query(t.Context(), "select group_concat(x) from later")
		require.NoError(t, err)
		require.Equal(t, "42", value, "the step was taken once")
		require.Len(t, matches(t, s, f.tournament.ID), 1)
		require.NoError(t, s.Close())
	}
}

// TestTwoArenasBringAStoreUpToDateAtOnce: both have seen the older format, and the second finds that all is done.
func TestTwoArenasBringAStoreUpToDateAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	require.NoError(t, open(t, path, store.Options{}).Close())
	store.AddFormat(t, "create table later (x integer) strict; insert into later values (42)")
	writer, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	writer.SetMaxOpenConns(1)
	_, err = writer.ExecContext(t.Context(), "begin immediate")
	require.NoError(t, err)
	opened := make(chan error)
	for range 2 {
		go func() {
			s, err := store.Open(t.Context(), path, store.Options{})
			if err == nil {
				err = s.Close()
			}
			opened <- err
		}()
	}
	time.Sleep(300 * time.Millisecond) // until both wait for who writes
	_, err = writer.ExecContext(t.Context(), "rollback")
	require.NoError(t, err)
	require.NoError(t, writer.Close())
	require.NoError(t, <-opened)
	require.NoError(t, <-opened)
	value, err := open(t, path, store.Options{}).Query(t.Context(), "select group_concat(x) from later")
	require.NoError(t, err)
	require.Equal(t, "42", value)
}

func TestReadOnlyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	require.NoError(t, open(t, path, store.Options{}).Close())
	require.NoError(t, os.Chmod(path, 0o400))
	if file, err := os.OpenFile(path, os.O_RDWR, 0); err == nil {
		require.NoError(t, file.Close())
		t.Skip("this user may write every file")
	}
	_, err := store.Open(t.Context(), path, store.Options{})
	requireTold(t, err, path, "may not be written by you", "choose another file, or change its permissions")
	require.NoError(t, open(t, path, store.Options{ReadOnly: true}).Close())
}

func TestReaderWritesNothing(t *testing.T) {
	f := begin(t)
	s := open(t, f.path, store.Options{ReadOnly: true})
	_, err := s.Begin(t.Context(), sample(), noon)
	requireTold(t, err, f.path, "is open for reading only", "")
	_, err = s.Query(t.Context(), "delete from tournament returning id")
	require.ErrorContains(t, err, "readonly")
}

// TestFullDisk: what was added before is safe, and the store goes on when there is room.
func TestFullDisk(t *testing.T) {
	f := begin(t)
	_, err := f.add(t.Context(), 0, nil)
	require.NoError(t, err)
	require.NoError(t, f.Exec(t.Context(), "pragma max_page_count = 20"))
	_, err = f.add(t.Context(), 1, make([]byte, 100_000))
	requireTold(t, err, f.path, "the disk is full", "make room; what was added before is safe")
	require.Len(t, matches(t, f.Store, f.tournament.ID), 1)

	require.NoError(t, f.Exec(t.Context(), "pragma max_page_count = 1000"))
	fresh, err := f.add(t.Context(), 1, make([]byte, 100_000))
	require.NoError(t, err)
	require.True(t, fresh)
}

func TestBusyStore(t *testing.T) {
	store.SetPatience(t, 50*time.Millisecond)
	f := begin(t)
	other := open(t, f.path, store.Options{})
	require.NoError(t, other.Exec(t.Context(), "begin immediate"))
	_, err := f.add(t.Context(), 0, nil)
	requireTold(t, err, f.path, "another program is writing it, and does not end",
		"end that program, or choose another file")
	_, known, err := f.Find(t.Context(), f.key(0))
	require.NoError(t, err, "reading goes on")
	require.False(t, known)
	require.NoError(t, other.Exec(t.Context(), "rollback"))
	_, err = f.add(t.Context(), 0, nil)
	require.NoError(t, err)
}

func TestDamagedStore(t *testing.T) {
	f := begin(t)
	for number := range 200 {
		_, err := f.add(t.Context(), number, nil)
		require.NoError(t, err)
	}
	require.NoError(t, f.Close())
	s, err := store.Open(t.Context(), f.path, store.Options{})
	require.NoError(t, err)
	file, err := os.OpenFile(f.path, os.O_RDWR, 0)
	require.NoError(t, err)
	info, err := file.Stat()
	require.NoError(t, err)
	_, err = file.WriteAt(make([]byte, info.Size()-8192), 8192)
	require.NoError(t, err)
	require.NoError(t, file.Close())

	const fix = "sqlite3 FILE .recover | sqlite3 NEW saves what can be read"
	requireTold(t, useDamaged(t.Context(), f), f.path, "is damaged", fix)
	requireTold(t, s.CopyTo(t.Context(), filepath.Join(t.TempDir(), "copy.db")), f.path, "is damaged", fix)
	require.NoError(t, s.Close())
}

// useDamaged returns the first error of opening and reading a store.
func useDamaged(ctx context.Context, f *fixture) error {
	s, err := store.Open(ctx, f.path, store.Options{})
	if err != nil {
		return err
	}
	defer s.Close() //nolint:errcheck // another error is the one to tell
	for _, err := range s.Matches(ctx, f.tournament.ID) {
		if err != nil {
			return err
		}
	}
	return fmt.Errorf("no error")
}
