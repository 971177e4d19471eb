package results

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/integration/archivetest"
	"github.com/botarena/arena/internal/web/results/resultpage"
)

// followed is a follower of a store, whose site is asked without a network.
type followed struct {
	*archivetest.Filled
	*follower
	t *testing.T
}

func newFollowed(t *testing.T, kind string, more ...string) *followed {
	t.Helper()
	for i := range more {
		more[i] = fmt.Sprint("more", i)
	}
	f := archivetest.New(t, kind, nil, append([]string{"a", "b"}, more...)...)
	o := Options{Archive: f.Archive(), ID: f.ID}
	pages := newMatchPages(o)
	site := newSite("127.0.0.1:0", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1}, pages, pages)
	return &followed{f, &follower{o: o, site: site}, t}
}

func (f *followed) asks(path string) string {
	f.t.Helper()
	w := httptest.NewRecorder()
	f.site.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://127.0.0.1:1"+f.site.Path()+path, nil))
	require.Equal(f.t, http.StatusOK, w.Code, path)
	return w.Body.String()
}

// matches are how many matches are on the page, and the session of its readers.
func (f *followed) matches() (number int, session string) {
	f.t.Helper()
	var list struct {
		Numbers []int
		At      string
	}
	require.NoError(f.t, json.Unmarshal([]byte(f.asks("matches.json")), &list))
	session, _, _ = strings.Cut(list.At, ".")
	return len(list.Numbers), session
}

func (f *followed) plays(number int) {
	f.Add(archivetest.Match(number, number%2, 1-number%2), archivetest.Scored(1, 2), nil)
}

func TestTablesFollowTheMatchesButNotAtOnce(t *testing.T) {
	f := newFollowed(t, store.KindSeries)
	f.plays(0)
	require.NoError(t, f.begin(t.Context()))
	tables := f.asks("tables")
	require.Contains(t, tables, "1 match")
	f.plays(3)
	require.NoError(t, f.look(t.Context(), time.Now()))
	require.Equal(t, tables, f.asks("tables"), "readers are not to be given tables each second")
	require.Equal(t, 2, f.follower.t.Count())
	later := time.Now().Add(time.Hour)
	require.NoError(t, f.look(t.Context(), later))
	require.Contains(t, f.asks("tables"), "2 matches")
	tables = f.asks("tables")
	require.NoError(t, f.look(t.Context(), later))
	require.False(t, f.old)
	require.Equal(t, tables, f.asks("tables"))
}

// TestNobodyWaitsForTheTablesOfALargeTournament: workers may come before.
func TestNobodyWaitsForTheTablesOfALargeTournament(t *testing.T) {
	f := newFollowed(t, store.KindSeries, make([]string, 150)...)
	f.plays(0)
	require.NoError(t, f.begin(t.Context()))
	require.Contains(t, f.asks("tables"), "the tables are being made")
	require.Contains(t, f.asks("tables"), "1 match")
	f.plays(3)
	require.NoError(t, f.look(t.Context(), time.Now()))
	tables := f.asks("tables")
	require.NotContains(t, tables, "the tables are being made")
	require.Contains(t, tables, "2 matches")
}

func TestTablesThatNobodyWaitsForAreGivenUp(t *testing.T) {
	f := newFollowed(t, store.KindSeries)
	f.plays(0)
	require.NoError(t, f.begin(t.Context()))
	tables := f.asks("tables")
	f.plays(3)
	require.NoError(t, f.read(t.Context()))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, f.show(ctx), context.Canceled)
	require.Equal(t, tables, f.asks("tables"))
}

func TestReadersOfAPageGoOnWithNewMatches(t *testing.T) {
	f := newFollowed(t, store.KindSeries)
	f.plays(2)
	require.NoError(t, f.begin(t.Context()))
	_, session := f.matches()
	f.plays(0)
	require.NoError(t, f.look(t.Context(), time.Now()))
	time.Sleep(2 * time.Second) // the list is not made more often
	number, same := f.matches()
	require.Equal(t, 2, number)
	require.Equal(t, session, same, "nobody reads all of it anew")
	key := f.KeyOf(archivetest.Match(0, 0, 1)).String()
	require.Contains(t, f.asks("match/1-"+key), "Match 1")
}

