package said

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/host/meter"
)

func TestLinesOfOutput(t *testing.T) {
	var shown strings.Builder
	o := NewOutput(&shown, "a: ", meter.Limits{}, func() {})
	for _, piece := range []string{"one\n\nthree", " and more\r\n", strings.Repeat("x", 2*longestLine) + "\nlast"} {
		_, err := o.Write([]byte(piece))
		require.NoError(t, err)
	}
	require.Equal(t, "last", o.LastLine())
	o.End()
	long := strings.Repeat("x", longestLine)
	require.Equal(t, "a: one\na: \na: three and more\na: "+long+"\na: last\n", shown.String())
}

func TestATailKeepsTheLastLines(t *testing.T) {
	var kept tail
	line := strings.Repeat("x", 1023)
	for range 100 {
		kept.add(line)
	}
	kept.add("last")
	require.Len(t, kept.lines, longestTail>>10)
	require.Equal(t, "last", kept.lines[len(kept.lines)-1])
	kept.add(strings.Repeat("y", longestTail))
	require.Empty(t, kept.lines, "a line that is longer than a tail")
}

// Players of the originals printed as much as they liked, and nobody minded.
func TestOutputThatIsCutEndsNobody(t *testing.T) {
	for _, cut := range []bool{false, true} {
		var shown strings.Builder
		floods := 0
		o := NewOutput(&shown, "", meter.Limits{Output: 10}, func() { floods++ })
		if cut {
			o.Cut()
		}
		for range 2 { // matches
			o.Begin("a: ")
			for _, line := range []string{"1234\n", "6789\n", "b\n", "c\n"} {
				n, err := o.Write([]byte(line))
				require.NoError(t, err)
				require.Equal(t, len(line), n)
			}
			o.Printed([]byte("none of the protocol"))
		}
		if !cut {
			require.Equal(t, 2, floods, "once a match")
			continue
		}
		require.Zero(t, floods)
		one := "a: 1234\na: 6789\na: (more than 10 bytes of output: the rest is dropped)\n"
		require.Equal(t, one+one, shown.String())
		require.Equal(t, []string{"1234", "6789", "(more than 10 bytes of output: the rest is dropped)"}, o.Take(),
			"the record of the match says it, too")
	}
}
