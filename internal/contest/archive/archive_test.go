package archive_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/comparison"
	"github.com/botarena/arena/internal/contest/evidence"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/integration/archivetest"
)

func numbers(t *archive.Tournament) (all []int) {
	for _, m := range t.Standings.Matches {
		all = append(all, m.Number)
	}
	return all
}

func TestATournamentHasItsMatchesByNumber(t *testing.T) {
	f := archivetest.New(t, store.KindSeries, nil, "a", "b")
	f.Add(archivetest.Match(2, 0, 1), archivetest.Scored(3, 1), []byte("replay"))
	f.Add(archivetest.Match(0, 0, 1), archivetest.Scored(3, 1), nil)
	read := f.Read()
	require.Equal(t, []int{0, 2}, numbers(read))
	kept, err := f.Kept(t.Context(), f.ID)
	require.NoError(t, err)
	require.Equal(t, map[int]store.Key{2: f.KeyOf(archivetest.Match(2, 0, 1))}, kept)
	require.False(t, read.IsWhole(), "match 1 is missing")
	summary, err := read.Summary(t.Context())
	require.NoError(t, err)
	require.Equal(t, 2, summary.Bots[0].Matches)
	require.InDelta(t, 1, summary.Bots[0].Place.Value, 0)
	require.InDelta(t, 2, summary.Bots[1].Place.Value, 0)
	require.InDelta(t, 3, summary.Bots[0].Score.Value, 0)
	require.InDelta(t, 0.001, summary.Bots[0].CPU.Value, 1e-9)
	require.Empty(t, summary.Bots[0].Faults)
}

func TestAVerdictCountsForTheBotInItsSeat(t *testing.T) {
	f := archivetest.New(t, store.KindSeries, nil, "a", "b")
	r := archivetest.Scored(3, 1)
	r.Verdicts = []match.Verdict{{Seat: 1, Kind: match.Crash, Round: 4, Detail: "fell"}}
	f.Add(archivetest.Match(0, 1, 0), r, nil)
	summary, err := f.Read().Summary(t.Context())
	require.NoError(t, err)
	require.Equal(t, map[match.Kind]int{match.Crash: 1}, summary.Bots[0].Faults)
	require.Empty(t, summary.Bots[1].Faults)
}

func TestWhatIsNewIsAddedOnce(t *testing.T) {
	f := archivetest.New(t, store.KindSeries, nil, "a", "b")
	f.Add(archivetest.Match(0, 0, 1), archivetest.Scored(3, 1), nil)
	f.Add(archivetest.Match(2, 0, 1), archivetest.Scored(3, 1), nil)
	read, a := f.Read(), f.Archive()
	f.Add(archivetest.Match(3, 1, 0), archivetest.Scored(3, 1), nil)
	f.Add(archivetest.Match(1, 1, 0), archivetest.Scored(3, 1), nil)
	added, err := a.ReadNew(t.Context(), read)
	require.NoError(t, err)
	require.Len(t, added, 2)
	require.Equal(t, []int{1, 3}, []int{added[0].Number, added[1].Number})
	require.Equal(t, []int{0, 1, 2, 3}, numbers(read))
	require.Equal(t, 4, read.Matches)
	summary, err := read.Summary(t.Context())
	require.NoError(t, err)
	require.Equal(t, 4, summary.Bots[0].Matches)
	require.True(t, read.IsWhole())
	added, err = a.ReadNew(t.Context(), read)
	require.NoError(t, err)
	require.Empty(t, added)
}

// TestAnAnswerGoesOnWhenALateMatchIsThere: several workers end matches in another order than that of the schedule.
func TestAnAnswerGoesOnWhenALateMatchIsThere(t *testing.T) {
	f := archivetest.New(t, store.KindCompare, nil, "new", "old")
	add := func(number int) {
		m := archivetest.Match(number, number%2, 1-number%2)
		f.Add(m, archivetest.Scored(1-number%2, number%2), nil) // the new one is ahead in all
	}
	add(0)
	read, a := f.Read(), f.Archive()
	for _, number := range []int{3, 5, 1, 4, 2} {
		add(number)
		_, err := a.ReadNew(t.Context(), read)
		require.NoError(t, err)
	}
	require.Len(t, read.Answer.Groups, 3)
	require.Equal(t, read.Answer.Course, f.Read().Answer.Course, "as if it were read only now")
	require.InDelta(t, 1, read.Answer.Last().Mean, 0)
}