// TestPairsAreAskedForWhileMatchesAreCounted: of many bots, what is known of a pair changes meanwhile.
func TestPairsAreAskedForWhileMatchesAreCounted(t *testing.T) {
	f := newFollowed(t, store.KindSeries, make([]string, 150)...)
	f.plays(0)
	require.NoError(t, f.begin(t.Context()))
	summary, err := f.follower.t.Summary(t.Context())
	require.NoError(t, err)
	pair := f.pairs(summary)
	counted := make(chan struct{})
	go func() {
		defer close(counted)
		for number := 1; number < 60; number++ {
			f.plays(number)
			if err := f.look(t.Context(), time.Time{}); err != nil {
				t.Error(err)
			}
		}
	}()
	for {
		pair(0, 1)
		select {
		case <-counted:
			require.Equal(t, 30, pair(0, 1).Above)
			require.NoError(t, f.look(t.Context(), time.Now().Add(time.Hour)))
			require.Contains(t, f.asks("bot/0"), ">30 of 60</a></td>")
			require.Contains(t, f.asks("standings"), `<td class="n">60</td>`)
			return
		default:
		}
	}
}

// TestPartsAreByTheNumbersOfMatches, of which some are not there.
func TestPartsAreByTheNumbersOfMatches(t *testing.T) {
	const most = resultpage.MatchesOfPart
	f := newFollowed(t, store.KindSeries)
	for _, number := range []int{1, most - 1, most, 2*most + 7} {
		f.plays(number)
	}
	require.NoError(t, f.begin(t.Context()))
	require.Contains(t, f.asks("matches/0.json"), fmt.Sprintf(`"numbers":[2,%d],`, most-2))
	require.Contains(t, f.asks("matches/1.json"), fmt.Sprintf(`"numbers":[%d],`, most+1))
	last := f.asks("matches.json")
	require.Contains(t, last, fmt.Sprintf(`"numbers":[%d],`, 2*most+8))
	require.Contains(t, last, `"part":2,"all":4,`)
}

// TestAComparisonKeepsItsAnswer, though the matches of others are let go.
func TestAComparisonKeepsItsAnswer(t *testing.T) {
	f := newFollowed(t, store.KindCompare)
	f.plays(0)
	f.plays(1)
	require.NoError(t, f.begin(t.Context()))
	require.Contains(t, f.asks("tables"), "not decided")
	require.NotEmpty(t, f.follower.t.Standings.Matches)
	other := newFollowed(t, store.KindLeague)
	require.NoError(t, other.begin(t.Context()))
	require.Empty(t, other.follower.t.Standings.Matches)
}

// TestWhatWasSetAsideIsGone, so that all readers read anew.
func TestWhatWasSetAsideIsGone(t *testing.T) {
	f := newFollowed(t, store.KindLeague)
	_, err := f.Enter(t.Context(), f.ID, store.Entrant{Entrant: played.Entrant{Name: "a", Typed: "a"}})
	require.NoError(t, err)
	add := func(number int, worker string) {
		r := archivetest.Scored(1, 2)
		r.Worker = worker
		f.Add(archivetest.Match(number, 0, 0), r, nil)
	}
	add(0, "")
	add(2, "liar")
	require.NoError(t, f.begin(t.Context()))
	number, session := f.matches()
	require.Equal(t, 2, number)
	require.NoError(t, f.Revoke(t.Context(), "liar", "it lies", archivetest.Noon))
	require.NoError(t, f.look(t.Context(), time.Now()))
	number, now := f.matches()
	require.Equal(t, 1, number)
	require.NotEqual(t, session, now)
	require.NoError(t, f.look(t.Context(), time.Now().Add(time.Hour)))
	require.Contains(t, f.asks("tables"), "1 match,")
}

