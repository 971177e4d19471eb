package faults_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/faults"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/lineproto"
)

const (
	rounds = 8
	seed   = 42
)

// failing plays at random until its bad round; -1 is the start of the match.
type failing struct {
	match.Player
	in    int
	fault error
}

func (f *failing) Start(ctx context.Context, m engine.Match, seat int) error {
	if f.in < 0 {
		return f.fault
	}
	return f.Player.Start(ctx, m, seat)
}

func (f *failing) Answer(state *match.State) (match.Answer, error) {
	if state.Round() == f.in {
		return match.Answer{Receipt: match.Receipt{CPU: time.Second, Wall: 2 * time.Second}}, f.fault
	}
	answer, err := f.Player.Answer(state)
	answer.Receipt = match.Receipt{CPU: time.Millisecond, Wall: 3 * time.Millisecond, Bytes: 100}
	return answer, err
}

func random() match.Player { return match.Local(orkisland.Game.Random()) }

func failsIn(round int, fault error) match.Player { return &failing{random(), round, fault} }

func header(t *testing.T, names ...string) replay.Header {
	t.Helper()
	setup, err := orkisland.Game.Default().With("nb_rounds", rounds)
	require.NoError(t, err)
	h := replay.Header{Setup: setup, Seed: seed, Random: engine.ChaCha8, Arena: "v1.2.3", CPU: 50 * time.Millisecond}
	for _, name := range append(names, "a", "b", "c", "d")[:4] {
		h.Seats = append(h.Seats, replay.Seat{Name: name, Version: "7", SHA256: bytes.Repeat([]byte{0xab}, 32)})
	}
	return h
}

func options(dir string) faults.Options {
	return faults.Options{
		Dir: dir, Limits: host.DefaultLimits(), Sandbox: "none: as in a test",
		Flags: []string{"--bots", "my bots"},
	}
}

// play plays a match and writes the reports. adjust may be nil.
func play(t *testing.T, ctx context.Context, r *faults.Reporter, h replay.Header, adjust func(*faults.Watch),
	players ...match.Player,
) []faults.Report {
	t.Helper()
	m, err := h.Setup.New(h.Names(), h.Seed, h.Random)
	require.NoError(t, err)
	for len(players) < 4 {
		players = append(players, random())
	}
	watch := r.Begin(h)
	if adjust != nil {
		adjust(watch)
	}
	result, err := match.Play(ctx, m, players, watch)
	seats := make([]faults.Seat, len(players))
	for i, p := range players {
		seats[i] = faults.Seat{Typed: fmt.Sprintf("./bot %d", i), Player: p}
	}
	return watch.Write(result, err == nil, seats)
}

func read(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	require.NoError(t, err)
	return string(text)
}

func namesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestEveryVerdictIsReported(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "faults")
	late := &match.Fault{Kind: match.Late, Detail: "gave no answer for 3s"}
	reports := play(t, t.Context(), faults.New(options(dir)), header(t), nil,
		failsIn(-1, errors.New("no memory")), random(), failsIn(5, late), failsIn(5, late))
	require.Equal(t, []string{"orkisland-42-0", "orkisland-42-2", "orkisland-42-3"}, namesIn(t, dir))
	require.Len(t, reports, 3)
	require.Equal(t, faults.Report{
		Seat: 2, Dir: filepath.Join(dir, "orkisland-42-2"),
		Again: "arena rerun " + filepath.Join(dir, "orkisland-42-2", "match.arena") + " --seat 2 './bot 2' --bots 'my bots'",
	}, reports[1])

	text := read(t, reports[1].Dir, "fault.txt")
	require.True(t, strings.HasPrefix(text, "seat 2 (c): wall in round 5 of 8: gave no answer for 3s\n"), text)
	for _, line := range []string{
		"players          a, b, c, d\n",
		"./bot 2, version 7, SHA-256 abab",
		"answers          5\n",
		"CPU time         1.005s for all rounds, 1s in round 5 alone; it may use 50ms in a round, and 1s more in the match\n",
		"wall-clock time  2.015s for all rounds, 2s in round 5 alone; it may use 200ms in a round, " +
			"and 3s more in the match\n",
		"sandbox          none: as in a test\n",
		"arena            v1.2.3, go",
		reports[1].Again,
	} {
		require.Contains(t, text, line)
	}
	state := read(t, reports[1].Dir, "state.txt")
	require.True(t, strings.HasPrefix(state, "match orkisland 1\nme 2\n"), state)
	require.True(t, strings.HasSuffix(state, "\ngo 5\n"))
	require.Equal(t, 1, strings.Count(state, "\ngo "))
	commands := read(t, reports[1].Dir, "commands.txt")
	require.True(t, strings.HasPrefix(commands, "do "), commands)
	require.True(t, strings.HasSuffix(commands, "\ndone 4\n"))
	require.NoFileExists(t, filepath.Join(reports[1].Dir, "stderr.txt"), "a player in this process has none")

	text = read(t, reports[0].Dir, "fault.txt")
	require.Contains(t, text, "seat 0 (a): crash in round 0 of 8: no memory\n")
	require.Contains(t, text, "answers          0\n")
	require.NotContains(t, text, "commands.txt")
	require.NoFileExists(t, filepath.Join(reports[0].Dir, "commands.txt"))
	require.True(t, strings.HasSuffix(read(t, reports[0].Dir, "state.txt"), "\ngo 0\n"))

	for _, r := range reports {
		again, err := replay.Read(strings.NewReader(read(t, r.Dir, "match.arena")), engine.NewGames(orkisland.Game))
		require.NoError(t, err)
		require.NoError(t, again.Verify())
		require.Len(t, again.Rounds, rounds)
		require.Len(t, again.Verdicts(), 3)
		require.NotNil(t, again.Scores)
	}
}

