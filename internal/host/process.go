package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"
	"github.com/hashicorp/go-plugin/runner"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/program"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
	"github.com/botarena/arena/proto/plugin"
)

// Limits is what a bot may take. A limit of 0 is none.
type Limits struct {
	// CPU is the CPU time that a bot may use in every round, all its threads
	// together. What a round takes beyond it comes out of Bank, which is for the
	// whole match. StartCPU is for what a bot does before its first answer.
	CPU, Bank, StartCPU time.Duration
	// Round is the time that an answer may take, by the clock.
	Round time.Duration
	// Start is the time that a process may take until it has described itself,
	// by the clock.
	Start time.Duration
	// End is the time that a bot may take to leave a match that is over, by the
	// clock.
	End time.Duration
	// Shown is how many bytes of a bot's output are shown in a match; the rest
	// is dropped, with a note.
	Shown int
	// Output is how many bytes a bot may write in a match.
	Output int
}

// DefaultLimits are those of a match about which nothing else is said. The wall
// clock stands far behind the CPU clock: it is for bots that sleep, not for slow
// ones, since the time that passes depends on what else the machine does.
func DefaultLimits() Limits {
	return Limits{
		CPU:      50 * time.Millisecond,
		Bank:     time.Second,
		StartCPU: time.Second,
		Round:    2 * time.Second,
		Start:    10 * time.Second,
		End:      time.Second,
		Shown:    1 << 20,
		Output:   16 << 20,
	}
}

// Options says how processes are run. The zero value has no limits and shows
// nothing.
type Options struct {
	Limits Limits
	// Output gets what bots write, line by line, with the bot's label in front.
	// Nil: it is dropped.
	Output io.Writer
	// Args are given to every program.
	Args []string
	// TempDir is where the bots' temporary folders are made; empty: where the
	// system keeps such.
	TempDir string
}

// Process is a running bot.
type Process struct {
	path   string
	dir    string
	limits Limits
	run    *process
	client *goplugin.Client
	conn   *grpc.ClientConn // for matches
	pipes  *grpc.ClientConn // nil: the bot serves none
	about  Description
	closed sync.Once
}

// Description is what a bot says of itself.
type Description struct {
	Name    string // empty: it has none of its own
	Version string
	SDK     string
	Games   map[string]int // versions of rules by the name of the game
	AnyGame bool
}

// NotABotError says why a program can't be played with.
type NotABotError struct {
	Path   string
	Reason string
	Fix    string // what to do about it
}

func (e *NotABotError) Error() string { return e.Path + ": " + e.Reason }

// Start starts a program and waits until it has described itself. When ctx ends
// before that, the process is killed; afterwards ctx has no effect on it.
func Start(ctx context.Context, path string, o Options) (*Process, error) {
	dir, err := os.MkdirTemp(o.TempDir, "arena")
	if err != nil {
		return nil, err
	}
	if len(dir)+len(socketInDir) > longestSocket {
		_ = os.Remove(dir)
		return nil, fmt.Errorf("%s: too long for the path of a socket; set TMPDIR to a shorter folder", filepath.Dir(dir))
	}
	p := &Process{path: path, dir: dir, limits: o.Limits, run: newProcess(path, dir, o)}
	p.client = goplugin.NewClient(p.config())
	late := time.AfterFunc(orForever(o.Limits.Start), func() {
		p.run.kill(&match.Fault{Kind: match.Late, Detail: fmt.Sprintf("said nothing for %v", o.Limits.Start)})
	})
	interrupted := context.AfterFunc(ctx, func() { p.run.kill(nil) })
	err = p.connect(ctx)
	late.Stop()
	interrupted()
	if err == nil {
		return p, nil
	}
	defer p.Close()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if refused := p.run.refusal(); refused != nil {
		return nil, notStarted(path, refused)
	}
	return nil, &NotABotError{path, p.whyNoBot(err), howToBegin}
}

// howToBegin helps whoever typed the name of another program.
const howToBegin = "a bot is a program that calls sdk.Serve; copy examples/null to begin one"

// notStarted explains why the system did not start a program.
func notStarted(path string, refused error) error {
	reason := refused
	if at := new(fs.PathError); errors.As(refused, &at) {
		reason = at.Err // the path comes before it anyway
	}
	fix := program.Hint(path, refused)
	if fix == "" {
		fix = howToBegin
	}
	return &NotABotError{path, fmt.Sprintf("can't be started: %v", reason), fix}
}

const (
	// longestSocket is how long the path of a Unix socket can be: 104 bytes on
	// macOS, 108 on Linux, each with a zero at the end.
	longestSocket = 103
	// socketInDir is what go-plugin adds, at its longest.
	socketInDir = "/plugin-dir4294967295/plugin4294967295"
)

// forever is a limit that never comes.
const forever = 100 * 365 * 24 * time.Hour

func orForever(d time.Duration) time.Duration {
	if d == 0 {
		return forever
	}
	return d
}

