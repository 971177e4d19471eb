package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"
	"github.com/hashicorp/go-plugin/runner"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/botwire"
	"github.com/botarena/arena/internal/base/botwire/rpc"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host/meter"
	"github.com/botarena/arena/internal/process/lineproto"
	"github.com/botarena/arena/internal/process/sandbox"
	"github.com/botarena/arena/internal/process/written"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// Options configure how processes are run. The zero value sets no limits and
// shows no output.
type Options struct {
	Limits Limits
	// Told are the limits that bots are told of, if not Limits. A match that is played
	// again without limits is the same to a bot only if it is told the same.
	Told *lineproto.Told
	// Output gets what bots write, line by line, with the bot's label in front.
	// If it is nil, the output is dropped.
	Output io.Writer
	// TempDir is where the bots' temporary folders are made. Empty means the
	// system's default folder.
	TempDir string
	// Sandbox confines the bots. Nil means that they have all the user's rights.
	Sandbox *sandbox.Sandbox
	// Keep keeps what bots write into their folders. If it is nil, that is gone with them.
	Keep *written.Keeper

	seat int // for Keep
}

// Process is a running bot.
type Process struct {
	command executable.Command
	dir     string
	limits  Limits
	told    lineproto.Told
	run     *process
	client  *goplugin.Client
	conn    *grpc.ClientConn // used for matches
	pipes   *grpc.ClientConn // nil if the bot does not serve pipes
	lines   *lineBot         // nil if the bot does not speak lines
	about   Description
	closed  sync.Once
	keep    *written.Keeper
	seat    int
	looked  sync.Once
	wrote   written.Files
}

// Description is what a bot reports about itself.
type Description struct {
	Name    string // empty if the bot has no name of its own
	Version string
	SDK     string
	Games   map[string]int // version of the rules by name of the game
	AnyGame bool           // it plays any game, whatever Games holds
	Lines   bool           // it speaks the line protocol
	Once    bool           // its process plays one match only
}

// Start starts a program and waits until it has described itself. If ctx is done
// before that, the process is killed; afterwards ctx has no effect on it. A program with
// another SHA-256 is a *[ChangedError].
func Start(ctx context.Context, c executable.Command, o Options) (*Process, error) {
	if err := unchanged(c); err != nil {
		return nil, err
	}
	p, err := start(ctx, c, o)
	if changed := unchanged(c); changed != nil && ctx.Err() == nil { // meanwhile, which may be why it has failed
		if p != nil {
			p.Close()
		}
		return nil, changed
	}
	return p, err
}

func start(ctx context.Context, c executable.Command, o Options) (*Process, error) {
	dir, err := newFolder(o.TempDir)
	if err != nil {
		return nil, err
	}
	if len(dir)+len(socketInDir) > longestSocket {
		_ = os.Remove(dir)
		return nil, noFolder(
			filepath.Dir(dir), errors.New("too long for the path of a socket"), "set TMPDIR to a shorter folder",
		)
	}
	p := &Process{
		command: c, dir: dir, limits: o.Limits, told: o.Limits.Told(), run: newProcess(c, dir, o), keep: o.Keep, seat: o.seat,
	}
	if o.Told != nil {
		p.told = *o.Told
	}
	p.client = goplugin.NewClient(p.config())
	late := time.AfterFunc(meter.OrForever(o.Limits.Start), func() {
		did := "said nothing"
		if p.run.greets.Load() {
			did = "did not end its first line"
		}
		p.run.kill(&match.Fault{Kind: match.Late, Detail: fmt.Sprintf("%s for %v", did, o.Limits.Start)})
	})
	interrupted := context.AfterFunc(ctx, func() { p.run.kill(nil) })
	during, release := p.run.during(ctx)
	err = p.connect(during)
	release()
	late.Stop()
	interrupted()
	if err == nil {
		return p, nil
	}
	defer p.Close()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return nil, p.notABot(err)
}

const (
	// longestSocket is the length of the longest path of a Unix socket in bytes:
	// macOS has room for 104, Linux for 108, including a final zero.
	longestSocket = 103
	// socketInDir is the longest path that go-plugin adds to the folder.
	socketInDir = "/plugin-dir4294967295/plugin4294967295"
)

// StartAll starts a process for every command, all at once. If one fails, it kills
// the others without waiting for their start, and returns the first error.
func StartAll(ctx context.Context, commands []executable.Command, o Options) ([]*Process, error) {
	ctx, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	processes := make([]*Process, len(commands))
	var wg sync.WaitGroup
	for i, c := range commands {
		o := o
		o.seat = i
		wg.Go(func() {
			var err error
			if processes[i], err = Start(ctx, c, o); err != nil {
				if !errors.As(err, new(*FolderError)) { // which is no fault of a bot
					err = fmt.Errorf("seat %d: %w", i, err)
				}
				giveUp(err) // only the first error is kept
			}
		})
	}
	wg.Wait()
	if ctx.Err() != nil {
		CloseAll(processes)
		return nil, context.Cause(ctx)
	}
	return processes, nil
}

// CloseAll closes processes, all at once. Nil ones are skipped.
func CloseAll(processes []*Process) {
	var wg sync.WaitGroup
	for _, p := range processes {
		if p != nil {
			wg.Go(p.Close)
		}
	}
	wg.Wait()
}

