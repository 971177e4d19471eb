package host_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	goplugin "github.com/hashicorp/go-plugin"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/windows"

	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/internal/base/botwire"
	"github.com/botarena/arena/internal/base/botwire/rpc"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/sdk"
)

// badRound is the round in which the bots of these tests misbehave.
const badRound = 3

// programs are what this test binary is if it is started with such a name.
var programs = map[string]func(){
	"null":   func() { sdk.Serve(sdk.Null) },
	"random": func() { sdk.Serve(sdk.Play(orkisland.Bot, orkisland.Random)) },
	"named":  func() { sdk.Serve(sdk.Play(orkisland.Bot, orkisland.Random).Named("gandalf", "1.2")) },
	"bare":   func() { speakLines(func() {}) },
	"older": func() {
		goplugin.Serve(&goplugin.ServeConfig{
			HandshakeConfig:  rpc.Handshake,
			VersionedPlugins: map[int]goplugin.PluginSet{botwire.ProtocolVersion: {}},
			Logger:           rpc.Logger(),
			GRPCServer:       goplugin.DefaultGRPCServer,
		})
	},
	"prints":      misbehave(func() { fmt.Println("done 3"); fmt.Println("hello") }),
	"nothing":     misbehave(func() { fmt.Print(""); fmt.Fprintln(os.Stderr, "something") }),
	"barenothing": func() { speakLines(func() { fmt.Print("") }) },
	"panic":       misbehave(func() { panic("no more orks") }),
	"exit":        misbehave(func() { os.Exit(7) }),
	"minus":       misbehave(func() { os.Exit(-1) }),
	"violation":   misbehave(func() { windows.ExitProcess(uint32(windows.STATUS_ACCESS_VIOLATION)) }),
	"burn":        misbehave(burn),
	"sleep":       misbehave(func() { time.Sleep(time.Hour) }),
	"children":    misbehave(leaveChild),
	"hog":         misbehave(hog),
	"work":        func() { sdk.Serve(sdk.Play(orkisland.Bot, work)) },
	"workchild":   misbehave(workInAChild),
	"worker":      func() { spin(200 * time.Millisecond) },
	"late":        func() { time.Sleep(time.Hour) },
	"arena":       hostABot,
}

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && programs[os.Args[1]] != nil {
		programs[os.Args[1]]()
		return
	}
	os.Exit(m.Run())
}

// speakLines is a bot that knows no SDK, and does something before each answer.
func speakLines(do func()) {
	fmt.Println("arena 1")
	for input := bufio.NewScanner(os.Stdin); input.Scan(); {
		if round, is := strings.CutPrefix(input.Text(), "go "); is {
			do()
			fmt.Println("done", round)
		}
	}
}

func misbehave(do func()) func() {
	return func() {
		sdk.Serve(sdk.Play(orkisland.Bot, func(s *orkisland.State, _ *orkisland.Commands) {
			if s.Round() == badRound {
				do()
			}
		}))
	}
}

func burn() {
	for { //nolint:revive,staticcheck // until it is killed
	}
}

func spin(long time.Duration) {
	for begin := time.Now(); time.Since(begin) < long; { //nolint:revive // it is to be busy
	}
}

// work is busy for 5 ms in each round.
func work(*orkisland.State, *orkisland.Commands) { spin(5 * time.Millisecond) }

func workInAChild() {
	if err := again("worker").Run(); err != nil {
		panic(err)
	}
}

// again returns a command that starts this program under another name.
func again(name string) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return exec.Command(self, name)
}

// leaveChild starts a process that outlives the bot and holds its pipes open.
func leaveChild() {
	child := again("late")
	child.Stdout, child.Stderr = os.Stdout, os.Stderr
	if err := child.Start(); err != nil {
		panic(err)
	}
	fmt.Fprintf(os.Stderr, "child %d\n", child.Process.Pid)
	os.Exit(1)
}

func hog() {
	var all [][]byte
	for range 1024 {
		all = append(all, bytes.Repeat([]byte{1}, 1<<20))
	}
	fmt.Fprintln(os.Stderr, "had", len(all), "MiB")
}

// hostABot is an arena that is killed while a bot of it plays.
func hostABot() {
	self, _ := os.Executable()
	bot, err := host.Start(context.Background(), executable.Command{Path: "bot", Args: []string{self, "null"}},
		host.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(bot.PID())
	time.Sleep(time.Hour)
}

// command returns the command that starts one of the programs.
func command(t testing.TB, name string) executable.Command {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	require.Contains(t, programs, name)
	return executable.Command{Path: name, Args: []string{self, name}}
}

const (
	testCPU  = 100 * time.Millisecond
	testBank = 400 * time.Millisecond
)

// options returns the options of a test. What bots write goes to output.
func options(t testing.TB, output *buffer) host.Options {
	limits := host.DefaultLimits()
	limits.Wall = time.Minute
	limits.CPU, limits.Bank = testCPU, testBank
	return host.Options{Limits: limits, Output: output, TempDir: folder(t)}
}

// folder returns a folder for temporary files. Wine 8 can't remove all of them.
func folder(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "host-") //nolint:usetesting // which fails where something can't be removed
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// onWine skips a test of what Wine does not do, and says what.
func onWine(t testing.TB, lacks string) {
	t.Helper()
	if isWine() {
		t.Skip("Wine " + lacks + "; Windows itself shows it")
	}
}

func isWine() bool {
	return windows.NewLazySystemDLL("ntdll.dll").NewProc("wine_get_version").Find() == nil
}
