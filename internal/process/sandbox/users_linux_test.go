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

// TestContainersShareNoUsers: in each of them, the arena is process 1.
func TestContainersShareNoUsers(t *testing.T) {
	seen := make(map[int]bool)
	for pid := 1; pid < 1000; pid++ {
		seen[rangeOf(pid, "pid:[4026531836]")] = true
		require.Less(t, rangeOf(arenas-pid, "pid:[4026531836]"), arenas, "there are no more users")
	}
	require.Len(t, seen, 999, "in one space, no two arenas have the same")
	require.NotEqual(t, rangeOf(1, "pid:[4026532281]"), rangeOf(1, "pid:[4026532344]"))
	require.GreaterOrEqual(t, firstUserOfArena(), firstUser)
	require.Less(t, firstUserOfArena(), firstUser+arenas*usersOfArena)
}
