package host

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLinesOfOutput(t *testing.T) {
	var shown strings.Builder
	o := newOutput(&shown, "a: ", Limits{}, func() {})
	for _, piece := range []string{"one\n\nthree", " and more\r\n", strings.Repeat("x", 2*longestLine) + "\nlast"} {
		_, err := o.Write([]byte(piece))
		require.NoError(t, err)
	}
	require.Equal(t, "last", o.lastLine())
	o.end()
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
