package broker

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

// large is a result of more than three messages.
func large(key Key) result {
	return result{key: key, body: bytes.Repeat([]byte("abcdefg"), MostBody/2), part: 1, parts: 1}
}

func TestPartsMakeTheWhole(t *testing.T) {
	whole := large(numbered(1))
	all := whole.split()
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
	small := result{key: numbered(2), body: []byte("x"), part: 1, parts: 1}
	require.Equal(t, []result{small}, small.split())
	require.Len(t, result{}.split(), 1, "an empty result is one")
}

// TestPartsThatDoNotFit are dropped, with all that came before.
func TestPartsThatDoNotFit(t *testing.T) {
	mine, other := large(numbered(1)).split(), large(numbered(2)).split()
	for name, sent := range map[string][]result{
		"one is missing":   {mine[0], mine[2]},
		"no beginning":     {mine[1]},
		"another match":    {mine[0], other[1]},
		"another number":   {mine[0], {key: numbered(1), part: 2, parts: 9}},
		"a part too large": {mine[0], {key: numbered(1), part: 2, parts: 4, body: make([]byte, MostBody+1)}},
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
		_, complete := p.add("a", large(numbered(match)).split()[0])
		require.False(t, complete)
	}
	require.Equal(t, MostBody, p.size)
	for worker := range 1000 {
		_, _ = p.add(string(rune(worker)), large(numbered(1)).split()[0])
	}
	require.LessOrEqual(t, p.size, mostPartial)
	for _, wrong := range []string{"0/2", "3/2", "1/1", "1/99999", "x/2", "1/", "1"} {
		_, _, err := readPart(wrong)
		require.Error(t, err, wrong)
	}
}

func numbered(number byte) Key { return Key{number} }
