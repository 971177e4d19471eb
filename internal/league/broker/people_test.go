package broker_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/league/client"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/wire"
)

// TestAuthorsSubmitByThePageAlone: here the key of a link counts for nothing, a person's or one for many.
func TestAuthorsSubmitByThePageAlone(t *testing.T) {
	t.Parallel()
	folder := members.Folder(t.TempDir())
	l := open(t, options(string(folder)))
	many, err := folder.InviteToPage("authors", false)
	require.NoError(t, err)
	tokens, err := folder.AddPeople([]members.Newcomer{{Name: "Anna"}}, time.Now())
	require.NoError(t, err)
	worker := l.invite(t, "bert")
	for _, token := range []string{many, tokens[0]} {
		_, err = intrudeWith(worker, token)
		require.ErrorContains(t, err, "Authorization")
		err = client.Join(testkit.Patiently(t), withSeed(t, worker, token), client.JoinOptions{Slots: 1, Play: echo})
		require.ErrorIs(t, err, wire.ErrRevoked)
	}
	require.Zero(t, l.Room())
	line := strings.Replace(worker.String(), "/#", "/submit#", 1)
	earlier, err := members.ParseInvitation(line)
	require.NoError(t, err)
	err = client.Join(t.Context(), earlier, client.JoinOptions{Slots: 1, Play: echo})
	require.ErrorContains(t, err, "this invitation is for submitting bots, not for a worker")
}
