package broker

import (
	"errors"

	"github.com/botarena/arena/internal/league/assign"
)

// Key identifies a match, and with it a job and its result.
type Key = assign.Key

// Job is a match for a worker. Its body has at most [MostBody] bytes.
type Job = assign.Job

// Delivered is a result, or the report that there will be none.
type Delivered struct {
	Key    Key
	Worker string // the ID of who played it; "" of a match that failed
	Body   []byte // what the worker sent
	// Err, if not nil, says why the match was given up: it was given [MostTries] times.
	Err error
	// Tries is how often the match was given; 0 if that is not known, as an earlier league gave it.
	Tries int
	// Done takes the result off the queue. Call it after the result was stored or
	// refused, as it comes again otherwise.
	Done func()
}

// Limits of what is sent, and of who may send it.
const (
	MostBody     = 1<<20 - 16<<10 // bytes of a job or a part of a result; with its headers a message has 1 MB at most
	MostResult   = 36 << 20       // bytes of a result
	MostProgram  = 128 << 20      // bytes of a bot's program
	UsualWorkers = 240            // that play at the same time, if a league says nothing else
	MostWorkers  = 10_000         // the most that a league may say
	UsualAuthors = 256            // that are connected at the same time, if a league says nothing else
	MostAuthors  = 10_000         // the most that a league may say
	MostSlots    = assign.MostSlots
	MostTries    = assign.MostTries
	MostStrikes  = assign.MostStrikes

	mostAbout   = 4 << 10 // bytes that a worker tells about itself
	mostWaiting = 128     // results of one worker that the league has not read yet
	mostReason  = 1 << 10 // bytes of why a worker could not play
)

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
