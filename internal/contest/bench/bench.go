// Package bench measures the cost of matches: of bots as processes, within one
// process, and of the bare exchange of bytes, which is the lower bound.
//
// It measures the calling process and the bots that this process starts. For a fair
// comparison, make each measurement from a fresh process.
package bench

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
)

// Figures are the cost of some matches.
type Figures struct {
	Matches      int
	PlayerRounds int // rounds times players
	Wall         time.Duration
	HostCPU      time.Duration // of this process; 0 where it can't be measured
	BotCPU       time.Duration // of the bots; 0 where it can't be measured
	Allocs       uint64        // number of memory allocations in this process
	Replays      int           // bytes of all replays
	Verdicts     []match.Verdict
}

// firstSeed is the seed of the first match; each further match has the next.
const firstSeed = 1

// Processes measures matches in which the given bot plays all seats. Its processes are
// started once. A first match, which warms them up, does not count.
func Processes(ctx context.Context, setup engine.Setup, bot executable.Command, o host.Options,
	matches int,
) (Figures, error) {
	commands := slices.Repeat([]executable.Command{bot}, setup.Seats())
	processes, err := host.StartAll(ctx, commands, o)
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
	return measure(ctx, setup, players, false, matches)
}

// Local measures matches of random players in this process, which is the cost of the
// rules; if the matches are recorded, with that of a replay.
func Local(ctx context.Context, setup engine.Setup, recorded bool, matches int) (Figures, error) {
	players := func() []match.Player {
		players := make([]match.Player, setup.Seats())
		for i := range players {
			players[i] = match.Local(setup.Game().Random())
		}
		return players
	}
	return measure(ctx, setup, players, recorded, matches)
}

func measure(ctx context.Context, setup engine.Setup, players func() []match.Player, recorded bool,
	matches int,
) (Figures, error) {
	if _, err := play(ctx, setup, players(), firstSeed-1, recorded, &Figures{}); err != nil {
		return Figures{}, err
	}
	figures := Figures{Matches: matches}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	cpu, start := ownCPU(), time.Now()
	for n := range matches {
		result, err := play(ctx, setup, players(), firstSeed+uint64(n), recorded, &figures)
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

func play(ctx context.Context, setup engine.Setup, players []match.Player, seed uint64, recorded bool,
	sum *Figures,
) (match.Result, error) {
	header := replay.Header{Setup: setup, Seed: seed, Random: engine.ChaCha8}
	for i := range setup.Seats() {
		header.Seats = append(header.Seats, replay.Seat{Name: fmt.Sprintf("bench %d", i)})
	}
	m, err := setup.New(header.Names(), seed, header.Random)
	if err != nil {
		return match.Result{}, err
	}
	if !recorded {
		return match.Play(ctx, m, players, sum)
	}
	w, err := replay.NewWriter(sum, m, header)
	if err != nil {
		return match.Result{}, err
	}
	result, err := match.Play(ctx, m, players, sum, w)
	return result, errors.Join(err, w.Close(result, err == nil))
}

// Write counts the bytes of a replay.
func (f *Figures) Write(text []byte) (int, error) {
	f.Replays += len(text)
	return len(text), nil
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
func Spawn(ctx context.Context, setup engine.Setup, bot executable.Command, o host.Options,
	times int,
) ([]time.Duration, error) {
	commands := slices.Repeat([]executable.Command{bot}, setup.Seats())
	var took []time.Duration
	for range times {
		start := time.Now()
		processes, err := host.StartAll(ctx, commands, o)
		if err != nil {
			return nil, err
		}
		took = append(took, time.Since(start))
		host.CloseAll(processes)
	}
	return took, nil
}
