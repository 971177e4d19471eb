package broker

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/league/uploads"
)

// crowd returns visitors from addresses, none of whom has shown a key.
func crowd(count int, from func(number int) string) (all []*visitor) {
	for number := range count {
		at := &net.TCPAddr{IP: net.ParseIP(from(number)), Port: number}
		all = append(all, &visitor{home: uploads.Home(at)})
	}
	return all
}

// TestWhoMustGo: the oldest one of the address that has most, and nobody who has shown a key.
func TestWhoMustGo(t *testing.T) {
	all := crowd(mostGuests, func(number int) string {
		if number%3 == 0 {
			return fmt.Sprintf("192.0.2.%d", number/3)
		}
		return "198.51.100.1"
	})
	all[1].known = true
	require.Nil(t, tooMany(all), "one more may come")
	require.Equal(t, all[2], tooMany(append(all, crowd(1, func(int) string { return "203.0.113.1" })...)))
	household := crowd(mostGuests, func(number int) string {
		if number == 0 {
			return "192.0.2.1"
		}
		return fmt.Sprintf("2001:db8::%d", number)
	})
	require.Equal(t, household[1], tooMany(household), "of IPv6, a household is one address")
}

// TestWhoIsSentAwayIsCounted, once and for one reason.
func TestWhoIsSentAwayIsCounted(t *testing.T) {
	d := &door{patience: time.Minute}
	d.visitors = crowd(mostGuests-1, func(int) string { return "192.0.2.1" })
	for i := range d.visitors {
		d.visitors[i].Conn, _ = net.Pipe()
	}
	c, err := net.Dial("tcp", listening(t))
	require.NoError(t, err)
	v := d.enter(c)
	require.NotNil(t, v)
	require.Equal(t, Door{Guests: mostGuests}, d.vitals())
	other, err := net.Dial("tcp", listening(t))
	require.NoError(t, err)
	require.NotNil(t, d.enter(other))
	require.Equal(t, Door{Guests: mostGuests, Crowded: 1}, d.vitals())
	for range 2 {
		d.turnAway(v)
	}
	require.Equal(t, Door{Guests: mostGuests, Crowded: 1, Full: 1}, d.vitals())
	d.accompany(v, nil) // whose connection is closed
	require.Equal(t, Door{Guests: mostGuests - 1, Crowded: 1, Full: 1}, d.vitals())
}

// listening returns an address at which somebody listens.
func listening(t *testing.T) string {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = l.Close() })
	return l.Addr().String()
}

// TestSilentVisitor is sent away when its time is over, and one that has shown a key is not.
func TestSilentVisitor(t *testing.T) {
	t.Parallel()
	d, err := listen(t.Context(), "127.0.0.1:0")
	require.NoError(t, err)
	d.patience = 100 * time.Millisecond
	arrived := make(chan net.Addr, 3)
	d.open(func() (net.Conn, error) {
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
		v := d.visitor(last)
		require.False(t, v != nil && d.admit(v), "it has gone")
		last = <-arrived
	}
	require.True(t, d.admit(d.visitor(last)))
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

// TestASlowServerIsAskedAgain: one that asks whether its client is there before it has looked at the key.
func TestASlowServerIsAskedAgain(t *testing.T) {
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close() //nolint:errcheck // who was there has gone
	ended := make(chan error, 1)
	go func() {
		c, err := l.Accept()
		if err == nil {
			_, err = io.WriteString(c, "INFO {\"server_id\":\"slow\",\"max_payload\":1024}\r\nPING\r\n")
			_, _ = io.Copy(io.Discard, c) // until the client goes
		}
		ended <- err
	}()
	_, err = nats.Connect("nats://" + l.Addr().String())
	require.Error(t, err)
	require.True(t, mayPass(err), err)
	require.NoError(t, <-ended)
	require.False(t, mayPass(nats.ErrAuthorization))
}
