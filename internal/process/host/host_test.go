//go:build unix

package host_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/process/cgroup"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

// The budget is small, so that it is soon used up, but enough for a bot under the
// race detector.
const (
	testWall     = time.Second
	testWallBank = 2 * time.Second
	testCPU      = 20 * time.Millisecond
	testBank     = 100 * time.Millisecond
)

// options returns the options of a test. What bots write goes to output. The test
// fails if a temporary file is left in the end.
func options(t testing.TB, output *buffer) host.Options {
	dir := testkit.ShortDir(t)
	t.Cleanup(func() {
		left, err := os.ReadDir(dir)
		require.NoError(t, err)
		require.Empty(t, left, "temporary files left behind")
	})
	limits := host.DefaultLimits()
	limits.Wall = time.Minute // room for a busy machine: few tests are about it
	limits.CPU, limits.Bank = testCPU, testBank
	limits.Output = 1 << 20
	limits.Shown = 1 << 10
	return host.Options{Limits: limits, Output: output, TempDir: dir, Sandbox: usualSandbox(t)}
}

// usualSandbox returns what bots are confined by on this system if nobody says otherwise.
func usualSandbox(t testing.TB) *sandbox.Sandbox {
	s, err := sandbox.New(sandbox.Usual())
	require.NoError(t, err)
	return s
}

// unconfined is for tests of what a sandbox forbids.
func unconfined(o host.Options) host.Options {
	o.Sandbox = nil
	return o
}

// steps keeps the hash of the state after every round.
type steps struct {
	hashes [][8]byte
}

func (s *steps) Round(m engine.Match, _ match.Round) {
	var d engine.Digest
	m.Digest(&d)
	s.hashes = append(s.hashes, d.Sum())
}

func TestFourProcessesPlayAMatch(t *testing.T) {
	var output buffer
	result, err := match.Play(t.Context(), newMatch(t),
		seated(start(t, options(t, &output), "random", "null", "named", "busy")))
	require.NoError(t, err)
	require.Equal(t, rounds, result.Rounds)
	require.Empty(t, result.Verdicts)
	require.Empty(t, output.String())
}

func TestProcessesPlayAsPlayersInThisProcessDo(t *testing.T) {
	random := match.Local(orkisland.Game.Random())
	var local, remote steps
	_, err := match.Play(t.Context(), newMatch(t),
		[]match.Player{
			random, match.Local(orkisland.Game.Random()), match.Local(orkisland.Game.Random()),
			match.Local(orkisland.Game.Random()),
		}, &local)
	require.NoError(t, err)
	_, err = match.Play(t.Context(), newMatch(t),
		seated(start(t, options(t, &buffer{}), "random", "random", "random", "random")), &remote)
	require.NoError(t, err)
	require.Equal(t, local, remote)
}

func TestProcessesPlayOneMatchAfterAnother(t *testing.T) {
	processes := start(t, options(t, &buffer{}), "random", "random", "random", "random")
	var first, second steps
	for _, s := range []*steps{&first, &second} {
		_, err := match.Play(t.Context(), newMatch(t), seated(processes), s)
		require.NoError(t, err)
	}
	require.Equal(t, first, second)
}

