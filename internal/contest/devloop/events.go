package devloop

import (
	"fmt"
	"time"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/comparison"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/match/faults"
	"github.com/botarena/arena/internal/match/rerun"
)

// Event is a piece of news: one of the types of this file.
type Event any

// Doing says what the loop does now.
type Doing struct {
	What  Step
	Build *Build // that it is about; nil where there is none yet
	Older *Build // that it is compared with; nil if it is not
}

// Step is something that takes a while.
type Step int

// The steps.
const (
	Meeting  Step = iota // the opponents are started
	Building             // the bot is built
	First                // the first match is played
	Rerunning
)

// Built says that the bot was built, and is another program than before.
type Built struct {
	Build *Build
	Took  time.Duration
}

// Same says that the program is the same as that of a build of which all was told.
type Same struct {
	Build *Build
	Last  bool // it is that of the last build, and not that which builds are compared with
}

// Faults are new faults of a build in a match: verdicts of a kind that it did not get before.
type Faults struct {
	Build    *Build
	Verdicts []match.Verdict
	Reports  []faults.Report // of the match
	Baseline bool            // there is nothing before it
}

// Baseline says which build those after it are compared with.
type Baseline struct {
	Build *Build
	First bool
}

// Differs says how a build answers the States of a match that was recorded with an older one.
type Differs struct {
	Newer, Older *Build
	Fault        *match.Verdict    // that it gets; nil if it plays on
	First        *rerun.Difference // nil if all commands are the same
	Rounds       int               // that were compared
}

// Progress is how a series gets on.
type Progress struct {
	Build      *Build
	Played, Of int // matches
	Now        comparison.Evidence
}

// Compared is what the matches of a build and an older one say.
type Compared struct {
	Newer, Older *Build
	Answer       *comparison.Answer
	Played       int // matches
	Frozen       int // matches in which the newer build was
}

// LookAt names the match that is worth to be looked at.
type LookAt struct {
	Match series.Match
	Why   Why
	Build *Build
	Share float64 // of the build in that match, as the question measures it
}

// Why a match is to be looked at.
type Why int

// The reasons.
const (
	FirstMatch Why = iota
	NewFault
	Worst // the match in which the build was behind most
)

// Stopped says that there was another save before all was told.
type Stopped struct{}

// Failed is why a turn ended before its end.
type Failed struct{ Err error }

// UnbuiltError reports that a bot could not be built or started, so that the last build stays.
type UnbuiltError struct {
	Err   error
	Stays *Build
}

func (e *UnbuiltError) Error() string { return fmt.Sprintf("%v\n%s stays", e.Err, e.Stays.Label()) }

// Unwrap returns why.
func (e *UnbuiltError) Unwrap() error { return e.Err }
