package contest

import (
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/series"
)

// Progress is how a contest gets on, after a match.
type Progress struct {
	Match    series.Match
	Entrants []lineup.Entrant // by their numbers in the match
	Stored   int              // matches so far that were not played, as the store had them
	Answer   *Answer          // that of a comparison so far, which must not be changed
}

func (r *Run) progress(m series.Match, a *Answer) Progress {
	return Progress{Match: m, Entrants: r.Entrants, Stored: r.Memory.Stored(), Answer: a}
}
