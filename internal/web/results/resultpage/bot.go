package resultpage

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/botarena/arena/internal/contest/stats"
)

// Day is how a bot was rated on a day.
type Day struct {
	Day     string // 2026-11-29
	Bot     int    // its number
	Place   int    // in the table, from 1
	Matches int    // so far
	Rating  stats.Estimate
}

// Detail is what the page of a bot has beyond the tables.
type Detail struct {
	Days   []Day  // of all its versions, in their order
	Losses []Loss // the last one first
	// Slowest is the CPU time of its longest round, in SlowestIn, a number from 1; zero if it is not known.
	Slowest   time.Duration
	SlowestIn int
	CPU       []time.Duration // of each round of the newest of its losses whose replay is kept, in CPUIn; nil without
	CPUIn     int
}

// Loss is a match that a bot has not won.
type Loss struct {
	Match   int // from 1
	Ended   time.Time
	Place   int
	Score   int
	Winners []int // bots
	Best    int   // score
	Verdict *Verdict
	// Known says that the replay is kept. Then the bot was behind after Round and all later ones, and beside the winner
	// it lacks Less points of a Source, if the game names any.
	Known  bool
	Round  int
	Source string
	Less   int
}

// lossTable has the last losses of a bot, or of several.
type lossTable struct {
	Rows    []lossRow
	Several bool
}

// lossRow is a row of them.
type lossRow struct {
	Loss

	Bot string // if there are several
	To  string // the part of the match's address from the # on, or nothing
	Won string
	Why string
}

// lossRows are of a bot. The link to a match says in its round, as a reader's remark does, why it was lost.
func (p *Page) lossRows(bot int, losses []Loss) []lossRow {
	rows := make([]lossRow, len(losses))
	for i, l := range losses {
		rows[i] = lossRow{Loss: l, Won: p.names(l.Winners)}
		var why []string
		round := l.Round
		if v := l.Verdict; v != nil {
			round = v.Round
			why = append(why, fmt.Sprintf("frozen in round %d: %s", v.Round, v.Kind))
		}
		if l.Known {
			why = append(why, fmt.Sprintf("behind from round %d on", l.Round))
			if l.Less > 0 {
				why = append(why, fmt.Sprintf("%d fewer points from %s", l.Less, l.Source))
			}
		}
		if rows[i].Why = strings.Join(why, "; "); rows[i].Why != "" {
			remark := fmt.Sprintf("%d.%s: %s", round, p.Bots[bot], rows[i].Why)
			rows[i].To = fmt.Sprintf("#r=%d&t=%s", round, url.QueryEscape(remark))
		}
	}
	return rows
}

func (p *Page) names(bots []int) string {
	names := make([]string, len(bots))
	for i, bot := range bots {
		names[i] = p.Bots[bot]
	}
	return strings.Join(names, ", ")
}

// opponent is a row of those that a bot has met.
type opponent struct {
	standing

	Ahead string // how often the bot was ahead of it, with an interval
	Cell  crossCell
}

// versionRow is a row of a bot's versions.
type versionRow struct {
	entrant

	Is     bool   // the one of the page
	Link   string // to its page; "" if it has none
	Rating string
	Wins   string
	Played int
}

// botPage has the figures of a bot.
type botPage struct {
	parts
	heading
	Detail

	Of          standing
	Gain        []crossCell // by seat
	Opponents   []opponent
	Rows        extent
	Best, Worst []opponent // of the opponents, where there are more than these
	Versions    []versionRow
	Key         string // that has signed it
	By          byline
	Charts      []chart
	Days        []Day // the last one first
	Deaths      []fault
	Lost        lossTable
}

// Name is what the page is called.
func (b *botPage) Name() string { return b.Heading + ": " + b.Title }

const (
	mostVersions = 50
	mostDays     = 60 // in the table beside the chart
	mostMarks    = 9  // of a chart
)