// TestBotThatMisbehavesIsFrozenAndTheOthersPlayOn also checks that the others play
// exactly the match that they play beside a null bot.
func TestBotThatMisbehavesIsFrozenAndTheOthersPlayOn(t *testing.T) {
	var beside steps
	_, err := match.Play(t.Context(), newMatch(t), amongRandoms(match.Local(fixed(nil))), &beside)
	require.NoError(t, err)
	tests := []struct {
		bot    string
		kind   match.Kind
		round  int
		detail string
	}{
		{"panic", match.Crash, badRound, "exited with code 2: panic: no more orks, in host_test.init.func6 at bots_test.go:"},
		{"exit", match.Crash, badRound, "exited with code 7"},
		{"suicide", match.Crash, badRound, "was ended by a signal (killed)"},
		{"sleep", match.Late, badRound, "gave no answer for 3s; it had 1s for a round and 2s in its bank"},
		{"stop", match.Late, badRound, "gave no answer for 3s; it had 1s for a round and 2s in its bank"},
		{"flood", match.TooMuchOutput, badRound, "wrote more than 1 MiB of output"},
		{"burn", match.OverCPU, badRound, "of CPU time; it had 20ms for a round and"},
		{"burntwo", match.OverCPU, badRound, "of CPU time; it had 20ms for a round and"},
		{"garbage", match.Protocol, 0, "gave commands that can't be read"},
		{"greedy", match.TooManyCommands, 0, "gave 1001 commands, the most is 1000"},
		{"oldround", match.Protocol, 0, "answered for round -1 when round 0 was asked for"},
		{"twice", match.Protocol, 1, "sent an answer that nobody had asked for"},
		{"leave", match.Protocol, 0, "left the match before it was over"},
		{"huge", match.Protocol, 0, "sent a message of more than 256 KiB"},
	}
	for _, test := range tests {
		t.Run(test.bot, func(t *testing.T) {
			t.Parallel()
			o := options(t, &buffer{})
			if test.kind == match.Late {
				o.Limits.Wall, o.Limits.WallBank = testWall, testWallBank
			}
			var seen steps
			result, err := match.Play(t.Context(), newMatch(t), amongRandoms(start(t, o, test.bot)[0].Player()), &seen)
			require.NoError(t, err)
			require.Equal(t, rounds, result.Rounds)
			require.Equal(t, beside, seen)
			require.Len(t, result.Verdicts, 1)
			verdict := result.Verdicts[0]
			require.Equal(t, test.kind, verdict.Kind, verdict.Detail)
			require.Equal(t, 1, verdict.Seat)
			require.Equal(t, test.round, verdict.Round)
			require.Contains(t, verdict.Detail, test.detail)
		})
	}
}

func TestCPUTimeBetweenAnswersCounts(t *testing.T) {
	result, err := match.Play(t.Context(), newMatch(t),
		seated(start(t, options(t, &buffer{}), "null", "burnlate", "slow", "slow")))
	require.NoError(t, err)
	require.Len(t, result.Verdicts, 1)
	require.Equal(t, match.OverCPU, result.Verdict(1).Kind, result.Verdict(1).Detail)
	require.Greater(t, result.Verdict(1).Round, badRound)
}

func TestLongRoundsDrawOnTheBank(t *testing.T) {
	var seen receipts
	result, err := match.Play(t.Context(), newMatch(t),
		seated(start(t, options(t, &buffer{}), "null", "overdraw", "slow", "null")), &seen)
	require.NoError(t, err)
	require.Len(t, result.Verdicts, 1)
	require.Equal(t, match.OverCPU, result.Verdict(1).Kind, result.Verdict(1).Detail)
	require.Contains(t, result.Verdict(1).Detail, "of CPU time; it had 20ms for a round and")
	// StartCPU pays for round 0. Then the bank lasts for three rounds, or for fewer
	// if rounds take a little longer than they should.
	require.Contains(t, []int{3, 4}, result.Verdict(1).Round)
	require.Equal(t, engine.Status(1e6), seen.rounds[1].Turns[1].Status, "all of the budget was used")
	require.Less(t, seen.rounds[1].Turns[2].Status, engine.Status(5e5), "sleeping is free")
	require.GreaterOrEqual(t, seen.rounds[1].Receipts[1].CPU, testCPU+testBank/4)
	require.GreaterOrEqual(t, seen.rounds[1].Receipts[2].Wall, testCPU)
	require.Less(t, seen.rounds[1].Receipts[2].CPU, testCPU)
}

func TestABotKnowsItsBudget(t *testing.T) {
	var seen receipts
	o := options(t, &buffer{})
	o.Limits.StartCPU = 300 * time.Millisecond // it uses all of it
	result, err := match.Play(t.Context(), newMatch(t), seated(start(t, o, "null", "thrifty", "null", "null")), &seen)
	require.NoError(t, err)
	require.Empty(t, result.Verdicts)
	require.GreaterOrEqual(t, seen.rounds[0].Receipts[1].CPU, o.Limits.StartCPU/2, "the start has its own allowance")
	var used time.Duration // the sum: what a bot does after its answer may be charged to either round
	for _, round := range seen.rounds[1:] {
		used += round.Receipts[1].CPU
	}
	require.GreaterOrEqual(t, used, time.Duration(len(seen.rounds)-1)*(testCPU/2-testCPU/20))
}

