package broker

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestUntilWhenAllResultsWereTaken: as long as one of them is missing, it is the time of the look before.
func TestUntilWhenAllResultsWereTaken(t *testing.T) {
	var of taken
	at := func(seconds int64) time.Time { return time.Unix(1_000_000+seconds, 0) }
	require.Equal(t, at(0), of.until(0, at(0), true), "there is none")
	require.Equal(t, at(0), of.until(3, at(1), true))
	of.last = 2
	require.Equal(t, at(0), of.until(9, at(2), true))
	of.last = 3
	require.Equal(t, at(1), of.until(9, at(3), true), "those of the first second")
	require.Equal(t, at(1), of.until(9, at(4), true))
	of.last = 9
	require.Equal(t, at(5), of.until(9, at(5), true))
	of.begin()
	require.Equal(t, at(5), of.until(2, at(6), true), "the server counts anew")
	of.last = 2
	require.Equal(t, at(7), of.until(2, at(7), true))
	require.Equal(t, at(7), of.until(0, at(8), false), "the server can't be asked")
	require.Equal(t, at(9), of.until(2, at(9), true))
}
