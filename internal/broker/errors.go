package broker

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

// ErrUnable is returned by a [Play] if the worker lacks what the match needs, as an interpreter or
// room on its disk. Another one gets the match, and it does not count as having been given.
var ErrUnable = errors.New("the worker lacks what the match needs")

// ErrInvited says that somebody was invited under a name, and that this counts still.
var ErrInvited = errors.New("there is an invitation of this name")

// Why a worker is sent away.
var (
	// ErrRevoked says that the league does not know the worker's key, or not any more.
	ErrRevoked = errors.New("the league does not know this key, or has revoked it")
	// ErrNotAdmitted says that the league does not want this worker as it is.
	ErrNotAdmitted = errors.New("the league does not take this worker")
	// ErrDeclined says that the league does not take a submission.
	ErrDeclined = errors.New("the league does not take this submission")
)
