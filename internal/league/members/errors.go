package members

import "errors"

// Error is an error that a user can do something about.
type Error struct {
	Problem string // whose fault it is, and which
	Fix     string // what to do; may be empty
	Err     error  // what it is, for errors.Is; may be nil
}

func (e *Error) Error() string { return e.Problem }

// Hint returns Fix.
func (e *Error) Hint() string  { return e.Fix }
func (e *Error) Unwrap() error { return e.Err }

// ErrInvited says that somebody was invited under a name, and that this counts still.
var ErrInvited = errors.New("there is an invitation of this name")
