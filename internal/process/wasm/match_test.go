package wasm_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games/moria"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
)

// usage adds up the CPU time of all players.
type usage struct {
	cpu     time.Duration
	answers int
}

func (u *usage) Round(_ engine.Match, round match.Round) {
	for _, r := range round.Receipts {
		u.cpu += r.CPU
		u.answers++
	}
}

// TestAModulePlaysTheMatchOfTheNativeBot is what the whole package is for.
func TestAModulePlaysTheMatchOfTheNativeBot(t *testing.T) {
	const folder = "../../../examples/demo"
	module, native := command(t, built(t, folder)), command(t, folder)
	levels := levels(t)
	if len(levels) > 1 && !tier.IsNight() {
		delete(levels, "none") // where other modules play, too
	}
	for level, confined := range levels {
		var output buffer
		o := options(confined, &output)
		o.Limits.Memory = 512 << 20
		natives := startAll(t, o, native, native, native, native)
		modules := startAll(t, o, module, module, module, module)
		for _, setup := range []engine.Setup{short(t, orkisland.Game), short(t, moria.Game)} {
			t.Run(level+"/"+setup.Game().Info().Name, func(t *testing.T) {
				want, before := playOn(t, setup, natives)
				mixed, between := playOn(t, setup, []*host.Process{natives[0], modules[1], natives[2], modules[3]})
				alone, after := playOn(t, setup, modules)
				require.Empty(t, output.String())
				require.Empty(t, mixed.Verdicts)
				require.Len(t, before, setup.Rounds())
				require.Equal(t, before, between)
				require.Equal(t, before, after)
				require.Equal(t, want.Scores, alone.Scores)
			})
		}
	}
}

// TestTheWorldIsTheMatchs: with the same seed, the same happens everywhere and in every
// match of a process.
func TestTheWorldIsTheMatchs(t *testing.T) {
	bot := command(t, named(t, "world"))
	setup := short(t, orkisland.Game)
	var seen []string
	for range 2 {
		var output buffer
		processes, err := host.StartAll(t.Context(), []executable.Command{bot, bot, bot, bot}, options(nil, &output))
		require.NoError(t, err)
		for range 2 {
			result, _ := playOn(t, setup, processes)
			require.Empty(t, result.Verdicts)
			lines := strings.Split(strings.TrimSpace(output.String()), "\n")
			lines = lines[len(lines)-8:]
			seen = append(seen, sorted(lines))
		}
		host.CloseAll(processes)
	}
	for _, one := range seen[1:] {
		require.Equal(t, seen[0], one)
	}
	require.Contains(t, seen[0], "time: 2000-01-01 00:00:00.")
	random := map[string]bool{}
	for line := range strings.Lines(seen[0]) {
		if _, drawn, ok := strings.Cut(line, "random: "); ok {
			random[drawn] = true
		}
	}
	require.Len(t, random, 4, "each seat has its own")
}

func sorted(lines []string) string {
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func BenchmarkMatch(b *testing.B) {
	const folder = "../../../examples/demo"
	for _, bot := range []struct{ name, typed string }{{"native", folder}, {"wasm", built(b, folder)}} {
		b.Run(bot.name, func(b *testing.B) {
			one := command(b, bot.typed)
			o := options(levels(b)["standard"], new(buffer))
			o.Limits = host.Limits{Memory: 512 << 20}
			processes, err := host.StartAll(b.Context(), []executable.Command{one, one, one, one}, o)
			require.NoError(b, err)
			defer host.CloseAll(processes)
			var used usage
			for b.Loop() {
				playOn(b, orkisland.Game.Default(), processes, &used)
			}
			b.ReportMetric(float64(used.cpu.Microseconds())/float64(used.answers), "µs-CPU/answer")
		})
	}
}

func BenchmarkStart(b *testing.B) {
	const folder = "../../../examples/demo"
	for _, bot := range []struct{ name, typed string }{{"native", folder}, {"wasm", built(b, folder)}} {
		b.Run(bot.name, func(b *testing.B) {
			one := command(b, bot.typed)
			for b.Loop() {
				p, err := host.Start(b.Context(), one, options(levels(b)["standard"], new(buffer)))
				require.NoError(b, err)
				p.Close()
			}
		})
	}
}

// TestAModuleInCPPPlaysTheMatchOfTheNativeBot needs clang with the libraries for WASI, as
// of wasi-sdk, or of Debian's packages libclang-rt-19-dev-wasm32, libc++-19-dev-wasm32,
// libc++abi-19-dev-wasm32 and wasi-libc.
func TestAModuleInCPPPlaysTheMatchOfTheNativeBot(t *testing.T) {
	tier.Night(t, "compiles C++ twice; modules in Go are tried always")
	const source = "../../../examples/cpp/demo.cc"
	path := filepath.Join(t.TempDir(), "demo.wasm")
	said, compiled := []byte("there is no clang++"), false
	for _, compiler := range []string{os.Getenv("WASI_CXX"), "clang++", "clang++-19"} {
		if _, err := exec.LookPath(compiler); err != nil {
			continue
		}
		command := exec.Command(compiler, "--target=wasm32-wasi", "-std=c++17", "-O2", "-fno-exceptions",
			"-I../../../sdk/cpp", "-o", path, source)
		var err error
		if said, err = command.CombinedOutput(); err == nil {
			compiled = true
			break
		}
	}
	if !compiled {
		tier.Lacks(t, fmt.Sprintf("no compiler of C++ for WASI: %.500s", said))
	}
	require.NoError(t, os.Chmod(path, 0o644)) //nolint:gosec // bots of another user read it
	native, module := command(t, filepath.Dir(source)), command(t, path)
	for level, confined := range levels(t) {
		t.Run(level, func(t *testing.T) {
			o := options(confined, new(buffer))
			natives := startAll(t, o, native, native, native, native)
			modules := startAll(t, o, module, module, module)
			for _, setup := range []engine.Setup{short(t, orkisland.Game), short(t, moria.Game)} {
				result, want := playOn(t, setup, natives)
				require.Empty(t, result.Verdicts)
				_, got := playOn(t, setup, []*host.Process{modules[0], natives[1], modules[1], modules[2]})
				require.Equal(t, want, got)
			}
		})
	}
}
