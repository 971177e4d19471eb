package shell

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/integration/storytest"
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/web/viewer"
)

func TestTheAddressOfAPage(t *testing.T) {
	at := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 81}
	for listen, want := range map[string]string{
		"127.0.0.1:0": "http://127.0.0.1:81", ":0": "http://localhost:81", "0.0.0.0:0": "http://localhost:81",
		"[::]:0": "http://localhost:81", "[::1]:0": "http://[::1]:81", "example.org:0": "http://example.org:81",
	} {
		require.Equal(t, want, AddressOf(listen, at))
	}
}

func TestAddressesThatAreNone(t *testing.T) {
	for address, want := range map[string]string{
		"":           "--http: needs a value",
		"127.0.0.1":  "--http 127.0.0.1: missing port in address",
		"1.2.3.4.:x": "",
	} {
		_, err := ListenAt("--http", address)
		require.ErrorAs(t, err, new(*UsageError))
		if want != "" {
			require.EqualError(t, err, want)
		}
		if address == "" {
			require.Equal(t, "--http 127.0.0.1:0", hint.Of(err))
		} else {
			require.Equal(t, "--http 127.0.0.1:8080", hint.Of(err))
		}
	}
	first, err := ListenAt("--http", "127.0.0.1:0")
	require.NoError(t, err)
	defer first.Close() //nolint:errcheck // of a test
	_, err = ListenAt("--http", first.Addr().String())
	require.ErrorAs(t, err, new(*UsageError))
	require.NotContains(t, err.Error(), "bind: ")
	require.NotContains(t, err.Error(), "listen tcp")
}

func TestTheUsualAddressIsOfThisMachineAlone(t *testing.T) {
	s, _, told := printing(known...)
	f, c := &WatchFlags{}, &cobra.Command{}
	f.Register(s, c)
	require.Equal(t, "127.0.0.1:0", f.Listen)
	f.noOpen = true
	f.Invite(told, &Stage{local: true})
	require.Empty(t, told.String())
	f.Invite(told, &Stage{})
	require.Equal(t, "note: anybody who can reach this machine can watch the match\n", told.String())
}

// everywhere is a listener that says that the whole network reaches it, which it does not.
type everywhere struct{ net.Listener }

func (e everywhere) Addr() net.Addr {
	at := netip.MustParseAddrPort(e.Listener.Addr().String())
	return net.TCPAddrFromAddrPort(netip.AddrPortFrom(netip.IPv4Unspecified(), at.Port()))
}

// zorg is a bot with which a match could be played on.
type zorg struct{}

func (zorg) Bots() []string { return []string{"zorg"} }

func (zorg) Branch(context.Context, viewer.Asked) (*story.Story, string, error) { panic("nobody asks") }

// TestNobodyElseStartsBots: a page that others can reach, too, does not offer to play on.
func TestNobodyElseStartsBots(t *testing.T) {
	games := engine.NewGames(duel.Game)
	match, err := story.Read(storytest.Record(t, storytest.Setup(t, duel.Game, 2)), games)
	require.NoError(t, err)
	for listen, want := range map[string]int{"127.0.0.1:0": http.StatusOK, "0.0.0.0:0": http.StatusNotFound} {
		listener, err := ListenAt("--http", usualListen)
		require.NoError(t, err)
		at := listener.Addr().String()
		if listen != usualListen {
			listener = everywhere{listener}
		}
		f := &WatchFlags{Games: games, Listen: listen, Branch: zorg{}}
		stage := f.Serve(t.Context(), listener, viewer.NewFeed(match))
		r, err := http.Get("http://" + at + stage.Server.Path() + "bots")
		require.NoError(t, err)
		require.NoError(t, r.Body.Close())
		require.Equal(t, want, r.StatusCode, listen)
		stage.Close()
		require.NoError(t, stage.Wait(t.Context()))
	}
}

// TestACommandThatOnlyReadsIsEnded a while after the signal, but none that plays.
func TestACommandThatOnlyReadsIsEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _, told := printing()
		var ended []time.Duration
		begun := time.Now()
		s.Quit = func(code int) {
			require.Equal(t, Failed, code)
			ended = append(ended, time.Since(begun))
		}
		ctx, interrupt := context.WithCancel(t.Context())
		stop := s.LastResort(ctx)
		read := s.Reads()
		played := s.Plays()
		interrupt()
		time.Sleep(10 * time.Second)
		require.Empty(t, ended, "a match is played to its end")
		played()
		time.Sleep(patience)
		require.Len(t, ended, 1)
		require.False(t, stop())
		require.Equal(t, "context canceled\n", told.String())
		read()
		require.False(t, s.OnlyReads())
	})
	synctest.Test(t, func(t *testing.T) {
		s, _, _ := printing()
		quit := false
		s.Quit = func(int) { quit = true }
		ctx, interrupt := context.WithCancel(t.Context())
		defer s.LastResort(ctx)()
		defer s.Reads()()
		interrupt()
		time.Sleep(patience - time.Millisecond)
		require.False(t, quit)
		time.Sleep(2 * time.Millisecond)
		require.True(t, quit)
	})
	s, _, _ := printing()
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	require.False(t, s.LastResort(ctx)(), "nothing quits a test")
}

func TestACommandReadsWhileItRuns(t *testing.T) {
	s, _, _ := printing()
	c := s.Reader(&cobra.Command{RunE: func(*cobra.Command, []string) error {
		require.True(t, s.OnlyReads())
		return ErrTold
	}})
	require.Equal(t, ErrTold, c.RunE(c, nil))
	require.False(t, s.OnlyReads())
}
