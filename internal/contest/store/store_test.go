package store_test

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
)

var noon = time.Date(2026, time.May, 1, 12, 0, 0, 0, time.Local)

// sample is a tournament of two bots in two seats.
func sample() store.Tournament {
	return store.Tournament{
		Kind: "series", Format: "rotations",
		Conditions: store.Conditions{
			Game: "duel", Rules: 3, Setup: []byte("board"), Random: engine.ChaCha8,
			Limits: "cpu 50ms", Sandbox: "standard",
		},
		First: math.MaxUint64 - 1,
		Entrants: []store.Entrant{
			{Entrant: played.Entrant{Name: "demo", Version: "1.2", Typed: "examples/demo", Program: [32]byte{1}}},
			{Entrant: played.Entrant{Name: "null", Typed: "null", Program: [32]byte{2}}},
		},
	}
}

// storeName has letters that mean something in an address; Windows has no file with a question mark.
var storeName = map[bool]string{false: "a store? 100% #1.db", true: "a store 100% #1.db"}[runtime.GOOS == "windows"]

// fixture is a store with a tournament.
type fixture struct {
	*store.Store
	path       string
	tournament store.Tournament
	schedule   *schedule.Rotations
}

func open(t testing.TB, path string, o store.Options) *store.Store {
	s, err := store.Open(t.Context(), path, o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

func begin(t testing.TB) *fixture {
	f := &fixture{path: filepath.Join(t.TempDir(), storeName)}
	f.Store = open(t, f.path, store.Options{})
	var err error
	f.tournament, err = f.Begin(t.Context(), sample(), noon)
	require.NoError(t, err)
	f.schedule = schedule.NewRotations([]int{0, 1}, f.tournament.First)
	return f
}

func (f *fixture) key(number int) store.Key { return f.tournament.Facts(f.schedule.At(number)).Key() }

// add adds a match of the schedule, whose result follows from its number.
func (f *fixture) add(ctx context.Context, number int, replay []byte) (bool, error) {
	return f.Add(ctx, f.tournament.ID, f.match(number), replay)
}

// match is a match of the schedule, as it was played.
func (f *fixture) match(number int) store.Match {
	return with(f.schedule.At(number), f.key(number), result(number))
}

// with is a match that was planned so, and ended as another one.
func with(planned schedule.Planned, key store.Key, m store.Match) store.Match {
	m.Planned, m.Key = planned, key
	return m
}

// result is how a match ended.
func result(number int) store.Match {
	return store.Match{Match: played.Match{
		Result: match.Result{
			Rounds: 200, Places: []int{1, 2}, Scores: []int{number, -number},
			Verdicts: []match.Verdict{{Seat: 1, Kind: match.Crash, Round: number, Detail: "ended with status 2"}},
		},
		CPU: []time.Duration{3 * time.Second, time.Second}, MostCPU: []time.Duration{70 * time.Millisecond, 1},
		Wall: time.Duration(number) + time.Second, Ended: noon.Add(time.Duration(number) * time.Millisecond),
	}}
}

// matches returns the matches of a tournament.
func matches(t testing.TB, s *store.Store, tournament int64) []store.Match {
	var all []store.Match
	for m, err := range s.Matches(t.Context(), tournament) {
		require.NoError(t, err)
		all = append(all, m)
	}
	requireLines(t, s, tournament, all)
	return all
}

// TestMatchesAreKept: what was added is there when the store is opened again, in the order
// of the numbers.
func TestMatchesAreKept(t *testing.T) {
	f := begin(t)
	for _, number := range []int{2, 0, 3, 1} {
		fresh, err := f.add(t.Context(), number, nil)
		require.NoError(t, err)
		require.True(t, fresh)
	}
	require.NoError(t, f.Close())
	for _, o := range []store.Options{{}, {ReadOnly: true}} {
		s := open(t, f.path, o)
		var want []store.Match
		for number := range 4 {
			want = append(want, f.match(number))
		}
		require.Equal(t, want, matches(t, s, f.tournament.ID))
		for number := range 4 {
			found, ok, err := s.Find(t.Context(), f.key(number))
			require.NoError(t, err)
			require.True(t, ok)
			require.Equal(t, with(schedule.Planned{}, f.key(number), result(number)), found)
		}
		require.NoError(t, s.Close())
	}
}

func TestUnknownMatches(t *testing.T) {
	f := begin(t)
	_, known, err := f.Find(t.Context(), f.key(0))
	require.NoError(t, err)
	require.False(t, known)
	_, known, err = f.Place(t.Context(), f.tournament.ID, f.schedule.At(0), f.key(0))
	require.NoError(t, err)
	require.False(t, known)
	_, known, err = f.Replay(t.Context(), f.key(0))
	require.NoError(t, err)
	require.False(t, known)
	require.EqualError(t, f.KeepReplay(t.Context(), store.Key{0xab}, nil),
		"match ab00000000000000000000000000000000000000000000000000000000000000 is not in the store")
	require.Empty(t, matches(t, f.Store, f.tournament.ID))
	require.Empty(t, matches(t, f.Store, 77))
}

// TestSecondResultIsNotTaken: a match is one match, however often it was played.
func TestSecondResultIsNotTaken(t *testing.T) {
	f := begin(t)
	_, err := f.add(t.Context(), 0, []byte("first"))
	require.NoError(t, err)
	fresh, err := f.Add(t.Context(), f.tournament.ID, with(f.schedule.At(0), f.key(0), result(9)), []byte("second"))
	require.NoError(t, err)
	require.False(t, fresh)
	all := matches(t, f.Store, f.tournament.ID)
	require.Len(t, all, 1)
	require.Equal(t, f.match(0).Match, all[0].Match)
	replay, _, err := f.Replay(t.Context(), f.key(0))
	require.NoError(t, err)
	require.Equal(t, "first", string(replay))
}

// TestOneMatchInTwoTournaments: a comparison takes the matches of a series.
func TestOneMatchInTwoTournaments(t *testing.T) {
	f := begin(t)
	_, err := f.add(t.Context(), 1, nil)
	require.NoError(t, err)
	comparison := sample()
	comparison.Kind = "compare"
	comparison, err = f.Begin(t.Context(), comparison, noon)
	require.NoError(t, err)
	require.NotEqual(t, f.tournament.ID, comparison.ID)

	placed := schedule.Planned{Number: 5, Group: 2, Seed: f.schedule.At(1).Seed, Seats: []int{1, 0}}
	for range 2 {
		found, known, err := f.Place(t.Context(), comparison.ID, placed, f.key(1))
		require.NoError(t, err)
		require.True(t, known)
		require.Equal(t, with(placed, f.key(1), result(1)), found)
	}
	fresh, err := f.Add(t.Context(), comparison.ID, with(f.schedule.At(6), f.key(1), result(1)), nil)
	require.NoError(t, err)
	require.False(t, fresh, "the same programs met in another match of the schedule")

	all := matches(t, f.Store, comparison.ID)
	require.Len(t, all, 2)
	require.Equal(t, with(placed, f.key(1), result(1)), all[0])
	require.Len(t, matches(t, f.Store, f.tournament.ID), 1)
}

func TestMatchesThatDontFit(t *testing.T) {
	f := begin(t)
	_, err := f.add(t.Context(), 0, nil)
	require.NoError(t, err)

	_, err = f.Add(t.Context(), f.tournament.ID, with(f.schedule.At(0), f.key(1), result(1)), nil)
	require.EqualError(t, err, "match 0: another one has that number in the tournament")
	_, known, err := f.Find(t.Context(), f.key(1))
	require.NoError(t, err)
	require.False(t, known, "nothing of it was kept")

	three := schedule.Planned{Number: 4, Seats: []int{0, 1, 1}}
	_, err = f.Add(t.Context(), f.tournament.ID, with(three, f.key(1), result(1)), nil)
	require.EqualError(t, err, "match 4: 2 results for 3 seats")
	_, err = f.Add(t.Context(), 77, with(f.schedule.At(0), f.key(1), result(1)), nil)
	require.ErrorContains(t, err, "FOREIGN KEY", "there is no such tournament")
	require.Equal(t, 1, len(matches(t, f.Store, f.tournament.ID)))
}

func TestReplays(t *testing.T) {
	f := begin(t)
	large := make([]byte, 400_000)
	large[399_999] = 7
	_, err := f.add(t.Context(), 0, large)
	require.NoError(t, err)
	_, err = f.add(t.Context(), 1, nil)
	require.NoError(t, err)

	replay, known, err := f.Replay(t.Context(), f.key(0))
	require.NoError(t, err)
	require.True(t, known)
	require.Equal(t, large, replay)
	_, known, err = f.Replay(t.Context(), f.key(1))
	require.NoError(t, err)
	require.False(t, known)
	all := matches(t, f.Store, f.tournament.ID)
	require.Equal(t, []bool{true, false}, []bool{all[0].HasReplay, all[1].HasReplay})

	require.NoError(t, f.KeepReplay(t.Context(), f.key(1), []byte("played again")))
	replay, known, err = f.Replay(t.Context(), f.key(1))
	require.NoError(t, err)
	require.True(t, known)
	require.Equal(t, "played again", string(replay))
}

func TestLoopMayEndEarlyAndAdd(t *testing.T) {
	f := begin(t)
	for number := range 3 {
		_, err := f.add(t.Context(), number, nil)
		require.NoError(t, err)
	}
	for m, err := range f.Matches(t.Context(), f.tournament.ID) {
		require.NoError(t, err)
		_, err = f.add(t.Context(), 3+m.Number, nil)
		require.NoError(t, err)
		if m.Number == 1 {
			break
		}
	}
	require.Len(t, matches(t, f.Store, f.tournament.ID), 5)
}

func TestCancelledContext(t *testing.T) {
	f := begin(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := f.add(ctx, 0, nil)
	require.ErrorIs(t, err, context.Canceled)
	for _, err := range f.Matches(ctx, f.tournament.ID) {
		require.ErrorIs(t, err, context.Canceled)
	}
	fresh, err := f.add(t.Context(), 0, nil)
	require.NoError(t, err)
	require.True(t, fresh)
}

// TestManyAtOnce: writers of two processes wait for each other, and readers for nobody.
func TestManyAtOnce(t *testing.T) {
	f := begin(t)
	other := open(t, f.path, store.Options{})
	const each = 50
	errs := make(chan error)
	stores := []*store.Store{f.Store, other, f.Store, other}
	for writer, s := range stores {
		go func() {
			for i := range each {
				number := writer/2*each + i // two writers add the same matches
				if _, err := s.Add(t.Context(), f.tournament.ID, f.match(number), nil); err != nil {
					errs <- err
					return
				}
			}
			errs <- nil
		}()
		go func() { errs <- readOften(t.Context(), s, f.tournament.ID) }()
	}
	for range 2 * len(stores) {
		require.NoError(t, <-errs)
	}
	require.Len(t, matches(t, f.Store, f.tournament.ID), 2*each)
}

// TestReadingBeforeWriting: no other process writes in between, even if many try.
func TestReadingBeforeWriting(t *testing.T) {
	f := begin(t)
	stores := []*store.Store{f.Store, open(t, f.path, store.Options{}), open(t, f.path, store.Options{})}
	errs := make(chan error)
	for _, s := range stores {
		go func() {
			for first := range uint64(40) {
				tournament := sample()
				tournament.First = first
				if _, err := s.Begin(t.Context(), tournament, noon); err != nil {
					errs <- err
					return
				}
			}
			errs <- nil
		}()
	}
	for range stores {
		require.NoError(t, <-errs)
	}
	all, err := f.Tournaments(t.Context())
	require.NoError(t, err)
	require.Len(t, all, 1+40)
}

// readOften reads the matches of a tournament again and again, and returns an error if one is
// not whole.
func readOften(ctx context.Context, s *store.Store, tournament int64) error {
	for range 10 {
		for m, err := range s.Matches(ctx, tournament) {
			if err != nil {
				return err
			}
			if len(m.Scores) != len(m.Seats) {
				return fmt.Errorf("match %d has %d results", m.Number, len(m.Scores))
			}
		}
	}
	return nil
}

func TestReadingLeavesNothingBeside(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "x.db")
	s := open(t, path, store.Options{})
	require.NoError(t, s.Close())
	for range 2 {
		s = open(t, path, store.Options{ReadOnly: true})
		_, err := s.Tournaments(t.Context())
		require.NoError(t, err)
		require.NoError(t, s.Close())
		beside, err := filepath.Glob(filepath.Join(folder, "*"))
		require.NoError(t, err)
		require.Equal(t, []string{path}, beside)
	}
}

func TestAMatchIsFoundByNumberAndByKey(t *testing.T) {
	f := begin(t)
	for _, number := range []int{0, 3} {
		_, err := f.add(t.Context(), number, nil)
		require.NoError(t, err)
		key, found, err := f.KeyOf(t.Context(), f.tournament.ID, number)
		require.NoError(t, err)
		require.True(t, found)
		require.Equal(t, f.key(number), key)
		is, err := f.NumberOf(t.Context(), f.tournament.ID, key)
		require.NoError(t, err)
		require.Equal(t, number, is)
	}
	for tournament, number := range map[int64]int{f.tournament.ID: 1, f.tournament.ID + 1: 0} {
		_, found, err := f.KeyOf(t.Context(), tournament, number)
		require.NoError(t, err)
		require.False(t, found)
		is, err := f.NumberOf(t.Context(), tournament, f.key(number))
		require.NoError(t, err)
		require.Equal(t, -1, is)
	}
	gone, stop := context.WithCancel(t.Context())
	stop()
	_, _, err := f.KeyOf(gone, f.tournament.ID, 0)
	require.Error(t, err)
	is, err := f.NumberOf(gone, f.tournament.ID, f.key(0))
	require.Error(t, err)
	require.Equal(t, -1, is)
}
