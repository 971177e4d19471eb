package wire

import (
	"time"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/league/scheduler"
)

// Beat is what a worker says every third of AckWait, as JSON.
type Beat struct {
	Slots   int             // how many matches it plays at a time
	Playing []scheduler.Key `json:",omitempty"`
	About   []byte          `json:",omitempty"` // what it tells about itself, at most [MostAbout] bytes
}

// Answer is what the league answers to a beat, as JSON.
type Answer struct {
	AckWait time.Duration // how long the worker may be silent, from [MinAckWait]
	Refused safe.Outside  `json:",omitempty"` // why the worker is not wanted
	Full    int           `json:",omitempty"` // how many workers there are, if there is no room for this one
}

const (
	// MinAckWait is the shortest AckWait: beats are a third of it apart.
	MinAckWait = time.Second
	// MostAbout is how many bytes a worker tells about itself.
	MostAbout = 4 << 10
)