// TestADecidedAnswerStays, as the command that has compared them said it.
func TestADecidedAnswerStays(t *testing.T) {
	f := archivetest.New(t, store.KindCompare, nil, "new", "old")
	for number := range 100 {
		f.Add(archivetest.Match(number, number%2, 1-number%2), archivetest.Scored(1-number%2, number%2), nil)
	}
	read := f.Read()
	require.Equal(t, evidence.Better, read.Answer.Says())
	require.Less(t, read.Answer.Matches, 100)
	decided := read.Answer.Matches
	f.Add(archivetest.Match(100, 0, 1), archivetest.Scored(0, 1), nil)
	a := f.Archive()
	_, err := a.ReadNew(t.Context(), read)
	require.NoError(t, err)
	require.Equal(t, decided, read.Answer.Matches)
	a.Question.Margin = 0.7
	_, err = a.Read(t.Context(), f.Now())
	require.ErrorIs(t, err, comparison.ErrMargin)
}

// TestAMatchThatFailedIsNotWaitedFor: else the page of a league would read all matches after it again each second.
func TestAMatchThatFailedIsNotWaitedFor(t *testing.T) {
	f := archivetest.New(t, store.KindLeague, nil)
	_, err := f.Enter(t.Context(), f.ID, bot("a", "a"))
	require.NoError(t, err)
	for _, number := range []int{0, 1, 3} {
		f.Add(archivetest.Match(number, 0, 0), archivetest.Scored(1, 1), nil)
	}
	require.NoError(t, f.Fail(t.Context(), f.ID, store.Failure{Planned: archivetest.Match(2, 0, 0), Reason: "gone"}))
	read := f.Read()
	require.Equal(t, 4, archive.FirstMissing(read), "match 2 will not come")
	require.Equal(t, "tuesdays", read.Name)
	require.Equal(t, "gone", read.Failures[0].Reason)
}

func TestATournamentThatAnotherHasReplacedIsNewer(t *testing.T) {
	one := 1
	f := archivetest.New(t, store.KindLeague, nil)
	_, err := f.Enter(t.Context(), f.ID, bot("a", "a"))
	require.NoError(t, err)
	f.Add(archivetest.Match(0, 0, 0), archivetest.Scored(1, 1), nil)
	read := f.Read()
	for what, change := range map[string]func(now *store.Tournament){
		"a match was set aside":     func(now *store.Tournament) { now.Matches = 0 },
		"a match is doubted":        func(now *store.Tournament) { now.Doubted = 1 },
		"a bot has come":            func(now *store.Tournament) { now.Entrants = append(now.Entrants, store.Entrant{}) },
		"a bot has another name":    func(now *store.Tournament) { now.Entrants[0].Name = "b" },
		"a bot has another version": func(now *store.Tournament) { now.Entrants[0].Version = "2" },
		"a bot is another program":  func(now *store.Tournament) { now.Entrants[0].Program[0]++ },
		"a bot is leaving":          func(now *store.Tournament) { now.Entrants[0].Leaving = true },
		"a bot has joined":          func(now *store.Tournament) { now.Entrants[0].Joined = &one },
		"a bot has gone":            func(now *store.Tournament) { now.Entrants[0].Gone = &one },
	} {
		now := f.Now()
		require.False(t, read.IsNewer(now), what)
		change(&now)
		require.True(t, read.IsNewer(now), what)
	}
	now := f.Now()
	now.Matches = 7
	require.False(t, read.IsNewer(now), "more matches can be added")
}

