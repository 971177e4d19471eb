//go:build unix

package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	goplugin "github.com/hashicorp/go-plugin"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/botwire"
	"github.com/botarena/arena/internal/base/botwire/rpc"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/integration/storytest"
	"github.com/botarena/arena/internal/match/replay"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
	"github.com/botarena/arena/sdk"
)

// evil colours the terminal, overwrites the line, rings the bell, turns the text
// around and begins a line that looks like ours.
const evil = "e\x1b[31mv\r\x07\u202e\u009b2Jil\nhint: "

// hostileBots are programs whose every text is evil, and a worker that lies.
var hostileBots = map[string]func(){
	"liar": liar,
	"evildescribe": func() {
		serveDescribe(func() (*arenav1.DescribeResponse, error) { return nil, status.Error(codes.Internal, evil) })
	},
	"evilnames": func() {
		serveDescribe(func() (*arenav1.DescribeResponse, error) {
			return &arenav1.DescribeResponse{
				Name: "\x1b\r" + evil, Version: evil, Sdk: evil, Games: []*arenav1.GameVersion{{Name: evil, Version: 1}},
			}, nil
		})
	},
	"evilnull": func() { sdk.Serve(sdk.Null.Named(evil, evil)) },
	"evilexit": func() { fmt.Fprint(os.Stderr, evil); os.Exit(1) },
	"evilhand": func() { fmt.Print("1|" + evil) },
	"evilplay": serve(func(s *orkisland.State, _ *orkisland.Commands) {
		fmt.Fprintln(os.Stderr, evil)
		fmt.Println(evil)
		s.Debug().Log(evil)
		s.Debug().Label(orkisland.Pos{Row: 1, Col: 1}, evil)
		if s.Round() == 2 {
			panic(errors.New(evil))
		}
	}),
}

// serveDescribe serves a bot that does nothing but describe itself.
func serveDescribe(describe func() (*arenav1.DescribeResponse, error)) {
	goplugin.Serve(&goplugin.ServeConfig{
		HandshakeConfig:  rpc.Handshake,
		VersionedPlugins: map[int]goplugin.PluginSet{botwire.ProtocolVersion: {botwire.Name: describer{describe: describe}}},
		Logger:           rpc.Logger(),
		GRPCServer:       goplugin.DefaultGRPCServer,
	})
}

type describer struct {
	goplugin.NetRPCUnsupportedPlugin
	describe func() (*arenav1.DescribeResponse, error)
}

func (d describer) GRPCServer(_ *goplugin.GRPCBroker, s *grpc.Server) error {
	s.RegisterService(&grpc.ServiceDesc{
		ServiceName: botwire.DescribeService,
		HandlerType: (*any)(nil),
		Methods: []grpc.MethodDesc{{
			MethodName: "Describe",
			Handler: func(any, context.Context, func(any) error, grpc.UnaryServerInterceptor) (any, error) {
				return d.describe()
			},
		}},
	}, nil)
	return nil
}

func (describer) GRPCClient(context.Context, *goplugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, errors.New("not a client")
}

// hostileFolder makes a folder in which everything has an evil name and content.
func hostileFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, content string, mode os.FileMode) {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(content), mode))
	}
	for name := range hostileBots {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, "bots"+evil), 0o755))
		require.NoError(t, os.MkdirAll(filepath.Join(dir, "more"+evil), 0o755))
		// The name under which the test binary is started makes it the bot.
		wrapper := fmt.Sprintf("#!/bin/sh\nexec '%s' \"$@\"\n", filepath.Join(filepath.Dir(lookPath(t, "arena")), name))
		write("bots"+evil+"/"+name+evil, wrapper, 0o755)
		write("more"+evil+"/"+name+evil, wrapper, 0o755)
	}
	write("text"+evil, evil, 0o644)
	write("script"+evil, "#!/bin/"+evil+"\n", 0o755)
	write("program"+evil, evil, 0o755)
	write("folder"+evil+"/main.go", "package main\n\nfunc main() { \""+evil+"\n", 0o644)
	write("types/main.go", "package main\n\n//line "+strings.TrimSuffix(evil, "\nhint: ")+".go:7\nfunc main() { x }\n",
		0o644)
	write("types/go.mod", "module example.com/m\n\ngo 1.25\n", 0o644)
	write("nomod"+evil+"/main.go", "package main\n\nfunc main() {}\n", 0o644)
	write("board"+evil, "OrkIsland 1.0\nnb_players "+evil, 0o644)
	setup := storytest.Setup(t, orkisland.Game, 3)
	write("match"+evil, string(storytest.Record(t, setup, evil, evil, evil, evil)), 0o644)
	write("cut"+evil, string(storytest.Record(t, setup, evil, evil, evil, evil)[:200]), 0o644)
	write("match.arena", string(hostileReplay(t, setup)), 0o644)
	require.NoError(t, os.Mkdir(filepath.Join(dir, "empty"+evil), 0o755))
	return dir
}

