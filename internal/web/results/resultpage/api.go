package resultpage

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/stats"
)

// OpenAPI describes what programs may ask for, in JSON.
//
//go:embed openapi.json
var OpenAPI []byte

// The types below are those of openapi.json. A figure that is not known is null.

type estimateJSON struct {
	Value float64  `json:"value"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
}

func newEstimateJSON(e stats.Estimate) estimateJSON {
	j := estimateJSON{Value: e.Value}
	if e.Interval != nil {
		j.Low, j.High = &e.Interval.Low, &e.Interval.High
	}
	return j
}

type standingJSON struct {
	Bot     int          `json:"bot"`
	Name    string       `json:"name"`
	Version string       `json:"version"`
	Rank    int          `json:"rank"` // 0 for one that is not in the table
	Moved   *int         `json:"moved"`
	Rating  estimateJSON `json:"rating"`
	Wins    estimateJSON `json:"wins"`
	Place   estimateJSON `json:"place"`
	Score   estimateJSON `json:"score"`
	Matches int          `json:"matches"`
}

type tableJSON struct {
	Title   string         `json:"title"`
	Begun   time.Time      `json:"begun"`
	Matches int            `json:"matches"`
	Watch   []watchedJSON  `json:"watch"`
	Playing [][]int        `json:"playing"` // bots by seat
	Newest  []versionJSON  `json:"newest"`
	Seats   []seatJSON     `json:"seats"`
	Page    int            `json:"page"`
	Pages   int            `json:"pages"`
	Bots    []standingJSON `json:"bots"`
}

type watchedJSON struct {
	Match  int    `json:"match"`
	Why    string `json:"why"`
	Bots   []int  `json:"bots"`
	Scores []int  `json:"scores"`
}

// seatJSON is how one bot, or all of them, did in a seat.
type seatJSON struct {
	Matches int          `json:"matches"`
	Wins    estimateJSON `json:"wins"`
	Place   estimateJSON `json:"place"`
}

func newSeatsJSON(seats []stats.Seat) []seatJSON {
	list := make([]seatJSON, len(seats))
	for i, s := range seats {
		list[i] = seatJSON{s.Seats, newEstimateJSON(s.WinShare), newEstimateJSON(s.Place)}
	}
	return list
}

type versionJSON struct {
	Bot      int        `json:"bot"`
	Name     string     `json:"name"`
	Version  string     `json:"version"`
	HandedIn *time.Time `json:"handed_in"`
	Joined   *int       `json:"joined"`
	Left     *int       `json:"left"`
	Leaving  bool       `json:"leaving"`
	Key      string     `json:"key"`
}

type dayJSON struct {
	Day     string       `json:"day"`
	Bot     int          `json:"bot"`
	Place   int          `json:"place"`
	Rating  estimateJSON `json:"rating"`
	Matches int          `json:"matches"`
}

type lossJSON struct {
	Match   int          `json:"match"`
	Place   int          `json:"place"`
	Score   int          `json:"score"`
	Winners []int        `json:"winners"`
	Best    int          `json:"best"`
	Verdict *verdictJSON `json:"verdict"`
	Behind  *int         `json:"behind_from"`
	Source  string       `json:"lacks"`
	Less    int          `json:"lacks_points"`
}

type verdictJSON struct {
	Seat  int    `json:"seat"`
	Round int    `json:"round"`
	Kind  string `json:"kind"`
}

type botJSON struct {
	standingJSON

	Seats    []seatJSON    `json:"seats"`
	Versions []versionJSON `json:"versions"`
	Days     []dayJSON     `json:"days"`
	Losses   []lossJSON    `json:"losses"`
}

type matchJSON struct {
	Match    int           `json:"match"`
	Seed     string        `json:"seed"` // too large for a number of JavaScript
	Ended    time.Time     `json:"ended"`
	Bots     []int         `json:"bots"`
	Scores   []int         `json:"scores"`
	Places   []int         `json:"places"`
	Verdicts []verdictJSON `json:"verdicts"`
}

func (p *Page) standingJSON(before map[string]Day, bot, rank int) standingJSON {
	of := p.Summary.Bots[bot]
	s := standingJSON{
		Bot: bot, Name: p.Bots[bot], Version: p.Versions[bot], Rank: rank, Matches: of.Matches,
		Rating: newEstimateJSON(of.Rating), Wins: newEstimateJSON(of.WinShare),
		Place: newEstimateJSON(of.Place), Score: newEstimateJSON(of.Score),
	}
	if m := p.moved(before, bot, rank); before != nil && rank > 0 && !m.New {
		s.Moved = &m.Places
	}
	return s
}

// WriteTableJSON writes a page of the table for programs, from 1. It returns false if no page has that number.
func WriteTableJSON(w io.Writer, p Page, number int) (bool, error) {
	r, has := onPage(number, len(p.Ranking))
	if !has {
		return false, nil
	}
	t := tableJSON{
		Title: p.Title, Begun: p.Begun.UTC(), Matches: p.Summary.Matches, Page: r.Page, Pages: r.Pages,
		Watch: []watchedJSON{}, Playing: append([][]int{}, p.playing()...), Newest: p.versionsJSON(p.newest()),
		Seats: newSeatsJSON(p.Summary.Seats), Bots: []standingJSON{},
	}
	for _, w := range p.Watch {
		t.Watch = append(t.Watch, watchedJSON{w.Match, w.What, w.Bots, w.Scores})
	}
	before := p.before()
	for i, bot := range cut(r, p.Ranking) {
		t.Bots = append(t.Bots, p.standingJSON(before, bot, r.From+i))
	}
	return true, json.NewEncoder(w).Encode(t)
}

// WriteBotJSON writes the facts of a bot for programs. It returns false if there is no such bot, or it has not
// played.
func WriteBotJSON(ctx context.Context, w io.Writer, p Page, bot int) (bool, error) {
	rank := slices.Index(p.Ranking, bot) + 1
	if rank == 0 && !slices.Contains(p.Replaced, bot) {
		return false, nil
	}
	b := botJSON{
		standingJSON: p.standingJSON(p.before(), bot, rank),
		Seats:        newSeatsJSON(p.Summary.Bots[bot].BySeat),
		Versions:     []versionJSON{}, Days: []dayJSON{}, Losses: []lossJSON{},
	}
	if p.Entrants != nil {
		b.Versions = p.versionsJSON(p.versionsOf(bot))
	}
	if p.DetailOf == nil {
		return true, json.NewEncoder(w).Encode(b)
	}
	d, err := p.DetailOf(ctx, bot, p.versionsOf(bot))
	if err != nil {
		return true, err
	}
	for _, day := range d.Days {
		b.Days = append(b.Days, dayJSON{day.Day, day.Bot, day.Place, newEstimateJSON(day.Rating), day.Matches})
	}
	for _, l := range d.Losses {
		b.Losses = append(b.Losses, newLossJSON(l))
	}
	return true, json.NewEncoder(w).Encode(b)
}

func (p *Page) versionsJSON(bots []int) []versionJSON {
	list := make([]versionJSON, len(bots))
	for i, bot := range bots {
		list[i] = p.versionJSON(bot)
	}
	return list
}

func (p *Page) versionJSON(number int) versionJSON {
	e := p.Entrants[number]
	v := versionJSON{
		Bot: number, Name: p.Bots[number], Version: p.Versions[number], Leaving: e.Leaving, Key: e.Author,
	}
	if !e.Came.IsZero() {
		came := e.Came.UTC()
		v.HandedIn = &came
	}
	if e.Joined > 0 {
		v.Joined = &e.Joined
	}
	if e.Left > 0 {
		v.Left = &e.Left
	}
	return v
}

func newLossJSON(l Loss) lossJSON {
	j := lossJSON{Match: l.Match, Place: l.Place, Score: l.Score, Winners: l.Winners, Best: l.Best}
	if l.Verdict != nil {
		j.Verdict = &verdictJSON{l.Verdict.Seat, l.Verdict.Round, l.Verdict.Kind}
	}
	if l.Known {
		j.Behind, j.Source, j.Less = &l.Round, l.Source, l.Less
	}
	return j
}

// MatchesJSON returns matches for programs.
func MatchesJSON(matches []played.Match) ([]byte, error) {
	list := make([]matchJSON, len(matches))
	for i, m := range matches {
		list[i] = matchJSON{
			Match: m.Number + 1, Seed: strconv.FormatUint(m.Seed, 10), Ended: m.Ended.UTC(),
			Bots: m.Seats, Scores: m.Scores, Places: m.Places,
			Verdicts: []verdictJSON{},
		}
		for _, v := range verdictsOf(m) {
			list[i].Verdicts = append(list[i].Verdicts, verdictJSON{v.Seat, v.Round, v.Kind})
		}
	}
	var text bytes.Buffer
	err := json.NewEncoder(&text).Encode(list)
	return text.Bytes(), err
}
