//go:build unix

package check

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	goplugin "github.com/hashicorp/go-plugin"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/internal/base/botwire"
	"github.com/botarena/arena/internal/base/botwire/rpc"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
	"github.com/botarena/arena/sdk"
)

// programs maps the names under which this test binary can be started to the bots
// that it then is.
var programs = map[string]func(){
	"null":   func() { sdk.Serve(sdk.Null) },
	"stays":  func() { serveUntilEnd(func() { select {} }) },
	"exits":  func() { serveUntilEnd(exit) },
	"drifts": func() { sdk.Serve(sdk.Play(orkisland.Bot, drifting())) },
	"lasts":  func() { serveUntilEnd(func() { ending.Store(true) }) }, // until its next match has begun
}

var ending atomic.Bool

// drifting plays as ever in the first match of its process, but not in the fifth process or a later one.
func drifting() func(*orkisland.State, *orkisland.Commands) {
	starts, _ := os.OpenFile(os.Args[0]+".starts", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	_, _ = starts.WriteString("x")
	info, _ := starts.Stat()
	rounds := 0
	return func(s *orkisland.State, c *orkisland.Commands) {
		if rounds++; rounds <= s.Rounds() && info.Size() < 5 {
			return
		}
		for ork := range s.Orks(s.Me()) {
			c.Move(ork.ID, orkisland.North)
		}
	}
}

func exit() { _ = syscall.Kill(os.Getpid(), syscall.SIGKILL) }

func TestMain(m *testing.M) {
	if os.Getenv(botwire.CookieVariable) != "" {
		programs[filepath.Base(os.Args[0])]()
		return
	}
	os.Exit(testkit.Run(m))
}

// serveUntilEnd serves a bot without the SDK, which would leave matches properly.
func serveUntilEnd(end func()) {
	stream := rpc.PlayStream
	stream.Handler = func(_ any, s grpc.ServerStream) error { return answerUntilEnd(s, end) }
	goplugin.Serve(&goplugin.ServeConfig{
		HandshakeConfig: rpc.Handshake,
		VersionedPlugins: map[int]goplugin.PluginSet{botwire.ProtocolVersion: {botwire.Name: service{[]grpc.ServiceDesc{
			{
				ServiceName: botwire.DescribeService, HandlerType: (*any)(nil),
				Methods: []grpc.MethodDesc{{MethodName: "Describe", Handler: describeAny}},
			},
			{ServiceName: botwire.PlayerService("orkisland"), HandlerType: (*any)(nil), Streams: []grpc.StreamDesc{stream}},
		}, goplugin.NetRPCUnsupportedPlugin{}}}},
		Logger:     rpc.Logger(),
		GRPCServer: goplugin.DefaultGRPCServer,
	})
}

func answerUntilEnd(stream grpc.ServerStream, end func()) error {
	for round := int32(0); ; {
		request := new(arenav1.PlayRequest)
		if err := stream.RecvMsg(request); err != nil {
			return err
		}
		switch request.GetEvent().(type) {
		case *arenav1.PlayRequest_State:
			if ending.Load() {
				exit()
			}
			if err := stream.SendMsg(&arenav1.PlayResponse{Round: round}); err != nil {
				return err
			}
			round++
		case *arenav1.PlayRequest_End:
			end()
		}
	}
}

type service struct {
	services []grpc.ServiceDesc
	goplugin.NetRPCUnsupportedPlugin
}

func (s service) GRPCServer(_ *goplugin.GRPCBroker, server *grpc.Server) error {
	for i := range s.services {
		server.RegisterService(&s.services[i], nil)
	}
	return nil
}

func (service) GRPCClient(context.Context, *goplugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, nil
}

func describeAny(_ any, _ context.Context, decode func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
	return &arenav1.DescribeResponse{AnyGame: true}, decode(new(arenav1.DescribeRequest))
}

// run checks one of the programs and returns the steps.
func run(t *testing.T, ctx context.Context, name string, list ...engine.Game) (steps []Step, ok bool, err error) { //nolint:revive // t goes first
	t.Helper()
	return runWith(t, ctx, Options{}, name, list...)
}

// runIn checks one of the programs in matches with other settings.
func runIn(t *testing.T, setup engine.Setup, name string) (steps []Step, ok bool, err error) {
	t.Helper()
	return runWith(t, t.Context(), Options{Setup: setup}, name, orkisland.Game)
}

func runWith(t *testing.T, ctx context.Context, o Options, name string, list ...engine.Game) (steps []Step, ok bool, err error) { //nolint:revive // t goes first
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.Symlink(self, path))
	o.Name = name
	return runCommand(t, ctx, o, executable.Alone(path), list)
}

