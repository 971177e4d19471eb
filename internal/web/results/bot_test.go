package results

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/integration/archivetest"
	"github.com/botarena/arena/internal/integration/storytest"
	"github.com/botarena/arena/internal/web/results/resultpage"
)

// noon is now, in a league that began nine months before.
var noon = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

// newLeague is a league of two versions of zorg, and of rival. The second version has played 24 matches, and lost the
// last fourteen.
func newLeague(t *testing.T) *followed {
	f := newFollowed(t, store.KindLeague)
	enter := func(name, version, key string, next int) {
		_, err := f.Enter(t.Context(), f.ID, store.Entrant{
			Entrant: played.Entrant{Name: name, Version: version, Typed: name, Program: sha256.Sum256([]byte(name + version))},
			Signer:  key, Author: "Zoe Zorn", Came: noon.Add(time.Duration(next-48) * time.Hour), Person: "p-" + name,
		})
		require.NoError(t, err)
		_, err = f.Settle(t.Context(), f.ID, next)
		require.NoError(t, err)
	}
	enter("zorg", "1", "SHA256:zoe", 0)
	enter("rival", "7", "SHA256:rita", 0)
	for number := range 2 {
		f.Add(archivetest.Match(number, number%2, 1-number%2), archivetest.Scored(5, 5), nil)
	}
	enter("zorg", "2", "SHA256:zoe", 2)
	for number := 2; number < 26; number++ {
		m := archivetest.Scored(900+number, 400)
		m.Ended = noon.Add(time.Duration(number-60) * time.Minute)
		m.MostCPU[0] = time.Duration(number) * time.Millisecond
		if number == 20 {
			m = verdictOn(1, m)
		}
		if often, known := map[int]int{22: 13, 23: 2, 24: 0, 25: 14}[number]; known {
			m.Rounds, m.LeadChanges = 60, &often
		}
		seats := []int{2, 1}
		if number >= 12 {
			seats = []int{1, 2}
		}
		var replay []byte
		if number == 24 {
			replay = storytest.Record(t, duel.Game.Default())
		}
		f.Add(ofSeed(number, seats...), m, replay)
	}
	f.now = func() time.Time { return noon }
	return f
}

// ofSeed is the match of a number with a seed of its own.
func ofSeed(number int, seats ...int) schedule.Planned {
	m := archivetest.Match(number, seats...)
	m.Seed = uint64(100 + number) //nolint:gosec // small
	return m
}

// rated keeps how the league's bots were rated: zorg and rival, by numbers.
func (f *followed) rated(day string, bots ...int) {
	f.t.Helper()
	var all []store.Rated
	for i, bot := range bots {
		low, high := 1450.0, 1650.0
		all = append(all, store.Rated{
			Day: day, Entrant: bot, Place: i + 1, Matches: 2, Rating: float64(1600 - 100*i), Low: &low, High: &high,
		})
	}
	require.NoError(f.t, f.KeepRatings(f.t.Context(), f.ID, all))
}

func TestThePageOfABotTellsOfItsVersionsAndDays(t *testing.T) {
	f := newLeague(t)
	f.rated("2026-11-27", 0)
	f.rated("2026-11-28", 1, 2)
	require.NoError(t, f.begin(t.Context()))
	page := f.asks("bot/2")
	require.Contains(t, page, `<h2 id="versions-title">Versions</h2>`)
	require.Regexp(t, `(?s)<bdi>zorg</bdi> <small><bdi>2</bdi></small> <small>this one</small>.*2026-11-27T.*<td>3</td>`, page)
	require.Regexp(t, `(?s)<a href="\.\./bot/0"><bdi>zorg \(version 1\)</bdi></a> .*<td>1</td><td>3</td>`, page)
	require.Contains(t, page, `aria-label="On 2026-11-27 it was rated 1600 ±`)
	require.Contains(t, page, "on 2026-11-28 1500 ±")
	require.Regexp(t, `(?s)<th scope="row">2026-11-28</th><td class="n">2</td>.*<th scope="row">2026-11-27</th>`, page)
	require.Contains(t, page, `By <a href="../author/0"><bdi>Author 0</bdi></a>, signed by the key <code>SHA256:zoe</code>`)
	author := f.asks("author/0")
	require.Contains(t, author, `<td class="n rank">2</td><th scope="row"><a href="../bot/2"><bdi>zorg</bdi></a>`)
	require.Contains(t, author, `<a href="../bot/0"><bdi>zorg (version 1)</bdi></a>`)
	require.NotContains(t, author, "bot/1", "rival is another's")
	require.NotContains(t, author, "Zorn")
	for _, none := range []string{"/author/2", "/author/3", "/author/-1", "/author/x"} {
		require.Equal(t, http.StatusNotFound, get(f.site, none).Code, none)
	}
	require.NotContains(t, page, "Zorn", "what a package says of its author is for the organiser")
	require.NotContains(t, page, "p-zorg", "and so is who it is")
	require.NotContains(t, f.asks("bot/1"), "<svg viewBox=\"0 0 720", "one day is no chart")
}

