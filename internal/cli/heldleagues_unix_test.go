//go:build unix

package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/cli/shell/leagues"
)

// TestTheArenaEndsAsArenaLeagueDoes: with its exit code, or by its signal. It is found beside the arena.
func TestTheArenaEndsAsArenaLeagueDoes(t *testing.T) {
	path, err := exec.LookPath("arena")
	require.NoError(t, err)
	program, err := os.ReadFile(path)
	require.NoError(t, err)
	dir := t.TempDir()
	arena := filepath.Join(dir, "arena")
	require.NoError(t, os.WriteFile(arena, program, 0o700))
	for script, want := range map[string]syscall.WaitStatus{
		"exit 0":                            0,
		"exit 7":                            7 << 8,
		"kill -TERM $$":                     syscall.WaitStatus(syscall.SIGTERM),
		`test "$*" = "serve tuesdays -n 1"`: 0,
		"read line; test \"$line\" = typed": 0,
	} {
		other := []byte("#!/bin/sh\n" + script + "\n")
		require.NoError(t, os.WriteFile(filepath.Join(dir, leagues.Program), other, 0o700))
		c := exec.CommandContext(t.Context(), arena, "league", "serve", "tuesdays", "-n", "1")
		c.Stdin = strings.NewReader("typed\n")
		said, _ := c.CombinedOutput()
		require.Equal(t, want, c.ProcessState.Sys(), "%s: %s", script, said)
	}
}
