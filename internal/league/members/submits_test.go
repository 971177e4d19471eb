package members_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/league/members"
)

// TestOnlyKeysOfAuthorsSubmit, as long as they count; that of a worker never does.
func TestOnlyKeysOfAuthorsSubmit(t *testing.T) {
	f := members.Folder(t.TempDir())
	list, err := members.Load(string(f))
	require.NoError(t, err)
	token, err := f.InviteToPage("class", false)
	require.NoError(t, err)
	worker, err := f.Invite("anna", "192.0.2.7:4222")
	require.NoError(t, err)
	seed, err := worker.Key().Seed()
	require.NoError(t, err)
	mayBe := func(token string) bool {
		_, may := list.Author(token)
		return may
	}
	require.True(t, mayBe(token))
	require.True(t, list.Admits(worker.ID()))
	for _, other := range []string{string(seed), token[:len(token)-1], "", worker.ID()} {
		require.False(t, mayBe(other), other)
	}
	_, err = f.InviteToPage("class", false)
	require.ErrorIs(t, err, members.ErrInvited)
	_, err = f.Revoke("class", "it is over")
	require.NoError(t, err)
	require.False(t, mayBe(token))
}
