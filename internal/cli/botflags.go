package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/bots"
	"github.com/botarena/arena/internal/host"
)

// botFlags are the flags for where bots are found and what they may use.
type botFlags struct {
	dir                       string
	cpu, bank, wall, wallBank time.Duration
	noLimits                  bool

	cpuClock bool             // this system reports CPU times
	stderr   func() io.Writer // a *screen, but in tests
}

func (f *botFlags) registerDir(c *cobra.Command) {
	c.Flags().StringVar(&f.dir, "bots", defaultBotsDir(), "the bots folder, `DIR`; $ARENA_BOTS sets it too")
	f.stderr = c.ErrOrStderr
}

func (f *botFlags) register(c *cobra.Command) {
	f.registerDir(c)
	f.cpuClock = host.HasCPUClock
	usual := host.DefaultLimits()
	c.Flags().DurationVar(&f.cpu, "cpu", usual.CPU, "CPU `TIME` for each round")
	c.Flags().DurationVar(&f.bank, "bank", usual.Bank, "extra CPU `TIME` for long rounds, for the whole match")
	c.Flags().DurationVar(&f.wall, "wall", usual.Wall, "wall-clock `TIME` for each answer")
	c.Flags().DurationVar(&f.wallBank, "wall-bank", usual.WallBank, "extra wall-clock `TIME` for late answers, for the whole match")
	c.Flags().BoolVar(&f.noLimits, "no-limits", false, "no limits on time and output, and bots built for a debugger")
}

func defaultBotsDir() string {
	if dir := os.Getenv("ARENA_BOTS"); dir != "" {
		return dir
	}
	return "bots"
}

func (f *botFlags) finder() bots.Finder {
	finder := bots.Finder{Dir: f.dir, Debug: f.noLimits}
	if cache, err := os.UserCacheDir(); err == nil {
		finder.Cache = filepath.Join(cache, "arena")
	}
	if screen, ok := f.stderr().(*screen); ok {
		finder.Building = screen.building()
	}
	return finder
}

// limits returns the limits that the flags ask for. It prints a note if this system
// cannot limit CPU time.
func (f *botFlags) limits() (host.Limits, error) {
	limits := host.DefaultLimits()
	const none = "--no-limits plays without limits"
	switch {
	case f.noLimits && (f.cpu != limits.CPU || f.bank != limits.Bank || f.wall != limits.Wall || f.wallBank != limits.WallBank):
		return limits, misused("leave out one of them", "--no-limits: contradicts --cpu, --bank, --wall and --wall-bank")
	case f.noLimits:
		return host.Limits{Start: limits.Start, End: limits.End}, nil
	case f.cpu <= 0:
		return limits, misused(none, "--cpu: %v is not more than zero", f.cpu)
	case f.bank < 0:
		return limits, misused("--bank 0s plays without a bank", "--bank: %v is negative", f.bank)
	case f.wall <= 0:
		return limits, misused(none, "--wall: %v is not more than zero", f.wall)
	case f.wallBank < 0:
		return limits, misused("--wall-bank 0s plays without that bank", "--wall-bank: %v is negative", f.wallBank)
	}
	if !f.cpuClock {
		fmt.Fprintln(f.stderr(), "note: this system does not report the CPU time of a bot; its budget counts wall-clock time instead")
	}
	limits.CPU, limits.Bank, limits.Wall, limits.WallBank = f.cpu, f.bank, f.wall, f.wallBank
	return limits, nil
}

// words returns the flags to type for these values.
func (f *botFlags) words() []string {
	var words []string
	usual := host.DefaultLimits()
	if f.dir != defaultBotsDir() {
		words = append(words, "--bots", f.dir)
	}
	for _, limit := range []struct {
		flag         string
		value, usual time.Duration
	}{{"--cpu", f.cpu, usual.CPU}, {"--bank", f.bank, usual.Bank}, {"--wall", f.wall, usual.Wall}, {"--wall-bank", f.wallBank, usual.WallBank}} {
		if limit.value != limit.usual {
			words = append(words, limit.flag, limit.value.String())
		}
	}
	if f.noLimits {
		words = append(words, "--no-limits")
	}
	return words
}
