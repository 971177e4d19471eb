package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/process/holds"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

// botFlags are the flags for where bots are found and what they may use.
type botFlags struct {
	dir                       string
	cpu, bank, wall, wallBank time.Duration
	mem                       byteSize
	noLimits                  bool
	level                     sandbox.Level

	cpuClock bool             // this system reports CPU times
	stderr   func() io.Writer // a *screen, but in tests

	askedSandbox func() bool // the user has named a level
	namedDir     func() bool // the user has named the bots folder on this command line; nil if there is no way to

	trust trustList
	asks  func() *terminal // nil, or returning nil, if there is nobody to ask
}

func (f *botFlags) registerDir(c *cobra.Command) {
	c.Flags().StringVar(&f.dir, "bots", defaultBotsDir(), "the bots folder, `DIR`; $ARENA_BOTS sets it too")
	f.stderr = c.ErrOrStderr
	f.namedDir = func() bool { return c.Flags().Changed("bots") }
	f.level, f.askedSandbox = usualLevel(), func() bool { return false }
}

// usualLevel is replaced in tests.
var usualLevel = sandbox.Usual

// terms are on which terms bots are started.
func (f *botFlags) terms() sandbox.Terms {
	return sandbox.Terms{Level: f.level, Asked: f.askedSandbox != nil && f.askedSandbox()}
}

// usualLimits are those of a command that has no flags for them.
func (f *botFlags) usualLimits() {
	usual := host.DefaultLimits()
	f.cpu, f.bank, f.wall, f.wallBank, f.mem = usual.CPU, usual.Bank, usual.Wall, usual.WallBank, byteSize(usual.Memory)
	f.cpuClock = host.HasCPUClock()
}

func (f *botFlags) register(c *cobra.Command) {
	f.registerDir(c)
	f.cpuClock = host.HasCPUClock()
	usual := host.DefaultLimits()
	c.Flags().DurationVar(&f.cpu, "cpu", usual.CPU, "CPU `TIME` for each round")
	c.Flags().DurationVar(&f.bank, "bank", usual.Bank, "extra CPU `TIME` for long rounds, for the whole match")
	c.Flags().DurationVar(&f.wall, "wall", usual.Wall, "wall-clock `TIME` for each answer")
	c.Flags().DurationVar(&f.wallBank, "wall-bank", usual.WallBank, "extra wall-clock `TIME` for late answers, for the whole match")
	f.mem = byteSize(usual.Memory)
	c.Flags().Var(&f.mem, "mem", "memory that each bot may have where that can be limited, as in a sandbox: `SIZE`, such as 256MB")
	f.registerSandbox(c)
	f.registerTrust(c)
	c.Flags().BoolVar(&f.noLimits, "no-limits", false, "no limits on time and output, and bots built for a debugger")
}

func (f *botFlags) registerSandbox(c *cobra.Command) {
	c.Flags().Var(&f.level, "sandbox", "how bots are confined, `LEVEL`: standard, strict or none; arena doctor explains it")
	levels := make([]string, len(sandbox.Levels))
	for i, level := range sandbox.Levels {
		levels[i] = level.String()
	}
	must(c.RegisterFlagCompletionFunc("sandbox", cobra.FixedCompletions(levels, cobra.ShellCompDirectiveNoFileComp)))
	f.askedSandbox = func() bool { return c.Flags().Changed("sandbox") }
}

// confine returns the sandbox that the flags ask for. It prints a warning if it is less
// than the user may think.
func (f *botFlags) confine() (*sandbox.Sandbox, error) {
	s, err := sandbox.New(f.level)
	if err != nil {
		return nil, err
	}
	switch missing := s.Missing(); {
	case !s.Confines() && f.askedSandbox():
		fmt.Fprintln(f.stderr(), "warning: --sandbox none: these bots can do all that you can: read your files, use the network, delete what is yours")
	case !s.Confines() && usualLevel() == sandbox.None:
		fmt.Fprintln(f.stderr(), "note: nothing confines bots on this system: your own run with all your rights; arena doctor tells what holds")
	case len(missing) > 0:
		fmt.Fprintf(f.stderr(), "note: the sandbox lacks %s: %s; arena doctor tells what to do\n", missing[0].Name, missing[0].Detail)
	}
	return s, nil
}

