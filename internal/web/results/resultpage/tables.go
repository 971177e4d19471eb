package resultpage

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/botarena/arena/internal/contest/stats"
)

// standing is a row of the table.
type standing struct {
	Number        int    // of the bot
	Link          string // to its page, or ""
	Rank          int    // from 1
	Bot, Version  string
	By            byline // if the reader may know who that is
	Matches       int
	Wins, Place   string
	Score, Rating string
	Points        int // the rating, for the script
	CPU, Verdicts string
	RatingBar     bar
	Moved         movement
}

// standings are the rows of some bots, the first of which has a rank. Their pages are at a folder; "" for none.
func (p *Page) standings(bots []int, rank int, folder string) []standing {
	rows := make([]standing, 0, len(bots))
	low, high := p.ratings()
	before := p.before()
	for i, number := range bots {
		bot, link := p.Summary.Bots[number], ""
		if folder != "" {
			link = folder + strconv.Itoa(number)
		}
		rows = append(rows, standing{
			Number: number, Link: link, Rank: rank + i, Bot: p.Bots[number], Version: p.Versions[number], Matches: bot.Matches,
			Wins: bot.WinShare.Text(100, 1, "%"), Place: bot.Place.Text(1, 2, ""), Score: bot.Score.Text(1, 1, ""),
			Rating: bot.Rating.Text(1, 0, ""), Points: p.points(number),
			CPU: bot.CPU.Text(1000/max(p.Rounds, 1), 2, " ms"), Verdicts: bot.FaultsText(),
			RatingBar: newBar(bot.Rating, low, high), Moved: p.moved(before, number, rank+i),
			By: p.known(number, strings.TrimSuffix(folder, "bot/")),
		})
	}
	return rows
}

// ranked says what the order of the table is by, where the one who wins most is not the first; nothing elsewhere.
func (p *Page) ranked() string {
	most := 0
	for i, number := range p.Ranking {
		if p.Summary.Bots[number].WinShare.Value > p.Summary.Bots[p.Ranking[most]].WinShare.Value {
			most = i
		}
	}
	if most == 0 {
		return ""
	}
	return fmt.Sprintf("Ranked by how often a bot is ahead of another; %s wins most.", p.Bots[p.Ranking[most]])
}

// sentence is a text that stands by itself.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// points is the rating of a bot.
func (p *Page) points(bot int) int { return int(math.Round(p.Summary.Bots[bot].Rating.Value)) }

// ratings returns between which ratings all bots are, but the one far from all others: the ends of the bars.
func (p *Page) ratings() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	far := p.farOff()
	for _, number := range p.Ranking {
		if number != far {
			rating := p.Summary.Bots[number].Rating
			low, high = min(low, least(rating)), max(high, most(rating))
		}
	}
	return low, high
}

// farOff returns the bot that is farther from the next one than all the others are from one another, or -1. Its bar
// would leave no room in which to tell the others apart.
func (p *Page) farOff() int {
	by := slices.Clone(p.Ranking)
	rating := func(i int) float64 { return p.Summary.Bots[by[i]].Rating.Value }
	slices.SortFunc(by, func(a, b int) int {
		return cmp.Compare(p.Summary.Bots[a].Rating.Value, p.Summary.Bots[b].Rating.Value)
	})
	last := len(by) - 1
	switch {
	case last < 3 || rating(1) == rating(last-1):
		return -1
	case rating(1)-rating(0) > rating(last)-rating(1):
		return by[0]
	case rating(last)-rating(last-1) > rating(last-1)-rating(0):
		return by[last]
	}
	return -1
}

// scale says what the bars of the ratings go from and to.
func (p *Page) scale() string {
	low, high := p.ratings()
	if low >= high {
		return "rating"
	}
	under, over := "", ""
	if far := p.farOff(); far >= 0 {
		rating := p.Summary.Bots[far].Rating.Value
		if rating < low {
			under = "under "
		} else if rating > high {
			over = "over "
		}
	}
	return fmt.Sprintf("%s%.0f to %s%.0f", under, low, over, high)
}

func least(e stats.Estimate) float64 {
	if e.Interval == nil {
		return e.Value
	}
	return e.Interval.Low
}

func most(e stats.Estimate) float64 {
	if e.Interval == nil {
		return e.Value
	}
	return e.Interval.High
}

// The size of a bar, in units of the picture.
const (
	barWidth  = 160
	barMargin = 5
)

// bar is a figure with its interval, as places from the left of a picture.
type bar struct{ X, Left, Width float64 }