func (p *Process) config() *goplugin.ClientConfig {
	return &goplugin.ClientConfig{
		HandshakeConfig:  rpc.Handshake,
		VersionedPlugins: map[int]goplugin.PluginSet{botwire.ProtocolVersion: {botwire.Name: &connector{}}},
		AllowedProtocols: []goplugin.Protocol{goplugin.ProtocolGRPC},
		RunnerFunc: func(_ hclog.Logger, command *exec.Cmd, _ string) (runner.Runner, error) {
			p.run.command.Env = append(append(p.run.command.Env, command.Env...), p.run.socketFolder()...)
			return p.run, nil
		},
		UnixSocketConfig: &goplugin.UnixSocketConfig{TempDir: p.dir},
		StartTimeout:     meter.Forever, // Start has its own timer
		SkipHostEnv:      true,
		Logger:           rpc.Logger(),
		SyncStdout:       printing{p.run},
		SyncStderr:       printing{p.run},
		GRPCDialOptions:  append(dialOptions(), grpc.WithContextDialer(p.run.dialSocket)),
	}
}

func dialOptions() []grpc.DialOption {
	return []grpc.DialOption{
		grpc.WithStaticStreamWindowSize(botwire.Window),
		grpc.WithStaticConnWindowSize(botwire.Window),
		grpc.WithMaxHeaderListSize(botwire.MaxHeaders),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(botwire.MaxResponse)),
	}
}

// connector returns the plain connection, on which we call services by name.
type connector struct {
	goplugin.NetRPCUnsupportedPlugin
}

func (*connector) GRPCServer(*goplugin.GRPCBroker, *grpc.Server) error {
	return errors.New("host: the arena serves no bot")
}

func (*connector) GRPCClient(_ context.Context, _ *goplugin.GRPCBroker, conn *grpc.ClientConn) (any, error) {
	return conn, nil
}

func (p *Process) connect(ctx context.Context) error {
	protocol, err := p.client.Client()
	if errors.Is(err, errSpeaksLines) {
		return p.connectLines()
	}
	if err != nil {
		return err
	}
	dispensed, err := protocol.Dispense(botwire.Name)
	if err != nil {
		return err
	}
	conn, ok := dispensed.(*grpc.ClientConn)
	if !ok {
		return fmt.Errorf("go-plugin dispensed a %T", dispensed)
	}
	p.conn = conn
	answer := new(arenav1.DescribeResponse)
	if err := conn.Invoke(ctx, botwire.DescribeMethod, &arenav1.DescribeRequest{}, answer); err != nil {
		return fmt.Errorf("describe: %w", err)
	}
	p.about = describe(answer)
	if answer.GetPipes() && p.run.pipes != nil {
		return p.usePipes()
	}
	return nil
}

// usePipes makes matches run over the pipes; go-plugin keeps its socket.
func (p *Process) usePipes() error {
	var dialled atomic.Bool
	dial := func(context.Context, string) (net.Conn, error) {
		if dialled.Swap(true) {
			return nil, errors.New("the bot has given up its connection")
		}
		return counted{p.run.pipes, p.run, &p.run.byPipes}, nil
	}
	conn, err := grpc.NewClient("passthrough:///pipes", append(dialOptions(),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(dial),
		grpc.WithIdleTimeout(0))...) // there is only one connection: it must not be dropped when idle
	if err != nil {
		return err
	}
	p.conn = conn
	p.pipes = conn
	return nil
}

// maxVersion is how many characters of a version, or of the name of a game, are kept.
const maxVersion = 40

func describe(answer *arenav1.DescribeResponse) Description {
	d := Description{
		Name:    lineproto.Cut(answer.GetName(), engine.MaxName),
		Version: lineproto.Cut(answer.GetVersion(), maxVersion),
		SDK:     lineproto.Cut(answer.GetSdk(), maxVersion),
		Games:   make(map[string]int),
		AnyGame: answer.GetAnyGame(),
	}
	for _, g := range answer.GetGames() {
		d.Games[lineproto.Cut(g.GetName(), maxVersion)] = int(g.GetVersion())
	}
	return d
}

// Description returns what the bot reported about itself.
func (p *Process) Description() Description { return p.about }

// Command returns the command that started the process.
func (p *Process) Command() executable.Command { return p.command }

// Plays returns nil if the bot can play a game, and otherwise an error that
// explains why not.
func (p *Process) Plays(game engine.Info) error {
	return lineproto.Plays(p.about.AnyGame, p.about.Games, game)
}

// Ended reports whether the process has exited or was killed, so that it can play
// no further match. A process that was killed may take a moment to be gone.
func (p *Process) Ended() bool { return p.run.ended() }

// ExitedAtEase reports whether the process has exited by itself, with code 0.
func (p *Process) ExitedAtEase() bool {
	select {
	case <-p.run.exited:
		return p.run.reason() == nil && p.run.command.ProcessState.Success()
	default:
		return false
	}
}

// Close kills the process and removes what it left behind. It may be called
// more than once.
func (p *Process) Close() {
	p.closed.Do(func() {
		// The kill comes first: go-plugin would ask the bot to leave, and a
		// stopped bot never answers.
		p.run.kill(nil)
		defer p.run.closeProfile()
		if p.run.greets.Load() {
			p.run.wait()
			if p.lines != nil {
				p.lines.close()
			}
			p.leave()
			return
		}
		p.client.Kill()
		if p.pipes != nil {
			_ = p.pipes.Close()
		}
		p.run.wait()
		p.leave()
	})
}

// PID returns the number of the process.
func (p *Process) PID() int { return p.run.command.Process.Pid }

// ended is a player whose moves come from a process.
type ended interface{ Process() *Process }

var (
	_ ended = (*player)(nil)
	_ ended = (*linePlayer)(nil)
)

// Process returns the process that plays.
func (p *player) Process() *Process { return p.process }

// Process returns the process that plays.
func (p *linePlayer) Process() *Process { return p.process }
