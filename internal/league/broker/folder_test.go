package broker_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/league/client"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/wire"
)

// TestOthersInviteAndRevoke: another process does, while the league is served.
func TestOthersInviteAndRevoke(t *testing.T) {
	t.Parallel()
	folder := members.Folder(t.TempDir())
	_, err := folder.Invite("anna", "")
	require.EqualError(t, err, "nobody knows yet where workers connect to")
	early, err := folder.Invite("early", "127.0.0.1:1")
	require.NoError(t, err)
	require.Equal(t, "127.0.0.1:1", early.Address)
	l := open(t, options(string(folder)))

	anna, err := folder.Invite("anna", "")
	require.NoError(t, err)
	require.Equal(t, l.Address(), anna.Address)
	_, err = folder.Invite("anna", "")
	require.EqualError(t, err, "there is an invitation of this name")
	early.Address = anna.Address
	ended := make(chan error, 1)
	go func() { ended <- client.Join(t.Context(), anna, client.JoinOptions{Slots: 1, Play: echo}) }()
	second := join(t, early, client.JoinOptions{Play: echo})
	testkit.Await(t, "both are there", func() bool { return len(l.Present()) == 2 })

	found, err := folder.Revoke("anna", "lent to somebody else")
	require.NoError(t, err)
	require.True(t, found)
	testkit.Await(t, "one has gone", func() bool { return len(l.Present()) == 1 })
	requireRevoked(t, ended)
	found, err = folder.Revoke("anna", "again")
	require.NoError(t, err)
	require.False(t, found)
	l.give(t, 1)
	l.collect(t, 1)
	require.NoError(t, second())
	members, err := folder.Members()
	require.NoError(t, err)
	require.Len(t, members, 2)
	require.Equal(t, "lent to somebody else", members[1].Revoked)
	_, err = folder.Invite("anna", "")
	require.NoError(t, err, "the name is free again")
}

// TestLargeResults come whole, also if a worker plays several at a time.
func TestLargeResults(t *testing.T) {
	t.Parallel()
	l := open(t, options(t.TempDir()))
	join(
		t, l.invite(t, "anna"), client.JoinOptions{
			Slots: 3,
			Play: func(_ context.Context, task *client.Task) ([]byte, error) {
				return bytes.Repeat(task.Body, wire.MostBody/3), nil
			},
		})
	l.give(t, 6)
	for range 6 {
		d := l.next(t)
		require.NoError(t, d.Err)
		require.Len(t, d.Body, wire.MostBody/3*8)
		require.True(t, bytes.Equal(d.Body, bytes.Repeat(d.Body[:8], wire.MostBody/3)))
		d.Done()
	}
	l.nothingElse(t)
}

// TestWhoIsUnableLeavesItToOthers: it does not count as a try.
func TestWhoIsUnableLeavesItToOthers(t *testing.T) {
	t.Parallel()
	l := open(t, options(t.TempDir()))
	join(t, l.invite(t, "bad"), client.JoinOptions{Slots: 8, Play: func(context.Context, *client.Task) ([]byte, error) {
		return nil, fmt.Errorf("no python: %w", client.ErrUnable)
	}})
	good := l.invite(t, "good")
	join(t, good, client.JoinOptions{Play: echo})
	l.give(t, 20)
	for range 20 {
		d := l.next(t)
		require.NoError(t, d.Err)
		require.Equal(t, good.ID(), d.Worker)
		require.Equal(t, 1, d.Tries)
		d.Done()
	}
}
