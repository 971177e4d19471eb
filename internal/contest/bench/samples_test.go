package bench_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/bench"
	"github.com/botarena/arena/internal/process/executable"
)

func TestCasesTakeTurns(t *testing.T) {
	cases := []bench.Case{bench.Free, bench.Rules}
	var measured []bench.Mode
	p := bench.Plan{
		Work: bench.Work{Game: "duel", Matches: 3},
		Measure: func(_ context.Context, w bench.Work, processor int) (r bench.Result, err error) {
			require.Equal(t, bench.Work{Mode: w.Mode, Game: "duel", Matches: 3}, w)
			require.Equal(t, -1, processor)
			measured = append(measured, w.Mode)
			r.Matches = len(measured)
			return r, nil
		},
	}
	var told []int
	samples, err := p.Take(t.Context(), 2, cases, func(n int, c bench.Case) {
		require.Equal(t, cases[len(told)%2], c)
		told = append(told, n)
	})
	require.NoError(t, err)
	require.Equal(t, []int{0, 0, 1, 1}, told)
	require.Equal(t, []bench.Mode{bench.ModeProcesses, bench.ModeLocal, bench.ModeProcesses, bench.ModeLocal}, measured)
	of := func(matches int) bench.Sample { return bench.Sample{{Figures: bench.Figures{Matches: matches}}} }
	require.Equal(t, bench.Samples{bench.Free: {of(1), of(3)}, bench.Rules: {of(2), of(4)}}, samples)
}

// TestWorkersMeasureAtTheSameTime, each on a processor of its own: none ends before all have begun.
func TestWorkersMeasureAtTheSameTime(t *testing.T) {
	begun := sync.WaitGroup{}
	begun.Add(4)
	p := bench.Plan{Measure: func(_ context.Context, _ bench.Work, processor int) (r bench.Result, err error) {
		begun.Done()
		begun.Wait()
		r.Matches = processor
		return r, nil
	}}
	samples, err := p.Take(t.Context(), 1, []bench.Case{bench.FourAtOnce}, func(int, bench.Case) {})
	require.NoError(t, err)
	for i, r := range samples[bench.FourAtOnce][0] {
		require.Equal(t, i, r.Matches)
	}
}

func TestACaseOfAnotherLanguageHasItsBot(t *testing.T) {
	python := &executable.Command{}
	var others []*executable.Command
	p := bench.Plan{
		Others: map[string]*executable.Command{"Python": python},
		Measure: func(_ context.Context, w bench.Work, _ int) (r bench.Result, err error) {
			others = append(others, w.Other)
			return r, nil
		},
	}
	cases := bench.Cases([]string{"Python"})
	require.Equal(t, bench.InLanguage("Python"), cases[len(cases)-1])
	_, err := p.Take(t.Context(), 1, []bench.Case{bench.Pinned, cases[len(cases)-1]}, func(int, bench.Case) {})
	require.NoError(t, err)
	require.Nil(t, others[0])
	require.Same(t, python, others[1])
	require.Equal(t, cases[:len(cases)-1], bench.Cases(nil))
}

func TestAWorkerThatFailsEndsAll(t *testing.T) {
	died, measured := errors.New("died"), 0
	p := bench.Plan{Measure: func(context.Context, bench.Work, int) (r bench.Result, err error) {
		measured++
		return r, died
	}}
	_, err := p.Take(t.Context(), 2, bench.Cases(nil), func(int, bench.Case) {})
	require.ErrorIs(t, err, died)
	require.Equal(t, 1, measured)
}

func TestFiguresOfASample(t *testing.T) {
	timed := bench.Timed{Times: 4, CPU: 80 * time.Microsecond}
	s := bench.Sample{{
		Figures: bench.Figures{
			Matches: 2, PlayerRounds: 10, Wall: 500 * time.Millisecond, HostCPU: 30 * time.Microsecond,
			BotCPU: 20 * time.Microsecond, Allocs: 40, Replays: 6000,
		},
		Spawn:  []time.Duration{9 * time.Millisecond, time.Millisecond, 2 * time.Millisecond},
		Ahead:  bench.AheadFigures{Next: timed, Sim: bench.Timed{Times: 2, CPU: timed.CPU}},
		States: bench.StateFigures{Encode: bench.Timed{Times: 8, CPU: timed.CPU}, States: 4, Bytes: 1200},
	}, {Figures: bench.Figures{Matches: 3, Wall: time.Second}}}
	for name, test := range map[string]struct{ got, want float64 }{
		"CPU": {s.CPU(), 5}, "of the host": {s.HostCPU(), 3}, "of the bot": {s.BotCPU(), 2},
		"allocations": {s.Allocs(), 4}, "wall": {s.Wall(), 250}, "rate of both": {s.Rate(), 7}, "start": {s.Start(), 2},
		"replay": {s.ReplaySize(), 3}, "State": {s.StateSize(), 300}, "encoding": {s.Encode(), 10},
		"Next": {s.Next(), 20}, "Sim": {s.Sim(), 40},
	} {
		require.InDelta(t, test.want, test.got, 1e-9, name)
	}
}
