//go:build unix && (amd64 || arm64)

package host_test

import (
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/lineproto"
)

func init() { programs["illegal"] = misbehave(beNewer) }

// beNewer does what a program does that was built for a newer processor: it meets an instruction that this one does
// not know, nor any other.
func beNewer() {
	undefined := map[string][]byte{"amd64": {0x0f, 0x0b}, "arm64": {0, 0, 0, 0}}
	page, err := syscall.Mmap(-1, 0, syscall.Getpagesize(), syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_PRIVATE|syscall.MAP_ANON)
	if err != nil {
		panic(err)
	}
	copy(page, undefined[runtime.GOARCH])
	if err := syscall.Mprotect(page, syscall.PROT_READ|syscall.PROT_EXEC); err != nil {
		panic(err)
	}
	code := unsafe.Pointer(unsafe.SliceData(page)) //nolint:gosec // it is code
	function := unsafe.Pointer(&code)              //nolint:gosec // as Go has functions
	(*(*func())(unsafe.Pointer(&function)))()      //nolint:gosec // as above
}

// TestAnIllegalInstructionIsNamed where the arena can know of it, as it may be the machine's fault: a crash that no
// other machine has does not count in a league.
func TestAnIllegalInstructionIsNamed(t *testing.T) {
	newer := start(t, options(t, &buffer{}), "illegal")[0]
	result, err := match.Play(t.Context(), newMatch(t), amongRandoms(newer.Player()))
	require.NoError(t, err)
	require.Len(t, result.Verdicts, 1)
	require.True(t, lineproto.MeetsIllegalInstruction(result.Verdicts[0]), result.Verdicts[0])
	for name, c := range map[string]struct {
		script string
		newer  bool
	}{
		"itself":         {"kill -ILL $$", true},
		"a child":        {"sh -c 'kill -ILL $$'; exit $?", true},
		"Go":             {"echo 'This program can only be run on AMD64 processors with v4 and so on.' >&2; exit 1", true},
		"Go, later":      {"echo 'SIGILL: illegal instruction' >&2; exit 2", true},
		"the C library":  {"echo 'bot: CPU ISA level is lower than required' >&2; exit 127", true},
		"another signal": {"kill -SEGV $$", false},
		"another code":   {"exit 133", false},
		"its own words":  {"echo 'no SIGILL: illegal instruction' >&2; exit 1", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "bot")
			writeProgram(t, path, "#!/bin/sh\n"+c.script+"\n")
			o := unconfined(options(t, &buffer{})) // in a sandbox, the first process is not ended by its own signal
			_, err := host.Start(t.Context(), executable.Alone(path), o)
			no := new(host.NotABotError)
			require.ErrorAs(t, err, &no)
			require.Equal(t, c.newer, strings.Contains(no.Problem, lineproto.IllegalInstruction), no.Problem)
			require.Equal(t, c.newer, no.Fix == lineproto.BuildForAll, no.Fix)
		})
	}
}
