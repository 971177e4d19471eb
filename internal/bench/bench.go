// Package bench measures what matches cost: those of bots as processes, those
// within one process, and the exchange of bare bytes, which is the floor.
//
// Everything is measured in the process that calls, and in the bots that it
// starts. To compare fairly, call from a fresh process for every measurement.
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

// Figures are what some matches took.
type Figures struct {
	Matches      int
	PlayerRounds int // rounds, times players
	Wall         time.Duration
	HostCPU      time.Duration // of this process; 0 where it can't be measured
	BotCPU       time.Duration // of the bots; 0 where it can't be measured
	Allocs       uint64        // of memory, in this process
	Verdicts     []match.Verdict
}

// firstSeed is the seed of the first match; each further match has the next.
const firstSeed = 1

// Processes measures matches of the bot that the program is, in all seats. They
// are started once, and the first match, which warms them up, does not count.
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

// Local measures matches of players in this process that give random commands:
// the rules' own part.
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
			break // its process is gone, and with it what is to be measured
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

// Spawn measures how long it takes until a bot for every seat has started and
// described itself, so many times.
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
