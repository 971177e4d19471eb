package cli

import (
	"encoding/hex"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/series"
)

// field is the different bots of a series.
type field struct {
	bots     []contender
	entrants []int // for every entrant of the line-up, its bot
}

// contender is one of them.
type contender struct {
	name    string
	label   string // the name, and more if another has the same
	typed   string
	path    string
	version string
	sha256  string
}

// newField tells bots apart by their programs: two versions of a bot may well
// have the same name.
func newField(l *lineup) field {
	f := field{}
	numbers := make(map[string]int) // by path
	sharing := make(map[string]int) // by name
	for i, name := range l.names() {
		b := l.bots[i]
		number, seen := numbers[b.Path]
		if !seen {
			number = len(f.bots)
			numbers[b.Path] = number
			sharing[name]++
			f.bots = append(f.bots, contender{
				name: name, label: name, typed: b.Typed, path: b.Path,
				version: l.processes[i].Description().Version, sha256: hex.EncodeToString(b.SHA256[:]),
			})
		}
		f.entrants = append(f.entrants, number)
	}
	for i := range f.bots {
		if c := &f.bots[i]; sharing[c.name] > 1 {
			c.label = c.name + " (" + c.typed + ")"
		}
	}
	return f
}

type seriesJSON struct {
	Game         string            `json:"game"`
	RulesVersion int               `json:"rules_version"`
	FirstSeed    uint64            `json:"first_seed"`
	Random       string            `json:"random"`
	Settings     map[string]int    `json:"settings"`
	Matches      int               `json:"matches"` // played
	Finished     bool              `json:"finished"`
	Bots         []contenderJSON   `json:"bots"`
	Pairs        []pairJSON        `json:"pairs"`
	Results      []seriesMatchJSON `json:"results"`
}

type contenderJSON struct {
	Name      string             `json:"name"`
	Path      string             `json:"path"`
	Version   string             `json:"version"`
	SHA256    string             `json:"sha256"`
	Seats     int                `json:"seats"` // in all matches together
	Wins      float64            `json:"wins"`
	WinShare  float64            `json:"win_share"`
	MeanPlace float64            `json:"mean_place"`
	MeanScore float64            `json:"mean_score"`
	Verdicts  map[match.Kind]int `json:"verdicts"`
}

// pairJSON compares two bots by their numbers in the list of bots.
type pairJSON struct {
	Bot   int `json:"bot"`
	Other int `json:"other"`
	Above int `json:"above"`
	Below int `json:"below"`
	Equal int `json:"equal"`
}

type seriesMatchJSON struct {
	Seed     uint64         `json:"seed"`
	Bots     []int          `json:"bots"` // by seat
	Scores   []int          `json:"scores"`
	Places   []int          `json:"places"`
	Verdicts []*verdictJSON `json:"verdicts"`
}

func (r *seriesRun) json(setup engine.Setup, finished bool) seriesJSON {
	info := setup.Game().Info()
	all := seriesJSON{
		Game: info.Name, RulesVersion: info.Version, FirstSeed: r.o.setup.seed.value, Random: r.o.setup.random.String(),
		Settings: settingsOf(setup), Matches: r.standings.Matches, Finished: finished,
		Pairs: []pairJSON{}, Results: []seriesMatchJSON{},
	}
	for i, c := range r.field.bots {
		row := r.standings.Rows[i]
		all.Bots = append(all.Bots, contenderJSON{
			Name: c.name, Path: c.path, Version: c.version, SHA256: c.sha256,
			Seats: row.Seats, Wins: row.Wins, WinShare: r.standings.WinShare(i),
			MeanPlace: row.MeanPlace(), MeanScore: row.MeanScore(), Verdicts: row.Verdicts,
		})
		for j := range i {
			all.Pairs = append(all.Pairs, pairJSON{j, i, r.standings.Above(j, i), r.standings.Above(i, j), r.standings.Equal(i, j)})
		}
	}
	for _, m := range r.matches {
		all.Results = append(all.Results, newSeriesMatchJSON(m))
	}
	return all
}

func newSeriesMatchJSON(m series.Match) seriesMatchJSON {
	return seriesMatchJSON{m.Seed, m.Bots, m.Scores, m.Places, newVerdictsJSON(m.Verdicts)}
}
