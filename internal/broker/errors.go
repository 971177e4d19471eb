package broker

import (
	"errors"

	"github.com/botarena/arena/internal/league/members"
)

// Error is an error that a user can do something about.
type Error = members.Error

// ErrUnable is returned by a [Play] if the worker lacks what the match needs, as an interpreter or
// room on its disk. Another one gets the match, and it does not count as having been given.
var ErrUnable = errors.New("the worker lacks what the match needs")

// Why a worker is sent away.
var (
	// ErrRevoked says that the league does not know the worker's key, or not any more.
	ErrRevoked = errors.New("the league does not know this key, or has revoked it")
	// ErrNotAdmitted says that the league does not want this worker as it is.
	ErrNotAdmitted = errors.New("the league does not take this worker")
	// ErrDeclined says that the league does not take a submission.
	ErrDeclined = errors.New("the league does not take this submission")
)
