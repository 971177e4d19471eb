package host

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
)

// Players of the originals printed as much as they liked, and nobody minded.
func TestOutputThatIsCutEndsNobody(t *testing.T) {
	for _, cut := range []bool{false, true} {
		var shown strings.Builder
		floods := 0
		o := newOutput(&shown, "", Limits{Output: 10}, func() { floods++ })
		if cut {
			o.cut()
		}
		for range 2 { // matches
			o.begin("a: ")
			for _, line := range []string{"1234\n", "6789\n", "b\n", "c\n"} {
				n, err := o.Write([]byte(line))
				require.NoError(t, err)
				require.Equal(t, len(line), n)
			}
			o.printed([]byte("none of the protocol"))
		}
		if !cut {
			require.Equal(t, 2, floods, "once a match")
			continue
		}
		require.Zero(t, floods)
		one := "a: 1234\na: 6789\na: (more than 10 bytes of output: the rest is dropped)\n"
		require.Equal(t, one+one, shown.String())
		require.Equal(t, []string{"1234", "6789", "(more than 10 bytes of output: the rest is dropped)"}, o.take(),
			"the record of the match says it, too")
	}
}

// TestOnlyAPlayerOfAnOriginalHasItsOutputCut goes by what a bot says in its first line.
func TestOnlyAPlayerOfAnOriginalHasItsOutputCut(t *testing.T) {
	for hello, cut := range map[string]bool{
		"arena 1 sdk=cpp-classic/1": true, "arena 1 sdk=cpp/1": false, "arena 1": false, "arena 1 name=cpp-classic/1": false,
	} {
		var killed *match.Fault
		read, write, err := os.Pipe()
		require.NoError(t, err)
		require.NoError(t, write.Close())
		run := &process{head: []byte(hello + "\n"), stdout: read, stdin: write}
		run.output = newOutput(nil, "", Limits{Output: 10}, func() { killed = &match.Fault{Kind: match.TooMuchOutput} })
		b := newLineBot(run)
		require.NoError(t, b.greet(), hello)
		<-b.gone
		require.NoError(t, read.Close())
		run.output.printed([]byte("more than ten letters"))
		require.Equal(t, cut, killed == nil, hello)
	}
}
