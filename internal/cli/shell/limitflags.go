package shell

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/botarena/arena/internal/process/capabilities"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

// timeLimits are the limits on time that are typed.
var timeLimits = []struct {
	flag, help string
	of         func(*host.Limits) *time.Duration
	none       string // what 0 plays without; "" if it must be more
}{
	{"cpu", "CPU `TIME` for each round", func(l *host.Limits) *time.Duration { return &l.CPU }, ""},
	{
		"bank", "extra CPU `TIME` for long rounds, for the whole match",
		func(l *host.Limits) *time.Duration { return &l.Bank }, "a bank",
	},
	{"wall", "wall-clock `TIME` for each answer", func(l *host.Limits) *time.Duration { return &l.Wall }, ""},
	{
		"wall-bank", "extra wall-clock `TIME` for late answers, for the whole match",
		func(l *host.Limits) *time.Duration { return &l.WallBank }, "that bank",
	},
}

func (f *BotFlags) mem() *byteSize { return (*byteSize)(&f.Typed.Memory) }

// UsualLimits are those of a command that has no flags for them.
func (f *BotFlags) UsualLimits() { f.Typed, f.cpuClock = host.DefaultLimits(), host.HasCPUClock() }

// RegisterLimits adds the flags for what bots may use.
func (f *BotFlags) RegisterLimits(c *cobra.Command) {
	f.UsualLimits()
	for _, limit := range timeLimits {
		value := limit.of(&f.Typed)
		c.Flags().DurationVar(value, limit.flag, *value, limit.help)
		markLimits(c.Flags(), limit.flag)
	}
	c.Flags().Var(
		f.mem(), "mem", "`SIZE` of the memory of each bot, such as 256MB, where that can be limited, as in a sandbox")
	markLimits(c.Flags(), "mem")
}

// LimitNames names these flags, as a sentence lists them.
func LimitNames() string {
	names := make([]string, len(timeLimits))
	for i, limit := range timeLimits {
		names[i] = "--" + limit.flag
	}
	return strings.Join(names, ", ") + " and --mem"
}

// Most says what a bot may use at most.
func (f *BotFlags) Most() string {
	return fmt.Sprintf("%s of memory, or %v of CPU time or %v in a round", f.mem(), f.Typed.CPU, f.Typed.Wall)
}

// Limits returns the limits that the flags ask for. It prints a note if this system
// cannot limit CPU time.
func (f *BotFlags) Limits() (host.Limits, error) {
	usual := host.DefaultLimits()
	switch {
	case f.NoLimits && f.Typed != usual:
		return usual,
			Misused("leave out one of them", "--no-limits: contradicts %s", LimitNames())
	case f.Typed.Memory < leastMemory:
		return usual, Misused("give a bot 16MB at least: --mem 256MB", "--mem: no bot starts with %s", f.mem())
	case f.Typed.Memory != usual.Memory && f.Level == sandbox.None && !capabilities.Here(nil).LimitsMemory():
		return usual, Misused("leave out one of them", "--mem: only a sandbox limits memory, and --sandbox none means none")
	case f.NoLimits:
		return host.Limits{Start: usual.Start, End: usual.End}, nil
	}
	for _, limit := range timeLimits {
		switch value := *limit.of(&f.Typed); {
		case limit.none == "" && value <= 0:
			return usual, Misused("--no-limits plays without limits", "--%s: %v is not more than zero", limit.flag, value)
		case value < 0:
			return usual, Misused(fmt.Sprintf("--%s 0s plays without %s", limit.flag, limit.none),
				"--%s: %v is negative", limit.flag, value)
		}
	}
	if !f.cpuClock {
		fmt.Fprintln(
			f.stderr(), "note: this system does not report the CPU time of a bot; its budget counts wall-clock time instead")
	}
	return f.Typed, nil
}

// limitWords returns the flags for some of the limits on time.
func (f *BotFlags) limitWords(some func(value, usual time.Duration) bool) (words []string) {
	usual := host.DefaultLimits()
	for _, limit := range timeLimits {
		if value := *limit.of(&f.Typed); some(value, *limit.of(&usual)) {
			words = append(words, "--"+limit.flag, value.String())
		}
	}
	return words
}

// limitMark marks the flags for what bots may do and use, which most people leave as they are.
const limitMark = "limit of bots"

func markLimits(flags *pflag.FlagSet, names ...string) {
	for _, name := range names {
		Must(flags.SetAnnotation(name, limitMark, nil))
	}
}

// IsLimit reports whether help lists a flag among the limits of bots.
func IsLimit(flag *pflag.Flag) bool {
	_, is := flag.Annotations[limitMark]
	return is
}