// confineQuietly is confine without the warnings, where they were printed before.
func (f *botFlags) confineQuietly() (*sandbox.Sandbox, error) { return sandbox.New(f.level) }

func defaultBotsDir() string {
	if dir := os.Getenv("ARENA_BOTS"); dir != "" {
		return dir
	}
	return "bots"
}

func (f *botFlags) finder() find.Finder {
	finder := find.Finder{Dir: f.dir, Debug: f.noLimits, Admit: f.admit, Terms: f.terms()}
	if cache, err := os.UserCacheDir(); err == nil {
		finder.Cache = filepath.Join(cache, "arena")
	}
	if screen, ok := f.stderr().(*screen); ok {
		finder.Building = screen.building()
	}
	finder.Unkept = func(why error) {
		fmt.Fprintf(f.stderr(), "note: compiled modules can't be kept, so each start compiles them again: %v\n", why)
	}
	return finder
}

// limits returns the limits that the flags ask for. It prints a note if this system
// cannot limit CPU time.
func (f *botFlags) limits() (host.Limits, error) {
	limits := host.DefaultLimits()
	const none = "--no-limits plays without limits"
	switch {
	case f.noLimits && (f.cpu != limits.CPU || f.bank != limits.Bank || f.wall != limits.Wall || f.wallBank != limits.WallBank || int64(f.mem) != limits.Memory):
		return limits, misused("leave out one of them", "--no-limits: contradicts --cpu, --bank, --wall, --wall-bank and --mem")
	case int64(f.mem) < leastMemory:
		return limits, misused("give a bot 16MB at least: --mem 256MB", "--mem: no bot starts with %s", &f.mem)
	case int64(f.mem) != limits.Memory && f.level == sandbox.None && !holds.Here(nil).LimitsMemory():
		return limits, misused("leave out one of them", "--mem: only a sandbox limits memory, and --sandbox none is none")
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
	limits.CPU, limits.Bank, limits.Wall, limits.WallBank, limits.Memory = f.cpu, f.bank, f.wall, f.wallBank, int64(f.mem)
	return limits, nil
}

// words returns the flags to type for these values.
func (f *botFlags) words() []string {
	return append(f.placeWords(), f.limitWords(func(value, usual time.Duration) bool { return value != usual })...)
}

// againWords returns the flags with which a bot is run again as it was. Limits that are looser than the usual
// ones are not taken from a replay.
func (f *botFlags) againWords() []string {
	return append(f.placeWords(), f.limitWords(func(value, usual time.Duration) bool { return value > usual })...)
}

// limitWords returns the flags for some of the limits on time.
func (f *botFlags) limitWords(some func(value, usual time.Duration) bool) (words []string) {
	usual := host.DefaultLimits()
	for _, limit := range []struct {
		flag         string
		value, usual time.Duration
	}{{"--cpu", f.cpu, usual.CPU}, {"--bank", f.bank, usual.Bank}, {"--wall", f.wall, usual.Wall}, {"--wall-bank", f.wallBank, usual.WallBank}} {
		if some(limit.value, limit.usual) {
			words = append(words, limit.flag, limit.value.String())
		}
	}
	return words
}

// placeWords returns the flags that no replay has: where bots are found and how they run.
func (f *botFlags) placeWords() []string {
	var words []string
	if f.dir != defaultBotsDir() {
		words = append(words, "--bots", f.dir)
	}
	if f.mem != 0 && int64(f.mem) != host.DefaultLimits().Memory {
		words = append(words, "--mem", f.mem.String())
	}
	if f.level != usualLevel() || f.level == sandbox.None && f.terms().Asked {
		words = append(words, "--sandbox", f.level.String())
	}
	if f.noLimits {
		words = append(words, "--no-limits")
	}
	return words
}
