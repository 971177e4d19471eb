package resultpage

import (
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/web/columnjson"
)

// What the script has of the types below, in src/results/data.ts, is generated: see
// internal/docgen/pagetypes.

// Columns are matches as the script reads them: one list for each figure. Most values of a
// column are alike, and gzip packs them well.
type Columns struct {
	Before  string `json:"before"` // the command that plays a match again, around its number
	After   string `json:"after"`
	Seats   int    `json:"seats"`   // of each match
	Numbers []int  `json:"numbers"` // from 1, each as the difference to the one before
	// so are these, modulo 2^64; texts, as they may be too large for a number in JavaScript
	Seeds    []string `json:"seeds"`
	Rounds   []int    `json:"rounds"` // by match; only that of the first if all have as many
	Bots     []int    `json:"bots"`   // by match and seat
	Scores   []int    `json:"scores"`
	Places   []int    `json:"places"`
	Verdicts []Frozen `json:"verdicts"`
	Links    []Link   `json:"links,omitempty"`
	// Part is the number of this part of the matches, from 0: there are as many before it.
	Part int `json:"part,omitempty"`
	// All is how many matches there are in all parts, and At the place in the stream of events after these, if this is
	// the last part.
	All int    `json:"all,omitempty"`
	At  string `json:"at,omitempty"`
}

// Progress is how far it is with a match that is played again.
type Progress struct {
	State  string `json:"state"` // waiting, playing, kept, failed
	Ahead  int    `json:"ahead"` // matches that are played before it
	Reason string `json:"reason,omitempty"`
}

// Told is a match as the data of an event "match". It is written as a list, as are the types below.
type Told struct {
	Number   int
	Seed     string
	Rounds   int
	Seats    []int // the bots
	Scores   []int
	Places   []int
	Verdicts []Verdict
}