func TestWithoutLimitsNothingIsJudged(t *testing.T) {
	o := options(t, &buffer{})
	o.Limits = host.Limits{}
	// The bank of overdraw would be empty after half of these rounds.
	result, err := match.Play(t.Context(), matchOf(t, 8), seated(start(t, o, "null", "overdraw", "slow", "flood")))
	require.NoError(t, err)
	require.Empty(t, result.Verdicts)
}

func TestChildrenOfABotAreKilledWithIt(t *testing.T) {
	var output buffer
	result, err := match.Play(t.Context(), newMatch(t),
		seated(start(t, unconfined(options(t, &output)), "random", "children", "random", "random")))
	require.NoError(t, err)
	require.Equal(t, match.Crash, result.Verdict(1).Kind)
	requireChildGone(t, output.String())
}

// requireChildGone reads the number of a bot's child from the bot's output and
// requires that the child has ended.
func requireChildGone(t *testing.T, output string) {
	t.Helper()
	found := regexp.MustCompile(`child (\d+)`).FindStringSubmatch(output)
	require.NotNil(t, found, output)
	pid, err := strconv.Atoi(found[1])
	require.NoError(t, err)
	testkit.Await(t, "the end of the child", func() bool { return isGone(pid) })
}

func TestCPUTimeOfChildrenCounts(t *testing.T) {
	if !cgroup.CanCount() {
		tier.Lacks(t, "needs a cgroup (version 2) that this user may write to")
	}
	o := unconfined(options(t, &buffer{}))
	var output buffer
	o.Output = &output
	result, err := match.Play(t.Context(), matchOf(t, 50), seated(start(t, o, "null", "burnchild", "slow", "null")))
	require.NoError(t, err)
	require.Len(t, result.Verdicts, 1)
	require.Equal(t, match.OverCPU, result.Verdict(1).Kind, result.Verdict(1).Detail)
	requireChildGone(t, output.String())
}

// isGone reports whether a process has ended. A zombie has: its parent is init,
// which may be slow to reap it.
func isGone(pid int) bool {
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return true
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && regexp.MustCompile(`\) Z `).Match(stat)
}

func TestOutputIsShownWithTheSeatInFront(t *testing.T) {
	var output buffer
	_, err := match.Play(
		t.Context(), newMatch(t), seated(start(t, options(t, &output), "random", "random", "talk", "random")))
	require.NoError(t, err)
	require.Contains(t, output.String(), "seat 2 (c): ork 3 is lost\n")
	require.Contains(t, output.String(), "seat 2 (c): hello\n")
	require.Regexp(t, `(?s)seat 2 \(c\): warning: this bot prints to standard output.*hello`, output.String())
}

func TestNotesArriveWithTheirRoundAndChangeNothing(t *testing.T) {
	var silent, noted steps
	var seen receipts
	_, err := match.Play(t.Context(), newMatch(t),
		seated(start(t, options(t, &buffer{}), "random", "random", "null", "null")), &silent)
	require.NoError(t, err)
	result, err := match.Play(t.Context(), newMatch(t),
		seated(start(t, options(t, &buffer{}), "random", "noter", "null", "null")), &noted, &seen)
	require.NoError(t, err)
	require.Empty(t, result.Verdicts)
	require.Equal(t, silent, noted)
	for i, round := range seen.rounds {
		require.Len(t, round.Notes[1], 2)
		require.Equal(t, engine.ArrowNote, round.Notes[1][0].Kind)
		require.Equal(t, engine.Pos{Row: i}, round.Notes[1][0].To)
		require.Equal(t, engine.Note{Kind: engine.LogNote, Unit: -1, Text: fmt.Sprintf("it is round %d", i)},
			round.Notes[1][1])
		require.Empty(t, round.Notes[0])
	}
}

