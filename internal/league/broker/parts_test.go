package broker

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/league/scheduler"
	"github.com/botarena/arena/internal/league/wire"
)

// large is a result of more than three messages.
func large(key scheduler.Key) wire.Result {
	return wire.Result{Key: key, Body: bytes.Repeat([]byte("abcdefg"), wire.MostBody/2), Part: 1, Parts: 1}
}

func TestPartsMakeTheWhole(t *testing.T) {
	whole := large(numbered(1))
	all := whole.Split()
	require.Len(t, all, 4)
	var p parts
	for i, part := range all {
		for range 2 { // each comes twice, but for the last
			got, complete := p.add("a", part)
			require.Equal(t, i == len(all)-1, complete)
			if complete {
				require.Equal(t, whole, got)
				break
			}
		}
	}
	require.Equal(t, parts{by: map[string]*partial{}}, p)
}

// TestPartsThatDoNotFit are dropped, with all that came before.
func TestPartsThatDoNotFit(t *testing.T) {
	mine, other := large(numbered(1)).Split(), large(numbered(2)).Split()
	for name, sent := range map[string][]wire.Result{
		"one is missing":   {mine[0], mine[2]},
		"no beginning":     {mine[1]},
		"another match":    {mine[0], other[1]},
		"another number":   {mine[0], {Key: numbered(1), Part: 2, Parts: 9}},
		"a part too large": {mine[0], {Key: numbered(1), Part: 2, Parts: 4, Body: make([]byte, wire.MostBody+1)}},
	} {
		var p parts
		for i, part := range sent {
			_, complete := p.add("a", part)
			require.False(t, complete, name)
			if i == 0 && len(sent) > 1 {
				require.Positive(t, p.size, name)
			}
		}
		require.Zero(t, p.size, name)
		require.Empty(t, p.by, name)
	}
}

// TestPartsHaveBounds: whoever begins and does not end takes room once, and all together not too much.
func TestPartsHaveBounds(t *testing.T) {
	var p parts
	for match := range byte(100) {
		_, complete := p.add("a", large(numbered(match)).Split()[0])
		require.False(t, complete)
	}
	require.Equal(t, wire.MostBody, p.size)
	for worker := range 1000 {
		_, _ = p.add(string(rune(worker)), large(numbered(1)).Split()[0])
	}
	require.LessOrEqual(t, p.size, mostPartial)
}

func numbered(number byte) scheduler.Key { return scheduler.Key{number} }
