package host_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/host/system"
)

// asOnMacOS runs the bots of a test without a sandbox and without control groups, watched.
func asOnMacOS(t *testing.T, output *buffer) host.Options {
	t.Helper()
	withoutCgroups(t)
	replace(t, &system.This.WatchesAll, true)
	return unconfined(options(t, output))
}

// TestChildrenOfUnconfinedBotsAreCountedWhereThereIsNoSandbox: likewise.
func TestChildrenOfUnconfinedBotsAreCountedWhereThereIsNoSandbox(t *testing.T) {
	for name, round := range map[string]string{
		"one that runs on":      scripts["leaves one"].round,
		"each is waited for":    scripts["waits"].round,
		"each does little work": scripts["works"].round,
	} {
		t.Run(name, func(t *testing.T) {
			if name != "one that runs on" {
				tier.Long(t, "one way of having children is tried always")
			}
			o := asOnMacOS(t, &buffer{})
			o.Limits.CPU, o.Limits.Bank, o.Limits.StartCPU = 20*time.Millisecond, 100*time.Millisecond, 100*time.Millisecond
			path := t.TempDir() + "/bot.sh"
			writeProgram(t, path, "#!/bin/sh\necho arena 1\nwhile read -r word round; do case $word in go) "+
				round+"\necho done $round;; esac; done\n")
			p := startAll(t, o, executable.Alone(path))[0]
			result, err := match.Play(t.Context(), matchOf(t, 30), amongRandoms(p.Player()))
			require.NoError(t, err)
			if name == "each does little work" {
				require.Empty(t, result.Verdicts)
				require.Greater(t, p.CPU(), 10*time.Millisecond, "thirty rounds with a child each")
				return
			}
			require.Len(t, result.Verdicts, 1)
			require.Equal(t, match.OverCPU, result.Verdict(1).Kind, result.Verdict(1).Detail)
		})
	}
}

// TestUnconfinedBotsAreLeftAloneHere: who wants no sandbox on Linux wants no limits.
func TestUnconfinedBotsAreLeftAloneHere(t *testing.T) {
	o := unconfined(options(t, &buffer{}))
	o.Limits.CPU, o.Limits.Memory, o.Limits.Wall, o.Limits.WallBank = time.Minute, 128<<20, 2*time.Second, 0
	result, err := match.Play(t.Context(), newMatch(t), amongRandoms(start(t, o, "gorge")[0].Player()))
	require.NoError(t, err)
	require.Equal(t, match.Late, result.Verdict(1).Kind, result.Verdict(1).Detail)
}
