package resultpage_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/stats"
	"github.com/botarena/arena/internal/web/results/resultpage"
)

const mostSent = 300_000 // bytes of what a server sends at once

// crowd is the page of a league of so many bots, in which each third one is an earlier version. Each bot has met four
// of the others.
func crowd(bots int) resultpage.Page {
	tally := stats.NewTally(bots)
	p := resultpage.Page{Title: "many", Costs: true}
	for i := range bots {
		// As long as names of a league can be, and a match has four seats.
		p.Bots, p.Versions = append(p.Bots, fmt.Sprintf("%032d", i)), append(p.Versions, "version 1.2.3")
		if i%3 == 2 {
			p.Replaced = append(p.Replaced, i)
		} else {
			p.Ranking = append(p.Ranking, i)
		}
		p.Entrants = append(p.Entrants, resultpage.Entrant{
			Name: p.Bots[i], Came: time.Unix(1e9, 0),
			Joined: 123456, Left: 1234567, Program: "0123456789ab", Author: "SHA256:" + strings.Repeat("k", 43),
		})
		p.Workers = append(p.Workers, resultpage.Worker{
			Name: fmt.Sprintf("%032d", i), State: "revoked: " + strings.Repeat("w", 80), Matches: 123456, Rate: 100,
			Seen: time.Unix(1e9, 0),
		})
		p.Faults = append(p.Faults, resultpage.Fault{
			Bot: i, Kind: "crash", Detail: strings.Repeat("d", 200), Times: 9, Match: 123456,
		})
		p.Failures = append(p.Failures, resultpage.Failure{Number: i, Reason: strings.Repeat("r", 200)})
		m := played.Match{Planned: schedule.Planned{
			Number: i, Group: i, Seats: []int{i, (i + 1) % bots, (i + 2) % bots, (i + 5) % bots},
		}}
		m.Scores, m.Places = []int{123456, 23456, 3456, 456}, []int{1, 2, 3, 4}
		tally.Add(m)
	}
	p.Summary = tally.Summary(stats.Options{})
	p.Pair = p.Summary.Pair
	p.DetailOf = func(context.Context, int, []int) (d resultpage.Detail, err error) {
		day := resultpage.Day{Day: "2026-11-29", Place: 1, Rating: stats.Estimate{Interval: &stats.Interval{High: 1}}}
		loss := resultpage.Loss{Match: 123456, Winners: []int{0, 1, 2}, Known: true, Source: "cities", Less: 12345}
		return resultpage.Detail{
			Days: slices.Repeat([]resultpage.Day{day}, 366), Losses: slices.Repeat([]resultpage.Loss{loss}, 10),
			CPU: make([]time.Duration, 10_000), CPUIn: 123456, Slowest: time.Second, SlowestIn: 123456,
		}, nil
	}
	for i := range min(bots, 3) {
		p.Yesterday = append(p.Yesterday, resultpage.Day{Day: "2026-11-28", Bot: i, Place: i + 1})
		p.Watch = append(p.Watch, resultpage.Watched{What: "the closest", Match: 1, Bots: []int{0, 1}, Scores: []int{2, 1}})
	}
	return p
}

func sent(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var text bytes.Buffer
	require.NoError(t, write(&text))
	require.Less(t, text.Len(), mostSent)
	require.NotContains(t, text.String(), "ZgotmplZ", "the template refused a text")
	return text.String()
}

func table(t *testing.T, p resultpage.Page, of resultpage.Table, page int) string {
	t.Helper()
	return sent(t, func(w io.Writer) error {
		has, err := resultpage.WriteTable(w, p, of, page)
		require.True(t, has)
		return err
	})
}

func botPage(t *testing.T, p resultpage.Page, bot, page int) string {
	t.Helper()
	return sent(t, func(w io.Writer) error {
		has, err := resultpage.WriteBot(t.Context(), w, p, bot, page)
		require.True(t, has, "%d", bot)
		return err
	})
}

// rowsOf counts the rows in the bodies of tables.
func rowsOf(page string) (rows int) {
	for _, body := range regexp.MustCompile(`(?s)<tbody>(.*?)</tbody>`).FindAllString(page, -1) {
		rows += strings.Count(body, "<tr>")
	}
	return rows
}