// TestWhatHelpsAgainstAnIllegalInstruction: the author may not know that the program is for another processor.
func TestWhatHelpsAgainstAnIllegalInstruction(t *testing.T) {
	newer := &match.Fault{Kind: match.Crash, Detail: "was ended by a signal (" + lineproto.IllegalInstruction + ")"}
	other := &match.Fault{Kind: match.Crash, Detail: "was ended by a signal (segmentation fault)"}
	reports := play(t, t.Context(), faults.New(options(filepath.Join(t.TempDir(), "faults"))), header(t), nil,
		failsIn(2, newer), failsIn(3, other))
	require.Len(t, reports, 2)
	require.Contains(t, read(t, reports[0].Dir, "fault.txt"), "what helps       "+lineproto.BuildForAll+"\n")
	require.NotContains(t, read(t, reports[1].Dir, "fault.txt"), "what helps")
}

// TestAMatchThatIsHeldOrRecordedIsTheSame: how it was kept makes no difference.
func TestAMatchThatIsHeldOrRecordedIsTheSame(t *testing.T) {
	var texts []string
	for _, most := range []int{1 << 20, 200, 0} {
		dir := t.TempDir()
		reports := play(t, t.Context(), faults.New(options(dir)), header(t),
			func(w *faults.Watch) { w.Hold(most) }, failsIn(6, errors.New("tired")))
		require.Len(t, reports, 1)
		again, err := replay.Read(strings.NewReader(read(t, reports[0].Dir, "match.arena")), engine.NewGames(orkisland.Game))
		require.NoError(t, err)
		require.NoError(t, again.Verify())
		require.Len(t, again.Rounds, rounds)
		texts = append(texts, read(t, reports[0].Dir, "commands.txt")+read(t, reports[0].Dir, "state.txt"))
	}
	require.Equal(t, texts[0], texts[1])
	require.Equal(t, texts[0], texts[2])
}

func TestAReplayThatIsTooLargeIsLeftOut(t *testing.T) {
	dir := t.TempDir()
	reports := play(t, t.Context(), faults.New(options(dir)), header(t),
		func(w *faults.Watch) { w.Bound(1000) }, failsIn(6, errors.New("tired")))
	require.Len(t, reports, 1)
	require.Empty(t, reports[0].Problem)
	require.Empty(t, reports[0].Again)
	require.Equal(t, []string{"fault.txt"}, namesIn(t, reports[0].Dir))
	text := read(t, reports[0].Dir, "fault.txt")
	require.Contains(t, text, "seat 0 (a): crash in round 6 of 8: tired\n")
	require.Contains(t, text, "\nwhat is missing: the replay is larger than 0 MB\n")
}

// TestNothingThatABotChoseIsInAName, and nothing of it controls the terminal.
func TestNothingThatABotChoseIsInAName(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "faults")
	evil := "../../x\x1b[2J\x00\n"
	reports := play(t, t.Context(), faults.New(options(dir)), header(t, engine.Printable(evil)), nil,
		failsIn(2, &match.Fault{Kind: match.Protocol, Detail: "said \x1b]0;" + evil}))
	require.Len(t, reports, 1)
	require.Equal(t, []string{"orkisland-42-0"}, namesIn(t, dir))
	require.Equal(t, []string{"faults"}, namesIn(t, filepath.Dir(dir)))
	for _, name := range []string{"fault.txt", "state.txt", "commands.txt"} {
		for line := range strings.Lines(read(t, reports[0].Dir, name)) {
			line = strings.TrimSuffix(line, "\n")
			require.Equal(t, engine.Printable(line), line, name)
		}
	}
}

