package host_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
)

// TestTheKernelHoldsLittleForAShellScript, whatever its programs do that counts for nobody.
func TestTheKernelHoldsLittleForAShellScript(t *testing.T) {
	folder := inC(t, "kernel")
	for _, way := range []string{"pipes", "areas", "copies"} {
		t.Run(way, func(t *testing.T) {
			verdicts := playsAsShell(t, folder, "exec /bot/kernel "+way)
			require.Len(t, verdicts, 1)
			require.Equal(t, match.TooMuchMemory, verdicts[0].Kind, verdicts[0].Detail)
			require.Contains(t, verdicts[0].Detail, "had the system hold more than")
		})
	}
}

// TestTheKernelHoldsLittleForWhatEpollsWatch: of a bot without children, too.
func TestTheKernelHoldsLittleForWhatEpollsWatch(t *testing.T) {
	path := filepath.Join(inC(t, "kernel"), "kernel")
	verdicts := playsShort(t, executable.Command{Path: path, Args: []string{path, "watches"}}, false)
	require.Len(t, verdicts, 1)
	require.Equal(t, match.TooMuchMemory, verdicts[0].Kind, verdicts[0].Detail)
	require.Contains(t, verdicts[0].Detail, "had the system hold more than 40 MiB for its files")
}

// TestAScriptMayHaveManyPrograms: pipelines with as many as it may have, and one after the other.
func TestAScriptMayHaveManyPrograms(t *testing.T) {
	tier.Long(t, "starts hundreds of programs")
	script := `
echo arena 1
while read -r word round; do
	[ "$word" = go ] || continue
	many=cat
	for _ in 1 2 3 4 5 6 7 8 9 10; do many="$many | cat | cat | cat"; done
	[ "$round" -gt 2 ] || [ "$(echo whole | eval "$many")" = whole ] || exit 3
	for _ in 1 2 3 4 5 6 7 8 9 10; do [ "$(echo "$(echo one)" | cat)" = one ] || exit 4; done
	echo "done $round"
done`
	require.Empty(t, playsAsShell(t, t.TempDir(), script))
}

// inC returns a folder with a program of testdata.
func inC(t *testing.T, name string) string {
	t.Helper()
	folder := t.TempDir()
	tier.Long(t, "compiles a program that has the kernel hold memory")
	tier.Needs(t, "cc")
	program, source := filepath.Join(folder, name), filepath.Join("testdata", name+".c")
	out, err := exec.CommandContext(t.Context(), "cc", "-O1", "-o", program, source).CombinedOutput()
	require.NoError(t, err, string(out))
	return folder
}

// playsAsShell plays a short match with a shell script in a folder, and returns the verdicts.
func playsAsShell(t *testing.T, folder, script string) []match.Verdict {
	t.Helper()
	path := filepath.Join(folder, "bot.sh")
	writeProgram(t, path, "#!/bin/sh\n"+script+"\n")
	return playsShort(t, executable.Command{Path: folder, Args: []string{path}}, true)
}

// playsShort plays a match of five rounds with a confined bot, which may have children or not, and returns
// the verdicts.
func playsShort(t *testing.T, bot executable.Command, children bool) []match.Verdict {
	t.Helper()
	o := confined(t)
	o.Limits.Wall, o.Limits.CPU = 2*time.Minute, 2*time.Minute
	require.NoError(t, os.Chmod(bot.Path, 0o755)) //nolint:gosec // by the user that it becomes
	p := startAll(t, o, bot)[0]
	if children && !host.MayHaveChildren(p) {
		tier.Lacks(t, "shell scripts may start no programs here")
	}
	require.Equal(t, children, host.MayHaveChildren(p))
	null := func() match.Player { return match.Local(fixed(nil)) }
	result, err := match.Play(t.Context(), matchOf(t, 5), []match.Player{p.Player(), null(), null(), null()})
	require.NoError(t, err)
	return result.Verdicts
}
