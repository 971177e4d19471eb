package contest

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/match/faults"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

// entrant returns a bot of a name.
func entrant(name string) lineup.Entrant {
	b := find.Bot{Typed: name, Name: name, Command: executable.Alone("/bots/" + name)}
	copy(b.SHA256[:], name)
	return lineup.Entrant{Name: name, Label: name, Version: "1", Bot: b}
}

// field is a referee of bots of which it is known how good they are. It notes what it was asked for.
type field struct {
	sync.Mutex
	score  func(e lineup.Entrant, m schedule.Planned) int
	played []schedule.Planned
	frozen string // the bot that gets a verdict in each match
}

func (f *field) referee(_ context.Context, entrants []lineup.Entrant, m schedule.Planned) (series.Match, error) {
	f.Lock()
	defer f.Unlock()
	f.played = append(f.played, m)
	one := series.Match{Match: played.Match{Planned: m, Wall: 40 * time.Millisecond, Ended: noon}}
	one.Rounds = 20 + m.Number%2
	for seat, bot := range m.Seats {
		one.Scores = append(one.Scores, f.score(entrants[bot], m))
		one.CPU = append(one.CPU, time.Duration(seat+2)*time.Second)
		one.MostCPU = append(one.MostCPU, time.Duration(seat+1)*time.Millisecond)
		if entrants[bot].Name == f.frozen {
			v := match.Verdict{Seat: seat, Kind: match.Crash, Round: 9 - seat, Detail: "exit status 2"}
			one.Verdicts = append(one.Verdicts, v)
		}
	}
	slices.Reverse(one.Verdicts) // the later seat was frozen first
	one.Places = engine.Places(one.Scores)
	return one, nil
}

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// by gives bots the scores of their names.
func by(scores map[string]int) func(lineup.Entrant, schedule.Planned) int {
	return func(e lineup.Entrant, _ schedule.Planned) int { return scores[e.Name] }
}

// fourBots returns a run of a, b, c and d, one match at a time, and its referee.
func fourBots() (*Run, *field) {
	f := &field{score: by(map[string]int{"a": 40, "b": 30, "c": 20, "d": 10})}
	return &Run{
		Setup: orkisland.Game.Default(), Random: engine.ChaCha8, Limits: host.DefaultLimits(), Sandbox: sandbox.Standard,
		Entrants: []lineup.Entrant{entrant("a"), entrant("b"), entrant("c"), entrant("d")}, Jobs: 1, Referee: f.referee,
	}, f
}

// play plays matches of a store, from seed 7 on.
func play(t *testing.T, r *Run, path string, of int) (played []series.Match) {
	t.Helper()
	_, err := r.Remember(t.Context(), "series", "rotations", Begin{Store: path, First: 7})
	require.NoError(t, err)
	matches := schedule.NewRotations([]int{0, 1, 2, 3}, 7).Matches()
	require.NoError(t, r.Play(t.Context(), matches, of, func(m series.Match) bool {
		played = append(played, m)
		return true
	}))
	require.NoError(t, r.Memory.Close())
	return played
}

func TestWhatTheStoreHasIsNotPlayedAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	r, f := fourBots()
	f.frozen = "b"
	first := play(t, r, path, 6)
	require.Len(t, f.played, 6)
	require.Zero(t, r.Memory.Stored())

	r, f = fourBots()
	more := play(t, r, path, 10)
	require.Len(t, f.played, 4, "only what is missing is played")
	require.Equal(t, 6, f.played[0].Number)
	require.Equal(t, 6, r.Memory.Stored())
	for i := range first {
		require.True(t, first[i].Ended.Equal(more[i].Ended))
		more[i].Ended = first[i].Ended
		require.Equal(t, first[i], more[i], "a match of the store is as it was played")
	}
}

func TestVerdictsOfTheStoreAreInTheOrderOfTheirRounds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	r, f := fourBots()
	f.frozen = "b"
	r.Entrants[0] = r.Entrants[1] // b has two seats
	fresh := play(t, r, path, 1)[0]
	require.Len(t, fresh.Verdicts, 2)
	require.Equal(t, []int{1, 0}, []int{fresh.Verdicts[0].Seat, fresh.Verdicts[1].Seat})
	require.Equal(t, fresh.Verdicts, play(t, r, path, 1)[0].Verdicts)
}

func TestUnderOtherConditionsMatchesArePlayedAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	r, _ := fourBots()
	play(t, r, path, 4)
	smaller, err := orkisland.Game.Default().With("nb_rounds", 5)
	require.NoError(t, err)
	for what, change := range map[string]func(*Run){
		"limits":  func(r *Run) { r.Limits.CPU *= 2 },
		"setup":   func(r *Run) { r.Setup = smaller },
		"random":  func(r *Run) { r.Random = engine.Classic },
		"sandbox": func(r *Run) { r.Sandbox = sandbox.None },
		"program": func(r *Run) { r.Entrants[3].Bot.SHA256[0]++ },
		"name":    func(r *Run) { r.Entrants[3].Name = "e" },
	} {
		r, f := fourBots()
		change(r)
		play(t, r, path, 4)
		require.Len(t, f.played, 4, what)
	}
}