func TestBotThatScribblesIsNotFrozenForIt(t *testing.T) {
	var seen receipts
	result, err := match.Play(t.Context(), newMatch(t),
		seated(start(t, options(t, &buffer{}), "null", "scribble", "null", "null")), &seen)
	require.NoError(t, err)
	require.Empty(t, result.Verdicts)
	size := 0
	for _, round := range seen.rounds {
		for _, noted := range round.Notes {
			for _, n := range noted {
				size += n.Size()
			}
		}
	}
	require.LessOrEqual(t, size, engine.MaxNotes)
	require.Greater(t, size, engine.MaxNotes-100)
}

// TestLinesAreInTheRoundInWhichTheyWereWritten: when the answer arrives, the pipe
// holds what the bot wrote before it.
func TestLinesAreInTheRoundInWhichTheyWereWritten(t *testing.T) {
	var seen receipts
	_, err := match.Play(t.Context(), newMatch(t),
		seated(start(t, options(t, &buffer{}), "null", "noter", "null", "null")), &seen)
	require.NoError(t, err)
	for i, round := range seen.rounds {
		require.Equal(t, [][]string{nil, {fmt.Sprintf("line of round %d", i)}, nil, nil}, round.Lines)
	}
}

func TestWhatABotWritesWhileItDiesIsInTheRoundOfItsVerdict(t *testing.T) {
	for bot, want := range map[string]string{
		"panic": "panic: no more orks",
		"flood": "(more than 64 KiB of output: the rest is dropped)",
	} {
		var seen receipts
		result, err := match.Play(t.Context(), newMatch(t),
			seated(start(t, options(t, &buffer{}), "null", bot, "null", "null")), &seen)
		require.NoError(t, err)
		require.Equal(t, badRound, result.Verdict(1).Round)
		for i, round := range seen.rounds {
			if i == badRound {
				require.Contains(t, round.Lines[1], want)
			} else {
				require.Empty(t, round.Lines)
			}
		}
	}
}

func TestOutputIsCut(t *testing.T) {
	var output buffer
	_, err := match.Play(
		t.Context(), newMatch(t), seated(start(t, options(t, &output), "random", "flood", "random", "random")))
	require.NoError(t, err)
	require.Contains(t, output.String(), "(more than 1 KiB of output: the rest is not shown)\n")
	require.Less(t, len(output.String()), 2<<10)
}

func TestDescriptionTellsNameAndGames(t *testing.T) {
	p := start(t, options(t, &buffer{}), "named")[0]
	require.Equal(t, host.Description{
		Name: "gandalf", Version: "1.2", SDK: "go 0.1.0", AnyGame: true,
		Games: map[string]int{"orkisland": orkisland.Game.Info().Version},
	}, p.Description())
	require.NoError(t, p.Plays(orkisland.Game.Info()))
}

func TestBotForAnotherGameOrVersionDoesNotPlay(t *testing.T) {
	for name, want := range map[string]string{
		"other": "not a bot for Ork Island",
		"old":   "built for version 99 of the rules of Ork Island, this arena has version 1",
	} {
		p := start(t, options(t, &buffer{}), name)[0]
		require.ErrorContains(t, p.Plays(orkisland.Game.Info()), want)
	}
}

func TestProgramThatIsNoBotIsRefused(t *testing.T) {
	for name, want := range map[string]string{
		"quits":      `not a bot: it exited with code 3 and said "no configuration"`,
		"throws":     `not a bot: it exited with code 1 and said "Error: no arena.mjs, at bot.mjs:2"`,
		"mute":       "not a bot: it said nothing for 300ms",
		"greets":     `not a bot: it printed "hello", which is neither "arena 1" nor what sdk.Serve prints`,
		"greetswide": `not a bot: it printed "\xff\xfea\x00r\x00e\x00n\x00a\x00 \x001\x00", which is neither "arena 1" nor what sdk.Serve prints`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := options(t, &buffer{})
			o.Limits.Start = 5 * time.Second
			if name == "mute" {
				o.Limits.Start = 300 * time.Millisecond
			}
			_, err := host.Start(t.Context(), command(t, name), o)
			var no *host.NotABotError
			require.ErrorAs(t, err, &no)
			require.Contains(t, no.Problem, want)
			require.Equal(t, name == "mute", no.Kind == match.Late, "%s: %q; a machine may be too slow", name, no.Kind)
		})
	}
}