// WriteBot writes the page of a bot for a server. Pages of opponents, the best first, count from 1. It returns false
// if there is no such page.
func WriteBot(ctx context.Context, w io.Writer, p Page, bot, number int) (bool, error) {
	played := slices.Concat(p.Ranking, p.Replaced)
	place := slices.Index(played, bot)
	if place < 0 || p.Pair == nil {
		return false, nil
	}
	met := p.met(bot, played)
	r, has := onPage(number, len(met))
	if !has {
		return false, nil
	}
	b := botPage{
		parts: p.frame(), heading: heading{p.Bots[bot], "../", "bot"}, Of: p.standings([]int{bot}, place+1, "")[0],
		Gain: p.gains([]int{bot}, "../")[0].Cells, Rows: r, Deaths: p.deaths(bot),
	}
	if place >= len(p.Ranking) {
		b.Of.Rank = 0
	}
	b.Opponents = p.opponents(bot, cut(r, met))
	best, worst := p.extremes(bot, met)
	b.Best, b.Worst = p.opponents(bot, best), p.opponents(bot, worst)
	b.Description = b.describe()
	if p.Entrants != nil {
		b.Versions, b.Key, b.By = p.versions(p.versionsOf(bot), bot), p.Entrants[bot].Author, p.by(bot, "../")
	}
	if p.DetailOf != nil {
		var err error
		if b.Detail, err = p.DetailOf(ctx, bot, p.versionsOf(bot)); err != nil {
			return true, err
		}
	}
	b.Lost.Rows = p.lossRows(bot, b.Losses)
	b.Charts = append(ratingChart(b.Detail.Days), cpuChart(b.CPU, b.CPUIn)...)
	b.Days = slices.Clone(b.Detail.Days[max(0, len(b.Detail.Days)-mostDays):])
	slices.Reverse(b.Days)
	return true, page().ExecuteTemplate(w, "bot", &b)
}

// met are those whom a bot has met, of some.
func (p *Page) met(bot int, played []int) []int {
	met := make([]int, 0, len(played))
	for _, other := range played {
		if pair := p.Pair(bot, other); other != bot && pair.Above+pair.Below+pair.Equal > 0 {
			met = append(met, other)
		}
	}
	return met
}

// describe is what a chat shows of a link to the page.
func (b *botPage) describe() string {
	rank := "An earlier version"
	if b.Of.Rank > 0 {
		rank = fmt.Sprintf("Rank %d", b.Of.Rank)
	}
	return fmt.Sprintf("%s in %s. Rating %s; wins %s of %d matches.", rank, b.Title, b.Of.Rating, b.Of.Wins, b.Of.Matches)
}

func (p *Page) opponents(bot int, met []int) []opponent {
	list := make([]opponent, 0, len(met))
	for _, row := range p.standings(met, 1, "../bot/") {
		list = append(list, opponent{
			row, p.Pair(bot, row.Number).Ahead.Text(100, 1, "%"), p.crossCell(bot, row.Number, p.Pair, "../"),
		})
	}
	return list
}

// extremes returns against whom a bot is ahead most and least, of those whom it has met often enough. There are none
// where these would be all.
func (p *Page) extremes(bot int, met []int) (best, worst []int) {
	const few = 3
	shares, sure := make(map[int]float64), make([]int, 0, len(met))
	for _, other := range met {
		if ahead := p.Pair(bot, other).Ahead; ahead.Interval != nil {
			shares[other], sure = ahead.Value, append(sure, other)
		}
	}
	if len(sure) <= 2*few {
		return nil, nil
	}
	slices.SortStableFunc(sure, func(a, b int) int { return -cmp.Compare(shares[a], shares[b]) })
	worst = slices.Clone(sure[len(sure)-few:])
	slices.Reverse(worst)
	return sure[:few], worst
}

// deaths are the verdicts on a bot.
func (p *Page) deaths(bot int) (list []fault) {
	for _, f := range p.Faults {
		if f.Bot == bot {
			list = append(list, fault{Fault: f, Name: p.Bots[bot], Link: fmt.Sprintf("../match/%d#r=%d", f.Match, f.Round)})
		}
	}
	return list
}

