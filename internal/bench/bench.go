// Package bench measures the cost of matches: of bots as processes, within one
// process, and of the bare exchange of bytes, which is the lower bound.
//
// It measures the calling process and the bots that this process starts. For a fair
// comparison, make each measurement from a fresh process.
package bench

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/host"
)

// Figures are the cost of some matches.
type Figures struct {
	Matches      int
	PlayerRounds int // rounds times players
	Wall         time.Duration
	HostCPU      time.Duration // of this process; 0 where it can't be measured
	BotCPU       time.Duration // of the bots; 0 where it can't be measured
	Allocs       uint64        // number of memory allocations in this process
	Verdicts     []match.Verdict
}

// firstSeed is the seed of the first match; each further match has the next.
const firstSeed = 1

// Processes measures matches in which the given bot plays all seats. Its processes are
// started once. A first match, which warms them up, does not count.
func Processes(ctx context.Context, setup engine.Setup, program string, o host.Options, matches int) (Figures, error) {
	paths := make([]string, setup.Seats())
	for i := range paths {
		paths[i] = program
	}
	processes, err := host.StartAll(ctx, paths, o)
	if err != nil {
		return Figures{}, err
	}
	defer host.CloseAll(processes)
	players := func() []match.Player {
		players := make([]match.Player, len(processes))
		for i, p := range processes {
			players[i] = p.Player()
		}
		return players
	}
	return measure(ctx, setup, players, matches)
}

// Local measures matches of random players in this process, which is the cost of the
// rules.
func Local(ctx context.Context, setup engine.Setup, matches int) (Figures, error) {
	players := func() []match.Player {
		players := make([]match.Player, setup.Seats())
		for i := range players {
			players[i] = match.Local(setup.Game().Random())
		}
		return players
	}
	return measure(ctx, setup, players, matches)
}

func measure(ctx context.Context, setup engine.Setup, players func() []match.Player, matches int) (Figures, error) {
	if _, err := play(ctx, setup, players(), firstSeed-1, &Figures{}); err != nil {
		return Figures{}, err
	}
	figures := Figures{Matches: matches}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	cpu, start := ownCPU(), time.Now()
	for n := range matches {
		result, err := play(ctx, setup, players(), firstSeed+uint64(n), &figures)
		if err != nil {
			return figures, err
		}
		figures.Verdicts = append(figures.Verdicts, result.Verdicts...)
		if len(result.Verdicts) > 0 {
			break // the bot's process is gone: there is nothing left to measure
		}
	}
	figures.Wall, figures.HostCPU = time.Since(start), ownCPU()-cpu
	runtime.ReadMemStats(&after)
	figures.Allocs = after.Mallocs - before.Mallocs
	return figures, nil
}

func play(ctx context.Context, setup engine.Setup, players []match.Player, seed uint64, sum *Figures) (match.Result, error) {
	names := make([]string, setup.Seats())
	for i := range names {
		names[i] = fmt.Sprintf("bench %d", i)
	}
	m, err := setup.New(names, seed, engine.ChaCha8)
	if err != nil {
		return match.Result{}, err
	}
	return match.Play(ctx, m, players, sum)
}

// Round implements [match.Watcher].
func (f *Figures) Round(_ engine.Match, r match.Round) {
	f.PlayerRounds += len(r.Receipts)
	for _, receipt := range r.Receipts {
		f.BotCPU += receipt.CPU
	}
}

var _ match.Watcher = (*Figures)(nil)

// Spawn starts a bot for every seat, the given number of times. It returns how long
// each start took, until all the bots had described themselves.
func Spawn(ctx context.Context, setup engine.Setup, program string, o host.Options, times int) ([]time.Duration, error) {
	paths := make([]string, setup.Seats())
	for i := range paths {
		paths[i] = program
	}
	var took []time.Duration
	for range times {
		start := time.Now()
		processes, err := host.StartAll(ctx, paths, o)
		if err != nil {
			return nil, err
		}
		took = append(took, time.Since(start))
		host.CloseAll(processes)
	}
	return took, nil
}