// hostileReplay is a replay that no arena wrote.
func hostileReplay(t *testing.T, setup engine.Setup) []byte {
	t.Helper()
	header := replay.Header{Setup: setup, Random: engine.ChaCha8, Arena: evil}
	for range setup.Seats() {
		header.Seats = append(header.Seats, replay.Seat{Name: evil, Version: evil})
	}
	m, err := setup.New(header.Names(), 0, header.Random)
	require.NoError(t, err)
	var file bytes.Buffer
	w, err := replay.NewWriter(&file, m, header)
	require.NoError(t, err)
	round := match.Round{
		Turns: make([]engine.Turn[engine.Commands], setup.Seats()), Receipts: make([]match.Receipt, setup.Seats()),
		Verdicts: []match.Verdict{{Kind: evil, Detail: evil}},
		Notes:    make([][]engine.Note, setup.Seats()), Lines: [][]string{{evil}, nil, nil, nil},
	}
	m.Step(round.Turns)
	w.Round(m, round)
	require.NoError(t, w.Close(match.Result{}, false))
	return file.Bytes()
}

func lookPath(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	require.NoError(t, err)
	return path
}

// TestNothingFromOutsideControlsTheTerminal prints every text that comes from a user,
// a file or a bot, and looks for control characters in it.
func TestNothingFromOutsideControlsTheTerminal(t *testing.T) {
	tier.Long(t, "starts a hundred commands, of which the race detector learns nothing")
	dir := hostileFolder(t)
	temp := testkit.ShortDir(t)
	bots := "bots" + evil + "/"
	play := func(bot string, flags ...string) []string {
		return append([]string{"play", "orkisland", bot, "null", "null", "null", "--set", "nb_rounds=4", "-o", "out" + evil},
			flags...)
	}
	for _, args := range [][]string{
		// What was typed.
		{evil},
		{"games", evil},
		{"--" + evil},
		{"play", evil},
		{"help", evil},
		{"version", evil},
		play("null", "-s", evil), play("null", "--set", evil), play("null", "--random", evil), play("null", "--cpu", evil),
		play("null", "--view", "--http", evil), play("null", "-o", evil+"/"+evil), play("null", "--bots", evil),
		{"play", "orkisland", evil, evil},
		{"bot", "list", evil},
		{"bot", "list", "empty" + evil},
		{"talk", evil},
		{"talk", "orkisland", "--seat", evil},
		{"talk", "orkisland", evil},
		{"talk", "orkisland", "-o", evil + "/" + evil},
		{"view", "match" + evil, "--http", evil},
		{"check", evil},
		{"check", bots + "evilnull" + evil, "--game", evil},
		// Names and contents of files.
		play("text" + evil), play("script" + evil), play("program" + evil), play("folder" + evil), play("types"),
		play("nomod" + evil), play("empty" + evil), play("null", "-i", "board"+evil), play("null", "-i", "text"+evil),
		{"board", "orkisland", "-i", "board" + evil},
		{"board", "orkisland", "-i", "empty" + evil},
		{"replay", "match" + evil},
		{"replay", "match" + evil, "--cpu"},
		{"replay", "match" + evil, "--json"},
		{"replay", "match.arena"},
		{"replay", "match.arena", "--json"},
		{"replay", "match.arena", "--cpu"},
		{"replay", "cut" + evil},
		{"verify", "match" + evil, "cut" + evil, "text" + evil, "empty" + evil, evil},
		{"verify", "match.arena"},
		{"replay", "text" + evil},
		{"transcript", "match" + evil},
		{"transcript", "match" + evil, "--in"},
		{"transcript", "match" + evil, "--boards", "--round", "1"},
		{"transcript", "match" + evil, "--seat", "9"},
		{"transcript", "match" + evil, "--seat", evil},
		{"transcript", "match" + evil, "--round", evil},
		{"transcript", "match.arena", "--seat", "1", "--boards"},
		{"transcript", "cut" + evil},
		{"transcript", "text" + evil},
		{"view", "text" + evil},
		{"export", "match" + evil, "-o", "-", "--format", "txt"},
		{"export", "match" + evil, "-o", "-", "--format", "json"},
		{"export", "match" + evil, "-o", "new" + evil + ".html"},
		{"export", "match" + evil, "-o", "x." + evil},
		{"export", "match" + evil, "-o", "match" + evil, "--format", "txt"},
		{"export", "cut" + evil, "-o", "cut.txt"},
		{"export", "match.arena", "-o", "-", "--format", "txt"},
		{"export", "match.arena", "-o", "-", "--format", "json"},
		// Bots.
		{"bot", "list", bots},
		{"bot", "list", bots, "--json"},
		{"bot", "list", "."},
		{"check", bots + "evilplay" + evil},
		{"check", bots + "evilplay" + evil, "--json"},
		{"check", bots + "evilnames" + evil},
		{"check", bots + "evildescribe" + evil},
		play(bots + "evildescribe" + evil), play(bots + "evilnames" + evil), play(bots + "evilexit" + evil),
		play(bots + "evilhand" + evil),
		play(bots + "evilnull" + evil), play(bots+"evilnull"+evil, "--json"),
		{"replay", "out" + evil},
		play(bots + "evilplay" + evil),
		{"replay", "out" + evil, "--json"},
		{"verify", "out" + evil},
		play(bots+"evilplay"+evil, "--json"),
		{"export", "out" + evil, "-o", "-", "--format", "txt"},
		{"export", "out" + evil, "-o", "-", "--format", "json"},
		{
			"series", "orkisland", bots + "evilplay" + evil, "more" + evil + "/evilplay" + evil, "null", "null", "--set",
			"nb_rounds=4", "-n", "2",
		},
		{
			"series", "orkisland", bots + "evilplay" + evil, "null", "null", "null", "--set", "nb_rounds=4", "-n", "2", "-j",
			"2", "--json",
		},
		{"replay", "out" + evil, "--round", "0-2"},
		{"talk", "orkisland", bots + "evilnull" + evil, bots + "evilplay" + evil, "-o", "talk" + evil},
		{"talk", "orkisland", bots + "evilnull" + evil, bots + "evilplay" + evil, "-o", "talk" + evil, "--raw=false"},
		{"replay", "match.arena", "--seat", "0"},
		{"replay", "match.arena", "--seat", evil},
		{"replay", "match.arena", "--round", evil},
		play(bots+"evilnull"+evil, "--no-limits"),
		{"__complete", "play", "orkisland", "--bots", bots, ""},
	} {
		command := arenaIn(t, dir, temp, args...)
		var stdout, stderr bytes.Buffer
		command.Stdout, command.Stderr = &stdout, &stderr
		err := command.Run()
		var exit *exec.ExitError
		require.True(t, err == nil || errors.As(err, &exit), "%q: %v", args, err)
		require.NotEmpty(t, stdout.Len()+stderr.Len(), "%q", args)
		requirePlain(t, args, stdout.String())
		requirePlain(t, args, stderr.String())
		if strings.Contains(strings.Join(args, " "), "json") && stdout.Len() > 0 {
			require.True(t, json.Valid(stdout.Bytes()), "%q: %s", args, stdout.String())
		}
	}
}

func requirePlain(t *testing.T, args []string, text string) {
	t.Helper()
	require.True(t, utf8.ValidString(text), "%q: %q", args, text)
	for line := range strings.Lines(text) {
		bad := strings.IndexFunc(strings.TrimSuffix(line, "\n"), func(r rune) bool {
			return r != '\t' && !unicode.IsPrint(r)
		})
		require.Negative(t, bad, "%q: %q", args, line)
		hint, ok := strings.CutPrefix(line, "hint: ")
		hint = strings.TrimSpace(hint)
		require.False(t, ok && (hint == "" || hint[0] == ':' || hint[0] == '='), "%q: a hint that is not ours: %q", args,
			text)
	}
}
