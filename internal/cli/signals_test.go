//go:build unix

package cli

import (
	"bytes"
	"database/sql"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/base/testkit"

	"github.com/botarena/arena/internal/cli/league"
	"github.com/botarena/arena/internal/cli/shell"
	replayv1 "github.com/botarena/arena/proto/replay/v1"
)

// kept has for each command what keeps it for long: a store that another process holds, a replay that takes
// long to read, or a bot that says nothing. A command that nobody's file can keep has the reason.
var kept = map[string]string{
	"arena results":        "held.db",
	"arena series":         "orkisland null null null null -n 4 --set nb_rounds=2 --store held.db",
	"arena compare":        "orkisland null random --set nb_rounds=2 --store held.db",
	"arena tune":           "orkisland ./tuned --set nb_rounds=2 --store held.db",
	"arena league add":     "l ./fine.sh",
	"arena league backup":  "l l.backup",
	"arena league final":   "l",
	"arena league invite":  "l somebody --address example.com:1",
	"arena league pause":   "l one",
	"arena league prefer":  "l one",
	"arena league resume":  "l one",
	"arena league rejudge": "l null",
	"arena league remove":  "l one",
	"arena league serve":   "l",
	"arena league set":     "l",
	"arena league show":    "l",
	"arena league similar": "l",
	"arena league workers": "l",

	"arena league people add":    "l people.csv",
	"arena league people list":   "l",
	"arena league people remove": "l somebody",
	"arena league people renew":  "l somebody",

	"arena branch":     "slow.arena --round 1",
	"arena export":     "slow.arena -o x.html",
	"arena replay":     "slow.arena",
	"arena rerun":      "slow.arena --seat 1 ./fine.sh",
	"arena transcript": "slow.arena --seat 1",
	"arena verify":     "slow.arena",
	"arena view":       "slow.arena --no-open",

	"arena bench":    "orkisland -n 100 --samples 100",
	"arena bot pack": "./silent.sh --unsigned -o x.bot",
	"arena check":    "./silent.sh --game orkisland",
	"arena dev":      "orkisland ./silent.sh null null null --no-open",
	"arena play":     "orkisland ./silent.sh null null null",
	"arena profile":  "orkisland ./silent.sh null null null",
	"arena talk":     "orkisland ./silent.sh null null",

	"arena bench verdicts": noFile, "arena bot": noFile, "arena league": noFile, "arena doctor": noFile,
	"arena games": noFile, "arena help": noFile,
	"arena league health": bounded, "arena league new": noFile, "arena lines": noFile, "arena new": noFile,
	"arena new-game": noFile, "arena league people": noFile,
	"arena version": noFile, "arena": noFile,
	"arena bot add": bounded, "arena doctor seccomp": bounded, "arena bot info": bounded,
	"arena bot keys": bounded, "arena league restore": bounded, "arena bot trust": bounded,
	"arena board": bounded, "arena bot rebuild": bounded, "arena bot list": bounded, "arena site": bounded,
	"arena league sources": network, "arena league submit": network, "arena league challenge": network,
	"arena worker": network,
}

const (
	noFile  = "- reads no file of a stranger's"
	bounded = "- reads so much of a file, and no more"
	network = "- waits for a server, not for a file"
)

// TestASignalEndsEveryCommand, whatever keeps it: at night each of two signals, else these in turn.
func TestASignalEndsEveryCommand(t *testing.T) {
	tier.Long(t, "keeps every command")
	a := keeping(t)
	signals, commands := []syscall.Signal{syscall.SIGINT, syscall.SIGTERM}, 0
	var each func(c *cobra.Command)
	each = func(c *cobra.Command) {
		path := c.CommandPath()
		if c.Runnable() && !c.Hidden && !strings.HasPrefix(path, "arena completion") && c.RunE != nil {
			require.Contains(t, kept, path, "what can keep it?")
			if args := kept[path]; args[0] != '-' {
				some := signals
				if !tier.IsNight() {
					some = signals[commands%2:][:1]
				}
				commands++
				t.Run(path, func(t *testing.T) {
					t.Parallel()
					for _, signal := range some {
						a.ends(t, signal, append(strings.Fields(path)[1:], strings.Fields(args)...)...)
					}
				})
			}
		}
		for _, sub := range c.Commands() {
			each(sub)
		}
	}
	each(Commands(games.All(), league.Commands))
}

// ends requires that a command that would go on ends after a signal.
func (a *unpackedFiles) ends(t *testing.T, signal syscall.Signal, args ...string) {
	t.Helper()
	c := arenaIn(t, a.dir, a.temp, args...)
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	require.NoError(t, c.Start())
	ended := make(chan struct{})
	go func() {
		_ = c.Wait()
		close(ended)
	}()
	defer func() { _ = c.Process.Kill() }()
	awaitKept(t, c.Process.Pid, ended, args[0] == "league" || slices.Contains(args, "held.db"))
	select {
	case <-ended:
		require.Fail(t, "nothing has kept it", said.String()[:min(said.Len(), 500)])
	default:
	}
	require.NoError(t, c.Process.Signal(signal))
	testkit.Receive(t, "its end", ended)
	require.True(t, c.ProcessState.Exited(), "a signal has ended it: %v\n%s", c.ProcessState, &said)
	if slices.Contains(args, "serve") || args[0] == "dev" { // which are ended so
		require.Equal(t, shell.Done, c.ProcessState.ExitCode(), &said)
		return
	}
	require.Equal(t, shell.Failed, c.ProcessState.ExitCode(), &said)
	require.Regexp(t, `(interrupt|terminated) signal received\n(hint: the same command goes on\n)?$`, said.String()[max(0, said.Len()-500):])
}