func TestAnOlderReportStays(t *testing.T) {
	dir := t.TempDir()
	own := filepath.Join(dir, "orkisland-42-1")
	require.NoError(t, os.Mkdir(own, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(own, "fault.txt"), []byte("mine"), 0o600))
	r := faults.New(options(dir))
	for _, want := range []string{"orkisland-42-1-2", "orkisland-42-1-3"} {
		reports := play(t, t.Context(), r, header(t), nil, random(), failsIn(0, errors.New("x")))
		require.Equal(t, filepath.Join(dir, want), reports[0].Dir)
	}
	require.Equal(t, "mine", read(t, own, "fault.txt"))
	require.Equal(t, []string{"fault.txt"}, namesIn(t, own))
}

func TestAThousandVerdictsDoNotFillTheDisk(t *testing.T) {
	verdict := func(r *faults.Reporter, kind match.Kind) []faults.Report {
		result := match.Result{Verdicts: []match.Verdict{{Seat: 1, Kind: kind, Detail: "x"}}}
		return r.Begin(header(t)).Write(result, false, make([]faults.Seat, 4))
	}
	t.Run("three of each", func(t *testing.T) {
		o := options(t.TempDir())
		o.Each = 3
		r := faults.New(o)
		written := 0
		for range 1000 {
			written += len(verdict(r, match.Crash))
		}
		require.Equal(t, 3, written)
		require.Len(t, namesIn(t, o.Dir), 3)
		require.Len(t, verdict(r, match.Late), 1, "of another kind")
	})
	t.Run("a full folder", func(t *testing.T) {
		dir := t.TempDir()
		r := faults.New(options(dir))
		for n := range faults.Most + 10 {
			reports := verdict(r, match.Crash)
			require.Len(t, reports, 1)
			require.Equal(t, n >= faults.Most, reports[0].Problem != "")
			if n >= faults.Most {
				require.Equal(t, dir+": holds 100 reports, which is the most", reports[0].Problem)
				require.Contains(t, reports[0].Fix, "rm -r "+dir)
			}
		}
		require.Len(t, namesIn(t, dir), faults.Most)
	})
}

func TestAFolderThatCanNotBeWrittenIsAProblemOfTheReportAlone(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for _, dir := range []string{file, filepath.Join(file, "faults")} {
		reports := play(t, t.Context(), faults.New(options(dir)), header(t), nil, failsIn(3, errors.New("x")))
		require.Len(t, reports, 1)
		require.Equal(t, file+": not a directory", reports[0].Problem)
		require.Equal(t, "--faults DIR writes them elsewhere", reports[0].Fix)
		require.Empty(t, reports[0].Dir)
	}
}

func TestNoFolderMeansNoReports(t *testing.T) {
	t.Chdir(t.TempDir())
	require.Empty(t, play(t, t.Context(), faults.New(options("")), header(t), nil, failsIn(3, errors.New("x"))))
	require.Empty(t, namesIn(t, "."))
}

func TestAMatchThatIsCalledOffIsReportedAsFarAsItWent(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	stopper := &stopping{random(), cancel}
	dir := t.TempDir()
	reports := play(t, ctx, faults.New(options(dir)), header(t), nil, failsIn(2, errors.New("x")), stopper)
	require.Len(t, reports, 1)
	again, err := replay.Read(strings.NewReader(read(t, reports[0].Dir, "match.arena")), engine.NewGames(orkisland.Game))
	require.NoError(t, err)
	require.Len(t, again.Rounds, 4)
	require.Nil(t, again.Scores)
}

// stopping calls the match off in round 4.
type stopping struct {
	match.Player
	stop func()
}

func (s *stopping) Answer(state *match.State) (match.Answer, error) {
	if state.Round() == 4 {
		s.stop()
	}
	return s.Player.Answer(state)
}

// TestCommandsAreBounded: the last ones are kept, and it is told how many rounds are not.
func TestCommandsAreBounded(t *testing.T) {
	h := header(t)
	var err error
	h.Setup, err = h.Setup.With("nb_rounds", 200)
	require.NoError(t, err)
	greedy := match.Local(orkisland.Bot.Player(func(s *orkisland.State, c *orkisland.Commands) {
		for range engine.MaxCommands {
			c.Move(0, orkisland.North)
		}
	}))
	reports := play(t, t.Context(), faults.New(options(t.TempDir())), h, nil, &failing{greedy, 199, errors.New("tired")})
	commands := read(t, reports[0].Dir, "commands.txt")
	require.Less(t, len(commands), 257<<10)
	require.Greater(t, len(commands), 200<<10)
	require.Regexp(t, `^# the first 1\d\d rounds left out\ndo 0 north\n`, commands)
	require.True(t, strings.HasSuffix(commands, "\ndone 198\n"))
}