// TestWhatIsSentIsSmall, however many bots there are.
func TestWhatIsSentIsSmall(t *testing.T) {
	for _, bots := range []int{20, 30, 150, 5000} {
		p := crowd(bots)
		page := sent(t, func(w io.Writer) error { return resultpage.WriteLive(w, p) })
		tables := sent(t, func(w io.Writer) error { return resultpage.WriteTables(w, p) })
		require.Equal(t, len(p.Ranking) > 100, strings.Contains(tables, `<a href="standings">All bots</a>`))
		require.Equal(t, len(p.Replaced) > 25, strings.Contains(tables, `<a href="earlier">`))
		require.Equal(t, bots > 25, strings.Contains(tables, `<a href="entrants">`))
		require.Equal(t, bots > 25, strings.Contains(tables, `<a href="workers">`))
		require.Equal(t, min(len(p.Ranking), 100), strings.Count(tables, `<td class="n points">`))
		require.Contains(t, page, tables[:strings.Index(tables, "</header>")])
		text, err := resultpage.BotsJSON(p)
		require.NoError(t, err)
		require.Less(t, len(text), mostSent)
		var rated resultpage.Rated
		require.NoError(t, json.Unmarshal(text, &rated))
		require.Equal(t, p.Bots, rated.Names)
		t.Logf("%d bots: the page %d bytes, its tables %d, the bots %d", bots, len(page), len(tables), len(text))
	}
	require.NotContains(t, write(t, crowd(150)), `href="standings"`, "a file has all")
	require.Equal(t, 100, strings.Count(write(t, crowd(150)), `<td class="n points">`))
}

// TestPairsAreOnPagesOfBots if there are more than twenty.
func TestPairsAreOnPagesOfBots(t *testing.T) {
	few, many := crowd(30), crowd(31) // of which 20 and 21 are no earlier versions
	require.Contains(t, sent(t, func(w io.Writer) error { return resultpage.WriteTables(w, few) }), `class="s10"`)
	tables := sent(t, func(w io.Writer) error { return resultpage.WriteTables(w, many) })
	require.NotContains(t, tables, `class="s10"`)
	require.Contains(t, tables, "There are too many bots for a table here")
	require.Contains(t, tables, `<a href="bot/30"><bdi>`)
	require.NotContains(t, write(t, many), "bot/30", "a file has no such pages")
}

// TestPagesOfTablesHaveEachRowOnce: all pages together have all that there is.
func TestPagesOfTablesHaveEachRowOnce(t *testing.T) {
	p := crowd(301)
	for of, want := range map[resultpage.Table]int{
		resultpage.Standings: 201, resultpage.Earlier: 100, resultpage.Entrants: 301, resultpage.Workers: 301,
	} {
		rows, pages := 0, (want+99)/100
		seen := make(map[string]bool)
		for page := 1; page <= pages; page++ {
			text := table(t, p, of, page)
			rows += rowsOf(text)
			for _, name := range regexp.MustCompile(`<bdi>(\d{32})</bdi>`).FindAllStringSubmatch(text, -1) {
				require.False(t, seen[name[1]], "%s twice", name)
				seen[name[1]] = true
			}
			require.Equal(t, page < pages, strings.Contains(text, fmt.Sprintf(`<a href="?page=%d" rel="next">`, page+1)))
			require.Equal(t, page > 1, strings.Contains(text, fmt.Sprintf(`<a href="?page=%d" rel="prev">`, page-1)))
			require.Equal(t, pages > 1, strings.Contains(text, fmt.Sprintf("<span>%d to ", page*100-99)))
			require.Contains(t, text, `<a href="./">many</a>`)
		}
		require.Equal(t, want, rows, of)
		require.Len(t, seen, want, of)
		for _, none := range []int{-1, 0, pages + 1} {
			has, err := resultpage.WriteTable(io.Discard, p, of, none)
			require.NoError(t, err)
			require.False(t, has)
		}
	}
	second := table(t, p, resultpage.Standings, 2)
	require.Contains(t, second, `<td class="n rank">101 <small class="moved up">new</small></td>`)
	require.NotContains(t, second, `<td class="n rank">100`)
	empty := resultpage.Page{Title: "none"}
	require.Contains(t, table(t, empty, resultpage.Standings, 1), "no matches yet")
}

// TestABotHasAPage with whom it has met, and nobody else.
func TestABotHasAPage(t *testing.T) {
	p := crowd(301)
	page := botPage(t, p, 7, 1)
	require.Contains(t, page, `<h1 id="bot-title"><bdi>`+p.Bots[7])
	require.Contains(t, page, "Rank 6, version <bdi>version 1.2.3</bdi>. Rating ")
	require.Contains(t, page, `<a href="../#bot=7">`)
	_, opponents, _ := strings.Cut(page, "Opponents")
	// It sat with these in its own match and in those of 2, 5 and 6.
	for _, met := range []int{8, 9, 12, 2, 3, 4, 5, 6, 11} {
		require.Contains(t, opponents, fmt.Sprintf(`<a href="../bot/%d"><bdi>%s`, met, p.Bots[met]))
	}
	require.Equal(t, 10, rowsOf(opponents), "with 10, which 5 has brought")
	require.Contains(t, opponents, p.Bots[10])
	require.Regexp(t, p.Bots[8]+`.*?<td class="n s10">100.0%</td><td><a href="\.\./#bot=7&amp;against=8">2 of 2</a></td>`, opponents)
	require.Contains(t, botPage(t, p, 8, 1), "An earlier version")

	p.Replaced = p.Replaced[1:] // bot 2 has never played
	has, err := resultpage.WriteBot(t.Context(), io.Discard, p, 2, 1)
	require.NoError(t, err)
	require.False(t, has)
	p.Pair = func(int, int) stats.Pair { return stats.Pair{Above: 1} } // as if each had also met itself
	require.NotContains(t, botPage(t, p, 7, 1), `"../bot/7"`)
	for _, none := range []int{-1, 301} {
		has, err = resultpage.WriteBot(t.Context(), io.Discard, p, none, 1)
		require.NoError(t, err)
		require.False(t, has)
	}
}

