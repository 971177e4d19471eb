package bot

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/percentiles"
	"github.com/botarena/arena/internal/contest/bench"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/worker"

	"github.com/botarena/arena/internal/cli/shell"
)

type benchOptions struct {
	matches, samples int
	json             bool
	from             shell.BotFlags
}

// NewBench returns the command arena bench.
func NewBench(s *shell.Shell) *cobra.Command {
	o := &benchOptions{}
	c := &cobra.Command{
		Use:   "bench [GAME]",
		Short: "Measure what a match costs on this machine",
		Long: `Measure what a match costs on this machine, with built-in bots that give every
unit a random legal command. The figures are measured in turn, each several times
and in a fresh process; the median, the least and the most are printed.

"rules" is a match with all players in one process, also with its replay. "State" is
the message that every bot gets in every round. "look-ahead" is what a bot does that
plays 20 rounds on from the middle of a match, with random commands for all players, by
s.Next or with s.Sim; a game that lacks one of them lacks its figure. Bots in other
languages are measured where this machine has what they need. "floor" is the
exchange of the same number of bare bytes with the same number of processes, by Go
programs that use pipes in the usual way: it is the floor of Go's scheduler, not that of
the system. The rest of the cost of a real match is the price of running bots as
processes.`,
		Example: `  arena bench orkisland
  arena bench --samples 9 --json`,
		Args:              shell.WantArgs(0, 1),
		ValidArgsFunction: s.CompleteGame(nil),
		RunE: func(c *cobra.Command, args []string) error {
			game, err := gameOrFirst(s, args)
			if err != nil {
				return err
			}
			return runBench(c.Context(), s, o, game.Default())
		},
	}
	o.from.RegisterDir(c)
	c.Flags().IntVarP(&o.matches, "matches", "n", 10, "matches per sample")
	c.Flags().IntVar(&o.samples, "samples", 5, "samples per figure")
	c.Flags().BoolVar(&o.json, "json", false, "print the result as JSON")
	c.AddCommand(newBenchVerdicts(s), newBenchBot(s), newBenchEcho())
	return c
}

func gameOrFirst(s *shell.Shell, args []string) (engine.Game, error) {
	if len(args) == 0 {
		args = s.Games.Names()
	}
	return s.FindGame(args[0])
}

// benchCase is one way to measure: by a number of workers at the same time.
type benchCase struct {
	mode    bench.Mode
	pinned  bool
	workers int
	// language is that of the bots; "" for Go.
	language string
}

var (
	caseFree   = benchCase{mode: bench.ModeProcesses, workers: 1}
	casePinned = benchCase{mode: bench.ModeProcesses, pinned: true, workers: 1}
	caseTwo    = benchCase{mode: bench.ModeProcesses, pinned: true, workers: 2}
	caseFour   = benchCase{mode: bench.ModeProcesses, pinned: true, workers: 4}
	caseRules  = benchCase{mode: bench.ModeLocal, workers: 1}
	caseReplay = benchCase{mode: bench.ModeRecorded, workers: 1}
	caseFloor  = benchCase{mode: bench.ModeFloor, workers: 1}
	casePinFlo = benchCase{mode: bench.ModeFloor, pinned: true, workers: 1}
	caseSpawn  = benchCase{mode: bench.ModeSpawn, workers: 1}
	caseAhead  = benchCase{mode: bench.ModeAhead, workers: 1}
	caseStates = benchCase{mode: bench.ModeStates, workers: 1}
)

// sample is what the workers of a case measured at the same time.
type sample []bench.Result

// measure starts the workers as fresh processes of this program and waits for their
// results.
func (c benchCase) measure(ctx context.Context, s *shell.Shell, game string, matches int,
	other *executable.Command,
) (sample, error) {
	taken, errs := make(sample, c.workers), make([]error, c.workers)
	var all sync.WaitGroup
	for i := range c.workers {
		order := worker.Order{
			Args: shell.WorkerArgs, Task: bench.TaskName, Processor: -1, Stderr: s.Err,
			Work: bench.Work{Mode: c.mode, Game: game, Matches: matches, Bot: benchBotArgs, Echo: benchEchoArgs, Other: other},
		}
		if c.pinned {
			order.Processor = i
		}
		all.Go(func() { errs[i] = worker.Run(ctx, order, func(r bench.Result) { taken[i] = r }) })
	}
	all.Wait()
	return taken, errors.Join(errs...)
}

