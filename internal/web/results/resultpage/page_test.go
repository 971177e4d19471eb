package resultpage_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/comparison"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/stats"
	"github.com/botarena/arena/internal/web/results/resultpage"
)

// hostile is text that a bot may use as its name, version and last words.
const hostile = `</script><img src=x onerror=alert(1)>`

// aPage returns the page of a comparison of so many matches of four bots.
func aPage(matches int) resultpage.Page {
	random := rand.New(rand.NewPCG(1, 2))
	p := resultpage.Page{
		Title: hostile, About: []string{hostile}, Bots: []string{hostile, "b", "c", "d"},
		Versions: []string{hostile, "", "", ""},
		Ranking:  []int{2, 0, 1, 3}, Costs: true, Before: "arena results " + hostile + " --match ", After: " --bots bots",
		Finding: &resultpage.Finding{Sentence: hostile, Needed: math.Log(40), Axis: hostile},
	}
	tally := stats.NewTally(4)
	var all []played.Match
	for i := range matches {
		m := played.Match{
			Planned: schedule.Planned{Number: i, Group: i / 2, Seed: math.MaxUint64 - uint64(i), Seats: random.Perm(4)},
			Result:  match.Result{Scores: []int{3, 2, 1, 0}, Places: []int{1, 2, 3, 4}},
		}
		for seat := range m.Scores {
			m.Scores[seat] = m.Scores[seat]*2000 + random.IntN(2000)
		}
		if i%10 == 0 {
			m.Verdicts = []match.Verdict{{Seat: 1, Round: 7, Kind: match.Crash, Detail: hostile + "\x1b[2J"}}
			at := slices.IndexFunc(p.Faults, func(f resultpage.Fault) bool { return f.Bot == m.Seats[1] })
			if at < 0 {
				at = len(p.Faults)
				p.Faults = append(p.Faults, resultpage.Fault{})
			}
			p.Faults[at] = resultpage.Fault{
				Bot: m.Seats[1], Times: p.Faults[at].Times + 1, Match: i + 1, Round: 7,
				Kind: "crash", Detail: engine.Printable(m.Verdicts[0].Detail),
			}
		}
		tally.Add(m)
		all = append(all, m)
		width := 1 / math.Sqrt(float64(i+1))
		p.Finding.Course = append(p.Finding.Course, comparison.Evidence{
			Mean: 0.55, Low: 0.55 - width, High: 0.55 + width, Better: float64(i) / 100, Worse: -float64(i) / 100,
		})
	}
	p.Summary, p.Matches = tally.Summary(stats.Options{Resamples: 100}), resultpage.Of(all)
	return p
}

func write(t testing.TB, p resultpage.Page) string {
	t.Helper()
	var page bytes.Buffer
	require.NoError(t, resultpage.Write(&page, p))
	return page.String()
}

func TestNothingOfABotIsMarkup(t *testing.T) {
	page := write(t, aPage(40))
	require.NotContains(t, page, "<img")
	require.Equal(t, 3, strings.Count(page, "</script>"), "two pieces of data, and the script")
	require.NotContains(t, page, "ZgotmplZ", "the template refused a text")
	require.Contains(t, page, "&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;")
}

func TestOnlyItsOwnScriptRuns(t *testing.T) {
	page := write(t, aPage(4))
	for _, tag := range []string{"style", "script"} {
		text := regexp.MustCompile(`(?s)<` + tag + `>(.*?)</` + tag + `>`).FindStringSubmatch(page)
		require.NotNil(t, text)
		sum := sha256.Sum256([]byte(text[1]))
		require.Contains(t, page, tag+"-src &#39;sha256-"+
			strings.ReplaceAll(base64.StdEncoding.EncodeToString(sum[:]), "+", "&#43;")+"&#39;")
	}
	require.NotRegexp(t, `(?i)<[^>]* (on\w+|style)=`, markup(page))
	require.NotRegexp(t, `(?i)(src|href)="?(https?:|//)|url\(|@import|innerHTML|eval\(`, page)
}

