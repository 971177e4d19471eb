//go:build unix

package host

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestWhatALineBotWroteBeforeItEndedCounts, though the time to wait for more of it is over.
func TestWhatALineBotWroteBeforeItEndedCounts(t *testing.T) {
	var p pipes
	_, stdin := p.toChild()
	stdout, written := p.fromChild()
	require.NoError(t, p.err)
	defer p.closeChildEnds()
	defer p.closeOwnEnds()
	b := newLineBot(&process{stdin: stdin, stdout: stdout})
	_, err := written.WriteString("do 3 north\ndone 7\n")
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