// versionsOf are the numbers of all versions of a bot, the last ones of many.
func (p *Page) versionsOf(bot int) (numbers []int) {
	if p.Entrants == nil {
		return []int{bot}
	}
	for number, e := range p.Entrants {
		if e.Name == p.Entrants[bot].Name {
			numbers = append(numbers, number)
		}
	}
	return numbers[max(0, len(numbers)-mostVersions):]
}

// versions are rows of versions, the newest first, one of which is that of the page. Those have pages that have played.
func (p *Page) versions(numbers []int, is int) (rows []versionRow) {
	for _, number := range slices.Backward(numbers) {
		row := versionRow{entrant: p.entrant(number, ""), Is: number == is}
		if slices.Contains(p.Ranking, number) || slices.Contains(p.Replaced, number) {
			of := p.Summary.Bots[number]
			row.Played, row.Rating, row.Wins = of.Matches, of.Rating.Text(1, 0, ""), of.WinShare.Text(100, 1, "%")
			if !row.Is {
				row.Link = fmt.Sprintf("../bot/%d", number)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// ratingChart shows how a bot was rated by day; nothing before the second one.
func ratingChart(days []Day) []chart {
	if len(days) < 2 {
		return nil
	}
	first, last := days[0], days[len(days)-1]
	s := scale{points: len(days), low: first.Rating.Value, high: first.Rating.Value}
	for _, d := range days {
		s.low, s.high = min(s.low, least(d.Rating)), max(s.high, most(d.Rating))
	}
	s.low, s.high = s.low-10, s.high+10
	c := chart{
		Title: "Rating by day, and where the true one is", From: first.Day, To: last.Day, Y: chartHeight - 8,
		Alt: fmt.Sprintf("On %s it was rated %s, on %s %s. The table below has each day.",
			first.Day, first.Rating.Text(1, 0, ""), last.Day, last.Rating.Text(1, 0, "")),
		Band:  band(s, days, func(d Day) float64 { return least(d.Rating) }, func(d Day) float64 { return most(d.Rating) }),
		Lines: []curve{{line(s, days, func(d Day) float64 { return d.Rating.Value }), "mean", "rating"}},
	}
	c.Marks = s.marks(func(value float64) string { return fmt.Sprintf("%.0f", value) })
	return []chart{c}
}

// cpuChart shows the CPU time of each round of a match.
func cpuChart(rounds []time.Duration, match int) []chart {
	if len(rounds) < 2 {
		return nil
	}
	ms := func(d time.Duration) float64 { return d.Seconds() * 1000 }
	longest := slices.Max(rounds)
	shown := thin(rounds)
	s := scale{points: len(shown), high: 1.05*ms(longest) + 0.001}
	return []chart{{
		Title: fmt.Sprintf("CPU time by round, in match %d", match), From: "round 0",
		To: fmt.Sprintf("round %d", len(rounds)-1), Y: chartHeight - 8,
		Alt: fmt.Sprintf("In match %d its longest round took %.2f ms of CPU time: round %d.", match, ms(longest),
			slices.Index(rounds, longest)),
		Lines: []curve{{line(s, shown, ms), "mean", "CPU time"}},
		Marks: s.marks(func(value float64) string { return fmt.Sprintf("%.3g ms", value) }),
	}}
}

// marks are some round values of a scale.
func (s scale) marks(label func(float64) string) (all []mark) {
	step := stepOf((s.high - s.low) / 4)
	for n := math.Floor(s.low/step) + 1; n*step < s.high && len(all) < mostMarks; n++ {
		all = append(all, s.mark(n*step, label(n*step), false))
	}
	return all
}

// stepOf returns the round number that is not less than another.
func stepOf(least float64) float64 {
	step := 1e-6
	for i := 0; step < least; i++ {
		step *= []float64{2, 2.5, 2}[i%3]
	}
	return step
}