// TestThePageOfALeagueHasItsFinal, as far as it was played, though no match of the league comes any more.
func TestThePageOfALeagueHasItsFinal(t *testing.T) {
	f := newFollowed(t, store.KindLeague)
	for _, name := range []string{"anna", "ben"} {
		_, err := f.Enter(t.Context(), f.ID, store.Entrant{Entrant: played.Entrant{Name: name, Typed: name}})
		require.NoError(t, err)
	}
	require.NoError(t, f.begin(t.Context()))
	require.NotContains(t, f.asks("tables"), "Final")
	final := store.Final{Tournament: f.Now(), Of: 2}
	final.Kind, final.First = store.KindSeries, 1
	final, err := f.BeginFinal(t.Context(), f.ID, final, archivetest.Noon)
	require.NoError(t, err)
	later := time.Now()
	for number, want := range []string{
		": 0 of 2 matches.", ": 1 of 2 matches, seeds 1 to 1; 1. ben 1",
		": 2 of 2 matches, seeds 1 to 1; 1. ben ",
	} {
		later = later.Add(time.Hour)
		require.NoError(t, f.look(t.Context(), later))
		require.Contains(t, f.asks("tables"), want)
		m := archivetest.Scored(1, 2)
		m.Planned = archivetest.Match(number, number%2, 1-number%2)
		m.Scores[0], m.Scores[1] = m.Scores[number%2], m.Scores[1-number%2]
		m.Places = engine.Places(m.Scores)
		m.Key = final.Facts(m.Planned).Key()
		_, err = f.Store.Add(t.Context(), final.ID, m, nil)
		require.NoError(t, err)
	}
}

// TestTheTableOfALeagueStandsStill on its page, whether that was asked for before or afterwards, until it is lifted.
func TestTheTableOfALeagueStandsStill(t *testing.T) {
	f := newFollowed(t, store.KindLeague)
	clock := archivetest.Noon
	f.o.Archive.Store = f.Public(func() time.Time { return clock })
	pages := newMatchPages(f.o)
	f.site.matches, f.site.shows.viewer = pages, pages
	add := func(number int, ended time.Time, names ...string) string {
		for _, name := range names {
			_, err := f.Enter(t.Context(), f.ID, store.Entrant{Entrant: played.Entrant{Name: name, Typed: name}})
			require.NoError(t, err)
			_, err = f.Settle(t.Context(), f.ID, number)
			require.NoError(t, err)
		}
		bots := len(f.Now().Entrants)
		r := archivetest.Scored(1, 2)
		r.Ended, r.LeadChanges = ended, &number
		return f.Add(ofSeed(number, bots-1, bots-2), r, nil).Key.String()
	}
	freezeAt := func(at time.Time) {
		require.NoError(t, f.SetHours(t.Context(), f.ID, store.Hours{Freeze: at}))
	}
	f.o.Playing = func() [][]int { return [][]int{{1, 0}} }
	api := []string{"api/table", "api/bots/1", "api/matches", "api/matches?from=2", "feed.atom"}
	add(0, archivetest.Noon, "anna", "ben")
	require.NoError(t, f.begin(t.Context()))
	require.Contains(t, f.asks("api/table"), `"playing":[[1,0]]`)
	add(1, archivetest.Noon.Add(time.Hour))
	require.NoError(t, f.look(t.Context(), time.Now().Add(time.Hour)))
	require.Contains(t, f.asks("tables"), "2 matches,")

	clock = archivetest.Noon.Add(2 * time.Hour)
	key := add(2, clock, "mallory")
	require.NoError(t, f.look(t.Context(), time.Now().Add(2*time.Hour)))
	require.Contains(t, f.asks("tables"), "mallory")
	add(3, clock)
	require.NoError(t, f.look(t.Context(), time.Now()))
	require.Len(t, f.site.stream.kept, 1)
	freezeAt(clock) // now
	require.NoError(t, f.look(t.Context(), time.Now()))
	require.Contains(t, f.asks("tables"), ": what was played later is not shown.")
	require.Contains(t, f.asks("tables"), "mallory")
	freezeAt(archivetest.Noon.Add(time.Hour)) // as it was before that match
	require.NoError(t, f.look(t.Context(), time.Now()))
	for again := range 2 {
		for _, path := range append(api, "", "tables", "bots.json", "standings", "entrants", "matches.json") {
			require.NotContains(t, f.asks(path), "mallory", path)
			require.NotRegexp(t, `"match":[3-9]|match/[3-9]|[3-9] times|Played now|"playing":\[\[`, f.asks(path), path)
		}
		require.Contains(t, f.asks("api/table"), "the lead changed most often, once")
		require.Contains(t, f.asks("tables"), "2 matches,")
		require.Contains(t, f.asks("tables"), ": what was played later is not shown.")
		number, _ := f.matches()
		require.Equal(t, 2, number)
		require.Empty(t, f.site.stream.kept)
		for _, path := range []string{"/match/3", "/match/" + key, "/match/3-" + key, "/bot/2"} {
			require.Equal(t, http.StatusNotFound, get(f.site, path).Code, path)
		}
		require.Equal(t, http.StatusNotFound, play(f.site, "3-"+key).Code)
		add(4+again, clock.Add(time.Hour))
		require.NoError(t, f.look(t.Context(), time.Now().Add(3*time.Hour)))
	}
	freezeAt(time.Time{})
	require.NoError(t, f.look(t.Context(), time.Now()))
	require.Contains(t, f.asks("tables"), "6 matches,")
	require.Contains(t, f.asks("tables"), "mallory")
}

