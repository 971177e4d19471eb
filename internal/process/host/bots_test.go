//go:build unix

package host_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	goplugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/internal/base/botwire"
	"github.com/botarena/arena/internal/base/botwire/notes"
	"github.com/botarena/arena/internal/base/botwire/rpc"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/process/executable"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
	"github.com/botarena/arena/sdk"
)

// badRound is the round in which the bots of these tests misbehave.
const badRound = 3

// programs maps the names under which this test binary can be started to the bots
// that it then is.
var programs = map[string]func(){
	"null":   func() { sdk.Serve(sdk.Null) },
	"random": func() { sdk.Serve(sdk.Play(orkisland.Bot, orkisland.Random)) },
	"named": func() {
		sdk.Serve(sdk.Null.Named("", ""), sdk.Play(orkisland.Bot, orkisland.Random).Named("gandalf", "1.2"))
	},
	"other":     func() { sdk.Serve(message("chess", nil)) },
	"old":       func() { sdk.Serve(message("orkisland", nil)) },
	"panic":     misbehave(func() { panic("no more orks") }),
	"exit":      misbehave(func() { syscall.Exit(7) }), // os.Exit takes a second under the race detector
	"suicide":   misbehave(func() { _ = syscall.Kill(os.Getpid(), syscall.SIGKILL); select {} }),
	"sleep":     misbehave(func() { time.Sleep(time.Hour) }),
	"stop":      misbehave(func() { _ = syscall.Kill(os.Getpid(), syscall.SIGSTOP); select {} }),
	"flood":     misbehave(flood),
	"burn":      misbehave(func() { burn(time.Hour) }),
	"burntwo":   misbehave(burnInTwoThreads),
	"burnsoon":  burnOnSignal,
	"burnchild": misbehave(burnInAChild),
	"burnlate":  func() { sdk.Serve(sdk.Remember(orkisland.Bot, (*lateBurner).play)) },
	"overdraw":  func() { sdk.Serve(sdk.Play(orkisland.Bot, overdraw)) },
	"thrifty":   func() { sdk.Serve(sdk.Play(orkisland.Bot, useHalf)) },
	"slow":      func() { sdk.Serve(sdk.Play(orkisland.Bot, napEveryRound)) },
	"children":  misbehave(leaveChild),
	"talk": misbehave(func() {
		fmt.Println("hello")
		fmt.Fprintln(os.Stderr, "\x1b[31mork 3 is lost\x1b[0m\r")
		fmt.Println("again")
	}),
	"noter":    func() { sdk.Serve(sdk.Play(orkisland.Bot, noteEveryRound)) },
	"scribble": func() { serveRaw(scribble) },
	"garbage":  func() { sdk.Serve(message("orkisland", []byte{0xff, 0xff})) },
	"greedy":   func() { sdk.Serve(sdk.Play(orkisland.Bot, giveCommands(engine.MaxCommands+1))) },
	"busy":     func() { sdk.Serve(sdk.Play(orkisland.Bot, giveCommands(engine.MaxCommands))) },
	"older": func() {
		goplugin.Serve(&goplugin.ServeConfig{
			HandshakeConfig:  rpc.Handshake,
			VersionedPlugins: map[int]goplugin.PluginSet{botwire.ProtocolVersion - 1: {}},
			Logger:           rpc.Logger(),
			GRPCServer:       goplugin.DefaultGRPCServer,
		})
	},
	"oldround":   func() { serveRaw(func(stream grpc.ServerStream) error { return answer(stream, -1, 1) }) },
	"twice":      func() { serveRaw(func(stream grpc.ServerStream) error { return answer(stream, 0, 2) }) },
	"leave":      func() { serveRaw(func(grpc.ServerStream) error { return nil }) },
	"huge":       func() { serveRaw(sendHuge) },
	"greets":     func() { fmt.Println("hello"); sdk.Serve(sdk.Null) },
	"greetswide": func() { fmt.Print("\xff\xfea\x00r\x00e\x00n\x00a\x00 \x001\x00\n\x00"); time.Sleep(time.Hour) },
	"mute":       func() { time.Sleep(time.Hour) },
	"quits":      func() { fmt.Fprintln(os.Stderr, "no configuration"); os.Exit(3) },
	"throws":     throw,
	"linger":     func() { sdk.Serve(sdk.Null) },
	"arena":      nil, // see hostABot
}

