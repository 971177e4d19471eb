package broker

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"time"
)

// Key identifies a match, and with it a job and its result.
type Key [sha256.Size]byte

// String returns the key in hexadecimal.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// parseKey reads what String has written.
func parseKey(s string) (Key, error) {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != len(Key{}) {
		return Key{}, errors.New("is no key of a match")
	}
	return Key(b), nil
}

// Job is a match that is to be played.
type Job struct {
	Key  Key
	Body []byte // tells the worker what to play; at most [MostBody]
	// Wall is how long the match may take. A worker that is at work on it for ten times as long
	// loses it. It is at most [MostWall], which 0 means as well.
	Wall time.Duration
	// Not are the IDs of workers that are not to play it, as a check match must be played by
	// another one. While there is no other, the match waits.
	Not []string
}

// Delivered is a result, or the report that there will be none.
type Delivered struct {
	Key    Key
	Worker string // the ID of who played it; "" of a match that failed
	Body   []byte // what the worker sent
	// Err, if not nil, says why the match was given up: it was given [MostTries] times.
	Err error
	// Tries is how often the match was given; 0 if that is not known, as an earlier league gave it.
	Tries int
	// Done takes the result off the queue. It is to be called after the result was stored or
	// refused, as it comes again otherwise.
	Done func()
}

// Limits of what is sent, and of who may send it.
const (
	MostBody    = 1<<20 - 16<<10 // bytes of a job or a part of a result; with its headers a message has 1 MB at most
	MostResult  = 36 << 20       // bytes of a result
	MostProgram = 128 << 20      // bytes of a bot's program
	MostWorkers = 240            // connected at the same time
	MostAuthors = 256            // connected at the same time
	MostSlots   = 64             // matches that one worker plays at a time
	MostTries   = 5              // how often a match is given
	MostStrikes = 3              // matches that a worker may keep without being revoked
	MostWall    = time.Hour      // the longest limit of a match

	mostAbout   = 4 << 10 // bytes that a worker tells about itself
	mostWaiting = 128     // results of one worker that the league has not read yet
	mostReason  = 1 << 10 // bytes of why a worker could not play
)
