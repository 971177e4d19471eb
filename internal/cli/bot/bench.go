package bot

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/percentiles"
	"github.com/botarena/arena/internal/contest/bench"
	"github.com/botarena/arena/internal/process/worker"
	"github.com/botarena/arena/sdk"

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
	c.Flags().IntVarP(&o.matches, "matches", "n", 10, "play `N` matches for each sample")
	c.Flags().IntVar(&o.samples, "samples", 5, "take `N` samples of each figure")
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

// runBench takes samples of all cases, each in a fresh process of this program.
func runBench(ctx context.Context, s *shell.Shell, o *benchOptions, setup engine.Setup) error {
	if o.matches < 1 || o.samples < 1 {
		return shell.Misused("arena bench --help", "--matches and --samples must be at least 1")
	}
	others, err := findBenchBots(ctx, s, o, setup.Game().Info())
	defer others.remove()
	if err != nil {
		return err
	}
	plan := bench.Plan{
		Work: bench.Work{
			Game: setup.Game().Info().Name, Matches: o.matches, Bot: benchBotArgs, Echo: benchEchoArgs,
		},
		Others: others.commands, Measure: measureApart(s),
	}
	samples, err := plan.Take(ctx, o.samples, bench.Cases(others.languages), func(n int, c bench.Case) {
		s.Err.Progress("sample %d of %d: %s", n+1, o.samples, strings.TrimSpace(string(c.Mode)+" "+c.Language))
	})
	s.Err.Clear()
	if err != nil {
		return err
	}
	rows := benchRows(samples, others.languages)
	if o.json {
		return shell.PrintJSON(s.Out, benchJSON(o, setup, rows))
	}
	printBench(s, o, setup, rows)
	others.printMissing(s)
	return nil
}

// measureApart returns what measures in a fresh process of this program.
func measureApart(s *shell.Shell) func(context.Context, bench.Work, int) (bench.Result, error) {
	return func(ctx context.Context, work bench.Work, processor int) (r bench.Result, err error) {
		order := worker.Order{
			Args: shell.WorkerArgs, Task: bench.TaskName, Processor: processor, Stderr: s.Err, Work: work,
		}
		err = worker.Run(ctx, order, func(measured bench.Result) { r = measured })
		return r, err
	}
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

// The arguments that turn the arena itself into a bot, or into a process that
// answers bare bytes, for measurements.
var (
	benchBotArgs  = []string{"bench", "bot"}
	benchEchoArgs = []string{"bench", "echo"}
)

// newBenchBot serves the bot of the benchmarks, for all games.
func newBenchBot(s *shell.Shell) *cobra.Command {
	return &cobra.Command{
		Use:    benchBotArgs[1],
		Short:  "Act as the bot of the benchmarks",
		Hidden: true,
		Args:   shell.WantArgs(0, 0),
		Run: func(*cobra.Command, []string) {
			var bots []sdk.Bot
			for _, g := range s.Games {
				bots = append(bots, sdk.Player(g.Info(), g.Random()).Named("random", ""))
			}
			sdk.Serve(bots...)
		},
	}
}

func newBenchEcho() *cobra.Command {
	return &cobra.Command{
		Use:    benchEchoArgs[1],
		Short:  "Answer bare bytes",
		Hidden: true,
		Args:   shell.WantArgs(0, 0),
		RunE:   func(*cobra.Command, []string) error { return bench.Echo() },
	}
}