// runBench takes the samples of all cases in turn, so that other load on the machine
// affects all of them alike.
func runBench(ctx context.Context, s *shell.Shell, o *benchOptions, setup engine.Setup) error {
	if o.matches < 1 || o.samples < 1 {
		return shell.Misused("arena bench --help", "--matches and --samples must be at least 1")
	}
	samples := make(map[benchCase][]sample)
	cases := []benchCase{
		caseFree, casePinned, caseTwo, caseFour, caseRules, caseReplay, caseStates, caseAhead, caseFloor,
		casePinFlo, caseSpawn,
	}
	others, err := findBenchBots(ctx, s, o, setup.Game().Info())
	defer others.remove()
	if err != nil {
		return err
	}
	for _, language := range others.languages {
		cases = append(cases, benchCase{mode: bench.ModeProcesses, pinned: true, workers: 1, language: language})
	}
	for n := range o.samples {
		for _, c := range cases {
			s.Err.Progress("sample %d of %d: %s", n+1, o.samples, strings.TrimSpace(string(c.mode)+" "+c.language))
			taken, err := c.measure(ctx, s, setup.Game().Info().Name, o.matches, others.commands[c.language])
			if err != nil {
				s.Err.Clear()
				return err
			}
			samples[c] = append(samples[c], taken)
		}
	}
	s.Err.Clear()
	rows := benchRows(samples, others.languages)
	if o.json {
		return shell.PrintJSON(s.Out, benchJSON(o, setup, rows))
	}
	printBench(s, o, setup, rows)
	others.printMissing(s)
	return nil
}

// benchRow is one figure with its value in each sample.
type benchRow struct {
	name   string
	unit   string
	digits int
	values []float64
}

func benchRows(samples map[benchCase][]sample, languages []string) []benchRow {
	perRound := func(of func(bench.Result) float64) func(sample) float64 {
		return func(s sample) float64 { return of(s[0]) / float64(s[0].PlayerRounds) }
	}
	µs := func(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e3 }
	both := perRound(func(r bench.Result) float64 { return µs(r.HostCPU + r.BotCPU) })
	hosts := perRound(func(r bench.Result) float64 { return µs(r.HostCPU) })
	bots := perRound(func(r bench.Result) float64 { return µs(r.BotCPU) })
	allocs := perRound(func(r bench.Result) float64 { return float64(r.Allocs) })
	wall := func(s sample) float64 { return µs(s[0].Wall) / 1e3 / float64(s[0].Matches) }
	spawn := func(s sample) float64 { return percentiles.Median(millis(s[0].Spawn)) }
	row := func(name, unit string, digits int, c benchCase, of func(sample) float64) benchRow {
		r := benchRow{name: name, unit: unit, digits: digits}
		for _, s := range samples[c] {
			r.values = append(r.values, of(s))
		}
		return r
	}
	each := func(t bench.Timed) float64 { return µs(t.CPU) / float64(t.Times) }
	rows := []benchRow{
		row("CPU per player-round, host and bot", "µs", 1, caseFree, both),
		row("  host", "µs", 1, caseFree, hosts),
		row("  bot", "µs", 1, caseFree, bots),
		row("CPU per player-round, on one processor", "µs", 1, casePinned, both),
		row("  host", "µs", 1, casePinned, hosts),
		row("  bot", "µs", 1, casePinned, bots),
		row("match, wall", "ms", 1, caseFree, wall),
		row("match, wall, on one processor", "ms", 1, casePinned, wall),
		row("matches per second, one at a time", "", 1, casePinned, matchesPerSecond),
		row("matches per second, two at once", "", 1, caseTwo, matchesPerSecond),
		row("matches per second, four at once", "", 1, caseFour, matchesPerSecond),
		row("start of a bot for every seat, wall", "ms", 1, caseSpawn, spawn),
		row("allocations per player-round, host", "", 1, caseFree, allocs),
		row("rules: match in one process, wall", "ms", 2, caseRules, wall),
		row("rules: CPU per player-round", "µs", 2, caseRules, hosts),
		row("rules: the same match, recorded, wall", "ms", 2, caseReplay, wall),
		row("replay of a match", "kB", 1, caseReplay, func(s sample) float64 {
			return float64(s[0].Replays) / float64(s[0].Matches) / 1e3
		}),
		row("State, size", "B", 0, caseStates, func(s sample) float64 {
			return float64(s[0].States.Bytes) / float64(s[0].States.States)
		}),
		row("State, CPU of encoding it", "µs", 2, caseStates, func(s sample) float64 { return each(s[0].States.Encode) }),
	}
	ahead := samples[caseAhead][0][0].Ahead
	if ahead.Next.Times > 0 {
		rows = append(
			rows, row("look-ahead: 20 rounds by Next, CPU", "µs", 0, caseAhead, func(s sample) float64 {
				return each(s[0].Ahead.Next)
			}))
	}
	if ahead.Sim.Times > 0 {
		rows = append(
			rows, row("look-ahead: 20 rounds with Sim, CPU", "µs", 0, caseAhead, func(s sample) float64 {
				return each(s[0].Ahead.Sim)
			}))
	}
	for _, language := range languages {
		c := benchCase{mode: bench.ModeProcesses, pinned: true, workers: 1, language: language}
		rows = append(rows,
			row(language+" over lines, CPU, on one processor", "µs", 1, c, both),
			row("  host", "µs", 1, c, hosts),
			row("  bot", "µs", 1, c, bots))
	}
	return append(rows,
		row("floor: bare bytes, CPU per player-round", "µs", 1, caseFloor, both),
		row("floor: the same, on one processor", "µs", 1, casePinFlo, both),
	)
}

