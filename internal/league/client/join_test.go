package client_test

import (
	"context"
	"net"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/league/client"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/scheduler"
	"github.com/botarena/arena/internal/league/wire"
)

// join lets a worker wait for its league until the test ends. It returns a function that stops the worker and
// returns how Join ended. A connection may take an hour here, for which nobody who leaves waits.
func join(t *testing.T, i members.Invitation, say func(sentence string)) (leave func() error) {
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- client.Join(ctx, i, client.JoinOptions{Slots: 1, Say: say}) }()
	leave = sync.OnceValue(func() error {
		stop()
		return testkit.Receive(t, "the end of a worker who leaves", ended)
	})
	t.Cleanup(func() { _ = leave() })
	return leave
}

// TestLeaveWhileWaiting: nobody must wait for a league that does not come.
func TestLeaveWhileWaiting(t *testing.T) {
	t.Parallel()
	silent, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = silent.Close() })
	i, err := members.Folder(t.TempDir()).Invite("anna", silent.Addr().String())
	require.NoError(t, err)
	leave := join(t, i, nil)
	c, err := silent.Accept()
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	require.NoError(t, leave(), "as it waits for an answer")
	i.Address = "127.0.0.1:1"
	said := make(chan string, 1)
	leave = join(t, i, func(sentence string) { said <- sentence }) // once
	testkit.Receive(t, "why it waits", said)
	require.NoError(t, leave(), "as it waits to try again")
}

// TestWhatNoLeagueTakesIsNotSent: it is refused before anybody is asked.
func TestWhatNoLeagueTakesIsNotSent(t *testing.T) {
	i, err := members.Folder(t.TempDir()).Invite("anna", "127.0.0.1:1")
	require.NoError(t, err)
	over, end := context.WithCancel(t.Context())
	end() // who asked nevertheless would not wait
	for want, o := range map[string]client.JoinOptions{
		"0 matches at a time: from 1 to 64 are possible":  {},
		"65 matches at a time: from 1 to 64 are possible": {Slots: scheduler.MostSlots + 1},
		"4097 bytes about the worker are more than 4096":  {Slots: 1, About: make([]byte, wire.MostAbout+1)},
	} {
		require.EqualError(t, client.Join(over, i, o), want)
	}
}
