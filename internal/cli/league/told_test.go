package league

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/integration/archivetest"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/admission"
	"github.com/botarena/arena/internal/league/members"
)

var noon = time.Date(2026, 5, 4, 12, 30, 0, 0, time.Local)

func TestWhoWasInvitedIsListed(t *testing.T) {
	list := invitedList{
		members: []members.Member{
			{ID: "1", Name: "anna", Invited: noon},
			{ID: "2", Name: "borg", Invited: noon},
			{ID: "3", Name: "cleo", Invited: noon, Revoked: "lost"},
			{ID: "4", Name: "authors", Invited: noon, Submits: true},
		},
		played:  map[string]work{"1": {7, noon.Add(-time.Hour), noon}, "3": {2, noon, noon}, "": {3, noon, noon}},
		present: []members.PresentWorker{{ID: "1", Slots: 4, Given: 6}, {ID: "3", Slots: 2}},
		served:  true,
	}
	s, out, told := quiet()
	list.Print(s, "tuesdays")
	require.Equal(t, `worker        now             given  matches  first match       last match        invited           key
anna          there, plays 4      6        7  2026-05-04 11:30  2026-05-04 12:30  2026-05-04 12:30  valid
borg          away                         0  never             never             2026-05-04 12:30  valid
cleo                                       2  2026-05-04 12:30  2026-05-04 12:30  2026-05-04 12:30  revoked: lost
authors                                                                           2026-05-04 12:30  valid, for authors
this machine                               3  2026-05-04 12:30  2026-05-04 12:30
`, out.String())
	require.Empty(t, told.String())

	all := list.JSON()
	require.Len(t, all.Workers, 3)
	require.Len(t, all.Authors, 1)
	require.True(t, all.Authors[0].Counts)
	require.Equal(t, 3, all.Here.Matches)
	require.Equal(t, noon.UTC(), *all.Here.Last)
	require.Equal(t, noon.Add(-time.Hour).UTC(), *all.Workers[0].First)
	require.Equal(t, 6, all.Workers[0].Given)
	require.True(t, all.Workers[0].Present)
	require.Equal(t, 4, all.Workers[0].Slots)
	require.False(t, all.Workers[1].Present)
	require.Nil(t, all.Workers[1].Last)
	require.False(t, all.Workers[2].Counts)
	require.Equal(t, "lost", all.Workers[2].Why)

	list.served, list.played = false, nil
	s, out, told = quiet()
	list.Print(s, "tuesdays")
	require.NotContains(t, out.String(), "this machine")
	require.Equal(t, "note: nobody is there, as the league is not served with --listen or --nats now\n", told.String())

	s, out, told = quiet()
	invitedList{}.Print(s, "my league")
	require.Equal(t, "no worker was invited\n", out.String())
	require.Equal(t, "hint: arena league invite 'my league' NAME\n", told.String())
	require.NotNil(t, invitedList{}.JSON().Workers)
	require.NotNil(t, invitedList{}.JSON().Authors)
}

// TestWhatWorkersHavePlayed: matches of several workers come in no order.
func TestWhatWorkersHavePlayed(t *testing.T) {
	f := archivetest.New(t, store.KindLeague, nil, "a", "b")
	for number, played := range []struct {
		worker string
		hour   time.Duration
	}{{"1", 1}, {"2", 4}, {"1", 3}, {"", 5}, {"1", 2}} {
		m := archivetest.Scored(1, 2)
		m.Worker, m.Ended = played.worker, noon.Add(played.hour*time.Hour)
		f.Add(archivetest.Match(2*number, 0, 1), m, nil) // each has a seed of its own
	}
	l := &openLeague{League: &league.League{Folder: league.Folder(t.TempDir()), Store: f.Store}, typed: "tuesdays"}
	l.ID = f.ID
	list, err := l.readInvited(t.Context())
	require.NoError(t, err)
	for worker, want := range map[string]work{
		"1": {3, noon.Add(time.Hour), noon.Add(3 * time.Hour)}, "2": {1, noon.Add(4 * time.Hour), noon.Add(4 * time.Hour)},
		"": {1, noon.Add(5 * time.Hour), noon.Add(5 * time.Hour)},
	} {
		got := list.played[worker]
		require.Equal(t, want.matches, got.matches, worker)
		require.True(t, want.first.Equal(got.first) && want.last.Equal(got.last), "%q: %v", worker, got)
	}
	require.Len(t, list.played, 3)
}

