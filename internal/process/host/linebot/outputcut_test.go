package linebot

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/host/meter"
	"github.com/botarena/arena/internal/process/host/run"
	"github.com/botarena/arena/internal/process/host/said"
)

// TestOnlyAPlayerOfAnOriginalHasItsOutputCut goes by what a bot says in its first line.
func TestOnlyAPlayerOfAnOriginalHasItsOutputCut(t *testing.T) {
	for hello, cut := range map[string]bool{
		"arena 1 sdk=cpp-classic/1": true, "arena 1 sdk=cpp/1": false, "arena 1": false, "arena 1 name=cpp-classic/1": false,
	} {
		var killed *match.Fault
		read, write, err := os.Pipe()
		require.NoError(t, err)
		require.NoError(t, write.Close())
		process := &run.Process{Head: []byte(hello + "\n"), Stdout: read, Stdin: write}
		process.Output = said.NewOutput(nil, "", meter.Limits{Output: 10}, func() {
			killed = &match.Fault{Kind: match.TooMuchOutput}
		})
		b, err := New(process)
		require.NoError(t, err, hello)
		<-b.gone
		require.NoError(t, read.Close())
		process.Output.Printed([]byte("more than ten letters"))
		require.Equal(t, cut, killed == nil, hello)
	}
}
