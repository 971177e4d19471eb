//go:build linux && (amd64 || arm64)

package hostile

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
)

const rounds = 20

// limits are what an enemy may use that is to come to an end. What it is to exhaust is
// little; of all else there is so much that a busy machine makes no difference.
func limits(want end) host.Limits {
	l := host.DefaultLimits()
	l.Wall, l.CPU, l.Start, l.End = time.Minute, 5*time.Second, time.Minute, 500*time.Millisecond
	l.Output, l.Shown = 1<<20, 64<<10
	l.Memory = 128 << 20
	if want.kind != "" && want.kind != whatever {
		l.End = time.Hour // who waited for it to leave, and did not kill it, would hang
	}
	switch want.kind {
	case match.Late, anything, whatever:
		l.Wall, l.WallBank = 300*time.Millisecond, 400*time.Millisecond
	case match.OverCPU:
		l.CPU, l.Bank, l.StartCPU = 100*time.Millisecond, 200*time.Millisecond, 200*time.Millisecond
	}
	return l
}

// bot is an enemy's process, or one that is about to be started.
type bot struct {
	command executable.Command
	options host.Options
	output  *buffer
	id      string // is in its arguments and environment, and in those of what it starts
	victim  *victim
	process *host.Process
	killed  time.Duration // how long it took to end it

	outlived bool // it was there when it had been frozen
}

type buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

var botCount atomic.Int64

func (e enemy) language() language {
	if e.in == "" {
		return goLines
	}
	return e.in
}

// start makes a bot ready.
func (s *suite) start(t *testing.T, e enemy, want end, name string) *bot {
	t.Helper()
	b := &bot{output: new(buffer), id: fmt.Sprintf("hostile-%d-%d", os.Getpid(), botCount.Add(1)), victim: newVictim(t)}
	b.victim.mayDie = e.kills
	l := limits(want)
	if e.limits != nil {
		e.limits(&l)
	}
	b.options = host.Options{Limits: l, Output: b.output, TempDir: folder(t, 0o755), Sandbox: s.sandbox}
	b.command = s.command(t, e.language(), name, b)
	return b
}

func (s *suite) command(t *testing.T, in language, name string, b *bot) executable.Command {
	t.Helper()
	file := map[language]string{
		goLines: "bots", goPlugin: "bots", inC: "c", inStatic: "c-static", inPython: "hostile.py",
		inShell: "hostile.sh",
	}[in]
	path := filepath.Join(programs(t), file)
	args := []string{path, name}
	switch in {
	case goPlugin:
		args = append(args, "protocol=grpc")
	case inPython:
		args = append([]string{testkit.Python(t), "-u"}, args...)
	case inC, inStatic:
		_, err := os.Stat(path)
		requireIs(t, err) // there is no compiler
	}
	args = append(args, s.targets.arguments()...)
	args = append(args, b.victim.arguments()...)
	args = append(args, "program="+path, "sockets="+s.dir, "id="+b.id)
	return executable.Command{Path: path, Args: args, Env: []string{"HOSTILE_ID=" + b.id}}
}

// rivals are three harmless bots that play against one enemy after the other.
type rivals struct{ processes []*host.Process }

// take returns rivals that are free, or starts some.
func (s *suite) take(t *testing.T) *rivals {
	t.Helper()
	select {
	case r := <-s.rivals:
		return r
	default:
	}
	l := host.DefaultLimits()
	l.Wall, l.CPU, l.Start = time.Minute, 10*time.Second, time.Minute // room for a busy machine
	path := filepath.Join(programs(t), "bots")
	commands := []executable.Command{
		executable.Alone(path, "march"), executable.Alone(path, "null"),
		executable.Alone(path, "march"),
	}
	processes, err := host.StartAll(t.Context(), commands, host.Options{Limits: l, Sandbox: s.sandbox, TempDir: s.dir})
	require.NoError(t, err)
	return &rivals{processes}
}

func (r *rivals) close() { host.CloseAll(r.processes) }

// enemySeat is where the enemy sits.
const enemySeat = 1

// story is what the three others and the board have come to.
type story struct {
	hashes   string // of the state after every round, in hexadecimal
	sizes    string // of the others' answers
	scores   []int
	places   []int
	commands int
}

// outcome is how a match has ended.
type outcome struct {
	story  story
	result match.Result
}

// recorder follows a match.
type recorder struct{ story story }

func (r *recorder) Round(m engine.Match, round match.Round) {
	var d engine.Digest
	m.Digest(&d)
	r.story.hashes += fmt.Sprintf("%x ", d.Sum())
	for seat, turn := range round.Turns {
		if seat != enemySeat {
			r.story.sizes += strconv.Itoa(round.Receipts[seat].Bytes) + " "
			r.story.commands += turn.Commands.Len()
		}
	}
}