func TestAWarningIsGivenOnce(t *testing.T) {
	f := newFollowed(t, store.KindSeries)
	var told []string
	f.site.warn = func(err error) { told = append(told, err.Error()) }
	for _, text := range []string{"a", "a", "b", "b", "a"} {
		f.site.tell(t.Context(), errors.New(text))
	}
	require.Equal(t, []string{"a", "b", "a"}, told)
	over, stop := context.WithCancel(t.Context())
	stop()
	f.site.tell(over, errors.New("c"))
	f.site.tell(t.Context(), nil)
	require.Len(t, told, 3, "what ends with the page is no news")
}

// TestWhatStaysAtTheEndIsTold: nobody drops a replay later that was made for a picture.
func TestWhatStaysAtTheEndIsTold(t *testing.T) {
	f := newFollowed(t, store.KindSeries)
	var told []error
	f.site.warn = func(err error) { told = append(told, err) }
	f.pictured.asked = map[store.Key]bool{{1}: true}
	require.NoError(t, f.Close())
	over, stop := context.WithCancel(t.Context())
	stop()
	f.follow(over)
	require.Len(t, told, 1)
}

// TestABotThatCameBackIsListedAsItself: the tables have it under its last number, and so have the list and the charts.
func TestABotThatCameBackIsListedAsItself(t *testing.T) {
	f := archivetest.New(t, store.KindLeague, nil)
	settle := func(next int) {
		_, err := f.Settle(t.Context(), f.ID, next)
		require.NoError(t, err)
	}
	for i, name := range []string{"a", "b"} {
		of := played.Entrant{Name: name, Typed: name, Program: [32]byte{byte(i)}}
		_, err := f.Enter(t.Context(), f.ID, store.Entrant{Entrant: of, Package: of.Program, Signer: name})
		require.NoError(t, err)
	}
	settle(0)
	for _, does := range []func(context.Context, int64, string) (bool, error){f.Pause, f.GoOn} {
		found, err := does(t.Context(), f.ID, "a")
		require.NoError(t, err)
		require.True(t, found)
		settle(1)
	}
	require.Equal(t, []int{2, 1, 2}, store.Last(f.Now().Entrants))
	f.Add(archivetest.Match(0, 0, 1), archivetest.Scored(1, 2), nil)
	f.Add(archivetest.Match(1, 1, 2), archivetest.Scored(1, 2), nil)
	pages := newMatchPages(Options{Archive: f.Archive(), ID: f.ID})
	list, err := pages.Between(t.Context(), 0, 2)
	require.NoError(t, err)
	var seats [][]int
	for _, m := range list {
		seats = append(seats, m.Seats)
	}
	require.Equal(t, [][]int{{2, 1}, {1, 2}}, seats)
	page, err := PageOf(t.Context(), f.Store, f.Read(), Look{}, nil)
	require.NoError(t, err)
	for m, err := range page.Matches {
		require.NoError(t, err)
		require.Equal(t, seats[m.Number], m.Seats)
	}
}