func newBar(e stats.Estimate, low, high float64) bar {
	at := func(value float64) float64 {
		if high <= low {
			return barWidth / 2
		}
		share := (value - low) / (high - low)
		return round(barMargin + min(max(share, 0), 1)*(barWidth-2*barMargin))
	}
	left := at(least(e))
	return bar{at(e.Value), left, round(at(most(e)) - left)}
}

// round keeps one decimal.
func round(x float64) float64 { return math.Round(10*x) / 10 }

// How many bots the tables of pairs and of seats have in a file, the best ones, and on a page that is sent, which has
// no such tables if there are more: those of pairs grow with the square of it.
const (
	mostCompared     = 50
	mostComparedLive = 20
)

// compared are the bots that are in these tables.
func (p *Page) compared(live bool) []int {
	switch {
	case !live:
		return p.Ranking[:min(len(p.Ranking), mostCompared)]
	case len(p.Ranking) > mostComparedLive:
		return nil
	default:
		return p.Ranking
	}
}

// crossTable says who was ahead of whom.
type crossTable struct {
	Bots []string
	Rows []crossRow
	More int // bots that are left out
}

type crossRow struct {
	Bot   string
	Cells []crossCell
}

// crossCell is a pair. Shade is from 0, for never ahead, to 10, for always. Link chooses its matches in the list.
type crossCell struct {
	Same, Met                 bool
	Share, Count, Title, Link string
	Shade                     int
}

func (p *Page) crossTable(bots []int) crossTable {
	t := crossTable{More: len(p.Ranking) - len(bots)}
	for _, a := range bots {
		t.Bots = append(t.Bots, p.Bots[a])
		row := crossRow{Bot: p.Bots[a]}
		for _, b := range bots {
			row.Cells = append(row.Cells, p.crossCell(a, b, p.Summary.Pair, ""))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// crossCell is a pair on a page from which the list is in a folder, "" or "../".
func (p *Page) crossCell(a, b int, of func(a, b int) stats.Pair, folder string) crossCell {
	if a == b {
		return crossCell{Same: true}
	}
	pair := of(a, b)
	met := pair.Above + pair.Below + pair.Equal
	count := fmt.Sprintf("%d of %d", pair.Above, met)
	if pair.Equal > 0 {
		count += fmt.Sprintf(", equal %d", pair.Equal)
	}
	return crossCell{
		Met: met > 0, Share: percent(pair.Ahead.Value), Count: count, Shade: int(math.Round(10 * pair.Ahead.Value)),
		Link:  fmt.Sprintf("%s#bot=%d&against=%d", folder, a, b),
		Title: fmt.Sprintf("%s ahead of %s: %s, %s", p.Bots[a], p.Bots[b], pair.Ahead.Text(100, 1, "%"), count),
	}
}

func percent(share float64) string { return fmt.Sprintf("%.0f", 100*share) }

// seat is how bots did in a seat.
type seat struct {
	Number int
	Wins   string
	Place  string
	Bar    bar
}

func (p *Page) seats() []seat {
	rows := make([]seat, len(p.Summary.Seats))
	for i, s := range p.Summary.Seats {
		rows[i] = seat{i, s.WinShare.Text(100, 1, "%"), s.Place.Text(1, 2, ""), newBar(s.WinShare, 0, 1)}
	}
	return rows
}

// gain is what a bot wins in each seat.
type gain struct {
	Bot   string
	Cells []crossCell
}

// gains are those of all bots. They are only shown where bots take turns in the seats.
func (p *Page) gains(bots []int, folder string) []gain {
	var rows []gain
	for _, number := range bots {
		bot := p.Summary.Bots[number]
		row := gain{Bot: p.Bots[number]}
		usual := bot.Wins / float64(max(bot.Seats, 1))
		for i, s := range bot.BySeat {
			cell := crossCell{Met: s.Seats > 0, Share: percent(s.WinShare.Value), Count: fmt.Sprintf("of %d", s.Seats)}
			cell.Shade = int(min(max(math.Round(5+10*(s.WinShare.Value-usual)), 0), 10))
			cell.Link = fmt.Sprintf("%s#bot=%d&seat=%d", folder, number, i)
			cell.Title = fmt.Sprintf("%s in seat %d: wins %s of %d", p.Bots[number], i, s.WinShare.Text(100, 1, "%"), s.Seats)
			row.Cells = append(row.Cells, cell)
		}
		rows = append(rows, row)
	}
	return rows
}
