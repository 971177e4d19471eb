package shell

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/capabilities"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

func TestLimitsThatAreRefused(t *testing.T) {
	const (
		none     = "--no-limits plays without limits"
		contrary = "--no-limits: contradicts --cpu, --bank, --wall, --wall-bank and --mem"
		leave    = "leave out one of them"
	)
	for typed, want := range map[string][2]string{
		"--no-limits --cpu 1s":       {contrary, leave},
		"--no-limits --bank 2s":      {contrary, leave},
		"--no-limits --wall 1s":      {contrary, leave},
		"--no-limits --wall-bank 1s": {contrary, leave},
		"--no-limits --mem 64MB":     {contrary, leave},
		"--mem 16383KB":              {"--mem: no bot starts with 16383KB", "give a bot 16MB at least: --mem 256MB"},
		"--cpu 0s":                   {"--cpu: 0s is not more than zero", none},
		"--cpu -1ms":                 {"--cpu: -1ms is not more than zero", none},
		"--bank -1ns":                {"--bank: -1ns is negative", "--bank 0s plays without a bank"},
		"--wall 0s":                  {"--wall: 0s is not more than zero", none},
		"--wall-bank -1s":            {"--wall-bank: -1s is negative", "--wall-bank 0s plays without that bank"},
	} {
		f, _ := parsed(t, append(strings.Fields(typed), "--sandbox", "standard")...)
		_, err := f.Limits()
		requireSays(t, err, want[0], want[1])
		require.ErrorAs(t, err, new(*UsageError), typed)
	}
}

// TestEachLimitIsNamedAndTypedAgain: texts name its flag, and commands that are printed have it.
func TestEachLimitIsNamedAndTypedAgain(t *testing.T) {
	c := &cobra.Command{}
	new(BotFlags).RegisterLimits(c)
	c.Flags().VisitAll(func(flag *pflag.Flag) {
		require.True(t, IsLimit(flag), "%s: help lists it among the limits of bots by markLimits", flag.Name)
		require.Contains(t, LimitNames(), "--"+flag.Name)
		looser := []string{"1h", "4GB", "1000000000"}
		typed := slices.IndexFunc(looser, func(value string) bool { return flag.Value.Set(value) == nil })
		require.GreaterOrEqual(t, typed, 0, "%s: no value here is of its kind", flag.Name)
		f, _ := parsed(t, "--"+flag.Name, looser[typed])
		require.Contains(t, f.words(), "--"+flag.Name)
		require.Contains(t, f.AgainWords(), "--"+flag.Name)
	})
}

func TestMemoryIsLimitedByASandboxAlone(t *testing.T) {
	if capabilities.Here(nil).LimitsMemory() {
		t.Skip("this system limits memory without a sandbox")
	}
	f, _ := parsed(t, "--mem", "64MB", "--sandbox", "none")
	_, err := f.Limits()
	requireSays(t, err, "--mem: only a sandbox limits memory, and --sandbox none means none", "leave out one of them")
	f, _ = parsed(t, "--sandbox", "none")
	_, err = f.Limits()
	require.NoError(t, err, "it is the usual one")
}

func TestLimitsThatWereTyped(t *testing.T) {
	usual := host.DefaultLimits()
	limits := func(typed string) host.Limits {
		f, told := parsed(t, append(strings.Fields(typed), "--sandbox", "standard")...)
		limits, err := f.Limits()
		require.NoError(t, err)
		require.Empty(t, told.String())
		return limits
	}
	require.Equal(t, usual, limits(""))
	require.Equal(t, host.Limits{Start: usual.Start, End: usual.End}, limits("--no-limits"))
	want := usual
	want.CPU, want.Bank, want.Wall, want.WallBank, want.Memory = 1, 0, 2, 0, 16<<20
	require.Equal(t, want, limits("--cpu 1ns --bank 0s --wall 2ns --wall-bank 0s --mem 16MB"))
	want.CPU, want.Bank, want.Wall, want.WallBank = time.Second, time.Minute, time.Hour, 3*time.Hour
	require.Equal(t, want, limits("--cpu 1s --bank 1m --wall 1h --wall-bank 3h --mem 16MB"))

	var f BotFlags
	f.UsualLimits()
	require.Equal(t, host.HasCPUClock(), f.cpuClock)
	f.cpuClock = true
	got, err := f.Limits()
	require.NoError(t, err)
	require.Equal(t, usual, got)
}

