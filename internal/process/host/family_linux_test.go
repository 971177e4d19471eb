package host_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/executable"
)

// scripts are shell scripts that do something in each round. Only their children take
// time.
var scripts = map[string]struct {
	round string
	want  match.Kind
}{
	"works":      {`expr 1 + 1 > /dev/null`, ""},
	"pipes":      {`echo "$round" | cat | tr a b > /dev/null`, ""},
	"leaves one": {`[ "$child" ] || { (while :; do :; done) & child=$!; }; sleep 0.3`, match.OverCPU},
	"waits":      {`(i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done)`, match.OverCPU},
	"kills it":   {`sh -c 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; kill -9 $$'`, match.OverCPU},
	"orphans":    {`(sh -c 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done' &)`, match.OverCPU},
	"deaf orphans": {
		`trap "" CHLD; (sh -c 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; kill -11 $$' &)`,
		match.OverCPU,
	},
	"bomb": {`b() { b | b & }; b 2> /dev/null`, "any"},
}

// TestChildrenAreChargedWithoutCgroups plays beside shell scripts on a system where no
// cgroup can be made.
func TestChildrenAreChargedWithoutCgroups(t *testing.T) {
	withoutCgroups(t)
	for name, script := range scripts {
		t.Run(name, func(t *testing.T) {
			if name != "works" && name != "orphans" {
				tier.Long(t, "one that works and one that cheats are charged always")
			}
			o := confined(t)
			o.Limits.CPU, o.Limits.Bank, o.Limits.StartCPU = 20*time.Millisecond, 100*time.Millisecond, 100*time.Millisecond
			o.Limits.Wall, o.Limits.WallBank = 5*time.Second, 20*time.Second
			path := filepath.Join(t.TempDir(), "bot.sh")
			text := "#!/bin/sh\necho arena 1\nwhile read -r word round; do case $word in go) " +
				script.round + "\necho done $round;; esac; done\n"
			writeProgram(t, path, text)
			require.NoError(t, os.Chmod(filepath.Dir(path), 0o755)) //nolint:gosec // by the user that it becomes
			p := startAll(t, o, executable.Alone(path))[0]
			result, err := match.Play(t.Context(), matchOf(t, 30), amongRandoms(p.Player()))
			require.NoError(t, err)
			used := p.CPU()
			p.Close()
			switch script.want {
			case "":
				require.Empty(t, result.Verdicts)
				require.Greater(t, used, 10*time.Millisecond, "thirty rounds with at least one child each")
			case "any":
				require.Len(t, result.Verdicts, 1)
			default:
				require.Len(t, result.Verdicts, 1)
				require.Equal(t, script.want, result.Verdict(1).Kind, result.Verdict(1).Detail)
			}
			t.Log(result.Verdicts, used)
			require.Empty(t, processesOf(path), "left behind")
		})
	}
}

// processesOf returns all processes with a path among their arguments.
func processesOf(path string) (found []string) {
	all, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, file := range all {
		if text, err := os.ReadFile(file); err == nil && slices.Contains(strings.Split(string(text), "\x00"), path) {
			found = append(found, file)
		}
	}
	return found
}