// throw ends as a program of Node does that cannot be loaded.
func throw() {
	fmt.Fprint(os.Stderr, "Error: no arena.mjs\n    at file:///bot/bot.mjs:2:9\n\nNode.js v20.20.2\n")
	os.Exit(1)
}

func TestMain(m *testing.M) {
	if os.Getenv(botwire.CookieVariable) != "" {
		programs[filepath.Base(os.Args[0])]()
		return
	}
	if os.Getenv(hostVariable) != "" {
		hostABot()
	}
	os.Exit(testkit.Run(m))
}

// command returns the command that starts one of the programs.
func command(t testing.TB, name string) executable.Command {
	t.Helper()
	if _, ok := programs[name]; !ok {
		t.Fatalf("no program %q", name)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.Symlink(self, path); err != nil {
		t.Fatal(err)
	}
	return executable.Alone(path)
}

// misbehave serves a bot that gives no commands and misbehaves in badRound.
func misbehave(do func()) func() {
	return func() {
		sdk.Serve(sdk.Play(orkisland.Bot, func(s *orkisland.State, _ *orkisland.Commands) {
			if s.Round() == badRound {
				do()
			}
		}))
	}
}

// burn uses the given amount of CPU time.
func burn(much time.Duration) {
	for start := ownCPU(); ownCPU()-start < much; {
	}
}

func ownCPU() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func burnInTwoThreads() {
	runtime.GOMAXPROCS(2)
	go burn(time.Hour)
	burn(time.Hour)
}

// burnInAChild leaves the group, so that only a cgroup holds the child.
func burnInAChild() {
	child := exec.Command("/bin/sh", "-c", "while :; do :; done")
	child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := child.Start(); err != nil {
		panic(err)
	}
	fmt.Fprintf(os.Stderr, "child %d\n", child.Process.Pid)
}

// lateBurner burns twice its budget while others are asked.
type lateBurner struct{ burnt chan struct{} }

func (b *lateBurner) play(s *orkisland.State, _ *orkisland.Commands) {
	if s.Round() < badRound {
		return
	}
	if b.burnt != nil {
		<-b.burnt
	}
	b.burnt = make(chan struct{})
	go func() {
		burn(2 * testCPU)
		close(b.burnt)
	}()
}

// burnOnSignal is a null bot until it gets a signal.
func burnOnSignal() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGUSR1)
	go func() {
		<-signals
		burn(time.Hour)
	}()
	sdk.Serve(sdk.Null)
}

// overdraw uses a little more than the budget of a round in every round.
func overdraw(*orkisland.State, *orkisland.Commands) { burn(testCPU + testBank/4) }

// useHalf uses half of what it has in every round.
func useHalf(s *orkisland.State, _ *orkisland.Commands) {
	for s.Budget().Round > testCPU/2 {
	}
}

// napEveryRound sleeps in every round, which takes no CPU time.
func napEveryRound(*orkisland.State, *orkisland.Commands) { time.Sleep(4 * testCPU) }

// flood writes twelve megabytes, which is more than any limit of these tests.
func flood() {
	line := strings.Repeat("x", 1000) + "\n"
	for range 12000 {
		fmt.Fprint(os.Stderr, line)
	}
}

// leaveChild starts a process that outlives the bot and holds its pipes open.
func leaveChild() {
	child := exec.Command("/bin/sleep", "3600")
	child.Stdout, child.Stderr = os.Stdout, os.Stderr
	if err := child.Start(); err != nil {
		panic(err)
	}
	fmt.Fprintf(os.Stderr, "child %d\n", child.Process.Pid)
	os.Exit(1)
}

func firstOrk(s *orkisland.State) orkisland.Unit {
	for ork := range s.Orks(s.Me()) {
		return ork
	}
	return s.Unit(-1)
}

func giveCommands(n int) func(*orkisland.State, *orkisland.Commands) {
	return func(s *orkisland.State, c *orkisland.Commands) {
		for range n {
			c.Move(firstOrk(s).ID, orkisland.None)
		}
	}
}

