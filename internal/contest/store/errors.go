package store

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"
)

// Error is an error with a store, and with what to do about it.
type Error struct {
	Path    string
	Problem string // in words that follow the path
	Fix     string // may be ""
	Err     error  // the cause, if there is more to tell; may be nil
}

func (e *Error) Error() string { return e.Path + ": " + e.Problem }

// Hint returns what to do about the error, or "".
func (e *Error) Hint() string { return e.Fix }

func (e *Error) Unwrap() error { return e.Err }

// problems are SQLite's errors that a user can do something about, by their codes.
var problems = map[int]Error{
	codes.SQLITE_NOTADB:   {Problem: "is not a store", Fix: "choose another file"},
	codes.SQLITE_BUSY:     {Problem: "another program is writing it, and does not end", Fix: "end that program, or choose another file"},
	codes.SQLITE_FULL:     {Problem: "the disk is full", Fix: "make room; what was added before is safe"},
	codes.SQLITE_READONLY: {Problem: "may not be written by you", Fix: "change the permissions of the file and of its folder, or choose another file"},
	codes.SQLITE_CANTOPEN: {Problem: "can't be opened", Fix: "its folder must be one in which you may write, as SQLite keeps files beside it"},
	codes.SQLITE_PROTOCOL: {Problem: "can't be locked", Fix: "choose a file on a disk of this machine"},
	codes.SQLITE_CORRUPT:  {Problem: "is damaged", Fix: "sqlite3 FILE .recover | sqlite3 NEW saves what can be read"},
	codes.SQLITE_TOOBIG:   {Problem: "has a text or a replay that is too long", Fix: fmt.Sprintf("choose another file: no arena writes one of more than %d MB", mostBytes>>20)},
	codes.SQLITE_IOERR:    {Problem: "can't be read or written", Fix: "see whether its disk works and has room"},
}

// explain turns an error of SQLite into one that says what to do.
func (s *Store) explain(err error) error {
	if long := longError(0); errors.As(err, &long) {
		return &Error{Path: s.path, Problem: long.Error(), Fix: "choose another file: no arena writes such a text", Err: err}
	}
	if errors.Is(err, errEndless) {
		return &Error{Path: s.path, Problem: errEndless.Error(), Fix: "choose another file", Err: err}
	}
	told, sqlite := new(Error), new(sqlite.Error)
	if err == nil || errors.As(err, &told) || !errors.As(err, &sqlite) {
		return err
	}
	problem, known := problems[sqlite.Code()&0xff]
	if !known {
		problem = Error{Problem: sqlite.Error()}
	}
	problem.Path, problem.Err = s.path, err
	return &problem
}
