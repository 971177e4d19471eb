package connlimit

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/crowd"
)

// many returns visitors from addresses, none of whom has shown a key.
func many(count int, from func(number int) string) (all []*Visitor) {
	for number := range count {
		at := &net.TCPAddr{IP: net.ParseIP(from(number)), Port: number}
		all = append(all, &Visitor{home: crowd.HomeOf(at.String())})
	}
	return all
}

// TestWhoMustGo: the oldest one of the address that has most, and nobody who has shown a key.
func TestWhoMustGo(t *testing.T) {
	all := many(MostGuests, func(number int) string {
		if number%3 == 0 {
			return fmt.Sprintf("192.0.2.%d", number/3)
		}
		return "198.51.100.1"
	})
	all[1].known = true
	require.Nil(t, tooMany(all, MostGuests), "one more may come")
	require.Equal(t, all[2], tooMany(append(all, many(1, func(int) string { return "203.0.113.1" })...), MostGuests))
	household := many(MostGuests, func(number int) string {
		if number == 0 {
			return "192.0.2.1"
		}
		return fmt.Sprintf("2001:db8::%d", number)
	})
	require.Equal(t, household[1], tooMany(household, MostGuests), "of IPv6, a household is one address")
}

// TestWhoIsSentAwayIsCounted, once and for one reason.
func TestWhoIsSentAwayIsCounted(t *testing.T) {
	d := &Door{patience: time.Minute, most: MostGuests}
	d.visitors = many(MostGuests-1, func(int) string { return "192.0.2.1" })
	for i := range d.visitors {
		d.visitors[i].conn, _ = net.Pipe()
	}
	c, err := net.Dial("tcp", listening(t).Addr().String())
	require.NoError(t, err)
	v := d.enter(c)
	require.NotNil(t, v)
	require.Equal(t, Count{Guests: MostGuests}, d.Count())
	other, err := net.Dial("tcp", listening(t).Addr().String())
	require.NoError(t, err)
	require.NotNil(t, d.enter(other))
	require.Equal(t, Count{Guests: MostGuests, Crowded: 1}, d.Count())
	for range 2 {
		d.TurnAway(v)
	}
	require.Equal(t, Count{Guests: MostGuests, Crowded: 1, Full: 1}, d.Count())
	d.accompany(v, nil) // whose connection is closed
	require.Equal(t, Count{Guests: MostGuests - 1, Crowded: 1, Full: 1}, d.Count())
}

// listening returns a listener at an address of its own.
func listening(t *testing.T) net.Listener {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = l.Close() })
	return l
}

// TestSilentVisitor is sent away when its time is over, and one that has shown a key is not.
func TestSilentVisitor(t *testing.T) {
	t.Parallel()
	d := New(listening(t))
	d.patience = 100 * time.Millisecond
	arrived := make(chan net.Addr, 3)
	d.Open(func() (net.Conn, error) {
		outer, inner := net.Pipe()
		d.working.Go(func() { // the server, which says everything again
			defer inner.Close() //nolint:errcheck // it is a pipe
			said := bufio.NewReader(inner)
			line, _ := said.ReadString('\n')
			if at := introduced(line); at != nil {
				arrived <- at
				_, _ = io.Copy(inner, said)
			}
		})
		return outer, nil
	})
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	visit := func() net.Conn {
		c, err := new(net.Dialer).DialContext(t.Context(), "tcp", d.Addr().String())
		require.NoError(t, err)
		t.Cleanup(func() { _ = c.Close() })
		require.NoError(t, c.SetDeadline(time.Now().Add(20*time.Second)))
		return c
	}
	says := func(c net.Conn, what string) {
		_, err := c.Write([]byte(what))
		require.NoError(t, err)
		answer := make([]byte, len(what))
		_, err = io.ReadFull(c, answer)
		require.NoError(t, err)
		require.Equal(t, what, string(answer))
	}
	for _, what := range []string{"", "hello"} {
		c := visit()
		_, _ = c.Write([]byte(what))  // if it is quick enough
		_, _ = io.Copy(io.Discard, c) // until the door ends it
	}
	d.mu.Lock()
	d.patience = time.Hour
	d.mu.Unlock()
	c := visit()
	says(c, "hello")
	last := <-arrived
	for len(arrived) > 0 { // who was quick enough came before
		v := d.Visitor(last)
		require.False(t, v != nil && d.Admit(v), "it has gone")
		last = <-arrived
	}
	require.True(t, d.Admit(d.Visitor(last)))
	says(c, "again")
}

// introduced reads how a visitor is introduced; nil if it is not.
func introduced(line string) net.Addr {
	var at string
	var port int
	if _, err := fmt.Sscanf(line, "PROXY TCP6 %s %s %d", &at, &at, &port); err != nil {
		return nil
	}
	return &net.TCPAddr{IP: net.ParseIP(at), Port: port}
}