func TestNothingIsReadThatNoArenaHasWritten(t *testing.T) {
	two := func(seats ...int) func(f *archivetest.Filled) {
		return func(f *archivetest.Filled) {
			f.Add(archivetest.Match(0, seats...), archivetest.Scored(make([]int, len(seats))...), nil)
		}
	}
	setup := func(change func(*store.Tournament)) func(*store.Tournament) { return change }
	for want, c := range map[string]struct {
		kind   string
		change func(*store.Tournament)
		bots   int
		fill   func(*archivetest.Filled)
	}{
		"tournament 1 is of kind compare, and does not have two bots": {kind: store.KindCompare, bots: 1},
		"tournament 1 is of kind tune, and does not have two bots":    {kind: store.KindTune, bots: 1},
		"tournament 1 has 20001 bots, and 20000 are the most":         {kind: store.KindSeries, bots: 20_001},
		"tournament 1: chess: no such game; there are: duel": {
			kind: store.KindSeries, bots: 2,
			change: setup(func(t *store.Tournament) { t.Game = "chess" }),
		},
		"tournament 1: match 1: has not 2 seats":              {kind: store.KindSeries, bots: 3, fill: two(0, 1, 2)},
		"tournament 1: match 1: there is no bot 2":            {kind: store.KindSeries, bots: 2, fill: two(0, 2)},
		"tournament 1: match 1: there is no bot -1":           {kind: store.KindSeries, bots: 2, fill: two(0, -1)},
		"tournament 1: match 1: new and old do not both play": {kind: store.KindCompare, bots: 2, fill: two(1, 1)},
		"tournament 1: match 1: there is no place 3":          {kind: store.KindSeries, bots: 2, fill: placed(3)},
		"tournament 1: match 1: there is no place 0":          {kind: store.KindSeries, bots: 2, fill: placed(0)},
	} {
		f := archivetest.New(t, c.kind, c.change, make([]string, c.bots)...)
		if c.fill != nil {
			c.fill(f)
		}
		a := f.Archive()
		now, err := f.Tournament(t.Context(), f.ID)
		require.NoError(t, err)
		_, err = a.Read(t.Context(), now)
		require.ErrorContains(t, err, want)
	}
}

// placed adds a match with a place.
func placed(place int) func(f *archivetest.Filled) {
	return func(f *archivetest.Filled) {
		r := archivetest.Scored(1, 2)
		r.Places[0] = place
		f.Add(archivetest.Match(0, 0, 0), r, nil)
	}
}

func bot(name, typed string) store.Entrant {
	return store.Entrant{Entrant: played.Entrant{Name: name, Typed: typed}}
}

func TestVersionsOfABotAreToldApart(t *testing.T) {
	zero, one := 0, 1
	stays := func(e store.Entrant) store.Entrant { e.Joined = &zero; return e }
	gone := func(e store.Entrant) store.Entrant { e.Joined, e.Gone = &zero, &one; return e }
	evil := store.Entrant{Entrant: played.Entrant{Name: "evil\x1b[2J", Version: "1\n2", Typed: "evil"}}
	for want, entrants := range map[string][]store.Entrant{
		"a|b":             {bot("a", "a"), bot("b", "b")},
		"a (old)|a (new)": {bot("a", "old"), bot("a", "new")},
		"a (version 1)|a": {
			gone(bot("a", "1/a")),
			stays(bot("a", "2/a")),
		},
		"a (version 1)|a (version 2)": {
			gone(bot("a", "")), {Entrant: played.Entrant{Name: "a"}, Joined: &zero, Leaving: true},
		},
		"a (version 1)|b|a": {
			gone(bot("a", "")), stays(bot("b", "")),
			stays(bot("a", "")),
		},
	} {
		labels := ""
		for i := range entrants {
			entrants[i].Program[0] = byte(i)
		}
		for _, e := range archive.Labelled(entrants) {
			labels += "|" + e.Label
		}
		require.Equal(t, want, labels[1:])
	}
	one1 := archive.Labelled([]store.Entrant{evil})[0]
	require.NotContains(t, one1.Name+one1.Label, "\x1b")
	require.NotContains(t, one1.Version, "\n")
}

