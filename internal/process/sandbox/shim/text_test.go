package shim

import (
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNumbersAreThoseOfStrconv(t *testing.T) {
	for _, n := range []int64{0, 7, 10, -1, -10, 1 << 40, math.MaxInt64, math.MinInt64} {
		require.Equal(t, strconv.FormatInt(n, 10), decimal(n))
	}
	for _, text := range []string{
		"", "-", "--1", "1x", "x", " 1", "1 ", "1.0", "0x10", "0", "-0", "007", "12345", "-12345", "9223372036854775807",
		"-9223372036854775808",
		"9223372036854775808", "-9223372036854775809", "92233720368547758070", "99999999999999999999999",
	} {
		want, wrong := strconv.ParseInt(text, 10, 64)
		got, err := parseDecimal(text)
		require.Equal(t, wrong == nil, err == nil, text)
		if wrong == nil {
			require.Equal(t, want, got, text)
		}
	}
}

func TestPathsAndWords(t *testing.T) {
	require.Equal(t, "/a/b", folderOf("/a/b/c"))
	require.Empty(t, folderOf("/a"))
	require.Empty(t, folderOf("a"))
	before, after := cut("name=value=more", '=')
	require.Equal(t, []string{"name", "value=more"}, []string{before, after})
	before, after = cut("name", '=')
	require.Equal(t, []string{"name", ""}, []string{before, after})
}
