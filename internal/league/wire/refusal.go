package wire

import "errors"

// Why a worker is sent away.
var (
	// ErrRevoked says that the league does not know the worker's key, or not any more.
	ErrRevoked = errors.New("the league does not know this key, or has revoked it")
	// ErrNotAdmitted says that the league does not want this worker as it is.
	ErrNotAdmitted = errors.New("the league does not take this worker")
)
