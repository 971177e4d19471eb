package cli

import (
	"encoding/hex"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/series"
)

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

// pairJSON compares two bots. Bot and Other are indices in Bots.
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
	for i, c := range r.bots.list {
		row := r.standings.Rows[i]
		all.Bots = append(all.Bots, contenderJSON{
			Name: c.name, Path: c.command.Path, Version: c.version, SHA256: hex.EncodeToString(c.sha256[:]),
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
	verdicts := newVerdictsJSON(m.Verdicts)
	for _, v := range verdicts {
		if report := reportOn(m.Reports, v.Seat); report != nil {
			v.Report = report.Dir
		}
	}
	return seriesMatchJSON{m.Seed, m.Bots, m.Scores, m.Places, verdicts}
}