// message is a bot that answers every State with the same bytes.
func message(game string, bytes []byte) sdk.Bot {
	info := engine.Info{Name: game, Title: game, Version: 1}
	if bytes == nil {
		info.Version = 99
	}
	return sdk.Player(info, fixed(bytes))
}

type fixed []byte

func (fixed) Play(engine.Match, int) engine.Commands { return nil }

func (f fixed) Join([]byte, engine.Seat) (func([]byte) ([]byte, error), error) {
	return func([]byte) ([]byte, error) { return f, nil }, nil
}

// serveRaw serves Ork Island without the SDK.
func serveRaw(play func(grpc.ServerStream) error) {
	stream := rpc.PlayStream
	stream.Handler = func(_ any, s grpc.ServerStream) error { return play(s) }
	goplugin.Serve(&goplugin.ServeConfig{
		HandshakeConfig: rpc.Handshake,
		VersionedPlugins: map[int]goplugin.PluginSet{botwire.ProtocolVersion: {botwire.Name: raw{grpc.ServiceDesc{
			ServiceName: botwire.DescribeService,
			HandlerType: (*any)(nil),
			Methods:     []grpc.MethodDesc{{MethodName: "Describe", Handler: describeAny}},
		}, grpc.ServiceDesc{
			ServiceName: botwire.PlayerService("orkisland"),
			HandlerType: (*any)(nil),
			Streams:     []grpc.StreamDesc{stream},
		}, goplugin.NetRPCUnsupportedPlugin{}}}},
		Logger:     rpc.Logger(),
		GRPCServer: goplugin.DefaultGRPCServer,
	})
}

type raw struct {
	describe, play grpc.ServiceDesc
	goplugin.NetRPCUnsupportedPlugin
}

func (r raw) GRPCServer(_ *goplugin.GRPCBroker, s *grpc.Server) error {
	s.RegisterService(&r.describe, nil)
	s.RegisterService(&r.play, nil)
	return nil
}

func (raw) GRPCClient(context.Context, *goplugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, nil
}

func describeAny(_ any, _ context.Context, decode func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
	return &arenav1.DescribeResponse{AnyGame: true}, decode(new(arenav1.DescribeRequest))
}

// answer answers every State several times, for its round plus an offset.
func answer(stream grpc.ServerStream, off int32, times int) error {
	for round := int32(0); ; {
		request := new(arenav1.PlayRequest)
		if err := stream.RecvMsg(request); err != nil {
			return nil //nolint:nilerr // the match is over
		}
		if request.GetState() == nil {
			continue
		}
		for range times {
			if err := stream.SendMsg(&arenav1.PlayResponse{Round: round + off}); err != nil {
				return err
			}
		}
		round++
	}
}

// noteEveryRound plays as random bots do, with notes and a line of output in every
// round.
func noteEveryRound(s *orkisland.State, c *orkisland.Commands) {
	s.Debug().Arrow(firstOrk(s).Pos, orkisland.Pos{Row: s.Round()})
	s.Debug().Log("it is round %d", s.Round())
	fmt.Fprintf(os.Stderr, "line of round %d\n", s.Round())
	orkisland.Random(s, c)
}

// scribble answers with invalid notes in one round and with far too many in all
// others.
func scribble(stream grpc.ServerStream) error {
	mark := notes.Encode([]engine.Note{{Kind: engine.MarkNote}})
	for round := int32(0); ; {
		request := new(arenav1.PlayRequest)
		if err := stream.RecvMsg(request); err != nil {
			return nil //nolint:nilerr // the match is over
		}
		if request.GetState() == nil {
			continue
		}
		response := &arenav1.PlayResponse{Round: round, Notes: bytes.Repeat(mark, 20000)}
		if round == badRound {
			response.Notes = []byte("these are not notes")
		}
		if err := stream.SendMsg(response); err != nil {
			return err
		}
		round++
	}
}

func sendHuge(stream grpc.ServerStream) error {
	return stream.SendMsg(&arenav1.PlayResponse{Commands: make([]byte, botwire.MaxResponse)})
}
