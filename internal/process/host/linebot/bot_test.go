package linebot

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/internal/process/lineproto"
)

// TestTheLongestLineMayComeInParts: it is too long only when there is more of it than a line may have.
func TestTheLongestLineMayComeInParts(t *testing.T) {
	longest := bytes.Repeat([]byte("x"), lines.MaxLine)
	b := &Bot{buffer: longest}
	_, ok, err := b.next()
	require.NoError(t, err)
	require.False(t, ok, "its end is missing")
	b.buffer = append(longest, '\n')
	line, ok, err := b.next()
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, longest, line)

	b = &Bot{buffer: append(longest, 'x')}
	_, _, err = b.next()
	require.EqualError(t, err, lineproto.TooLong())
}
