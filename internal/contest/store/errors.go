package store

import (
	"errors"
	"fmt"
	"syscall"

	"modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"

	"github.com/botarena/arena/internal/base/hint"
)

// problem is what a user is told of a code of SQLite's: in words that follow the path, and what to do.
type problem struct{ what, fix string }

// problems are SQLite's errors that a user can do something about, by their codes.
var problems = map[int]problem{
	codes.SQLITE_NOTADB: {"is not a store", "choose another file"},
	codes.SQLITE_BUSY:   {"another program is writing it, and does not end", "end that program, or choose another file"},
	codes.SQLITE_FULL:   {"the disk is full", "make room; what was added before is safe"},
	codes.SQLITE_READONLY: {
		"may not be written by you",
		"change the permissions of the file and of its folder, or choose another file",
	},
	codes.SQLITE_CANTOPEN: {
		"can't be opened",
		"its folder must be one in which you may write, as SQLite keeps files beside it",
	},
	codes.SQLITE_PROTOCOL: {"can't be locked", "choose a file on a disk of this machine"},
	codes.SQLITE_CORRUPT:  {"is damaged", "sqlite3 FILE .recover | sqlite3 NEW saves what can be read"},
	codes.SQLITE_TOOBIG: {
		"has a text or a replay that is too long",
		fmt.Sprintf("choose another file: no arena writes one of more than %d MB", mostBytes>>20),
	},
	codes.SQLITE_IOERR: {"can't be read or written", "see whether its disk works and has room"},
}

// explain turns an error of SQLite into one that says what to do.
func (s *Store) explain(err error) error {
	if line := new(lineError); errors.As(err, &line) {
		return hint.New(s.path, line.Error(), "choose another file: no arena writes such a line").Because(err)
	}
	if long := longError(0); errors.As(err, &long) {
		return hint.New(s.path, long.Error(), "choose another file: no arena writes such a text").Because(err)
	}
	if errors.Is(err, errEndless) {
		return hint.New(s.path, errEndless.Error(), "choose another file").Because(err)
	}
	told, refused := new(hint.HintedError), new(sqlite.Error)
	if err == nil || errors.As(err, &told) || !errors.As(err, &refused) {
		return err
	}
	if errors.Is(err, syscall.EMFILE) {
		return hint.New(s.path, syscall.EMFILE.Error(), hint.OfFiles(err)).Because(err)
	}
	known, ok := problems[refused.Code()&0xff]
	if !ok {
		known.what = refused.Error()
	}
	return hint.New(s.path, known.what, known.fix).Because(err)
}
