package sdk

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAParameterHasTheValueThatTheArenaGives(t *testing.T) {
	t.Setenv(paramsVariable, "spread=7 fear=0.25 fearless=-2")
	require.Equal(t, 7, Param("spread", 3))
	require.InDelta(t, 7.0, Param("spread", 3.0), 0)
	require.InDelta(t, 0.25, Param("fear", 0.5), 0)
	require.Equal(t, -2, Param("fearless", 1))
	require.Equal(t, 4, Param("read", 4), "the end of another name")
	require.Equal(t, 4, Param("missing", 4))
	require.PanicsWithValue(
		t, `sdk: parameter fear has the value 0.25, which is no int: declare it with "integer": true in params.json`, func() {
			Param("fear", 1)
		})
}

func TestAParameterHasItsOwnValueWithoutAnArena(t *testing.T) {
	t.Setenv(paramsVariable, "")
	require.Equal(t, 3, Param("spread", 3))
}
