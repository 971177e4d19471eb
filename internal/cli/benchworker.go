package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/bench"
	"github.com/botarena/arena/internal/host"
	"github.com/botarena/arena/sdk"
)

// workerMode is what a worker measures.
type workerMode string

const (
	modeProcesses workerMode = "bots as processes"
	modeLocal     workerMode = "rules"
	modeFloor     workerMode = "floor"
	modeSpawn     workerMode = "start"
)

// workerResult is what a worker prints.
type workerResult struct {
	bench.Figures
	Spawn []time.Duration
}

func (r workerResult) spawnMillis() []float64 {
	var all []float64
	for _, d := range r.Spawn {
		all = append(all, d.Seconds()*1e3)
	}
	return all
}

// runWorkers lets fresh processes of this program measure at once, each bound to
// a processor of its own if the case says so and the system can.
func runWorkers(ctx context.Context, s *program, c benchCase, game string, matches int) (sample, error) {
	taken, errs := make(sample, c.workers), make([]error, c.workers)
	var all sync.WaitGroup
	for i := range c.workers {
		args := []string{"bench", "worker", game, "--mode", string(c.mode), "-n", strconv.Itoa(matches)}
		if c.pinned && host.CanPin {
			args = append(args, "--pin", strconv.Itoa(i))
		}
		all.Go(func() { errs[i] = runSelf(ctx, s, &taken[i], args...) })
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return taken, nil
}

// runSelf runs this program and reads its JSON.
func runSelf(ctx context.Context, s *program, result any, args ...string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var printed bytes.Buffer
	worker := exec.CommandContext(ctx, self, args...)
	worker.Stdout, worker.Stderr = &printed, s.err
	if err := worker.Run(); err != nil {
		return fmt.Errorf("arena %s: %w", strings.Join(args, " "), err)
	}
	return json.Unmarshal(printed.Bytes(), result)
}

func newBenchWorker(s *program) *cobra.Command {
	var mode string
	var pin, matches int
	c := &cobra.Command{
		Use:    "worker GAME",
		Short:  "Measure one figure, for bench",
		Hidden: true,
		Args:   wantArgs(1, 1),
		RunE: func(c *cobra.Command, args []string) error {
			game, err := s.findGame(args[0])
			if err != nil {
				return err
			}
			if pin >= 0 {
				if err := host.Pin(pin); err != nil {
					return err
				}
			}
			result, err := work(c.Context(), workerMode(mode), game.Default(), matches)
			if err != nil {
				return err
			}
			return printJSON(s.out, result)
		},
	}
	c.Flags().StringVar(&mode, "mode", string(modeProcesses), "what to measure")
	c.Flags().IntVar(&pin, "pin", -1, "the processor to be bound to")
	c.Flags().IntVarP(&matches, "matches", "n", 10, "matches")
	return c
}

func work(ctx context.Context, mode workerMode, setup engine.Setup, matches int) (r workerResult, err error) {
	self, err := os.Executable()
	if err != nil {
		return r, err
	}
	o := host.Options{Limits: host.DefaultLimits(), Args: []string{"bench", "bot"}, Output: os.Stderr}
	switch mode {
	case modeProcesses:
		r.Figures, err = bench.Processes(ctx, setup, self, o, matches)
	case modeLocal:
		r.Figures, err = bench.Local(ctx, setup, matches)
	case modeFloor:
		r.Figures, err = bench.Floor(ctx, setup, self, []string{"bench", "echo"}, matches)
	case modeSpawn:
		r.Spawn, err = bench.Spawn(ctx, setup, self, o, matches)
	default:
		err = fmt.Errorf("--mode: %q is not known", mode)
	}
	return r, err
}

// newBenchBot serves the bot of the benchmarks, for all games.
func newBenchBot(s *program) *cobra.Command {
	return &cobra.Command{
		Use:    "bot",
		Short:  "Be the bot of the benchmarks",
		Hidden: true,
		Args:   wantArgs(0, 0),
		Run: func(*cobra.Command, []string) {
			var bots []sdk.Bot
			for _, g := range s.games {
				bots = append(bots, sdk.Player(g.Info(), g.Random()).Named("random", ""))
			}
			sdk.Serve(bots...)
		},
	}
}

func newBenchEcho() *cobra.Command {
	return &cobra.Command{
		Use:    "echo",
		Short:  "Answer bare bytes",
		Hidden: true,
		Args:   wantArgs(0, 0),
		RunE:   func(*cobra.Command, []string) error { return bench.Echo() },
	}
}

// medianOf is the middle value, or the mean of the two in the middle.
func medianOf(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	if n == 0 {
		return 0
	}
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

func spreadOf(values []float64) (least, most float64) {
	if len(values) == 0 {
		return 0, 0
	}
	return slices.Min(values), slices.Max(values)
}

// processorName is what the system calls the processor, if it tells.
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
