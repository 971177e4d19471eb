//go:build linux && (amd64 || arm64)

package sandbox

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNoTwoBotsAreOneUser(t *testing.T) {
	var u userNumbers
	first, err := u.give()
	require.NoError(t, err)
	for range 3 * usersOfArena {
		id, err := u.give()
		require.NoError(t, err)
		require.NotEqual(t, first, id, "that one still runs")
		u.takeBack(id)
	}
	for range usersOfArena - 1 {
		_, err := u.give()
		require.NoError(t, err)
	}
	_, err = u.give()
	require.ErrorContains(t, err, "more than 1024 bots")
	u.takeBack(first)
	again, err := u.give()
	require.NoError(t, err)
	require.Equal(t, first, again)
}
