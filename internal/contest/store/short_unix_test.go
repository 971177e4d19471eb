//go:build unix

package store_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/contest/store"
)

// asShort makes the test binary a process in which few files may be open.
const asShort = "ARENA_TEST_HAS_FEW_FILES"

// TestTooManyOpenFilesAreWaitedFor where that was asked for, and are else what an error says.
func TestTooManyOpenFilesAreWaitedFor(t *testing.T) {
	if os.Getenv(asShort) == "" {
		alone := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestTooManyOpenFilesAreWaitedFor$")
		alone.Env = append(os.Environ(), asShort+"=1")
		said, err := alone.CombinedOutput()
		require.NoError(t, err, "%s", said)
		return
	}
	var few syscall.Rlimit
	require.NoError(t, syscall.Getrlimit(syscall.RLIMIT_NOFILE, &few))
	few.Cur = 64
	require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &few))
	path := filepath.Join(t.TempDir(), "arena.db")
	var held []*os.File
	letGo := func() {
		for _, file := range held {
			_ = file.Close()
		}
		held = nil
	}
	hold := func() {
		for {
			file, err := os.Open(os.DevNull)
			if err != nil {
				require.ErrorIs(t, err, syscall.EMFILE)
				return
			}
			held = append(held, file)
		}
	}
	made, err := store.Open(t.Context(), path, store.Options{})
	require.NoError(t, err)
	hold()
	_, err = made.Tournaments(t.Context()) // which reads, for the first time
	letGo()
	require.ErrorContains(t, err, path+": too many open files")
	require.Contains(t, hint.Of(err), "the limit on open files is 64")
	require.NoError(t, made.Close())

	told := 0
	patient, err := store.Open(t.Context(), path, store.Options{Short: func() {
		if told++; told == 2 {
			letGo()
		}
	}})
	require.NoError(t, err)
	hold()
	_, err = patient.Tournaments(t.Context())
	require.NoError(t, err)
	require.Equal(t, 2, told)
	require.NoError(t, patient.Close())
}