// TestThePageOfAnAuthorTellsOfAllTheirBots: how they are rated, when versions came, and how they lost.
func TestThePageOfAnAuthorTellsOfAllTheirBots(t *testing.T) {
	f := newLeague(t)
	f.rated("2026-11-28", 1, 0)
	require.NoError(t, f.begin(t.Context()))
	page := f.asks("author/0")
	require.Contains(t, page, `<h1 id="author-title"><bdi>Author 0</bdi></h1>`)
	require.Contains(t, page, `Signed by the key <code>SHA256:zoe</code>`)
	require.Regexp(t, `(?s)<h2 id="versions-title">.*<a href="../bot/2">.*2026-11-27T.*<a href="../bot/0">.*2026-11-27T`, page)
	_, losses, _ := strings.Cut(page, "Last losses")
	require.Equal(t, 10, strings.Count(losses, `<th scope="row"><a href="../match/`))
	require.NotContains(t, losses, `<th scope="col">bot</th>`, "there is one")
	for _, path := range []string{"entrants", ""} {
		require.Contains(t, f.asks(path), `<a href="author/1"><bdi>Author 1</bdi></a> <code>SHA256:rita</code>`)
	}
}

// TestNamesAreForThoseWhoMayKnowThem: nobody else's page has one, also if it was made for a member before.
func TestNamesAreForThoseWhoMayKnowThem(t *testing.T) {
	f := newLeague(t)
	f.site.authors.Names = func() map[string]string { return map[string]string{"person p-zorg": "Zoe <b>"} }
	f.site.authors.MayKnow = func(r *http.Request) bool { return r.Header.Get("Cookie") == "zoe" }
	require.NoError(t, f.begin(t.Context()))
	paths := []string{"author/0", "author/1", "bot/2", "bot/0", "standings", "entrants", "tables", ""}
	named := 0
	for _, path := range paths {
		r := httptest.NewRequest(http.MethodGet, "http://127.0.0.1:1"+f.site.Path()+path, nil)
		r.Header.Set("Cookie", "zoe")
		w := ask(f.site, r)
		require.Equal(t, http.StatusOK, w.Code)
		if strings.Contains(w.Body.String(), "Zoe &lt;b&gt;") {
			named++
		}
		require.NotContains(t, f.asks(path), "Zoe", path)
	}
	require.Equal(t, 5, named, "not the other author, nor what is made for all")
	for _, path := range []string{"feed.atom", "api/bots/2", "api/table", "bots.json", "matches.json"} {
		require.NotContains(t, f.asks(path), "Zoe", path)
	}
	f.site.authors.MayKnow = nil
	require.NoError(t, f.show(t.Context()))
	for _, path := range slices.DeleteFunc(paths, func(path string) bool { return path == "author/1" }) {
		require.Contains(t, f.asks(path), "Zoe &lt;b&gt;", path)
	}
	require.Contains(t, f.asks(""), `<small>by <a href="author/0"><bdi>Zoe &lt;b&gt;</bdi></a></small>`)
	require.Contains(t, f.asks("author/1"), "Author 1", "she has left the list")
}