// Verdict is why a bot was frozen, in texts of one line.
type Verdict struct {
	Seat, Round  int
	Kind, Detail string
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

// Charted is what bots noted under the name of a chart, in the seats that count.
type Charted struct {
	Names   []string     `json:"names"` // of all charts
	Name    string       `json:"name"`
	Each    int          `json:"each"`    // rounds of a point
	Matches int          `json:"matches"` // with numbers that count
	Kept    int          `json:"kept"`    // with a replay
	Read    int          `json:"read"`    // replays that have been read
	Full    bool         `json:"full"`    // no more are read
	Bots    []ChartedBot `json:"bots"`
	More    int          `json:"more"` // bots with such numbers that are not among these
}

// ChartedBot is the course of a bot.
type ChartedBot struct {
	Bot    int            `json:"bot"`
	Colour string         `json:"colour"` // in the notation of CSS, as in matches
	Edge   string         `json:"edge"`   // of the line, so that it is seen on any page
	Dashed bool           `json:"dashed"` // another bot may have the colour, and a line that is whole
	Points []ChartedPoint `json:"points"`
}

// ChartedPoint sums up some rounds, from one on. It is written as a list.
type ChartedPoint struct {
	At                int
	Mean, Least, Most float64
}

// MarshalJSON writes the list.
func (p ChartedPoint) MarshalJSON() ([]byte, error) { return columnjson.Tuple(p) }

// MarshalJSON writes the list.
func (t Told) MarshalJSON() ([]byte, error) { return columnjson.Tuple(t) }

// MarshalJSON writes the list.
func (v Verdict) MarshalJSON() ([]byte, error) { return columnjson.Tuple(v) }

// MarshalJSON writes the list.
func (f Frozen) MarshalJSON() ([]byte, error) { return columnjson.Tuple(f) }

// MarshalJSON writes the list.
func (l Link) MarshalJSON() ([]byte, error) { return columnjson.Tuple(l) }

// verdictsOf are the verdicts of a match.
func verdictsOf(m played.Match) []Verdict {
	all := make([]Verdict, len(m.Verdicts))
	for i, v := range m.Verdicts {
		all[i] = Verdict{v.Seat, v.Round, engine.Printable(string(v.Kind)), engine.Printable(v.Detail)}
	}
	return all
}

func newColumns(matches iter.Seq2[played.Match, error], links map[int]string) (c Columns, err error) {
	c = Columns{
		Numbers: []int{}, Seeds: []string{}, Rounds: []int{}, Bots: []int{}, Scores: []int{}, Places: []int{},
		Verdicts: []Frozen{},
	}
	number, seed := -1, uint64(0)
	for m, err := range matches {
		if err != nil {
			return c, err
		}
		i := len(c.Numbers)
		c.Seats = len(m.Seats)
		c.Numbers, c.Seeds = append(c.Numbers, m.Number-number), append(c.Seeds, strconv.FormatUint(m.Seed-seed, 10))
		number, seed = m.Number, m.Seed
		c.addRounds(i, m.Rounds)
		c.Bots, c.Scores, c.Places = append(c.Bots, m.Seats...), append(c.Scores, m.Scores...), append(c.Places, m.Places...)
		for _, v := range verdictsOf(m) {
			c.Verdicts = append(c.Verdicts, Frozen{i, v})
		}
		if link := links[m.Number]; link != "" {
			c.Links = append(c.Links, Link{i, link})
		}
	}
	return c, nil
}

// addRounds adds how many rounds the next match has, after so many others.
func (c *Columns) addRounds(others, rounds int) {
	if len(c.Rounds) == 1 && c.Rounds[0] == rounds {
		return
	}
	if len(c.Rounds) == 1 {
		c.Rounds = slices.Repeat(c.Rounds, others)
	}
	c.Rounds = append(c.Rounds, rounds)
}

// Of are matches that are there.
func Of(matches []played.Match) iter.Seq2[played.Match, error] {
	return func(yield func(played.Match, error) bool) {
		for _, m := range matches {
			if !yield(m, nil) {
				return
			}
		}
	}
}

// MatchesOfPart is how many numbers of matches a part has.
const MatchesOfPart = 3000

// Parts is how many parts the matches have whose numbers are less than end.
func Parts(end int) int { return (end + MatchesOfPart - 1) / MatchesOfPart }

// PartJSON returns a part of the matches as a live page asks for it. All and at are as in [Columns].
func PartJSON(matches []played.Match, part, all int, at string) ([]byte, error) {
	c, err := newColumns(Of(matches), nil)
	if err != nil {
		return nil, err
	}
	c.Part, c.All, c.At = part, all, at
	return json.Marshal(c)
}

// EventJSON returns a match as the data of an event "match".
func EventJSON(m played.Match) ([]byte, error) {
	seed := strconv.FormatUint(m.Seed, 10)
	return json.Marshal(Told{m.Number + 1, seed, m.Rounds, m.Seats, m.Scores, m.Places, verdictsOf(m)})
}

const (
	mostCourses    = 8   // of bots that a chart has
	mostChartNames = 100 // from which a reader chooses
)

// ChartJSON returns a chart as the page asks for it, with the bots that have most numbers.
func ChartJSON(c *archive.Chart) ([]byte, error) {
	count := func(bot int) (all int) {
		for _, n := range c.Bots[bot] {
			all += n.Count
		}
		return all
	}
	var bots []int
	for bot := range c.Bots {
		if count(bot) > 0 {
			bots = append(bots, bot)
		}
	}
	slices.SortStableFunc(bots, func(a, b int) int { return cmp.Compare(count(b), count(a)) })
	shown := bots[:min(len(bots), mostCourses)]
	slices.Sort(shown)
	told := Charted{
		Names: append([]string{}, c.Names[:min(len(c.Names), mostChartNames)]...), Name: c.Name, Each: c.Each,
		Matches: c.Fit, Kept: c.Kept, Read: c.Read, Full: c.Full, Bots: []ChartedBot{}, More: len(bots) - len(shown),
	}
	looks := story.LooksOf(shown, mostCourses)
	for k, bot := range shown {
		look := story.LookOf(looks[k] % story.Apart)
		of := ChartedBot{
			Bot: bot, Colour: inCSS(look.Colour), Edge: inCSS(look.Shade), Dashed: looks[k] >= story.Apart,
		}
		for i, n := range c.Bots[bot] {
			if n.Count > 0 {
				of.Points = append(of.Points, ChartedPoint{i * c.Each, n.Mean(), n.Least, n.Most})
			}
		}
		told.Bots = append(told.Bots, of)
	}
	return json.Marshal(told)
}

func inCSS(c scene.Colour) string { return fmt.Sprintf("light-dark(%s, %s)", c.Light, c.Dark) }
