//go:build linux && (amd64 || arm64)

package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/process/sandbox/shim"
)

// TestAShortageIsNoWeakerSandbox: what the machine lacks for a moment must not have all
// matches to come played with less.
func TestAShortageIsNoWeakerSandbox(t *testing.T) {
	synctest.Test(t, aShortageIsNoWeakerSandbox) // the waits between tries take no time
}

func aShortageIsNoWeakerSandbox(t *testing.T) {
	t.Helper()
	for _, passing := range []error{
		syscall.ETOOMANYREFS, syscall.EMFILE, syscall.ENFILE, syscall.EAGAIN, syscall.ENOMEM, syscall.ENOSPC,
		syscall.EFBIG, syscall.EDQUOT,
		errSlow,
		// So does Go say that a file's number in the new process is beyond the limit.
		&fs.PathError{Op: "fork/exec", Path: "/proc/self/exe", Err: syscall.EBADF},
	} {
		tries := 0
		found, err := tryAgain(way{}, func(way) (string, error) {
			if tries++; tries < 3 {
				return "", fmt.Errorf("seccomp: %w", passing)
			}
			return "ps", nil
		})
		require.NoError(t, err)
		require.Equal(t, "ps", found)

		_, err = tryAgain(way{}, func(way) (string, error) { return "", &StepError{"seccomp", passing} })
		require.ErrorIs(t, err, passing, "it lasts")
		weak := way{landlock: leastLandlock}
		f := lookFor([]way{{namespaces: true}, weak}, func(w way) (string, error) {
			if w == weak {
				return "ps" + string(shim.Limited) + string(shim.Writes) + string(shim.NoFiles), nil
			}
			return "", &StepError{"seccomp", passing}
		})
		require.Nil(t, f.best, "the weaker one")
		var refused *hint.HintedError
		require.ErrorAs(t, f.whyNot(Standard), &refused)
		require.NotEmpty(t, refused.Fix)
		require.NotContains(t, refused.Fix, "--sandbox none", "that is no reason to play without")
	}
	tries := 0
	_, err := tryAgain(way{}, func(way) (string, error) {
		tries++
		return "", syscall.EPERM
	})
	require.ErrorIs(t, err, syscall.EPERM)
	require.Equal(t, 1, tries, "what the system forbids, it forbids the next time, too")
	require.NoError(t, shortage(err))
}

// TestALimitOfNoNamespacesIsNoShortage: the error is the same as if there were too many now.
func TestALimitOfNoNamespacesIsNoShortage(t *testing.T) {
	usual := mayMakeNone
	t.Cleanup(func() { mayMakeNone = usual })
	for none, want := range map[bool]bool{true: false, false: true} {
		mayMakeNone = func() bool { return none }
		require.Equal(t, want, shortage(&StepError{"start", syscall.ENOSPC}) != nil)
	}
	require.Error(t, Shortage(&StepError{"mount /usr", syscall.ENOSPC}), "a bot that can't be started is not to blame")
}

// TestAListenerThatIsLostEndsTheStart: the system drops a file that comes when the arena has
// no number left for it, and the bot's attempts would be told to nobody.
func TestAListenerThatIsLostEndsTheStart(t *testing.T) {
	ours, theirs, err := socketPair()
	require.NoError(t, err)
	s := &Start{report: ours, release: func() {}}
	_, err = theirs.Write([]byte{shim.Listener})
	require.NoError(t, err)
	require.NoError(t, theirs.Close())
	err = s.Await()
	require.ErrorIs(t, err, syscall.EMFILE)
	require.True(t, errors.As(Shortage(err), new(*ShortageError)))
}

func TestFilesAreFewWhereSocketsHoldMuch(t *testing.T) {
	require.EqualValues(t, 128, openFor(128, 212992), "as Linux is by itself")
	require.EqualValues(t, 48, openFor(128, 1<<20))
	require.EqualValues(t, leastOpen, openFor(128, 16<<20))
	require.EqualValues(t, 128, openFor(128, 0), "nobody knows")
}