// TestRatingsThatAreNoneAreLeftOut: a store may come from anybody.
func TestRatingsThatAreNoneAreLeftOut(t *testing.T) {
	f := newLeague(t)
	for i, rating := range []float64{1500, math.Inf(-1), 1e18, 1501, math.Inf(1), -1e300} {
		day := store.Rated{Day: fmt.Sprintf("2026-11-1%d", i), Entrant: 2, Place: 1, Rating: rating}
		require.NoError(t, f.KeepRatings(t.Context(), f.ID, []store.Rated{day}))
	}
	require.NoError(t, f.begin(t.Context()))
	page := f.asks("bot/2")
	require.Contains(t, page, `aria-label="On 2026-11-10 it was rated 1500, on 2026-11-13 1501.`)
	require.Equal(t, 2, strings.Count(page, `<th scope="row">2026-11-1`))
	f.asks("api/bots/2")
	f.asks("feed.atom")
}

// TestRatingsAreKeptOnceADay, where the store may be written.
func TestRatingsAreKeptOnceADay(t *testing.T) {
	f := newLeague(t)
	require.NoError(t, f.begin(t.Context()))
	kept, err := f.Leaders(t.Context(), f.ID, 9)
	require.NoError(t, err)
	require.Empty(t, kept, "this one only looks on")
	f.o.KeepRatings = true
	for day := range 3 {
		f.now = func() time.Time { return noon.AddDate(0, 0, day/2) } // two tables on the first day
		require.NoError(t, f.show(t.Context()))
	}
	for bot, want := range [][]string{
		nil, {"2026-11-29 1 26", "2026-11-30 1 26"}, {"2026-11-29 2 24", "2026-11-30 2 24"},
	} {
		kept, err = f.RatingsOf(t.Context(), f.ID, bot, 9)
		require.NoError(t, err)
		var got []string
		for _, r := range kept {
			got = append(got, fmt.Sprint(r.Day, " ", r.Place, " ", r.Matches))
		}
		require.Equal(t, want, got, bot)
	}
}

// TestLastLossesLeadToTheirRounds: why one was lost is told where that is known.
func TestLastLossesLeadToTheirRounds(t *testing.T) {
	f := newLeague(t)
	require.NoError(t, f.begin(t.Context()))
	for range 2 { // the second time it is remembered
		page := f.asks("bot/2")
		_, losses, _ := strings.Cut(page, "Last losses")
		losses, _, _ = strings.Cut(losses, "</section>")
		require.Equal(t, 10, strings.Count(losses, `<th scope="row">`))
		require.Contains(t, losses, `<a href="../match/26">26</a></th><td class="wide"><span class="about">open it to see</span></td>`+
			`<td class="n">2</td><td class="n">400</td><td><bdi>rival</bdi></td><td class="n">925</td>`)
		require.Contains(t, losses, `<a href="../match/21#r=4&amp;t=4.zorg%3A&#43;frozen&#43;in&#43;round&#43;4%3A&#43;crash">21</a>`)
		require.Contains(t, losses, "frozen in round 4: crash")
		require.Regexp(t, `<a href="\.\./match/25#r=30&amp;t=30\.zorg%3A&#43;behind&#43;from&#43;round&#43;30&#43;on">25</a>.*behind from round \d+ on`, losses)
		require.Contains(t, page, "How it dies")
		require.Contains(t, page, `<a href="../match/21#r=4">match 21, round 4</a>`)
		require.NoError(t, f.show(t.Context()))
	}
	require.Len(t, f.looked.by, 1)
	require.NotContains(t, f.asks("bot/1"), "How it dies")

	require.NoError(t, f.KeepReplay(t.Context(), f.KeyOf(ofSeed(25, 1, 2)), []byte("no replay")))
	require.NoError(t, f.show(t.Context()))
	require.Contains(t, f.asks("bot/2"), "open it to see", "a damaged replay says nothing")
}

func TestTheFrontTellsWhatIsNew(t *testing.T) {
	f := newLeague(t)
	f.rated("2026-11-28", 0, 1) // an earlier version was first
	f.o.Playing = func() [][]int { return [][]int{{2, 1}, {3, 1}} }
	require.NoError(t, f.begin(t.Context()))
	page := f.asks("tables")
	require.Contains(t, page, `▲</span><span class="unseen">up by </span>1`)
	require.Contains(t, page, `▼</span><span class="unseen">down by </span>1`)
	require.Contains(t, page, "places since 2026-11-28")
	require.Contains(t, page, `<a href="match/26">the lead changed most often, 14 times</a>: <bdi>rival 925, zorg 400</bdi>`)
	require.Regexp(t, `(?s)Played now.*<li><bdi>zorg, rival</bdi></li>\n</ul>`, page)
	require.Regexp(t, `(?s)Handed in last.*<bdi>zorg</bdi></a> <small><bdi>2</bdi></small>.*plays from match 3 on.*has left`, page)
	require.NotContains(t, f.asks(""), "<h2>At the top</h2>", "the table has no more than them")
	f.o.Playing = nil
	require.NoError(t, f.show(t.Context()))
	require.NotContains(t, f.asks("tables"), "Played now")
}