// TestTheOpponentsOfABotHavePages, each one once.
func TestTheOpponentsOfABotHavePages(t *testing.T) {
	const bots = 250
	tally := stats.NewTally(bots)
	p := resultpage.Page{Title: "many"}
	for i := range bots {
		p.Bots, p.Versions, p.Ranking = append(p.Bots, fmt.Sprint("bot", i)), append(p.Versions, ""), append(p.Ranking, i)
		if i > 0 {
			m := played.Match{Planned: schedule.Planned{Number: i, Group: i, Seats: []int{0, i}}}
			m.Scores, m.Places = []int{2, 1}, []int{1, 2}
			tally.Add(m)
		}
	}
	p.Summary = tally.Summary(stats.Options{})
	p.Pair = p.Summary.Pair
	for page, want := range []int{100, 100, 49} {
		require.Equal(t, want, rowsOf(strings.SplitN(botPage(t, p, 0, page+1), "Opponents", 2)[1]))
	}
	require.Equal(t, 1, rowsOf(strings.SplitN(botPage(t, p, 249, 1), "Opponents", 2)[1]))

	p.Pair = func(_, other int) stats.Pair {
		return stats.Pair{Above: 1, Ahead: stats.Estimate{Value: float64(other) / bots, Interval: new(stats.Interval)}}
	}
	require.Regexp(t, `Most often ahead of .*>bot249<.*>bot248<.*>bot247<.*; least often of .*>bot1<.*>bot2<.*>bot3<`,
		botPage(t, p, 0, 1), "those at the ends first")
}

// TestPartsOfTheMatchesAreSmall, with four seats and scores as they are.
func TestPartsOfTheMatchesAreSmall(t *testing.T) {
	list := make([]played.Match, resultpage.MatchesOfPart)
	for i := range list {
		list[i] = played.Match{
			Planned: schedule.Planned{Number: 123_456 + i, Seed: uint64(i) << 40, Seats: []int{1234, 9123, 8765, 4321}},
			Result:  match.Result{Scores: []int{12345, 23456, 3456, 45678}, Places: []int{1, 2, 3, 4}},
		}
	}
	text, err := resultpage.PartJSON(list, 41, 1_000_000, "abc.1")
	require.NoError(t, err)
	require.Less(t, len(text), mostSent)
	t.Logf("%d bytes", len(text))
	var c resultpage.Columns
	require.NoError(t, json.Unmarshal(text, &struct {
		*resultpage.Columns
		Verdicts []any `json:"verdicts"`
	}{Columns: &c}))
	require.Equal(t, []string{"41", "1000000", "abc.1"}, []string{strconv.Itoa(c.Part), strconv.Itoa(c.All), c.At})
	require.Equal(t, 123_457, c.Numbers[0])
	for end, parts := range map[int]int{0: 0, 1: 1, 3000: 1, 3001: 2} {
		require.Equal(t, parts, resultpage.Parts(end))
	}
}

// TestEachRowHasACellForEachTitle of its table, with and without costs and matches.
func TestEachRowHasACellForEachTitle(t *testing.T) {
	table := regexp.MustCompile(`(?s)<thead>([^\n]*)</thead>\n<tbody>(.*?)</tbody>`)
	row, cell := regexp.MustCompile(`(?s)<tr>.*?</tr>`), regexp.MustCompile(`<t[hd][ >]`)
	for _, costs := range []bool{false, true} {
		p := crowd(12)
		p.Costs = costs
		tables := table.FindAllStringSubmatch(write(t, p), -1)
		require.Greater(t, len(tables), 4)
		for _, of := range tables {
			titles := len(cell.FindAllString(of[1], -1))
			for _, r := range row.FindAllString(of[2], -1) {
				require.Len(t, cell.FindAllString(r, -1), titles, "%s\n%s", of[1], r)
			}
		}
	}
}
