//go:build unix

package linebot

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/host/run"
	"github.com/botarena/arena/internal/process/host/system"
)

// TestWhatALineBotWroteBeforeItEndedCounts, though the time to wait for more of it is over.
func TestWhatALineBotWroteBeforeItEndedCounts(t *testing.T) {
	stdout, written, err := system.This.NewPipe(true)
	require.NoError(t, err)
	defer stdout.Close()  //nolint:errcheck // of this test
	defer written.Close() //nolint:errcheck // likewise
	b := newBot(&run.Process{Stdin: written, Stdout: stdout})
	_, err = written.WriteString("do 3 north\ndone 7\n")
	require.NoError(t, err)
	require.NoError(t, stdout.SetReadDeadline(time.Now()))
	require.NoError(t, b.fill())
	for _, want := range []string{"do 3 north", "done 7"} {
		line, ok, err := b.next()
		require.NoError(t, err)
		require.True(t, ok)
		require.Equal(t, want, string(line))
	}
	require.ErrorIs(t, b.fill(), os.ErrDeadlineExceeded, "there is no more")
}
