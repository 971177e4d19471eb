package tournament

import (
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/stats"
	"github.com/botarena/arena/internal/match/faults"

	"github.com/botarena/arena/internal/cli/shell"
)

// SeriesJSON is what arena series prints with --json.
type SeriesJSON struct {
	Game         string            `json:"game"`
	RulesVersion int               `json:"rules_version"`
	FirstSeed    uint64            `json:"first_seed"`
	Random       string            `json:"random"`
	Settings     map[string]int    `json:"settings"`
	Matches      int               `json:"matches"` // played
	Groups       int               `json:"groups"`  // of matches with one seed
	Finished     bool              `json:"finished"`
	Bots         []entrantJSON     `json:"bots"`
	Pairs        []pairJSON        `json:"pairs"`
	Seats        []seatEffectJSON  `json:"seats"`
	Fit          *fitJSON          `json:"fit,omitempty"` // absent if the matches are too few to tell
	Results      []seriesMatchJSON `json:"results"`
}

// entrantJSON is a bot and its figures. Those that end in _95 are intervals: the true
// figure is in it with a chance of 95 %. They are null if the matches are too few.
type entrantJSON struct {
	playerJSON
	Seats       int                `json:"seats"` // in all matches together
	Matches     int                `json:"matches"`
	Wins        float64            `json:"wins"`
	WinShare    float64            `json:"win_share"`
	WinShare95  []float64          `json:"win_share_95"`
	MeanPlace   float64            `json:"mean_place"`
	MeanPlace95 []float64          `json:"mean_place_95"`
	MeanScore   float64            `json:"mean_score"`
	MeanScore95 []float64          `json:"mean_score_95"`
	Rating      float64            `json:"rating"`
	Rating95    []float64          `json:"rating_95"`
	CPU         *float64           `json:"cpu_s,omitempty"` // of a seat in a match
	CPU95       []float64          `json:"cpu_s_95,omitempty"`
	Verdicts    map[match.Kind]int `json:"verdicts"`
}

// pairJSON compares two bots. Bot and Other are indices in Bots.
type pairJSON struct {
	Bot     int       `json:"bot"`
	Other   int       `json:"other"`
	Above   int       `json:"above"`
	Below   int       `json:"below"`
	Equal   int       `json:"equal"`
	Ahead   float64   `json:"ahead"` // the share of matches; an equal one counts half
	Ahead95 []float64 `json:"ahead_95"`
}

// fitJSON says whether one number for each bot, its rating, fits the pairs.
type fitJSON struct {
	Fails  bool    `json:"fails"`
	Chance float64 `json:"chance"`           // to be as far off or farther if it fits
	Circle []int   `json:"circle,omitempty"` // three bots of which each is ahead of the next, and the last of the first
}

// seatEffectJSON is how bots did in a seat, all together.
type seatEffectJSON struct {
	WinShare    float64   `json:"win_share"`
	WinShare95  []float64 `json:"win_share_95"`
	MeanPlace   float64   `json:"mean_place"`
	MeanPlace95 []float64 `json:"mean_place_95"`
	Points      *float64  `json:"points,omitempty"` // of a rating, by which the seat is better than the mean of the seats
	Points95    []float64 `json:"points_95,omitempty"`
}

type seriesMatchJSON struct {
	Seed     uint64               `json:"seed"`
	Group    int                  `json:"group"`
	Bots     []int                `json:"bots"` // by seat
	Scores   []int                `json:"scores"`
	Places   []int                `json:"places"`
	CPU      []int64              `json:"cpu_ns,omitempty"` // by seat
	Verdicts []*shell.VerdictJSON `json:"verdicts"`
}

// JSON returns the output of --json.
func (r *Standings) JSON(summary stats.Summary, finished bool) SeriesJSON {
	info := r.Setup.Game().Info()
	all := SeriesJSON{
		Game: info.Name, RulesVersion: info.Version, FirstSeed: r.First, Random: string(r.Random),
		Settings: shell.SettingsOf(r.Setup), Matches: summary.Matches, Groups: summary.Groups, Finished: finished,
		Pairs: []pairJSON{}, Results: []seriesMatchJSON{},
	}
	for i, c := range r.Bots {
		all.Bots = append(all.Bots, newEntrantJSON(c, summary.Bots[i], r.Costs))
		for j := range i {
			p := summary.Pair(j, i)
			all.Pairs = append(all.Pairs, pairJSON{j, i, p.Above, p.Below, p.Equal, p.Ahead.Value, bounds(p.Ahead)})
		}
	}
	for i, s := range summary.Seats {
		seat := seatEffectJSON{
			WinShare: s.WinShare.Value, WinShare95: bounds(s.WinShare), MeanPlace: s.Place.Value, MeanPlace95: bounds(s.Place),
		}
		if i < len(summary.Effects) {
			seat.Points, seat.Points95 = &summary.Effects[i].Value, bounds(summary.Effects[i])
		}
		all.Seats = append(all.Seats, seat)
	}
	if f := summary.Fit; f != nil {
		all.Fit = &fitJSON{f.Fails(), f.Chance, f.Circle}
	}
	for _, m := range r.Matches {
		all.Results = append(all.Results, newSeriesMatchJSON(m, r.reports[m.Number], r.Costs))
	}
	return all
}

func newEntrantJSON(c lineup.Entrant, b stats.Bot, costs bool) entrantJSON {
	one := entrantJSON{
		playerJSON: newPlayerJSON(c),
		Seats:      b.Seats, Matches: b.Matches, Wins: b.Wins, WinShare: b.WinShare.Value, WinShare95: bounds(b.WinShare),
		MeanPlace: b.Place.Value, MeanPlace95: bounds(b.Place), MeanScore: b.Score.Value, MeanScore95: bounds(b.Score),
		Rating: b.Rating.Value, Rating95: bounds(b.Rating), Verdicts: b.Faults,
	}
	if costs {
		one.CPU, one.CPU95 = &b.CPU.Value, bounds(b.CPU)
	}
	return one
}

// bounds are the bounds of a figure, or nil.
func bounds(e stats.Estimate) []float64 {
	if e.Interval == nil {
		return nil
	}
	return []float64{e.Interval.Low, e.Interval.High}
}

func newSeriesMatchJSON(m played.Match, reports []faults.Report, costs bool) seriesMatchJSON {
	verdicts := shell.NewVerdictsJSON(m.Verdicts)
	for _, v := range verdicts {
		if report := shell.ReportOn(reports, v.Seat); report != nil {
			v.Report = report.Dir
		}
	}
	var used []int64
	for _, cpu := range m.CPU {
		if costs {
			used = append(used, cpu.Nanoseconds())
		}
	}
	return seriesMatchJSON{m.Seed, m.Group, m.Seats, m.Scores, m.Places, used, verdicts}
}