// StartAll starts a process for every path, all at once. When one fails, it does
// not wait for the others: it returns the error, and no process is left.
func StartAll(ctx context.Context, paths []string, o Options) ([]*Process, error) {
	ctx, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	processes := make([]*Process, len(paths))
	var wg sync.WaitGroup
	for i, path := range paths {
		wg.Go(func() {
			var err error
			if processes[i], err = Start(ctx, path, o); err != nil {
				giveUp(fmt.Errorf("seat %d: %w", i, err)) // only the first counts
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
		HandshakeConfig:  plugin.Handshake,
		VersionedPlugins: map[int]goplugin.PluginSet{plugin.ProtocolVersion: {plugin.Name: &connector{}}},
		AllowedProtocols: []goplugin.Protocol{goplugin.ProtocolGRPC},
		RunnerFunc: func(_ hclog.Logger, command *exec.Cmd, _ string) (runner.Runner, error) {
			p.run.command.Env = append(p.run.command.Env, command.Env...)
			return p.run, nil
		},
		UnixSocketConfig: &goplugin.UnixSocketConfig{TempDir: p.dir},
		StartTimeout:     forever, // ours is the one that counts
		SkipHostEnv:      true,
		Logger:           plugin.Logger(),
		SyncStdout:       p.run.output,
		SyncStderr:       p.run.output,
		GRPCDialOptions:  dialOptions(),
	}
}

func dialOptions() []grpc.DialOption {
	return []grpc.DialOption{
		grpc.WithStaticStreamWindowSize(plugin.Window),
		grpc.WithStaticConnWindowSize(plugin.Window),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(plugin.MaxResponse)),
	}
}

// connector hands the connection over as it is: the services on it are called
// by their names.
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
	if err != nil {
		return err
	}
	dispensed, err := protocol.Dispense(plugin.Name)
	if err != nil {
		return err
	}
	conn, ok := dispensed.(*grpc.ClientConn)
	if !ok {
		return fmt.Errorf("go-plugin dispensed a %T", dispensed)
	}
	p.conn = conn
	answer := new(arenav1.DescribeResponse)
	if err := conn.Invoke(ctx, plugin.DescribeMethod, &arenav1.DescribeRequest{}, answer); err != nil {
		return fmt.Errorf("describe: %w", err)
	}
	p.about = describe(answer)
	if answer.GetPipes() && p.run.pipes != nil {
		return p.usePipes()
	}
	return nil
}

// usePipes leaves go-plugin's socket to go-plugin, and plays over the pipes.
func (p *Process) usePipes() error {
	dial := func(context.Context, string) (net.Conn, error) { return p.run.pipes, nil }
	conn, err := grpc.NewClient("passthrough:///pipes", append(dialOptions(),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(dial),
		grpc.WithIdleTimeout(0))...) // a connection given up could not be made again
	if err != nil {
		return err
	}
	p.conn = conn
	p.pipes = conn
	return nil
}

// maxVersion is how many characters of a bot's version are kept.
const maxVersion = 40

func describe(answer *arenav1.DescribeResponse) Description {
	d := Description{
		Name:    printable(answer.GetName(), engine.MaxName),
		Version: printable(answer.GetVersion(), maxVersion),
		SDK:     printable(answer.GetSdk(), maxVersion),
		Games:   make(map[string]int),
		AnyGame: answer.GetAnyGame(),
	}
	for _, g := range answer.GetGames() {
		d.Games[g.GetName()] = int(g.GetVersion())
	}
	return d
}

// printable keeps of a bot's text what can be shown in one line, and of that the
// first so many characters.
func printable(text string, most int) string {
	runes := []rune(engine.Printable(text))
	return string(runes[:min(most, len(runes))])
}

// whyNoBot says in the user's words why connecting failed.
func (p *Process) whyNoBot(err error) string {
	if reason := p.run.reason(); reason != nil {
		return "no bot: it " + reason.Detail
	}
	// The texts are go-plugin's, which has no types for its errors.
	if strings.Contains(err.Error(), "incompatible API version") {
		return "built for another version of the arena; build it again with the SDK of this one"
	}
	if text := err.Error(); strings.Contains(text, "Unrecognized remote plugin message") && !strings.Contains(text, "Failed to read any lines") {
		return "no bot: it printed something else than go-plugin's handshake; if it is a bot, it must not print to standard output before sdk.Serve"
	}
	switch exit, last := p.run.exit(), p.run.output.lastLine(); {
	case exit == "":
		return "no bot: " + err.Error()
	case last == "":
		return "no bot: it " + exit
	default:
		return fmt.Sprintf("no bot: it %s and said %q", exit, last)
	}
}

// Description is what the bot said of itself.
func (p *Process) Description() Description { return p.about }

// Path is the program that runs.
func (p *Process) Path() string { return p.path }

// Plays says why the bot can't play a game, nil if it can.
func (p *Process) Plays(game engine.Info) error {
	version, ok := p.about.Games[game.Name]
	switch {
	case p.about.AnyGame:
		return nil
	case !ok:
		return fmt.Errorf("no bot for %s", game.Title)
	case version != game.Version:
		return fmt.Errorf("built for version %d of the rules of %s, this arena has version %d", version, game.Title, game.Version)
	}
	return nil
}

// Ended says whether the process is gone, or will be in a moment: it was killed
// or has exited. It can play no further match.
func (p *Process) Ended() bool { return p.run.ended() }

// Close kills the process and removes what it left behind. It may be called
// more than once.
func (p *Process) Close() {
	p.closed.Do(func() {
		// The kill comes first: go-plugin would ask the bot to leave and wait
		// for ever for the answer of one that is stopped.
		p.run.kill(nil)
		p.client.Kill()
		if p.pipes != nil {
			_ = p.pipes.Close()
		}
		p.run.wait()
		_ = os.RemoveAll(p.dir)
	})
}

// PID is the number of the process.
func (p *Process) PID() int { return p.run.command.Process.Pid }
