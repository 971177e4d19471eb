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

// botFlags say where bots are and what they may take.
type botFlags struct {
	dir             string
	cpu, bank, wall time.Duration
	noLimits        bool

	cpuClock bool             // this system tells CPU times
	notes    func() io.Writer // where to say that it does not
}

func (f *botFlags) registerDir(c *cobra.Command) {
	c.Flags().StringVar(&f.dir, "bots", defaultBotsDir(), "the bots folder, `DIR`; also set by $ARENA_BOTS")
}

func (f *botFlags) register(c *cobra.Command) {
	f.registerDir(c)
	f.cpuClock, f.notes = host.HasCPUClock, c.ErrOrStderr
	usual := host.DefaultLimits()
	c.Flags().DurationVar(&f.cpu, "cpu", usual.CPU, "CPU `TIME` that a round may use")
	c.Flags().DurationVar(&f.bank, "bank", usual.Bank, "CPU `TIME` beyond that, for long rounds, over the whole match")
	c.Flags().DurationVar(&f.wall, "wall", usual.Round, "`TIME` that an answer may take, by the clock")
	c.Flags().BoolVar(&f.noLimits, "no-limits", false, "no limits of time and output, to debug a bot")
}

func defaultBotsDir() string {
	if dir := os.Getenv("ARENA_BOTS"); dir != "" {
		return dir
	}
	return "bots"
}

func (f *botFlags) finder() bots.Finder {
	cache, err := os.UserCacheDir()
	if err != nil {
		return bots.Finder{Dir: f.dir}
	}
	return bots.Finder{Dir: f.dir, Cache: filepath.Join(cache, "arena")}
}

// limits are the limits that the flags ask for. It says so when they can't be
// meant as they were asked for.
func (f *botFlags) limits() (host.Limits, error) {
	limits := host.DefaultLimits()
	const none = "without any limit: --no-limits"
	switch {
	case f.noLimits && (f.cpu != limits.CPU || f.bank != limits.Bank || f.wall != limits.Round):
		return limits, misused("leave out one of them", "--no-limits: contradicts --cpu, --bank and --wall")
	case f.noLimits:
		return host.Limits{Start: limits.Start, End: limits.End}, nil
	case f.cpu <= 0:
		return limits, misused(none, "--cpu: %v is no time to answer in", f.cpu)
	case f.bank < 0:
		return limits, misused("without a bank: --bank 0s", "--bank: %v is less than nothing", f.bank)
	case f.wall <= 0:
		return limits, misused(none, "--wall: %v is no time to answer in", f.wall)
	}
	if !f.cpuClock {
		fmt.Fprintln(f.notes(), "note: this system does not tell the CPU time of a bot: its budget counts the time by the clock instead")
	}
	limits.CPU, limits.Bank, limits.Round = f.cpu, f.bank, f.wall
	return limits, nil
}

// words are the flags as they must be typed to have these values.
func (f *botFlags) words() []string {
	var words []string
	usual := host.DefaultLimits()
	if f.dir != defaultBotsDir() {
		words = append(words, "--bots", f.dir)
	}
	for _, limit := range []struct {
		flag         string
		value, usual time.Duration
	}{{"--cpu", f.cpu, usual.CPU}, {"--bank", f.bank, usual.Bank}, {"--wall", f.wall, usual.Round}} {
		if limit.value != limit.usual {
			words = append(words, limit.flag, limit.value.String())
		}
	}
	if f.noLimits {
		words = append(words, "--no-limits")
	}
	return words
}
