//go:build unix

package host_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/moria"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/host"
)

// patience is how long a match with one enemy may take that is over in a moment
// without it. The limits below add up to less than half of it.
const patience = 5 * time.Second

// hostileOptions has short limits on wall-clock time and long ones on all else. There is
// no sandbox: the host must hold out by itself.
func hostileOptions(t testing.TB) host.Options {
	o := unconfined(options(t, &buffer{}))
	o.Limits.Wall, o.Limits.WallBank, o.Limits.End = 500*time.Millisecond, 700*time.Millisecond, 500*time.Millisecond
	o.Limits.CPU, o.Limits.Bank = time.Second, 10*time.Second
	return o
}

// within fails the test if something takes longer than the patience. It does not wait
// for what hangs.
func within(t *testing.T, do func()) {
	t.Helper()
	begun, done := time.Now(), make(chan struct{})
	go func() {
		defer close(done)
		do()
	}()
	select {
	case <-done:
		require.Less(t, time.Since(begun), patience)
	case <-time.After(10 * patience):
		panic(fmt.Sprintf("%s: hangs", t.Name()))
	}
}

func TestNoBotStopsTheReferee(t *testing.T) {
	const anyKind = match.Kind("")
	for _, c := range []struct {
		bot    string
		kind   match.Kind
		detail string // empty: no verdict
	}{
		{"allatonce", match.Protocol, "sent an answer that nobody had asked for"},
		{"onemore", anyKind, ""},
		{"chatter", anyKind, ""},
		{"burnend", anyKind, ""},
		{"nostreams", match.Late, "took no message for 1.2s"},
		{"silentpipes", match.Late, "took no message for 1.2s"},
		{"closedpipes", match.Protocol, "closed its connection"},
		{"noheaders", anyKind, "."},
		{"goaway", match.Late, "gave no answer for 1.2s"},
		{"pings", match.Late, "gave no answer for 1.2s"},
		{"settings", match.Late, "gave no answer for 1.2s"},
		{"emptydata", match.Late, "gave no answer for 1.2s"},
		{"continues", anyKind, "."},
		{"overflow", anyKind, "."},
		{"drip", match.Late, "gave no answer for 1.2s"},
		{"wrongstream", match.Late, "gave no answer for 1.2s"},
		{"noise", anyKind, "."},
		{"trailers", match.Protocol, `broke off: .*red.*line`},
		{"othergroup", match.Late, "gave no answer for 1.2s"},
		{"heirs", match.Crash, "exited with code 1"},
		{"deafheirs", match.Crash, "exited with code 1"},
	} {
		t.Run(c.bot, func(t *testing.T) {
			t.Parallel()
			processes := start(t, hostileOptions(t), "random", c.bot, "null", "random")
			var seen steps
			var result match.Result
			within(t, func() {
				var err error
				result, err = match.Play(t.Context(), newMatch(t), seated(processes), &seen)
				require.NoError(t, err)
			})
			require.Equal(t, rounds, result.Rounds)
			require.Equal(t, besideNull(t), seen, "the others play as beside a null bot")
			if c.detail == "" {
				require.Empty(t, result.Verdicts)
				return
			}
			require.Len(t, result.Verdicts, 1)
			require.Equal(t, 1, result.Verdicts[0].Seat)
			require.Regexp(t, c.detail, result.Verdicts[0].Detail)
			require.Equal(t, engine.Printable(result.Verdicts[0].Detail), result.Verdicts[0].Detail)
			if c.kind != anyKind {
				require.Equal(t, c.kind, result.Verdicts[0].Kind, result.Verdicts[0].Detail)
			}
			within(t, func() { host.CloseAll(processes) })
			require.True(t, isGone(processes[1].PID()))
		})
	}
}

// besideNull returns the match that random bots play beside a null bot.
func besideNull(t *testing.T) steps {
	t.Helper()
	var seen steps
	random := func() match.Player { return match.Local(newMatch(t).Setup().Game().Random()) }
	null := func() match.Player { return match.Local(fixed(nil)) }
	_, err := match.Play(t.Context(), newMatch(t), []match.Player{random(), null(), null(), random()}, &seen)
	require.NoError(t, err)
	return seen
}

// TestDeafBot: the States of Moria fill the pipe while the bot answers in time.
func TestDeafBot(t *testing.T) {
	m, err := moria.Game.Default().New([]string{"a", "b", "c", "d"}, 30, engine.ChaCha8)
	require.NoError(t, err)
	processes := start(t, hostileOptions(t), "null", "deaf", "null", "null")
	within(t, func() {
		result, err := match.Play(t.Context(), m, seated(processes))
		require.NoError(t, err)
		require.Len(t, result.Verdicts, 1)
		require.Equal(t, 1, result.Verdicts[0].Seat)
		// It answers without knowing whether it is asked: sooner or later too early, or
		// while we still try to send.
		require.Contains(t, []match.Kind{match.Protocol, match.Late}, result.Verdicts[0].Kind)
	})
}

// TestSeatsWaitAtTheSameTime: all four exhaust a limit of their own.
func TestSeatsWaitAtTheSameTime(t *testing.T) {
	for _, bot := range []string{"silentpipes", "nostreams", "onemore"} {
		o := hostileOptions(t)
		o.Limits.WallBank, o.Limits.End = 1500*time.Millisecond, 1800*time.Millisecond
		processes := start(t, o, bot, bot, bot, bot)
		within(t, func() {
			_, err := match.Play(t.Context(), newMatch(t), seated(processes))
			require.NoError(t, err)
		})
	}
}

