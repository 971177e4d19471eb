// Package replay writes matches to files, reads them and verifies them.
//
// A replay holds all that it takes to play the match again: setup, seed, and the
// commands of every round. It also holds a hash of the state after each round, with
// which [Replay.Verify] checks that the match comes out the same, and, for authors,
// the bots' notes and what they wrote to standard error.
//
// # Compatibility
//
// Every version of the package reads the replays of all earlier versions. A match
// can be played again only with the version of the rules with which it was played.
package replay

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
)

// Header describes the match, and who played it.
type Header struct {
	Setup  engine.Setup
	Seed   uint64
	Random engine.Randomness
	Seats  []Seat
	Arena  string        // the version of the arena
	CPU    time.Duration // the CPU time allowed for a round; 0 if unlimited or unknown
	Limits *Limits       // the other limits; nil if unknown
	// Sandbox says how the bots were confined: the level and the measures enforced, in one
	// line. It is empty if that is unknown.
	Sandbox string
	// Board is the SHA-256 of the board of the match. [NewWriter] fills it in.
	Board [sha256.Size]byte
	// Rules is the version of the rules. [NewWriter] fills it in.
	Rules int
}

// Limits are what every player was told of its limits, beside the CPU time of a round, and
// the memory that it might have, in bytes.
type Limits struct {
	Bank, StartCPU, Wall, WallBank time.Duration
	Memory                         int64
}

// Human is the name of a person who plays.
const Human = "human"

// Seat describes a player.
type Seat struct {
	Name    string
	Version string
	SHA256  []byte // of the bot's file; nil for a player without one
	Named   string // how it was named on the command line; "" if that is not known. Nothing is started by it.
}

// Replay is a match as it was recorded.
type Replay struct {
	Header
	Rounds []Round
	// Scores are the final scores by seat, or nil if the match was interrupted.
	Scores []int

	unplayed *unplayed // nil unless the replay was read
}

// unplayed is the match that reading a replay has made, for the first who plays it again: its
// board takes as long as its rounds. It is of what the header said then.
type unplayed struct {
	match engine.Match
	of    Header
	taken atomic.Bool
}

// take returns the match of a header, or nil if it is another one or was taken before.
func (u *unplayed) take(h *Header) engine.Match {
	if u == nil || u.of.Setup != h.Setup || u.of.Seed != h.Seed || u.of.Random != h.Random ||
		!slices.Equal(u.of.Names(), h.Names()) || u.taken.Swap(true) {
		return nil
	}
	m := u.match
	u.match = nil
	return m
}

// Round is a round as it was recorded.
type Round struct {
	match.Round
	Hash   [8]byte // of the state after the round
	Checks []byte  // one for each item of that state, see engine.Digest
}

// Names returns the names of the players, by seat.
func (h Header) Names() []string {
	names := make([]string, len(h.Seats))
	for i, s := range h.Seats {
		names[i] = s.Name
	}
	return names
}

// Verdicts returns all verdicts in the order in which they were given.
func (r *Replay) Verdicts() []match.Verdict {
	var all []match.Verdict
	for _, round := range r.Rounds {
		all = append(all, round.Verdicts...)
	}
	return all
}

// Play plays the recorded match again and calls visit after every round. It stops
// at the first error of visit and returns it.
func (r *Replay) Play(visit func(m engine.Match, round Round) error) error {
	m, err := r.Begin()
	if err != nil {
		return err
	}
	for _, round := range r.Rounds {
		m.Step(round.Turns)
		if err := visit(m, round); err != nil {
			return err
		}
	}
	return nil
}

// Begin returns the recorded match before its first round. It fails if the match
// was played with another version of the rules.
func (r *Replay) Begin() (engine.Match, error) {
	if own := r.Setup.Game().Info(); own.Version != r.Rules {
		return nil, fmt.Errorf("played with version %d of the rules of %s, this arena has version %d", r.Rules, own.Title,
			own.Version)
	}
	if m := r.unplayed.take(&r.Header); m != nil {
		return m, nil
	}
	return r.Setup.New(r.Names(), r.Seed, r.Random)
}

// Verify plays the match again. It returns nil if everything comes out the same,
// and otherwise an error that names the first difference. After each round that is
// the same, it calls visit with the match.
func (r *Replay) Verify(visit ...func(engine.Match)) error {
	m, err := r.Begin()
	if err != nil {
		return err
	}
	if boardHash(m) != r.Board {
		return fmt.Errorf("the board differs: seed %d gives another one", r.Seed)
	}
	var digest engine.Digest
	for _, round := range r.Rounds {
		if m.Over() {
			return fmt.Errorf("round %d: the match was over before", round.Number)
		}
		m.Step(round.Turns)
		if err := round.Check(m, &digest); err != nil {
			return err
		}
		for _, look := range visit {
			look(m)
		}
	}
	if r.Scores != nil && !m.Over() {
		return fmt.Errorf("ending: recorded after %d rounds, but the match goes on", len(r.Rounds))
	}
	for seat, score := range m.Scores() {
		if r.Scores != nil && score != r.Scores[seat] {
			return fmt.Errorf("ending: the score of seat %d differs: %d recorded, %d played", seat, r.Scores[seat], score)
		}
	}
	return nil
}

// DifferenceError reports that a round did not come out as it was recorded.
type DifferenceError struct {
	Round int    // from 0
	Item  string // the first item that differs, such as "unit 12"; "" if unknown
}

func (e *DifferenceError) Error() string {
	if e.Item == "" {
		return fmt.Sprintf("round %d: the state differs", e.Round)
	}
	return fmt.Sprintf("round %d: %s differs", e.Round, e.Item)
}

func boardHash(m engine.Match) [sha256.Size]byte {
	return sha256.Sum256(m.Board().Text())
}
