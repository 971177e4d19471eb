package said

import (
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/process/host/meter"
)

// TestWhatIsAtHandEnds: the referee asks for it at the end of a round, also when the bot has closed its standard error.
func TestWhatIsAtHandEnds(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("nothing can be read there without waiting")
	}
	read, write, err := os.Pipe()
	require.NoError(t, err)
	var shown strings.Builder
	s := NewStderr(read, NewOutput(&shown, "", meter.Limits{}, nil))
	atHand := func() {
		done := make(chan struct{})
		go func() {
			defer close(done)
			s.AtHand()
		}()
		testkit.Receive(t, "what is at hand was passed on", done)
	}
	_, err = write.WriteString("one\ntwo\n")
	require.NoError(t, err)
	atHand()
	require.Equal(t, "one\ntwo\n", shown.String())
	require.NoError(t, write.Close())
	atHand()
	require.Equal(t, "one\ntwo\n", shown.String())
	require.NoError(t, read.Close()) // not before: it waits for whoever reads
}