func runCommand(t *testing.T, ctx context.Context, o Options, bot executable.Command, list []engine.Game) (steps []Step, ok bool, err error) { //nolint:revive // t goes first
	t.Helper()
	temp := testkit.ShortDir(t)
	defer func() {
		left, err := os.ReadDir(temp)
		require.NoError(t, err)
		require.Empty(t, left, "temporary files left behind")
	}()
	o.Host = host.Options{Limits: host.DefaultLimits(), TempDir: temp}
	if o.Name == "stays" {
		o.Host.Limits.End = 300 * time.Millisecond // keeps the test short
	}
	ok, err = Run(ctx, bot, list, o, func(s Step) { steps = append(steps, s) })
	return steps, ok, err
}

// TestWhatFlushesIsFoundOut by a match without what Python is told to do, after which nothing is left of the bot.
func TestWhatFlushesIsFoundOut(t *testing.T) {
	tier.Needs(t, "sh")
	path := filepath.Join(t.TempDir(), "bot.sh")
	require.NoError(t, os.WriteFile(path, []byte(`echo arena 1 games=orkisland:1
while read -r word rest; do if [ "$word" = go ]; then echo "done $rest"; fi; done
`), 0o600))
	steps, ok, err := runCommand(t, t.Context(), Options{Name: "bot"}, executable.Alone("/bin/sh", "-u", path),
		[]engine.Game{orkisland.Game})
	require.NoError(t, err)
	require.True(t, ok)
	require.True(t, slices.ContainsFunc(steps, func(s Step) bool { return slices.Contains(s.Seen, "flushes its answers") }))
}

// TestMatchesAreAsTheyArePlayed: with the settings of a league, unless no match can be begun with them.
func TestMatchesAreAsTheyArePlayed(t *testing.T) {
	for name, test := range map[string]struct {
		setup engine.Setup
		want  string
	}{
		"short":     {shortened(orkisland.Game.Default(), 7), "7 rounds"},
		"no matter": {unplayable{shortened(orkisland.Game.Default(), 7)}, "200 rounds"},
	} {
		t.Run(name, func(t *testing.T) {
			steps, ok, err := runIn(t, test.setup, "null")
			require.NoError(t, err)
			require.True(t, ok)
			wanted := 0
			for _, s := range steps {
				if slices.Contains([]string{"rounds", "restart", Reproducible}, s.Name) {
					require.Contains(t, s.Seen, test.want, s.Name)
					wanted++
				}
			}
			require.Equal(t, 3, wanted)
		})
	}
}

// TestShortMatchesMayBeAlikeByChance: a bot whose later matches differ is blamed for what it keeps only if fresh
// processes are alike for many rounds.
func TestShortMatchesMayBeAlikeByChance(t *testing.T) {
	for rounds, failed := range map[int]string{7: Reproducible, 200: "restart"} {
		steps, ok, err := runIn(t, shortened(orkisland.Game.Default(), rounds), "drifts")
		require.NoError(t, err)
		require.False(t, ok)
		require.Equal(t, failed, steps[len(steps)-1].Name, rounds)
	}
}

// unplayable is a setup of which no match can be begun.
type unplayable struct{ engine.Setup }

func (unplayable) New([]string, uint64, engine.Randomness) (engine.Match, error) {
	return nil, errors.New("too crowded")
}

func TestEndOfTheMatch(t *testing.T) {
	for name, want := range map[string]string{
		"stays": "did not leave the match for 300ms after its end",
		"exits": "its process ended with the match",
		"lasts": "its process ended with the match",
	} {
		t.Run(name, func(t *testing.T) {
			steps, ok, err := run(t, t.Context(), name, orkisland.Game)
			require.NoError(t, err)
			require.False(t, ok)
			last := steps[len(steps)-1]
			require.Equal(t, "end", last.Name)
			require.Equal(t, want, last.Failure)
			require.Equal(t, adviceEnd, last.Hint)
		})
	}
}

// renamed is a second game.
type renamed struct{ engine.Game }

func (renamed) Info() engine.Info { return engine.Info{Name: "other", Title: "Other"} }

func TestEveryGameThatTheBotPlaysIsChecked(t *testing.T) {
	steps, ok, err := run(t, t.Context(), "null", orkisland.Game, renamed{orkisland.Game})
	require.NoError(t, err)
	require.True(t, ok)
	var done []string
	for _, s := range steps {
		require.Empty(t, s.Failure)
		done = append(done, s.Game.Name+" "+s.Name)
	}
	require.Equal(t, []string{
		" describe",
		"orkisland start", "orkisland rounds", "orkisland seats", "orkisland size",
		"orkisland limits", "orkisland end", "orkisland restart", "orkisland reproducible",
		"other start", "other rounds", "other seats", "other size",
		"other limits", "other end", "other restart", "other reproducible",
	}, done)
}

func TestCheckThatIsCalledOffBlamesNobody(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	cancel(enough)
	steps, ok, err := run(t, ctx, "null", orkisland.Game)
	require.ErrorIs(t, err, enough)
	require.False(t, ok)
	require.Empty(t, steps)
}