// timed is a player that notes how long it takes to freeze it.
type timed struct {
	match.Player
	bot *bot
}

func (p timed) Freeze() {
	begun := time.Now()
	p.Player.Freeze()
	p.bot.killed = time.Since(begun)
	p.bot.outlived = p.bot.exists()
}

// exists reports whether the bot's process is there, though nobody has waited for it.
func (b *bot) exists() bool { return !errors.Is(syscall.Kill(b.process.PID(), 0), syscall.ESRCH) }

// board returns a new match, which is the same each time.
func board(t *testing.T) engine.Match {
	t.Helper()
	setup, err := orkisland.Game.Default().With("nb_rounds", rounds)
	require.NoError(t, err)
	setup, err = setup.With("rows", 40) // small, as the board is made again for each
	require.NoError(t, err)
	m, err := setup.New([]string{"a", "b", "c", "d"}, 30, engine.ChaCha8)
	require.NoError(t, err)
	return m
}

// match plays a match against a bot, which must not fail, whatever the bot does.
func (s *suite) match(t *testing.T, b *bot) outcome {
	t.Helper()
	m := board(t)
	others, unharmed := s.take(t), false
	defer func() {
		if !unharmed { // else what is left of them would be found as well
			others.close()
		}
	}()
	var err error
	b.process, err = host.Start(t.Context(), b.command, b.options)
	require.NoError(t, err)
	t.Cleanup(b.process.Close)
	players := []match.Player{
		others.processes[0].Player(),
		timed{b.process.Player(), b},
		others.processes[1].Player(),
		others.processes[2].Player(),
	}
	var seen recorder
	var result match.Result
	ends(t, func() { result, err = match.Play(t.Context(), m, players, &seen) })
	require.NoError(t, err)
	require.False(t, b.outlived, "it is there after it was frozen")
	require.Equal(t, rounds, result.Rounds)
	for _, v := range result.Verdicts {
		require.Equal(t, enemySeat, v.Seat, "%s: %s", v.Kind, v.Detail)
	}
	for _, p := range others.processes {
		require.False(t, p.Ended(), "a rival has ended")
	}
	unharmed = true
	s.rivals <- others
	seen.story.scores, seen.story.places = result.Scores, result.Places
	return outcome{seen.story, result}
}

// ends does what must come to an end, and does not wait for what hangs.
func ends(t *testing.T, do func()) {
	t.Helper()
	over := make(chan struct{})
	go func() {
		defer close(over)
		do()
	}()
	select {
	case <-over:
	case <-testkit.Patiently(t).Done():
		panic(t.Name() + ": hangs")
	}
}

// judge requires the end that was expected, and returns it in words.
func (o outcome) judge(t *testing.T, want end, name, output string) string {
	t.Helper()
	require.Equal(t, engine.Printable(strings.ReplaceAll(output, "\n", "")), strings.ReplaceAll(output, "\n", ""),
		"what is shown controls the terminal")
	said := ""
	for line := range strings.Lines(output) {
		if _, text, is := strings.Cut(line, name+": "); is {
			said = strings.TrimSpace(text)
			break
		}
	}
	verdict := o.result.Verdict(enemySeat)
	switch want.kind {
	case whatever:
	case "":
		require.Nil(t, verdict, "%+v; it said %q", verdict, said)
	default:
		require.NotNil(t, verdict, "no verdict; it said %q", said)
		if want.kind != anything {
			require.Equal(t, want.kind, verdict.Kind, verdict.Detail)
		}
		require.True(t, has(verdict.Detail, want.detail), "%q, but %q is wanted", verdict.Detail, want.detail)
		require.Equal(t, engine.Printable(verdict.Detail), verdict.Detail)
	}
	require.True(t, has(said, want.says), "it said %q, but %q is wanted", said, want.says)
	switch {
	case verdict != nil:
		return string(verdict.Kind) + ": " + verdict.Detail
	case said != "":
		return "said: " + said
	}
	return "played to the end"
}

// refuse starts a bot that is none, and returns the reason.
func (s *suite) refuse(t *testing.T, b *bot, reason string) string {
	t.Helper()
	var no *host.NotABotError
	ends(t, func() {
		p, err := host.Start(t.Context(), b.command, b.options)
		if err == nil {
			p.Close()
		}
		require.ErrorAs(t, err, &no)
	})
	require.True(t, has(no.Problem, reason), "%q, but %q is wanted", no.Problem, reason)
	require.Equal(t, engine.Printable(no.Problem), no.Problem)
	return "refused: " + no.Problem
}

// close ends the bot.
func (b *bot) close(t *testing.T) {
	t.Helper()
	if b.process == nil {
		return
	}
	ends(t, func() {
		begun := time.Now()
		b.process.Close()
		b.killed = max(b.killed, time.Since(begun))
	})
}