// TestAPageHasMatchesInItself: with what shows them, once, and a policy by which all of it runs and is drawn.
func TestAPageHasMatchesInItself(t *testing.T) {
	p := aPage(12)
	require.NotContains(t, write(t, p), "<template")
	for number := 3; number <= 4; number++ {
		p.Watch = append(p.Watch, resultpage.Watched{
			What: "the closest", Match: number, Bots: []int{0, 1}, Scores: []int{2, 1}, Packed: "H4sI",
		})
	}
	page := write(t, p)
	require.Equal(t, 1, strings.Count(page, `<template id="viewer">`))
	require.Contains(t, page, "matches to watch that are in this page: open it in a browser.</p>", "mail runs no scripts")
	require.Contains(t, page, `<script type="application/octet-stream" id="match-3">H4sI</script>`)
	require.Contains(t, page, `<a href="#match=4">the closest</a>: <bdi>&lt;/script&gt;`)
	require.NotContains(t, page, "<img")
	require.NotContains(t, page, "ZgotmplZ")
	policy := regexp.MustCompile(`http-equiv="Content-Security-Policy" content="(.*?)"`).FindStringSubmatch(page)
	require.NotNil(t, policy)
	runs := regexp.MustCompile(`(?s)<(?:script|style)>(.*?)</`).FindAllStringSubmatch(page, -1)
	require.Len(t, runs, 4, "style and script of the page, and of what shows matches")
	for _, text := range runs {
		sum := sha256.Sum256([]byte(text[1]))
		require.Contains(t, html.UnescapeString(policy[1]), base64.StdEncoding.EncodeToString(sum[:]))
	}
}

// markup returns the tags of a page, without their values, and the texts between them.
func markup(page string) string {
	return regexp.MustCompile(`(?s)<script.*?</script>|"[^"]*"`).ReplaceAllString(page, "")
}

func TestTheListHasAllOfAMatch(t *testing.T) {
	p := aPage(12)
	p.Links = map[int]string{3: "./page.html.d/1-4.html"}
	text := regexp.MustCompile(`(?s)id="data">(.*?)</script>`).FindStringSubmatch(write(t, p))
	var data struct {
		Before, After                 string
		Seats                         int
		Numbers, Bots, Scores, Places []int
		Seeds                         []string
		Verdicts, Links               [][]any
	}
	require.NoError(t, json.Unmarshal([]byte(text[1]), &data))
	require.Equal(t, p.Before, data.Before)
	require.Equal(t, p.After, data.After)
	number, seed := 0, uint64(0)
	i := -1
	for m, err := range p.Matches {
		require.NoError(t, err)
		i++
		number += data.Numbers[i]
		gap, err := strconv.ParseUint(data.Seeds[i], 10, 64)
		require.NoError(t, err)
		seed += gap
		require.Equal(t, m.Number+1, number)
		require.Equal(t, m.Seed, seed)
		own := func(column []int) []int { return column[i*data.Seats : (i+1)*data.Seats] }
		require.Equal(t, [][]int{m.Seats, m.Scores, m.Places}, [][]int{own(data.Bots), own(data.Scores), own(data.Places)})
	}
	require.Equal(t, []any{10.0, 1.0, 7.0, "crash", engine.Printable(hostile + "\x1b[2J")}, data.Verdicts[1])
	require.Equal(t, [][]any{{3.0, p.Links[3]}}, data.Links)
}

func TestTablesFollowTheRanking(t *testing.T) {
	page := write(t, aPage(40))
	rows := regexp.MustCompile(`<th scope="row">(?:<span.*?</span> )?<bdi>(.*?)</bdi>`).FindAllStringSubmatch(page, -1)
	require.Len(t, rows, 3*4+3, "standings, cross table, seats, and the faults")
	for i, want := range []string{"c", "&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;", "b", "d"} {
		require.Equal(t, want, rows[i][1])
		require.Equal(t, want, rows[4+i][1])
	}
}

// TestCellsLeadToTheirMatches: those of a pair, and those of a bot in a seat.
func TestCellsLeadToTheirMatches(t *testing.T) {
	page := write(t, aPage(40))
	require.Contains(t, page, `<a href="#bot=2&amp;against=0">`)
	require.NotContains(t, page, `href="#bot=2&amp;against=2"`)
	require.Contains(t, page, `<a href="#bot=3&amp;seat=1">`)
}

// TestReplacedVersionsAreApart: below the table, where the script finds their names and ratings.
func TestReplacedVersionsAreApart(t *testing.T) {
	p := aPage(40)
	require.NotContains(t, write(t, p), "Earlier versions")
	p.Ranking, p.Replaced = []int{2, 3, 1}, []int{0}
	page := write(t, p)
	table, apart, found := strings.Cut(page, "Earlier versions")
	require.True(t, found)
	require.NotContains(t, table[strings.Index(table, "<tbody>"):], "img src=x")
	require.Contains(t, apart, `<tr><th scope="row"><bdi>&lt;/script&gt;&lt;img src=x`)
	require.Contains(t, page, `"ratings":[1499,1500,1500,1501]`, "the script rates all")
	cross := regexp.MustCompile(`(?s)id="cross".*?</section>`).FindString(page)
	require.Contains(t, cross, "<bdi>c</bdi>")
	require.NotContains(t, cross, "img src=x")
}