// writeProgram writes a file that is to be started. Another test must not start a process
// meanwhile: that would hold the file open for writing for a moment, in which nobody could
// start it.
func writeProgram(t *testing.T, path, text string) {
	t.Helper()
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	require.NoError(t, os.WriteFile(path, []byte(text), 0o755)) //nolint:gosec // it is to be started
}

// TestAProgramThatFailsByItselfCanBeSeenByHand, with what it gets from the arena to find
// its SDK.
func TestAProgramThatFailsByItselfCanBeSeenByHand(t *testing.T) {
	const begin = `a bot calls sdk.Serve, in Go, or arena.serve(Bot), in Python, or prints "arena 1"`
	for name, c := range map[string]struct{ script, fix string }{
		"traceback.py": {
			"echo Traceback >&2; echo 'SyntaxError: invalid syntax' >&2; exit 1",
			"to see it by hand: PYTHONPATH='/the sdk' ",
		},
		"other.sh":   {"echo no configuration >&2; exit 2", "to see it by hand: "},
		"signal":     {"kill -SEGV $$", "to see it by hand: "},
		"nothing.py": {"exit 0", begin},
		"said.py":    {"echo bye >&2; exit 0", begin},
		"mute.py":    {"exit 1", begin},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), name)
			writeProgram(t, path, "#!/bin/sh\n"+c.script+"\n")
			bot := executable.Alone(path)
			bot.Env = []string{"ARENA_BOT_DIR=/x", "PYTHONPATH=/the sdk"}
			o := options(t, &buffer{})
			o.Limits.Start = time.Minute
			if name == "signal" { // as the first process of a sandbox it would not be ended by its own
				o = unconfined(o)
			}
			_, err := host.Start(t.Context(), bot, o)
			var no *host.NotABotError
			require.ErrorAs(t, err, &no)
			require.Contains(t, no.Fix, c.fix)
			if c.fix != begin {
				require.Equal(t, c.fix+path, no.Fix)
			}
		})
	}
}

func TestBotOfAnotherProtocolIsToldToBeBuiltAgain(t *testing.T) {
	older := command(t, "older")
	_, err := host.Start(t.Context(), older, options(t, &buffer{}))
	var no *host.NotABotError
	require.ErrorAs(t, err, &no)
	require.Equal(t, *hint.New(
		older.Path, "built for another version of the arena",
		"build it again with the SDK of this arena: go get github.com/botarena/arena@latest && go build",
	), no.HintedError)
}

// TestProgramThatTheSystemDoesNotStartIsRefused: there is no process for such a
// file, and the processes that were started with it must not be left behind.
func TestProgramThatTheSystemDoesNotStartIsRefused(t *testing.T) {
	for name, c := range map[string]struct{ content, reason, fix string }{
		"text": {
			"hello\n", "can't be started: exec format error",
			"begin it with #! and the program that reads it, as in #!/usr/bin/env python3; or give it the ending of its " +
				"language, as in mybot.py",
		},
		"empty": {"", "can't be started: exec format error", "it is an empty file"},
		"interpreter": {
			"#!/bin/nowhere\n", "can't be started: no such file or directory",
			`its first line names "/bin/nowhere", which is not on this machine`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), name)
			require.NoError(t, os.WriteFile(path, []byte(c.content), 0o700)) //nolint:gosec // it is to be started
			_, err := host.StartAll(
				t.Context(), []executable.Command{
					command(t, "null"), executable.Alone(path), command(t, "null"),
					executable.Alone(path),
				}, options(t, &buffer{}))
			var no *host.NotABotError
			require.ErrorAs(t, err, &no)
			require.Equal(t, *hint.New(path, c.reason, c.fix), no.HintedError)
		})
	}
}

func TestAProgramIsFoundWhereWeAreAndNotWhereItRuns(t *testing.T) {
	null := command(t, "null")
	t.Chdir(filepath.Dir(null.Path))
	for _, path := range []string{"null", "./null", filepath.Join("..", filepath.Base(filepath.Dir(null.Path)), "null")} {
		p, err := host.Start(t.Context(), executable.Alone(path), options(t, &buffer{}))
		require.NoError(t, err, path)
		p.Close()
	}
	_, err := host.Start(t.Context(), executable.Alone("nothing"), options(t, &buffer{}))
	require.ErrorContains(t, err, "nothing: can't be started: no such file or directory")
}