// TestWordsThatRunABotAgain name all that is not usual, and of the limits in a replay those alone that are looser.
func TestWordsThatRunABotAgain(t *testing.T) {
	usually(t, sandbox.Standard)
	const looser = " --cpu 1s --bank 2s --wall 3s --wall-bank 4s"
	const tighter = " --cpu 1ms --bank 1ms --wall 1ms --wall-bank 1ms"
	for _, test := range []struct{ env, typed, words, again string }{
		{"", "", "", ""},
		{"", "--bots x", "--bots x", "--bots x"},
		{"x", "", "", ""},
		{"x", "--bots bots", "--bots bots", "--bots bots"},
		{"", "--mem 64MB", "--mem 64MB", "--mem 64MB"},
		{"", "--sandbox strict", "--sandbox strict", "--sandbox strict"},
		{"", "--sandbox none", "--sandbox none", "--sandbox none"},
		{"", "--no-limits", "--no-limits", "--no-limits"},
		{"", looser, looser[1:], looser[1:]},
		{"", tighter, tighter[1:], ""},
		{
			"", "--no-limits --sandbox strict --bots x",
			"--bots x --sandbox strict --no-limits", "--bots x --sandbox strict --no-limits",
		},
	} {
		t.Setenv("ARENA_BOTS", test.env)
		f, _ := parsed(t, strings.Fields(test.typed)...)
		require.Equal(t, test.words, strings.Join(f.words(), " "))
		require.Equal(t, test.again, strings.Join(f.AgainWords(), " "))
	}
}

func TestNoSandboxIsAWordWhereItIsUsualOnlyIfItWasTyped(t *testing.T) {
	usually(t, sandbox.None)
	f, _ := parsed(t)
	require.Empty(t, f.AgainWords())
	f, _ = parsed(t, "--sandbox", "none")
	require.Equal(t, []string{"--sandbox", "none"}, f.AgainWords())
	f, _ = parsed(t, "--sandbox", "standard")
	require.Equal(t, []string{"--sandbox", "standard"}, f.AgainWords())
	f = &BotFlags{Dir: DefaultBotsDir(), Level: sandbox.None}
	require.Empty(t, f.placeWords(), "no flag for memory is no memory")
}

func TestWhatIsSaidOfASandbox(t *testing.T) {
	const (
		warning = "warning: --sandbox none: these bots can do all that you can: read and delete your files, " +
			"use the network\n"
		note = "note: nothing confines bots on this system: your own run with all your rights; " +
			"arena doctor says what holds\n"
	)
	for _, test := range []struct {
		usual sandbox.Level
		args  []string
		want  string
	}{
		{sandbox.None, nil, note},
		{sandbox.None, []string{"--sandbox", "none"}, warning},
		{sandbox.Standard, []string{"--sandbox", "none"}, warning},
	} {
		usually(t, test.usual)
		f, told := parsed(t, test.args...)
		_, err := f.ConfineQuietly()
		require.NoError(t, err)
		require.Empty(t, told.String())
		_, err = f.Confine()
		require.NoError(t, err)
		require.Equal(t, test.want, told.String())
	}
	usually(t, sandbox.Standard)
	f, told := parsed(t)
	f.Level = sandbox.None // for a debugger; that is told elsewhere
	_, err := f.Confine()
	require.NoError(t, err)
	require.Empty(t, told.String())
}