// TestThreeMatchesAreWorthWatching, each for another reason.
func TestThreeMatchesAreWorthWatching(t *testing.T) {
	match := func(number int, seats []int, scores ...int) played.Match {
		m := archivetest.Scored(scores...).Match
		m.Number, m.Seats = number, seats
		return m
	}
	p := resultpage.Page{}
	p.Summary.Bots = aRated(1700, 1500, 1300)
	frozen := match(5, []int{0, 1}, 100, 100)
	frozen.Verdicts = verdictOn(0, store.Match{}).Verdicts
	matches := []played.Match{
		match(0, []int{0, 1}, 100, 99), match(1, []int{0, 2}, 10, 11), match(2, []int{0, 1}, 20, 10),
		match(3, []int{0, 1}, 999, 1), match(4, []int{0, 1}, 0, 0), frozen,
	}
	closest := resultpage.Watched{What: "the closest", Match: 1, Bots: []int{0, 1}, Scores: []int{100, 99}}
	upset := resultpage.Watched{What: "the greatest upset", Match: 2, Bots: []int{2, 0}, Scores: []int{11, 10}}
	changed := resultpage.Watched{
		What: "the lead changed most often, 14 times", Match: 3, Bots: []int{0, 1}, Scores: []int{20, 10},
	}
	require.Empty(t, watch(nil, nil, p))
	got := watch(matches, map[int]int{0: 3, 1: 0, 2: 14, 3: 5, 7: 99}, p) // an older arena has stored the last ones
	require.Equal(t, []resultpage.Watched{closest, upset, changed}, got)
	for _, unknown := range []map[int]int{nil, {0: 0, 3: 0}} {
		require.Equal(t, []resultpage.Watched{closest, upset}, watch(matches, unknown, p))
	}
	closest.What = "the closest, and the lead changed most often, once"
	got = watch(matches, map[int]int{0: 1}, p)
	require.Equal(t, []resultpage.Watched{closest, upset}, got, "one is the best of all for two reasons")
}

// TestAPageThatNobodyWaitsForIsNotMade: what it reads of the store is given up.
func TestAPageThatNobodyWaitsForIsNotMade(t *testing.T) {
	f := newLeague(t)
	require.NoError(t, f.begin(t.Context()))
	ctx, stop := context.WithCancel(t.Context())
	stop()
	_, err := f.site.shown.DetailOf(ctx, 2, []int{2})
	require.ErrorIs(t, err, context.Canceled)
}

// TestLinksUnfold: a chat that is given one shows what it is about.
func TestLinksUnfold(t *testing.T) {
	f := newLeague(t)
	require.NoError(t, f.begin(t.Context()))
	for path, want := range map[string]string{
		"":          `<meta property="og:description" content="2 bots, 26 matches. First is rival, rated `,
		"bot/2":     `<meta property="og:description" content="Rank 2 in tuesdays: Duel. Rating `,
		"bot/0":     `<meta property="og:description" content="An earlier version in tuesdays: Duel. Rating `,
		"standings": `<meta property="og:title" content="Standings: tuesdays: Duel">`,
	} {
		require.Contains(t, f.asks(path), want, path)
	}
	require.Equal(t, http.StatusOK, get(f.site, "/feed.atom").Code)
}

// TestABotCountsByItsBestSeat, and not at all in a match of others.
func TestABotCountsByItsBestSeat(t *testing.T) {
	m := archivetest.Scored(1, 3, 2).Match
	m.Seats = []int{4, 5, 4}
	require.Equal(t, []int{2, 1, -1}, []int{seatOf(m, 4), seatOf(m, 5), seatOf(m, 6)})
}
