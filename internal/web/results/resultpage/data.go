package resultpage

import (
	"encoding/json"
	"strconv"
)

// columns are matches as the script reads them: one list for each figure. Most values of a
// column are alike, and gzip packs them well.
type columns struct {
	Before  string   `json:"before"`
	After   string   `json:"after"`
	Seats   int      `json:"seats"`   // of each match
	Numbers []int    `json:"numbers"` // each as the difference to the one before, from 0
	Seeds   []string `json:"seeds"`   // as numbers, but modulo 2^64; texts, as they may be too large for a number in JavaScript
	Bots    []int    `json:"bots"`    // by match and seat
	Scores  []int    `json:"scores"`
	Places  []int    `json:"places"`
	// Verdicts are: index of the match, seat, round, kind, detail.
	Verdicts [][]any `json:"verdicts"`
	// Links are: index of the match, address.
	Links [][]any `json:"links,omitempty"`
	// At is the place in the stream of events after these matches.
	At string `json:"at,omitempty"`
}

func newColumns(matches []Match) columns {
	c := columns{Numbers: []int{}, Seeds: []string{}, Bots: []int{}, Scores: []int{}, Places: []int{}, Verdicts: [][]any{}}
	number, seed := 0, uint64(0)
	for i, m := range matches {
		c.Seats = len(m.Bots)
		c.Numbers, c.Seeds = append(c.Numbers, m.Number-number), append(c.Seeds, strconv.FormatUint(m.Seed-seed, 10))
		number, seed = m.Number, m.Seed
		c.Bots, c.Scores, c.Places = append(c.Bots, m.Bots...), append(c.Scores, m.Scores...), append(c.Places, m.Places...)
		for _, v := range m.Verdicts {
			c.Verdicts = append(c.Verdicts, []any{i, v.Seat, v.Round, v.Kind, v.Detail})
		}
		if m.Link != "" {
			c.Links = append(c.Links, []any{i, m.Link})
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
	verdicts := make([][]any, len(m.Verdicts))
	for i, v := range m.Verdicts {
		verdicts[i] = []any{v.Seat, v.Round, v.Kind, v.Detail}
	}
	return json.Marshal([]any{m.Number, strconv.FormatUint(m.Seed, 10), m.Bots, m.Scores, m.Places, verdicts})
}
