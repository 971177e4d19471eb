package series_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
	"github.com/botarena/arena/internal/process/worker"
)

// TestMain lets this binary be a worker, and the shim of a sandbox.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "worker" {
		tasks := map[string]worker.Task{series.TaskName: series.Task(games.All())}
		if !worker.Serve(context.Background(), os.Stdin, os.Stdout, tasks) {
			os.Exit(1)
		}
		return
	}
	os.Exit(testkit.Run(m))
}

// BenchmarkRun plays matches of demo, two at a time: by workers that are bound to their
// processors and keep their bots, as a series does, and without either.
func BenchmarkRun(b *testing.B) {
	bot := filepath.Join(b.TempDir(), "demo")
	build := exec.Command("go", "build", "-tags", "grpcnotrace", "-o", bot, "../../../examples/demo")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	output, err := build.CombinedOutput()
	require.NoError(b, err, string(output))
	for _, game := range games.All() {
		for _, level := range []sandbox.Level{sandbox.Standard, sandbox.None} {
			plan := series.Plan{
				Game: game.Info().Name, Setup: game.Default().Text(), Random: engine.ChaCha8,
				Bots:    []series.Entrant{{Entrant: played.Entrant{Name: "demo"}, Command: executable.Alone(bot)}},
				Limits:  host.DefaultLimits(),
				Sandbox: level,
			}
			b.Run(game.Info().Name+"/"+string(level)+"/kept", func(b *testing.B) {
				run(b, plan, 2, b.N)
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "matches/s")
			})
			b.Run(game.Info().Name+"/"+string(level)+"/fresh", func(b *testing.B) {
				var both sync.WaitGroup
				for worker := range 2 {
					both.Go(func() {
						for n := worker; n < b.N; n += 2 {
							run(b, plan, 1, 1)
						}
					})
				}
				both.Wait()
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "matches/s")
			})
		}
	}
}

func run(b *testing.B, plan series.Plan, workers, matches int) {
	played := 0
	r := series.Run{
		Plan: plan, Schedule: schedule.NewRotations([]int{0, 0, 0, 0}, 7).Matches(), Of: matches,
		Done:    func(m series.Match) bool { played++; return true },
		Workers: workers, Worker: worker.Order{Args: []string{"worker"}, Stderr: os.Stderr}, Games: games.All(),
	}
	if err := r.Play(b.Context()); err != nil || played != matches {
		b.Errorf("%d matches: %v", played, err)
	}
}