// TestProcessesAreKilledWithoutCgroups: in a group of another, and with children that
// hold every connection open.
func TestProcessesAreKilledWithoutCgroups(t *testing.T) {
	host.WithoutCgroups(t)
	for _, bot := range []string{"othergroup", "heirs", "deafheirs"} {
		o := hostileOptions(t)
		output := &buffer{}
		o.Output = output
		processes := start(t, o, "null", bot, "null", "null")
		within(t, func() {
			result, err := match.Play(t.Context(), newMatch(t), seated(processes))
			require.NoError(t, err)
			require.Len(t, result.Verdicts, 1)
		})
		within(t, func() { host.CloseAll(processes) })
		require.True(t, isGone(processes[1].PID()))
		if child := regexp.MustCompile(`child (\d+)`).FindStringSubmatch(output.String()); child != nil {
			pid, err := strconv.Atoi(child[1])
			require.NoError(t, err)
			_ = syscall.Kill(pid, syscall.SIGKILL) // out of reach of the arena here
		}
	}
}

func TestOnlyABotsOwnSocketIsDialled(t *testing.T) {
	for bot, want := range map[string]string{
		"tcp":         "not a bot: it serves at tcp 127.0.0.1:.*, which is not a Unix socket",
		"abstract":    "not a bot: it serves at unix @arena-test-.*, which is not in its own folder",
		"outside":     "not a bot: it serves at unix .*/outside, which is not in its own folder",
		"link":        "not a bot: it serves at unix .*/here, which is not a socket",
		"file":        "not a bot: it serves at unix .*/file, which is not a socket",
		"esc":         "not a bot: it serves at .*tcp .*, which is not a Unix socket",
		"rivals":      "not a bot: .*another program serves its socket",
		"far":         "^not a bot: it serves at unix /x{119}, which is not in its own folder$",
		"endlessline": "not a bot: ",
		"heirsatonce": "not a bot: it exited with code 1",
	} {
		t.Run(bot, func(t *testing.T) {
			t.Parallel()
			o := hostileOptions(t)
			within(t, func() {
				_, err := host.Start(t.Context(), command(t, bot), o)
				var no *host.NotABotError
				require.ErrorAs(t, err, &no)
				require.Regexp(t, want, no.Reason)
				require.Equal(t, engine.Printable(no.Reason), no.Reason)
			})
			_ = os.Remove(filepath.Join(o.TempDir, "outside"))
		})
	}
}

// TestRivalsCannotConnectToABotsSocket: what runs as the same user finds the socket, but
// is not let in.
func TestRivalsCannotConnectToABotsSocket(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("this system does not tell who connects to a socket")
	}
	output := &buffer{}
	o := hostileOptions(t)
	o.Output = output
	victim := startIn(t, o, "random")
	intruder := startIn(t, o, "intruder")
	m := newMatch(t)
	result, err := match.Play(t.Context(), m, seated([]*host.Process{victim, intruder, startIn(t, o, "null"), startIn(t, o, "null")}))
	require.NoError(t, err)
	require.Empty(t, result.Verdicts)
	require.Contains(t, output.String(), "intruder: shutdown: Unavailable\nintruder: describe: Unavailable\n")
	require.NotContains(t, output.String(), "OK")
}

func startIn(t *testing.T, o host.Options, name string) *host.Process {
	t.Helper()
	p, err := host.Start(t.Context(), command(t, name), o)
	require.NoError(t, err)
	t.Cleanup(p.Close)
	return p
}

// TestFoldersOfKilledArenasAreSwept: a process that is gone left them.
func TestFoldersOfKilledArenasAreSwept(t *testing.T) {
	dir, err := os.MkdirTemp("", "host-") //nolint:usetesting // that of t.TempDir is too long for the path of a socket
	require.NoError(t, err)
	defer func() { _ = os.RemoveAll(dir) }()
	gone := exec.Command("true")
	require.NoError(t, gone.Run())
	left := filepath.Join(dir, fmt.Sprintf("arena-bot-%d-123", gone.Process.Pid))
	others := []string{
		filepath.Join(dir, fmt.Sprintf("arena-bot-%d-123", os.Getpid())),
		filepath.Join(dir, "arena-bot-mine"),
		filepath.Join(dir, "else"),
	}
	for _, path := range append(others, left) {
		require.NoError(t, os.MkdirAll(filepath.Join(path, "deep"), 0o700))
	}
	p, err := host.Start(t.Context(), command(t, "null"), host.Options{TempDir: dir})
	require.NoError(t, err)
	defer p.Close()
	require.NoDirExists(t, left)
	for _, path := range others {
		require.DirExists(t, filepath.Join(path, "deep"))
	}
}

var hostileTime = flag.Duration("hostile", 2*time.Second, "how long each of TestRandomEnemies plays")

// TestRandomEnemies plays matches against bots that speak HTTP/2 or lines wrongly, each in
// ways of its own.
func TestRandomEnemies(t *testing.T) {
	want := besideNull(t)
	for _, enemy := range []string{"fuzz", "linesfuzz"} {
		begun := time.Now()
		seed := uint64(1)
		for ; time.Since(begun) < *hostileTime; seed++ {
			o := hostileOptions(t)
			processes := startAll(t, o, command(t, "random"), command(t, enemy, strconv.FormatUint(seed, 10)), command(t, "null"), command(t, "random"))
			var seen steps
			within(t, func() {
				result, err := match.Play(t.Context(), newMatch(t), seated(processes), &seen)
				require.NoError(t, err)
				for _, v := range result.Verdicts {
					require.Equal(t, 1, v.Seat, "seed %d: %v", seed, v)
				}
				host.CloseAll(processes)
			})
			require.Equal(t, want, seen, "%s, seed %d", enemy, seed)
		}
		t.Logf("%s: %d bots", enemy, seed-1)
	}
}