// awaitKept waits until a command has begun with what keeps it, and a moment longer. Where a system does not tell, the
// moment is longer. A process that becomes another program, as arena does for leagues, looks ended meanwhile.
func awaitKept(t *testing.T, pid int, ended <-chan struct{}, store bool) {
	t.Helper()
	if runtime.GOOS != "linux" {
		time.Sleep(1500 * time.Millisecond)
		return
	}
	reads := false
	testkit.Await(t, "something keeps the command", func() bool {
		reads = !store && hasComputed(pid)
		select {
		case <-ended:
			return true
		default:
			return reads || isKept(pid, store)
		}
	})
	if !reads { // who reads a long replay has done so for a moment
		time.Sleep(300 * time.Millisecond)
	}
}

// isKept reports whether a process has a store open that is held, or has a bot. If a store is to keep it, nothing else
// counts.
func isKept(pid int, store bool) bool {
	open, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	for _, file := range open {
		to, _ := os.Readlink(file) // here and below: it may have ended
		if slices.Contains([]string{"held.db", "league.db"}, filepath.Base(to)) {
			return true
		}
	}
	if store {
		return false
	}
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	return slices.ContainsFunc(tasks, func(file string) bool {
		children, _ := os.ReadFile(file)
		return len(children) > 0
	})
}

// hasComputed reports whether a process has computed for longer than its start takes, as who reads a long replay.
func hasComputed(pid int) bool {
	const computed = 20 // hundredths of a second
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, after, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(after)
	if len(fields) < 13 {
		return false
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return user+system > computed
}

// keeping makes what keeps commands.
func keeping(t *testing.T) *unpackedFiles {
	a := leagueOf(t)
	a.write("fine.sh", lineBot)
	a.write("people.csv", "name\nanna\n")
	a.write("silent.sh", "while read -r line; do :; done\n")
	a.write("tuned/main.sh", lineBot)
	a.write("tuned/params.json", `[{"name": "a", "low": 0, "high": 9, "default": 1}]`)
	a.does("play", "orkisland", "null", "null", "null", "null", "-q", "-o", "match.arena", "--bots", botsOfTests(t))
	a.longReplay("match.arena", "slow.arena", strings.Repeat("x\n", 1<<19), 1)
	a.storeOf("held.db", "x", [32]byte{}, "")
	a.hold("held.db")
	a.hold("l/league.db")
	return a
}

// hold holds a store, so that nobody else reads or writes it.
func (a *unpackedFiles) hold(file string) {
	a.t.Helper()
	a.sql(file, "pragma wal_checkpoint(truncate); pragma journal_mode = delete")
	db, err := sql.Open("sqlite", filepath.Join(a.dir, file))
	require.NoError(a.t, err)
	holder, err := db.Conn(a.t.Context())
	require.NoError(a.t, err)
	_, err = holder.ExecContext(a.t.Context(), "begin exclusive")
	require.NoError(a.t, err)
	a.t.Cleanup(func() {
		_ = holder.Close()
		_ = db.Close()
	})
}

// longReplay makes a small file of a replay whose rounds unpack to more than is read of one: of what a bot has
// printed, and of what the arena does not know.
func (a *unpackedFiles) longReplay(of, file, lines string, unknown int) {
	a.t.Helper()
	packed, err := os.Open(filepath.Join(a.dir, of))
	require.NoError(a.t, err)
	defer packed.Close() //nolint:errcheck // only read
	in, err := zstd.NewReader(packed)
	require.NoError(a.t, err)
	defer in.Close()
	content := new(bytes.Buffer)
	_, err = content.ReadFrom(in)
	require.NoError(a.t, err)
	start, rest := content.Next(len("arena replay 1\n")), content.Bytes()
	length, n := binary.Uvarint(rest)
	header := rest[:n+4+int(length)] //nolint:gosec // a length
	to, err := os.Create(filepath.Join(a.dir, file))
	require.NoError(a.t, err)
	out, err := zstd.NewWriter(to, zstd.WithEncoderLevel(zstd.SpeedFastest))
	require.NoError(a.t, err)
	_, err = out.Write(append(start, header...))
	require.NoError(a.t, err)
	turn := func() *replayv1.Turn { return &replayv1.Turn{Lines: lines} }
	for number := range int32(180) {
		item := &replayv1.Item{Kind: &replayv1.Item_Round{Round: &replayv1.Round{
			Number: number, Hash: make([]byte, 8), Turns: []*replayv1.Turn{turn(), turn(), turn(), {}},
		}}}
		body, err := proto.Marshal(item)
		require.NoError(a.t, err)
		body = protowire.AppendBytes(protowire.AppendTag(body, 1000, protowire.BytesType), make([]byte, unknown))
		frame := binary.LittleEndian.AppendUint32(protowire.AppendVarint(nil, uint64(len(body))), crc32.ChecksumIEEE(body))
		_, err = out.Write(append(frame, body...))
		require.NoError(a.t, err)
	}
	require.NoError(a.t, out.Close())
	require.NoError(a.t, to.Close())
}
