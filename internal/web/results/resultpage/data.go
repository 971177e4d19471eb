package resultpage

import (
	"encoding/json"
	"strconv"

	"github.com/botarena/arena/internal/web/rows"
)

// What the script has of the types below, in src/results/data.ts, is generated: see
// internal/docgen/pagetypes.

// Columns are matches as the script reads them: one list for each figure. Most values of a
// column are alike, and gzip packs them well.
type Columns struct {
	Before  string `json:"before"` // the command that plays a match again, around its number
	After   string `json:"after"`
	Seats   int    `json:"seats"`   // of each match
	Numbers []int  `json:"numbers"` // each as the difference to the one before, from 0
	// so are these, modulo 2^64; texts, as they may be too large for a number in JavaScript
	Seeds    []string `json:"seeds"`
	Bots     []int    `json:"bots"` // by match and seat
	Scores   []int    `json:"scores"`
	Places   []int    `json:"places"`
	Verdicts []Frozen `json:"verdicts"`
	Links    []Link   `json:"links,omitempty"`
	// At is the place in the stream of events after these matches.
	At string `json:"at,omitempty"`
}

// Told is a match as the data of an event "match". It is written as a list, as are the types below.
type Told struct {
	Number   int
	Seed     string
	Seats    []int // the bots
	Scores   []int
	Places   []int
	Verdicts []Verdict
}

// Frozen is a verdict with the index of its match.
type Frozen struct {
	Match int
	Verdict
}

// Link is where a match is shown.
type Link struct {
	Match   int // its index
	Address string
}

// MarshalJSON writes the list.
func (t Told) MarshalJSON() ([]byte, error) { return rows.Tuple(t) }

// MarshalJSON writes the list.
func (v Verdict) MarshalJSON() ([]byte, error) { return rows.Tuple(v) }

// MarshalJSON writes the list.
func (f Frozen) MarshalJSON() ([]byte, error) { return rows.Tuple(f) }

// MarshalJSON writes the list.
func (l Link) MarshalJSON() ([]byte, error) { return rows.Tuple(l) }

func newColumns(matches []Match) Columns {
	c := Columns{
		Numbers: []int{}, Seeds: []string{}, Bots: []int{}, Scores: []int{}, Places: []int{},
		Verdicts: []Frozen{},
	}
	number, seed := 0, uint64(0)
	for i, m := range matches {
		c.Seats = len(m.Bots)
		c.Numbers, c.Seeds = append(c.Numbers, m.Number-number), append(c.Seeds, strconv.FormatUint(m.Seed-seed, 10))
		number, seed = m.Number, m.Seed
		c.Bots, c.Scores, c.Places = append(c.Bots, m.Bots...), append(c.Scores, m.Scores...), append(c.Places, m.Places...)
		for _, v := range m.Verdicts {
			c.Verdicts = append(c.Verdicts, Frozen{i, v})
		}
		if m.Link != "" {
			c.Links = append(c.Links, Link{i, m.Link})
		}
	}
	return c
}

// MatchesJSON returns the matches as a live page asks for them, with the place in the stream
// of events from which the page is to go on.
func MatchesJSON(matches []Match, at string) ([]byte, error) {
	c := newColumns(matches)
	c.At = at
	return json.Marshal(c)
}

// EventJSON returns a match as the data of an event "match".
func EventJSON(m Match) ([]byte, error) {
	verdicts := append([]Verdict{}, m.Verdicts...)
	return json.Marshal(Told{m.Number, strconv.FormatUint(m.Seed, 10), m.Bots, m.Scores, m.Places, verdicts})
}
