package server

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/crowd"
)

// TestConnectionsThatStayKeepNobodyAway: those that ask for nothing any more go first, and a site never has more than
// its share of the files.
func TestConnectionsThatStayKeepNobodyAway(t *testing.T) {
	most := crowd.Share(mostGuests, filesPart)
	_, where := served(t, ":0")
	_, port, err := net.SplitHostPort(where.String())
	require.NoError(t, err)
	at := net.JoinHostPort("127.0.0.1", port)
	ask := func(c net.Conn) error {
		if _, err := fmt.Fprintf(c, "GET / HTTP/1.1\r\nHost: %s\r\n\r\n", at); err != nil {
			return err
		}
		answer, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			return err
		}
		_, err = io.Copy(io.Discard, answer.Body)
		return err
	}
	var all []net.Conn
	come := func() net.Conn {
		c, err := new(net.Dialer).DialContext(t.Context(), "tcp", at)
		require.NoError(t, err)
		t.Cleanup(func() { _ = c.Close() })
		require.NoError(t, c.SetDeadline(time.Now().Add(time.Minute)))
		return c
	}
	for range most/2 + 50 {
		c := come()
		require.NoError(t, ask(c))
		all = append(all, c)
	}
	left := 0
	for _, c := range all {
		if ask(c) == nil {
			left++
		}
	}
	require.Equal(t, (most+1)/2, left, "from one address")
}

// TestWhoLeaves: the oldest that asks for nothing, of the address that has most; of an address that has half of all
// places, one of its own.
func TestWhoLeaves(t *testing.T) {
	d := &door{most: 8}
	come := func(home string, busy bool) *guest {
		g := &guest{door: d, home: crowd.HomeOf(home + ":1"), busy: busy}
		d.all = append(d.all, g)
		return g
	}
	leaves := func(home string) *guest { return d.leaver(crowd.HomeOf(home + ":1")) }
	busy, idle := come("192.0.2.1", true), come("192.0.2.1", false)
	come("192.0.2.1", false)
	require.Nil(t, leaves("192.0.2.1"))
	come("192.0.2.1", true)
	require.Same(t, idle, leaves("192.0.2.1"), "it has half of the places")
	require.Nil(t, leaves("192.0.2.2"))
	for number := range 4 {
		come(fmt.Sprintf("203.0.113.%d", number), false)
	}
	require.Same(t, idle, leaves("192.0.2.2"))
	for _, g := range d.all {
		g.busy = true
	}
	require.Same(t, busy, leaves("192.0.2.2"))
}

// TestADoorKnowsWhoAsks.
func TestADoorKnowsWhoAsks(t *testing.T) {
	one, other := net.Pipe()
	defer func() { _, _ = one.Close(), other.Close() }()
	d := newDoor(&accepts{one: one, closed: make(chan struct{})})
	c, err := d.Accept()
	require.NoError(t, err)
	for state, busy := range map[http.ConnState]bool{http.StateActive: true, http.StateIdle: false} {
		d.note(c, state)
		require.Equal(t, busy, d.all[0].busy)
	}
	require.NoError(t, c.Close())
	require.Empty(t, d.all)
}