// TestOneBotFarOffLeavesRoomForTheOthers: its bar is at the edge, and the head says so.
func TestOneBotFarOffLeavesRoomForTheOthers(t *testing.T) {
	for name, c := range map[string]struct {
		ratings [4]float64
		head    string
		at      []string // by rank
	}{
		"below":   {[4]float64{1685, 1610, 1585, 968}, "under 1585 to 1685", []string{"155", "42.5", "5", "5"}},
		"above":   {[4]float64{2400, 1600, 1550, 1500}, "1500 to over 1600", []string{"155", "155", "80", "5"}},
		"nobody":  {[4]float64{1700, 1600, 1500, 1400}, "1400 to 1700", []string{"155", "105", "55", "5"}},
		"equal":   {[4]float64{1600, 1500, 1500, 1400}, "1400 to 1600", []string{"155", "80", "80", "5"}},
		"halfway": {[4]float64{1600, 1550, 1500, 1400}, "1400 to 1600", []string{"155", "117.5", "80", "5"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := aPage(40)
			p.Ranking = []int{0, 1, 2, 3}
			for bot := range p.Summary.Bots {
				p.Summary.Bots[bot].Rating = stats.Estimate{Value: c.ratings[bot]}
			}
			page := write(t, p)
			require.Contains(t, page, `class="scale">`+c.head+`</th>`)
			var at []string
			for _, circle := range regexp.MustCompile(`<circle cx="([0-9.]+)"`).FindAllStringSubmatch(page, len(c.at)) {
				at = append(at, circle[1])
			}
			require.Equal(t, c.at, at)
		})
	}
}

func TestThePageSaysThatOneNumberDoesNotFit(t *testing.T) {
	p := aPage(40)
	p.Summary.Fit = &stats.Fit{Chance: 0.5}
	require.NotContains(t, write(t, p), "does not fit")
	p.Summary.Fit = &stats.Fit{Chance: 0.001, Circle: []int{0, 2, 3}}
	page := write(t, p)
	require.Contains(t, page, `<p class="bad">One number for each bot does not fit these matches: `)
	require.Contains(t, page, " is ahead of c, c of d, and d of ")
}

func TestThePageSaysWhoWinsMostIfThatIsNotTheFirst(t *testing.T) {
	p := aPage(40)
	bots := p.Summary.Bots
	for number := range bots {
		bots[number].WinShare.Value = 0.25
	}
	require.NotContains(t, write(t, p), "wins most")
	p.Ranking = []int{1, 2, 3, 0}
	bots[3].WinShare.Value = 0.3
	require.Contains(t, write(t, p), "Ranked by how often a bot is ahead of another; d wins most. The true figure")
}

func TestChartsStayInTheirPictures(t *testing.T) {
	for _, groups := range []int{1, 2, 40, 5000} {
		page := write(t, aPage(groups))
		points := regexp.MustCompile(` points="([^"]*)"`).FindAllStringSubmatch(page, -1)
		require.Len(t, points, 4)
		most := 0
		for _, list := range points {
			most = max(most, strings.Count(list[1], ","))
			for _, point := range strings.Fields(list[1]) {
				var x, y float64
				n, _ := fmt.Sscanf(point, "%f,%f", &x, &y)
				require.Positive(t, n, point)
				require.True(t, x >= 0 && x <= 720 && y >= 0 && y <= 240, point)
			}
		}
		require.Equal(t, 2*min(groups, 360), most, "points of the band")
	}
}

func TestTenThousandMatchesAreSmall(t *testing.T) {
	page := write(t, aPage(10_000))
	var packed bytes.Buffer
	to := gzip.NewWriter(&packed)
	_, err := to.Write([]byte(page))
	require.NoError(t, err)
	require.NoError(t, to.Close())
	t.Logf("%d kB, packed with gzip %d kB", len(page)/1000, packed.Len()/1000)
	require.Less(t, packed.Len(), 1_000_000)
}

func BenchmarkWrite(b *testing.B) {
	p := aPage(10_000)
	for b.Loop() {
		write(b, p)
	}
}