func TestWhatIsKnownOfTheWorkers(t *testing.T) {
	w := leagueWorkers{&league.Findings{
		Workers: []store.Worker{
			{ID: "1", Name: "anna", Matches: 7, Passed: 3, Failed: 2, Refused: 1, Last: noon},
			{ID: "2", Last: noon, Revoked: noon, Why: "it lied"},
			{ID: "3", Unfounded: 8, Last: noon, Why: "it froze zorg"},
		},
		Due: 1, Aside: 2, Doubted: []store.VoidedMatch{{Planned: schedule.Planned{Number: 4, Seed: 9}, Worker: "2"}, {}},
		Varying: []int{1}, Why: map[int]string{1: "round 3 differs"},
		Suspicions: []league.Nondeterminism{
			{Entrant: 0, Of: "cpu", P: 0.001, Worker: "1"}, {Entrant: 1, Of: "verdicts", P: 0.01, Worker: ""},
		},
	}}
	var text strings.Builder
	w.Print(&text, []lineup.Entrant{{Label: "zorg"}, {Label: "yeti"}})
	require.Equal(t, `worker  matches  checks ok  failed  unfounded  refused  state
anna    7        3          2       0          1        last result 2026-05-04 12:30
2       0        0          0       0          0        revoked: it lied
3       0        0          0       8          0        its verdicts don't count: it froze zorg
1 match to be played again by another worker, to compare
2 matches set aside, to be played again: --json lists all that ever were
yeti does not play the same again: round 3 differs
zorg used another share of the CPU time with worker anna than with others; chance alone does that in 0.1 of 100 cases
yeti was frozen at another rate with worker this machine than with others; chance alone does that in 1 of 100 cases
`, text.String())
	all := w.JSON()
	require.Equal(t, 5, all.Doubted[0].Match, "matches are counted from 1")
	require.Nil(t, all.Workers[0].Revoked)
	require.Equal(t, noon.UTC(), *all.Workers[1].Revoked)
	require.Nil(t, all.Workers[2].Revoked)
	require.Equal(t, 8, all.Workers[2].Unfounded)
	require.Equal(t, []varyingJSON{{1, "round 3 differs"}}, all.Varying)
	require.Equal(t, suspicionJSON{0, "cpu", 0.001, "1"}, all.Suspicions[0])
	text.Reset()
	none := leagueWorkers{&league.Findings{}}
	none.Print(&text, nil)
	require.Empty(t, text.String())
	require.NotNil(t, none.JSON().Workers)
}

func TestWhatIsToldOfVerdictsThatOthersMustFind(t *testing.T) {
	s, _, told := quiet()
	teller := leagueTeller{s: s, l: &openLeague{typed: "my league"}}
	teller.tell(league.Event{Kind: league.Disbelieved, Worker: "1", Name: "anna", Reason: "it froze zorg", Count: 2})
	teller.tell(league.Event{Kind: league.Lonely, Count: 1})
	require.Equal(t, "warning: no verdicts of anna for time, memory or threads count any longer: it froze zorg; "+
		`2 matches will be played again
note: 1 match in which a worker froze a bot for what may lie in its machine: `+
		`another one must find that too, and none is there
hint: arena league invite 'my league' NAME, or serve with -j 1
`, told.String())
}

func TestHowABotGetsOnOnItsWay(t *testing.T) {
	for want, passed := range map[string]admission.Passed{
		"qualified: zorg is better\n":                         {Steps: 3, Varies: "x", Qualified: "zorg is better"},
		"checked: 3 steps; it is not reproducible: round 1\n": {Steps: 3, Varies: "round 1"},
		"checked: 1 step\n":                                   {Steps: 1},
	} {
		var text strings.Builder
		tellPassed(&text, passed)
		require.Equal(t, want, text.String())
	}
	e := store.Entrant{Entrant: played.Entrant{Name: "zorg", Version: "1.2"}}
	require.EqualValues(t, "zorg", title(e), "it came in no package")
	e.Package = [32]byte{1}
	require.EqualValues(t, "zorg 1.2", title(e))
	require.Equal(t, "01"+strings.Repeat("00", 31), packageDigest(e))
	e.Version = ""
	require.EqualValues(t, "zorg", title(e))
	require.Empty(t, packageDigest(store.Entrant{}))
}

func TestToWhomNamesBelong(t *testing.T) {
	require.Equal(t, "SHA256:12345678", shortKey("SHA256:12345678"))
	require.Equal(t, "SHA256:12345678…", shortKey("SHA256:123456789"))
	table := &leagueTable{}
	var text strings.Builder
	table.printHolders(&text)
	require.Empty(t, text.String())
	for range shownHolders {
		table.holders = append(table.holders, store.Holder{Name: "zorg", Signer: "SHA256:123456789", Author: "Anna"})
	}
	table.printHolders(&text)
	require.Equal(t, shownHolders, strings.Count(text.String(), "zorg  SHA256:12345678…  Anna\n"))
	require.NotContains(t, text.String(), "more")
	table.holders = append(table.holders, store.Holder{Name: "last"})
	text.Reset()
	table.printHolders(&text)
	require.NotContains(t, text.String(), "last")
	require.True(t, strings.HasSuffix(text.String(), "\n1 name more: --json has them all\n"))
}

func TestHowManyBotsArePresent(t *testing.T) {
	joined, gone := 3, 9
	l := &league.League{}
	l.Entrants = []store.Entrant{
		{Entrant: played.Entrant{Name: "new"}},
		{Entrant: played.Entrant{Name: "plays"}, Joined: &joined},
		{Entrant: played.Entrant{Name: "goes"}, Joined: &joined, Leaving: true},
		{Entrant: played.Entrant{Name: "went"}, Joined: &joined, Gone: &gone},
	}
	table := &leagueTable{l: &openLeague{League: l, typed: "x"}}
	require.Equal(t, 2, table.present())
}

func TestOfWhichWorkerSomethingIs(t *testing.T) {
	require.Equal(t, " of anna", ofWorker(league.Event{Name: "anna", Worker: "1"}))
	require.Equal(t, " of 1", ofWorker(league.Event{Worker: "1"}))
	require.Empty(t, ofWorker(league.Event{}))
}
