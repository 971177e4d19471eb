package client_test

import (
	"context"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/league/assign"
	"github.com/botarena/arena/internal/league/client"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/wire"
)

// patience is how long a test waits for what is sure to come. It is less than the ten seconds that a connection may
// take, for which nobody who leaves waits.
const patience = 8 * time.Second

// join lets a worker wait for its league until the test ends. It returns a function that stops the worker and
// returns how Join ended.
func join(t *testing.T, i members.Invitation, say func(sentence string)) (leave func() error) {
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- client.Join(ctx, i, client.JoinOptions{Slots: 1, Say: say}) }()
	leave = sync.OnceValue(func() error {
		stop()
		select {
		case err := <-ended:
			return err
		case <-time.After(patience):
			return context.DeadlineExceeded
		}
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
	select {
	case <-said:
	case <-time.After(patience):
		require.FailNow(t, "it does not say why it waits")
	}
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
		"65 matches at a time: from 1 to 64 are possible": {Slots: assign.MostSlots + 1},
		"4097 bytes about the worker are more than 4096":  {Slots: 1, About: make([]byte, wire.MostAbout+1)},
	} {
		require.EqualError(t, client.Join(over, i, o), want)
	}
}