func TestAMatchIsPlayedAgainUnlessItsReplayIsKept(t *testing.T) {
	f := archivetest.New(t, store.KindSeries, nil, "a", "b")
	kept := f.Add(archivetest.Match(0, 0, 1), archivetest.Scored(1, 2), []byte("replay"))
	gone := f.Add(archivetest.Match(1, 1, 0), archivetest.Scored(1, 2), nil)
	var played []int
	difference, failed := "", error(nil)
	p := newMatchPages(Options{
		Archive: f.Archive(), ID: f.ID,
		PlayAgain: func(ctx context.Context, now store.Tournament, m store.Match) ([]byte, string, error) {
			until, limited := ctx.Deadline()
			require.True(t, limited && time.Until(until) <= longestShow)
			require.Equal(t, f.ID, now.ID)
			played = append(played, m.Number)
			return nil, difference, failed
		},
	})
	asked := func(m store.Match) ref {
		return ref{Number: m.Number, Key: m.Key.String()}
	}
	require.NoError(t, p.Play(t.Context(), asked(kept)))
	require.Empty(t, played)
	require.NoError(t, p.Play(t.Context(), asked(gone)))
	require.Equal(t, []int{1}, played)
	difference = "came out otherwise"
	require.EqualError(t, p.Play(t.Context(), asked(gone)), "match 2 came out otherwise")
	failed = errors.New("no bot")
	require.EqualError(t, p.Play(t.Context(), asked(gone)), "no bot")
	absent := asked(gone)
	absent.Number = 8
	require.EqualError(t, p.Play(t.Context(), absent), "tournament 1: match 9: there is no such match")
	page, err := p.Page(t.Context(), asked(gone))
	require.NoError(t, err)
	require.Nil(t, page, "it waits for its replay")
	_, err = p.Page(t.Context(), asked(kept))
	require.Error(t, err, "that is no replay")
	_, err = p.Page(t.Context(), ref{Key: "x"})
	require.ErrorContains(t, err, "not a key")
}

// served serves a page of a store, and returns its address.
func served(t *testing.T, f *archivetest.Filled, o Options) (*Live, string) {
	t.Helper()
	var err error
	o.Archive, o.ID, o.Listen = f.Archive(), f.ID, "127.0.0.1:0"
	o.Warn = func(err error) { t.Error(err) }
	o.Listener, err = (&net.ListenConfig{}).Listen(t.Context(), "tcp", o.Listen)
	require.NoError(t, err)
	l, err := Serve(t.Context(), o)
	require.NoError(t, err)
	return l, "http://" + o.Listener.Addr().String() + l.Path()
}

func getText(t *testing.T, address string) string {
	t.Helper()
	answer, err := http.Get(address) //nolint:gosec,noctx // our own server
	require.NoError(t, err)
	defer answer.Body.Close() //nolint:errcheck // only read
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	return string(text)
}

func TestAPageIsServedWhileMatchesArePlayed(t *testing.T) {
	f := archivetest.New(t, store.KindSeries, nil, "a", "b")
	f.Add(archivetest.Match(0, 0, 1), archivetest.Scored(1, 2), nil)
	l, address := served(t, f, Options{})
	require.NotEqual(t, "/", l.Path(), "nobody else on this machine knows it")
	require.Contains(t, getText(t, address), "Duel: series")
	f.Add(archivetest.Match(1, 1, 0), archivetest.Scored(1, 2), nil)
	testkit.Await(t, "the second match", func() bool {
		return strings.Contains(getText(t, address+"tables"), "2 matches")
	})
	l.TellHealth(func() (string, error) { return "well", nil })
	require.Equal(t, "is served: well\n", getText(t, address+"healthz"))
	require.NoError(t, l.Close())
	_, err := http.Get(address) //nolint:gosec,noctx,bodyclose // nobody answers
	require.Error(t, err)
}

func TestAPageEndsWithItsContext(t *testing.T) {
	f := archivetest.New(t, store.KindSeries, nil, "a", "b")
	l, _ := served(t, f, Options{Open: true})
	require.Equal(t, "/", l.Path())
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- l.Until(ctx) }()
	stop()
	require.NoError(t, testkit.Receive(t, "its end", ended))
}

func TestAPageThatCanNotBeMadeLeavesItsAddress(t *testing.T) {
	f := archivetest.New(t, store.KindSeries, func(begun *store.Tournament) { begun.Game = "chess" }, "a", "b")
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	_, err = Serve(t.Context(), Options{Archive: f.Archive(), ID: f.ID, Listener: listener, Listen: "127.0.0.1:0"})
	require.ErrorContains(t, err, "chess: no such game")
	_, err = listener.Accept()
	require.ErrorIs(t, err, net.ErrClosed)
}
