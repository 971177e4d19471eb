//go:build unix

package local_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/local"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
	"github.com/botarena/arena/internal/process/worker"
	"github.com/botarena/arena/sdk"
)

// TestMain lets this binary be a worker, a bot, and a worker that dies of a match.
func TestMain(m *testing.M) {
	switch as := os.Getenv("ARENA_TEST_AS"); {
	case len(os.Args) > 1 && os.Args[1] == "worker":
		tasks := map[string]worker.Task{series.TaskName: series.Task(games.All())}
		if !worker.Serve(context.Background(), os.Stdin, os.Stdout, tasks) {
			os.Exit(1)
		}
	case as == "bot":
		sdk.Serve(sdk.Play(orkisland.Bot, orkisland.Random))
	case as == "killer": // kills the worker that has started it
		sdk.Serve(sdk.Play(orkisland.Bot, func(*orkisland.State, *orkisland.Commands) {
			_ = syscall.Kill(os.Getppid(), syscall.SIGKILL)
			select {}
		}))
	default:
		os.Exit(testkit.Run(m))
	}
}

// The programs of bots: 1 to 9 are bots, and these are not.
const (
	killer  = 100
	nothing = 101
	lost    = 102
)

func find(_ context.Context, _ string, sum [32]byte) (series.Entrant, error) {
	self, err := os.Executable()
	if err != nil {
		return series.Entrant{}, err
	}
	command := executable.Alone(self)
	command.Env = []string{"ARENA_TEST_AS=bot"}
	switch sum[0] {
	case killer:
		command.Env = []string{"ARENA_TEST_AS=killer"}
	case nothing:
		command = executable.Alone(filepath.Join(os.TempDir(), "there is no such program"))
	case lost:
		return series.Entrant{}, errors.New("lost")
	}
	return series.Entrant{Command: command}, nil
}

func job(t *testing.T, seed uint64, programs ...byte) league.Job {
	t.Helper()
	setup, err := orkisland.Game.Default().With("nb_rounds", 5)
	require.NoError(t, err)
	limits := host.DefaultLimits()
	limits.Wall, limits.CPU = 10*time.Second, 10*time.Second // the machine may be busy
	j := league.Job{Versions: make([]string, len(programs)), Longest: time.Minute, Facts: store.Facts{
		Conditions: store.Conditions{
			Game: "orkisland", Rules: orkisland.Game.Info().Version, Setup: setup.Text(), Random: engine.ChaCha8,
			Limits: limits.Text(), Sandbox: string(sandbox.None),
		}, Seed: seed,
	}}
	for _, program := range programs {
		j.Facts.Names = append(j.Facts.Names, strconv.Itoa(int(program)))
		j.Facts.Programs = append(j.Facts.Programs, [32]byte{program})
	}
	return j
}

func start(t *testing.T, workers int) *local.Transport {
	return local.Start(t.Context(), local.Options{
		Workers: workers, Worker: worker.Order{Args: []string{"worker"}, Stderr: os.Stderr}, Arena: "test", Find: find,
		MostProcesses: 5, Limits: host.AnyLimits(false),
	})
}

func receive(t *testing.T, over *local.Transport) league.Delivered {
	t.Helper()
	select {
	case d := <-over.Results():
		d.Done()
		return d
	case <-time.After(time.Minute):
		require.Fail(t, "nothing comes")
		return league.Delivered{}
	}
}

// TestMatchesArePlayed by processes that are kept, with bots that come later.
func TestMatchesArePlayed(t *testing.T) {
	over := start(t, 2)
	defer over.Close()
	jobs := map[store.Key]league.Job{}
	for seed := range uint64(8) {
		j := job(t, seed, 1+byte(seed), 2, 3, 3)
		if seed == 5 {
			j.Facts.Limits = host.DefaultLimits().Text() // needs another process
		}
		jobs[j.Key()] = j
		for over.Room() == 0 {
			verify(t, jobs, receive(t, over))
		}
		require.NoError(t, over.Give(t.Context(), j))
	}
	for len(jobs) > 0 {
		verify(t, jobs, receive(t, over))
	}
	require.Equal(t, 4, over.Room())
}

func verify(t *testing.T, jobs map[store.Key]league.Job, d league.Delivered) {
	t.Helper()
	require.NoError(t, d.Err)
	j, asked := jobs[d.Key]
	require.True(t, asked)
	delete(jobs, d.Key)
	result, err := league.Verify(games.All(), j, d.Result)
	require.NoError(t, err)
	require.Empty(t, result.Verdicts)
}

// TestBotThatDoesNotStartIsFrozen, and the match is played.
func TestBotThatDoesNotStartIsFrozen(t *testing.T) {
	over := start(t, 1)
	defer over.Close()
	j := job(t, 1, 1, nothing, 2, 3)
	require.NoError(t, over.Give(t.Context(), j))
	d := receive(t, over)
	require.NoError(t, d.Err)
	result, err := league.Verify(games.All(), j, d.Result)
	require.NoError(t, err)
	require.Equal(t, 5, result.Rounds)
	require.NotNil(t, result.Verdict(1))
	require.Contains(t, result.Verdict(1).Detail, "can't be started")
	require.Nil(t, result.Verdict(0))
}

// TestWorkerThatDies loses its match, and another one takes its place.
func TestWorkerThatDies(t *testing.T) {
	over := start(t, 1)
	defer over.Close()
	poisoned := job(t, 1, 1, killer, 2, 3)
	require.NoError(t, over.Give(t.Context(), poisoned))
	d := receive(t, over)
	require.Equal(t, poisoned.Key(), d.Key)
	require.EqualError(t, d.Err, "the worker that played it died: signal: killed")
	sound := job(t, 2, 1, 2, 3, 4)
	require.NoError(t, over.Give(t.Context(), sound))
	verify(t, map[store.Key]league.Job{sound.Key(): sound}, receive(t, over))
}

// TestBotThatIsNotThere fails the match that needs it, and no other.
func TestBotThatIsNotThere(t *testing.T) {
	over := start(t, 1)
	defer over.Close()
	for i, programs := range [][]byte{{1, 2, lost, 3}, {1, 2, 3, 4}, {5, 6, 7, lost}, {7, 6, 5, 4}} {
		j := job(t, uint64(i), programs...)
		require.NoError(t, over.Give(t.Context(), j))
		d := receive(t, over)
		require.Equal(t, j.Key(), d.Key)
		if i%2 == 0 {
			require.EqualError(t, d.Err, fmt.Sprintf("%d: lost", lost))
			continue
		}
		verify(t, map[store.Key]league.Job{j.Key(): j}, d)
	}
}

// TestMatchThatTakesTooLong is ended.
func TestMatchThatTakesTooLong(t *testing.T) {
	over := start(t, 1)
	defer over.Close()
	j := job(t, 1, 1, 2, 3, 4)
	j.Longest = time.Millisecond
	require.NoError(t, over.Give(t.Context(), j))
	require.EqualError(t, receive(t, over).Err, "the match took longer than 1ms")
}

// TestCloseWaits for all that was begun.
func TestCloseWaits(t *testing.T) {
	over := start(t, 2)
	for seed := range uint64(4) {
		require.NoError(t, over.Give(t.Context(), job(t, seed, 1, 2, 3, 4)))
	}
	require.Zero(t, over.Room())
	over.Close()
}