// TestNothingIsLeftOfAMatch: neither a goroutine nor an open file, also of programs that
// the system does not start.
func TestNothingIsLeftOfAMatch(t *testing.T) {
	files := func() int {
		open, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip("no /proc on this system")
		}
		return len(open)
	}
	text := filepath.Join(t.TempDir(), "text")
	require.NoError(t, os.WriteFile(text, nil, 0o700)) //nolint:gosec // it is to be started
	o := options(t, &buffer{})
	commands := []executable.Command{command(t, "random"), command(t, "exit"), command(t, "twice"), command(t, "random")}
	before := 0
	for range 3 {
		processes, err := host.StartAll(t.Context(), commands, o)
		require.NoError(t, err)
		require.True(t, processes[0].PlaysOverPipes())
		require.False(t, processes[2].PlaysOverPipes())
		_, err = match.Play(t.Context(), newMatch(t), seated(processes))
		require.NoError(t, err)
		testkit.Await(t, "the end of the players' goroutines", func() bool { // one says that it ends before it has ended
			stacks := make([]byte, 1<<20)
			return !bytes.Contains(stacks[:runtime.Stack(stacks, true)], []byte("host.(*player)"))
		})
		host.CloseAll(processes)
		_, err = host.Start(t.Context(), executable.Alone(text), o)
		require.Error(t, err)
		if before == 0 {
			before = files()
		}
	}
	require.LessOrEqual(t, files(), before)
}

func TestTemporaryFolderWithALongNameIsRefused(t *testing.T) {
	dir := filepath.Join(t.TempDir(), strings.Repeat("x", 60))
	require.NoError(t, os.Mkdir(dir, 0o700))
	_, err := host.Start(t.Context(), command(t, "null"), host.Options{TempDir: dir})
	require.ErrorContains(t, err, "too long for the path of a socket")
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestInterruptedStartLeavesNothing(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := host.StartAll(ctx, []executable.Command{command(t, "mute"), command(t, "mute")}, options(t, &buffer{}))
	require.ErrorIs(t, err, context.DeadlineExceeded)
}

func TestInterruptedMatchKeepsItsRounds(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	reason := errors.New("enough")
	stop := watcher(func(r match.Round) {
		if r.Number == badRound {
			cancel(reason)
		}
	})
	result, err := match.Play(
		ctx, newMatch(t), seated(start(t, options(t, &buffer{}), "random", "random", "random", "random")), stop)
	require.ErrorIs(t, err, reason)
	require.Equal(t, badRound+1, result.Rounds)
	require.Empty(t, result.Verdicts)
}

type watcher func(match.Round)

func (w watcher) Round(_ engine.Match, r match.Round) { w(r) }

func TestBotSeesNothingOfTheUsersEnvironment(t *testing.T) {
	t.Setenv("SECRET", "mine")
	p := start(t, options(t, &buffer{}), "linger")[0]
	environment, err := os.ReadFile("/proc/" + strconv.Itoa(p.PID()) + "/environ")
	if err != nil {
		t.Skip("no /proc on this system")
	}
	require.NotContains(t, string(environment), "SECRET")
	require.Contains(t, string(environment), "GOMAXPROCS=1")
}

// TestBotsEndWithTheArena kills a process that runs a bot, as kill -9 would.
func TestBotsEndWithTheArena(t *testing.T) {
	arena := exec.Command(command(t, "arena").Path, command(t, "linger").Path)
	arena.Env = append(os.Environ(), hostVariable+"=1", "TMPDIR="+testkit.ShortDir(t))
	stdout, err := arena.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, arena.Start())
	var pid int
	_, err = fmt.Fscan(stdout, &pid)
	require.NoError(t, err)
	require.NoError(t, arena.Process.Kill())
	_ = arena.Wait()
	testkit.Await(t, "the end of the bot", func() bool { return isGone(pid) })
}

// hostVariable is the environment variable that makes this test binary an arena.
const hostVariable = "HOST_TEST_ARENA"

func hostABot() {
	p, err := host.Start(context.Background(), executable.Alone(os.Args[1]), host.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(p.PID())
	select {}
}