func millis(times []time.Duration) []float64 {
	all := make([]float64, len(times))
	for i, d := range times {
		all[i] = d.Seconds() * 1e3
	}
	return all
}

// matchesPerSecond returns the rate of all workers together, while all of them run.
func matchesPerSecond(s sample) float64 {
	sum := 0.0
	for _, r := range s {
		sum += float64(r.Matches) / r.Wall.Seconds()
	}
	return sum
}

func printBench(s *shell.Shell, o *benchOptions, setup engine.Setup, rows []benchRow) {
	fmt.Fprintf(s.Out, "machine   %s\n", machine())
	fmt.Fprintf(s.Out, "settings  defaults of %s: %d bots, %d rounds\n", setup.Game().Info().Title, setup.Seats(),
		setup.Rounds())
	fmt.Fprintf(s.Out, "samples   %d of %d matches each\n\n", o.samples, o.matches)
	t := shell.NewTable("", ">median", "", ">least", ">most")
	for _, r := range rows {
		number := func(v float64) string { return strconv.FormatFloat(v, 'f', r.digits, 64) }
		t.Row(r.name, number(percentiles.Median(r.values)), r.unit, number(slices.Min(r.values)),
			number(slices.Max(r.values)))
	}
	t.Print(s.Out)
}

func machine() string {
	return fmt.Sprintf("%s, %d processors, %s/%s, %s", processorName(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH,
		runtime.Version())
}

func benchJSON(o *benchOptions, setup engine.Setup, rows []benchRow) any {
	type figure struct {
		Name   string    `json:"name"`
		Unit   string    `json:"unit,omitempty"`
		Median float64   `json:"median"`
		Values []float64 `json:"values"`
	}
	figures := make([]figure, len(rows))
	for i, r := range rows {
		figures[i] = figure{r.name, r.unit, percentiles.Median(r.values), r.values}
	}
	return map[string]any{
		"machine": machine(), "game": setup.Game().Info().Name, "rounds": setup.Rounds(), "seats": setup.Seats(),
		"samples": o.samples, "matches_per_sample": o.matches, "figures": figures,
	}
}

// processorName returns the system's name of the processor, if it can be read.
func processorName() string {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "unknown processor"
	}
	for line := range strings.Lines(string(info)) {
		if name, value, _ := strings.Cut(line, ":"); strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown processor"
}