func TestAMatchIsFoundByItsNumber(t *testing.T) {
	f := archivetest.New(t, store.KindSeries, nil, "a", "b")
	f.Add(archivetest.Match(0, 0, 1), archivetest.Scored(3, 1), nil)
	f.Add(archivetest.Match(2, 1, 0), archivetest.Scored(3, 1), nil)
	a := f.Archive()
	found, err := a.Find(t.Context(), f.Now(), 2)
	require.NoError(t, err)
	require.Equal(t, []int{1, 0}, found.Seats)
	for _, number := range []int{1, 3} {
		_, err = a.Find(t.Context(), f.Now(), number)
		require.ErrorIs(t, err, archive.ErrNoMatch)
	}
	require.EqualError(t, err, "tournament 1: match 4: there is no such match")
}

func TestWorkersAreCountedApart(t *testing.T) {
	by := func(worker string, minute int) store.Match {
		r := archivetest.Scored(1, 1)
		r.Worker, r.Ended = worker, archivetest.Noon.Add(time.Duration(minute)*time.Minute)
		return r
	}
	f := archivetest.New(t, store.KindLeague, nil)
	_, err := f.Enter(t.Context(), f.ID, bot("a", "a"))
	require.NoError(t, err)
	f.Add(archivetest.Match(0, 0, 0), by("", 0), nil)
	require.Empty(t, f.Read().Workers(), "who else should have played")
	require.NoError(t, f.Meet(t.Context(), "K", "ben"))
	for i, r := range []store.Match{by("K", 1), by("K", 35), by("K", 30), by("L", 36)} {
		f.Add(archivetest.Match(2*(1+i), 0, 0), r, nil)
	}
	workers := f.Read().Workers()
	require.Len(t, workers, 3)
	require.Equal(t, []string{"", "ben", "L"}, []string{workers[0].Called(), workers[1].Called(), workers[2].Called()})
	require.Equal(t, []int{1, 3, 1}, []int{workers[0].Matches, workers[1].Matches, workers[2].Matches})
	require.InDeltaSlice(t, []float64{0, 0.2, 0.1}, []float64{workers[0].Rate, workers[1].Rate, workers[2].Rate}, 1e-9)
	require.Equal(t, archivetest.Noon.Add(35*time.Minute).UnixMilli(), workers[1].Seen.UnixMilli())
	require.NoError(t, f.Revoke(t.Context(), "K", "it lies", archivetest.Noon))
	workers = f.Read().Workers()
	require.Len(t, workers, 3, "its matches were set aside")
	require.Zero(t, workers[1].Matches)
	require.True(t, workers[1].Known.IsRevoked())
	require.False(t, workers[1].Seen.IsZero())
}

// TestWhoComesBackIsOneBot, with all its matches and one label.
func TestWhoComesBackIsOneBot(t *testing.T) {
	f := archivetest.New(t, store.KindLeague, nil)
	enter := func(name string, match int) {
		_, err := f.Enter(t.Context(), f.ID, store.Entrant{Entrant: played.Entrant{Name: name, Typed: name}})
		require.NoError(t, err)
		_, err = f.Settle(t.Context(), f.ID, match)
		require.NoError(t, err)
	}
	change := func(do func(context.Context, int64, string) (bool, error), match int) {
		found, err := do(t.Context(), f.ID, "a")
		require.NoError(t, err)
		require.True(t, found)
		_, err = f.Settle(t.Context(), f.ID, match)
		require.NoError(t, err)
	}
	enter("a", 0)
	enter("b", 0)
	f.Add(archivetest.Match(0, 0, 1), archivetest.Scored(3, 1), nil)
	change(f.Pause, 1)
	read := f.Read()
	require.Equal(t, "a (paused)", read.Bots[0].Label)
	change(f.GoOn, 2)
	f.Add(archivetest.Match(2, 1, 2), archivetest.Scored(3, 1), nil)
	read = f.Read()
	require.Equal(t, []string{"a", "b", "a"}, []string{read.Bots[0].Label, read.Bots[1].Label, read.Bots[2].Label})
	summary, err := read.Summary(t.Context())
	require.NoError(t, err)
	require.Equal(t, []int{0, 2, 2}, []int{summary.Bots[0].Matches, summary.Bots[1].Matches, summary.Bots[2].Matches})
	table, replaced := read.Ranking(summary)
	require.ElementsMatch(t, []int{1, 2}, table)
	require.Empty(t, replaced)
}