func TestARunGoesOnWithTheSeedOfTheLatest(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	r, _ := fourBots()
	play(t, r, path, 4)
	for _, c := range []struct {
		begin Begin
		want  Begun
	}{
		{Begin{Store: path, First: 99, GoOn: true}, Begun{First: 7, Had: 4}},
		{Begin{Store: path, First: 99}, Begun{First: 99}},
		{Begin{First: 99, GoOn: true}, Begun{First: 99}},
	} {
		r, _ := fourBots()
		begun, err := r.Remember(t.Context(), "series", "rotations", c.begin)
		require.NoError(t, err)
		require.NoError(t, r.Memory.Close())
		require.Equal(t, c.want, begun)
		if c.begin.Store != "" {
			require.Equal(t, begun.First, r.Memory.tournament.First)
		}
	}
}

func TestATournamentWithoutMatchesIsNotGoneOnWith(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	for _, first := range []uint64{7, 8} {
		r, _ := fourBots()
		begun, err := r.Remember(t.Context(), "series", "rotations", Begin{Store: path, First: first, GoOn: true})
		require.NoError(t, err)
		require.NoError(t, r.Memory.Close())
		require.Equal(t, Begun{First: first}, begun)
	}
}

func TestMatchesComeInTheirOrder(t *testing.T) {
	for _, jobs := range []int{0, 1, 3, 50} {
		r, f := fourBots()
		r.Jobs = jobs
		var numbers []int
		matches := schedule.NewRotations([]int{0, 1, 2, 3}, 7).Matches()
		require.NoError(t, r.Play(t.Context(), matches, 40, func(m series.Match) bool {
			numbers = append(numbers, m.Number)
			return true
		}))
		require.Len(t, f.played, 40)
		require.Len(t, numbers, 40)
		require.True(t, slices.IsSorted(numbers))
	}
}

func TestNoMoreMatchesAreAtATimeThanThereAre(t *testing.T) {
	for _, c := range [][3]int{{0, 0, runtime.NumCPU()}, {3, 0, 3}, {3, 2, 2}, {3, 9, 3}, {0, 1, 1}} {
		r := Run{Jobs: c[0]}
		require.Equal(t, c[2], r.atATime(c[1]))
	}
}

func TestARunEndsWhenNoMoreAreNeeded(t *testing.T) {
	r, f := fourBots()
	seen := 0
	matches := schedule.NewRotations([]int{0, 1, 2, 3}, 7).Matches()
	require.NoError(t, r.Play(t.Context(), matches, 0, func(series.Match) bool { seen++; return seen < 5 }))
	require.Equal(t, 5, seen)
	require.Less(t, len(f.played), 9)
}

func TestAStoppedRunSaysHowFarItGot(t *testing.T) {
	r, _ := fourBots()
	ctx, stop := context.WithCancelCause(t.Context())
	seen := 0
	err := r.Play(ctx, schedule.NewRotations([]int{0, 1, 2, 3}, 7).Matches(), 4000, func(series.Match) bool {
		if seen++; seen == 3 {
			stop(errors.New("somebody stops it"))
		}
		return true
	})
	require.ErrorContains(t, err, "of 4000 matches: somebody stops it")
}

func TestWorkersShareTheReportsOnABot(t *testing.T) {
	r, _ := fourBots()
	r.Faults.Dir = "faults"
	for jobs, each := range map[int]int{1: 3, 2: 2, 3: 1, 8: 1} {
		require.Equal(t, each, r.plan(jobs).Faults.Each, "%d workers", jobs)
	}
}

func TestReportsAreWrittenUntilThereAreSome(t *testing.T) {
	r, f := fourBots()
	r.Faults.Dir = "faults"
	f.frozen = "c"
	whole := r.Referee
	r.Referee = func(ctx context.Context, e []lineup.Entrant, m schedule.Planned) (series.Match, error) {
		played, err := whole(ctx, e, m)
		played.Reports = []faults.Report{{Seat: 2, Dir: "faults/c"}}
		return played, err
	}
	require.Equal(t, "faults", r.plan(1).Faults.Dir)
	play(t, r, "", 1)
	require.Empty(t, r.plan(1).Faults.Dir)
}

func TestAPlanHasTheConditionsOfItsRun(t *testing.T) {
	r, _ := fourBots()
	r.Keep, r.Arena = series.KeepLosses, "v1"
	p := r.plan(2)
	require.Equal(t, "orkisland", p.Game)
	require.Equal(t, r.Setup.Text(), p.Setup)
	require.Equal(t, lineup.InSeries(r.Entrants), p.Bots)
	want := []any{r.Limits, r.Sandbox, r.Random, "v1", series.KeepLosses}
	require.Equal(t, want, []any{p.Limits, p.Sandbox, p.Random, p.Arena, p.Keep})
}

// duelists returns a run of two bots in a game of two seats.
func duelists() (*Run, *field) {
	r, f := fourBots()
	r.Setup, r.Entrants = duel.Game.Default(), r.Entrants[:2]
	return r, f
}
