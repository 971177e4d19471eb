// Package progress shows how a long run of matches gets on: as a live board on a
// terminal, as few quiet lines where people read it later, and as a JSON object a line
// for programs.
//
// A [Display] never holds up the run that it shows. [Display.Update] keeps only the
// newest [State], and a goroutine of the display shows it at most five times a second.
// Lines wait in a queue of limited size; if nobody reads them, it says how many are missing.
//
// On a terminal the board is below everything that is printed, and disappears in the
// end, since the results that follow say more. No key is read, and no mode of the terminal is
// changed (but that of a console of Windows, until Close): Ctrl-C, Ctrl-Z and Ctrl-\ are signals
// as ever, and a program that dies leaves the terminal as it was. After a stop the board comes
// back below the lines that were printed meanwhile.
package progress

import (
	"math"
	"time"
)

// State is a run of matches at one moment. The display reads it later: what it refers to
// must not be changed any more, though a slice may be appended to.
type State struct {
	Title    string    // the run in words, as "compare moria mine yours"; may be empty
	Matches  int       // known so far
	Of       int       // how many there will be, or of a comparison at most; 0 if that is not known
	AtMost   bool      // fewer than Of may do
	More     int       // if fewer may do, how many more it takes by the matches so far; 0 if that is unknown
	Stored   int       // of those known, how many were not played now; they don't count for the rate
	Begun    time.Time // when this run began
	Unit     Unit      // of the table's values
	Table    []Row     // in the order in which it is shown
	Evidence *Evidence // of a comparison; otherwise nil
	Faults   []string  // lines about bots' faults, oldest first; the last three are shown
}

// Unit says what values are and how they are printed.
type Unit struct {
	Name     string // as "points"
	Percent  bool   // a value of 0.5 is printed as 50 %
	Decimals int    // digits after the point
}

// Row is a bot in the standings. Low and High are the ends of its interval, and NaN
// where there is none yet.
type Row struct {
	Name             string
	Value, Low, High float64
}

// Evidence is how far a comparison is from being decided. All capitals are natural
// logarithms: 0 is the capital at the beginning.
type Evidence struct {
	New, Old  string    // the names of the two bots
	Better    []float64 // capital of the bets on New, after each group of matches
	Worse     []float64 // capital of the bets on Old
	Decided   float64   // the capital at which either is believed; above 0
	Share     float64   // of the pairs in which New was ahead, 0 to 1
	Low, High float64   // the interval of Share; NaN where there is none yet
}

// Match is a match that was played.
type Match struct {
	Number   int       `json:"number"` // from 0
	Seed     uint64    `json:"seed"`
	Bots     []string  `json:"bots"`   // names, by seat
	Scores   []int     `json:"scores"` // by seat
	Places   []int     `json:"places"` // by seat, from 1
	Verdicts []Verdict `json:"verdicts"`
}

// Verdict is why a player was frozen.
type Verdict struct {
	Seat   int    `json:"seat"`
	Round  int    `json:"round"` // from 0
	Kind   string `json:"kind"`
	Detail string `json:"detail"`
}

// pace is how fast a run gets on.
type pace struct {
	elapsed time.Duration
	rate    float64       // matches a second; 0 if not known
	left    time.Duration // -1 if not known; where fewer matches may do, at most
	likely  time.Duration // -1 if not known, or if that is as long as left
}

func paceOf(s *State, now time.Time) pace {
	p := pace{elapsed: max(0, now.Sub(s.Begun)), left: -1, likely: -1}
	if s.Begun.IsZero() {
		p.elapsed = 0
	}
	played := s.Matches - s.Stored
	if played <= 0 || p.elapsed <= 0 {
		return p
	}
	p.rate = float64(played) / p.elapsed.Seconds()
	if s.Of > 0 {
		p.left = p.takes(s.Of - s.Matches)
	}
	if 0 < s.More && s.More < s.Of-s.Matches {
		p.likely = p.takes(s.More)
	}
	return p
}

// takes returns how long so many matches take, or -1 if that is not worth telling.
func (p pace) takes(matches int) time.Duration {
	seconds := float64(max(0, matches)) / p.rate
	if seconds >= longestLeft.Seconds() {
		return -1
	}
	return time.Duration(seconds * float64(time.Second))
}

// longestLeft is the longest time left that is worth telling.
const longestLeft = 1000 * time.Hour

// known reports whether all values are known; NaN and infinities stand for unknown ones.
func known(values ...float64) bool {
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}
