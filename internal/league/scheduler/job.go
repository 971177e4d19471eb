package scheduler

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

// ParseKey reads what String has written.
func ParseKey(s string) (Key, error) {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != len(Key{}) {
		return Key{}, errors.New("is not the key of a match")
	}
	return Key(b), nil
}

// MarshalText makes a key readable in JSON.
func (k Key) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads what MarshalText has written.
func (k *Key) UnmarshalText(text []byte) (err error) {
	*k, err = ParseKey(string(text))
	return err
}

// Job is a match for a worker.
type Job struct {
	Key  Key
	Body []byte // tells the worker what to play
	// Wall is how long the match may take. A worker that is at work on it for ten times as long
	// loses it. It is at most [MostWall], which 0 means as well.
	Wall time.Duration
	// Not are the IDs of workers that are not to play it, as a check match must be played by
	// another one. While there is no other, the match waits.
	Not []string
	// ByLot says that chance decides who plays it, among all workers that are there and may: also those that
	// have no room for more, as a worker could otherwise ask for the match by making room.
	ByLot bool
}

// Limits of what workers do.
const (
	MostSlots = 64        // matches that one worker plays at a time
	MostTries = 5         // how often a match is given
	MostWall  = time.Hour // the longest limit of a match
)

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
