package wasm_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/unfit"
)

// noCode is the variable with the cache of a test that runs where memory can't be made executable.
const noCode = "ARENA_TEST_NO_CODE"

// TestWithoutMemoryForCode: as under systemd's MemoryDenyWriteExecute, a module is refused in words, also if
// its code is there, and the next start without it plays. One that is interpreted would be frozen.
func TestWithoutMemoryForCode(t *testing.T) {
	if cache := os.Getenv(noCode); cache != "" {
		refusedWithoutCode(t, cache)
		return
	}
	module, f := write(t, "m.wasm", byHand{}.module()), find.Finder{Builder: build.Builder{Cache: t.TempDir()}}
	for range 2 { // without code, and with it
		command := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestWithoutMemoryForCode$", "-test.v")
		command.Env = append(os.Environ(), noCode+"="+f.Cache, noCode+"_MODULE="+module)
		said, err := command.CombinedOutput()
		require.NoError(t, err, "%s", said)
		if !strings.Contains(string(said), wasRefused) {
			t.Skipf("this kernel can't forbid it: %s", said)
		}
		requireStarts(t, f, module)
	}
}

const wasRefused = "it was refused"

func refusedWithoutCode(t *testing.T, cache string) {
	t.Helper()
	if err := unix.Prctl(unix.PR_SET_MDWE, unix.PR_MDWE_REFUSE_EXEC_GAIN, 0, 0, 0); err != nil {
		t.Skip(err)
	}
	_, err := find.Finder{Builder: build.Builder{Cache: cache}}.Find(t.Context(), os.Getenv(noCode+"_MODULE"))
	no := new(unfit.Error)
	require.ErrorAs(t, err, &no)
	require.Contains(t, no.Problem, "can't be played: this system lets no program make machine code: permission denied")
	require.Contains(t, no.Fix, "MemoryDenyWriteExecute")
	t.Log(wasRefused)
}
