package match

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/match/ask"
	"github.com/botarena/arena/internal/match/faults"
	"github.com/botarena/arena/internal/match/picture"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/terminal"
	"github.com/botarena/arena/internal/match/transcript"
	"github.com/botarena/arena/internal/web/viewer"

	"github.com/botarena/arena/internal/cli/shell"
)

// quiet is a shell of which nobody reads what it prints.
func quiet() *shell.Shell {
	return shell.New(engine.NewGames(duel.Game, orkisland.Game), io.Discard, io.Discard)
}

func requireSays(t *testing.T, err error, want, fix string) {
	t.Helper()
	require.EqualError(t, err, want)
	require.Equal(t, fix, hint.Of(err))
}

func requireMisused(t *testing.T, err error, want, fix string) {
	t.Helper()
	requireSays(t, err, want, fix)
	require.ErrorAs(t, err, new(*shell.UsageError))
}

func TestQuestionsThatCannotBe(t *testing.T) {
	const rounds = "--round 83 or --round 80-85"
	for _, test := range []struct {
		typed     string
		other     bool
		want, fix string
		something bool
		from, to  int
	}{
		{typed: "", to: -1},
		{typed: "", other: true, to: -1},
		{typed: "--round 7", something: true, from: 7, to: 7},
		{typed: "--round 7-7", something: true, from: 7, to: 7},
		{typed: "--round 7-9", something: true, from: 7, to: 9},
		{typed: "--unit 0", something: true, to: -1},
		{typed: "--events", something: true, to: -1},
		{typed: "--seat 1", something: true, to: -1},
		{typed: "--unit -1", want: "--unit: -1 is not a unit", fix: "--unit 19"},
		{typed: "--round 9-7", want: `--round: "9-7" is neither a round nor FROM-TO`, fix: rounds},
		{typed: "--round 7-", want: `--round: "7-" is neither a round nor FROM-TO`, fix: rounds},
		{typed: "--round -7", want: `--round: "-7" is neither a round nor FROM-TO`, fix: rounds},
		{typed: "--round 2147483648", want: `--round: "2147483648" is neither a round nor FROM-TO`, fix: rounds},
		{typed: "--events", other: true, want: "--events: contradicts --json and --cpu", fix: "leave out one of them"},
		{typed: "--unit 1", other: true, want: "--unit: contradicts --json and --cpu", fix: "leave out one of them"},
		{typed: "--seat 1", other: true, want: "--seat: contradicts --json and --cpu", fix: "leave out one of them"},
		{typed: "--round 1", other: true, want: "--round: contradicts --json and --cpu", fix: "leave out one of them"},
	} {
		q, c := &question{}, &cobra.Command{}
		q.Register(c)
		require.Equal(t, -1, q.Unit)
		require.NoError(t, c.ParseFlags(strings.Fields(test.typed)))
		err := q.Check(c, test.other)
		if test.want != "" {
			requireMisused(t, err, test.want, test.fix)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, test.something, q.something, test.typed)
		require.Equal(t, [2]int{test.from, test.to}, [2]int{q.From, q.To}, test.typed)
	}
}

func TestWhatIsNotThereIsNamedByItsFlag(t *testing.T) {
	requireMisused(t, unanswered(&replay.NoRoundError{Round: 9, Rounds: 5}),
		"--round: there is no round 9: 5 rounds are recorded, from 0", "--round 4")
	require.Equal(t, "--round 0", hint.Of(unanswered(&replay.NoRoundError{})))
	err := unanswered(&ask.NoPlayerError{Player: "zorg"})
	require.ErrorContains(t, err, "--seat: ")
	require.Equal(t, "--seat 0", hint.Of(err))
	other := errors.New("other")
	require.Equal(t, other, unanswered(other))
}

func TestFactsInWords(t *testing.T) {
	labels := []string{"anna", "borg"}
	for _, test := range []struct {
		what       any
		kind, text string
	}{
		{scene.Event{Text: "it rains"}, "event", "it rains"},
		{match.Verdict{Kind: match.Crash, Detail: "boom"}, "verdict", "borg: crash: boom"},
		{scene.Order{Unit: 3, Text: "north", Outcome: "moved"}, "order", "borg: unit 3, north: moved"},
		{scene.Order{Unit: 3, Text: "north"}, "order", "borg: unit 3, north"},
		{ask.Line("hello"), "output", "borg: hello"},
	} {
		kind, text := inWords([]ask.Fact{{Seat: 1, What: test.what}}, labels)
		require.Equal(t, test.kind, kind)
		require.Equal(t, test.text, text)
	}
}

func TestOrdersThatAreAlikeShareALine(t *testing.T) {
	order := func(round, seat, unit int, outcome string) ask.Fact {
		what := scene.Order{Unit: unit, To: 10 * unit, Text: "north", Outcome: outcome}
		return ask.Fact{Round: round, Seat: seat, What: what}
	}
	var said []string
	for _, alike := range fold([]ask.Fact{
		order(4, 0, 3, "moved"), order(4, 0, 5, "blocked"), order(4, 0, 7, "moved"), order(4, 0, 9, "moved"),
		order(4, 1, 4, "moved"),
		{Round: 4, Seat: 1, What: ask.Line("moved")},
		{Round: 4, Seat: 1, What: ask.Line("moved")},
		order(5, 0, 3, "moved"),
	}) {
		_, text := inWords(alike, []string{"anna", "borg"})
		said = append(said, text)
	}
	require.Equal(t, []string{
		"anna: units 3, 7, 9, north: moved", "anna: unit 5, north: blocked", "borg: unit 4, north: moved",
		"borg: moved", "borg: moved", "anna: unit 3, north: moved",
	}, said)
}

func TestExportsThatCannotBe(t *testing.T) {
	s := quiet()
	const formats = "html, png, gif, txt, json, out"
	for typed, want := range map[string][2]string{
		"-o -":                          {"-o -: needs a format: " + formats, "--format html"},
		"-o a.pdf":                      {"a.pdf: its extension is not one of " + formats, "-o match.html"},
		"-o a.png --speed 2":            {"--speed: has no effect on png", "export --help"},
		"-o a.html --cell 2":            {"--cell: has no effect on html", "export --help"},
		"-o a.json --lang ca":           {"--lang: has no effect on json", "export --help"},
		"-o a.out --no-debug":           {"--no-debug: has no effect on out", "export --help"},
		"-o a.json --round 3":           {"--round: has no effect on json", "export --help"},
		"-o a.png --cell 0":             {"--cell: must be at least 1", "--cell 20"},
		"-o a.gif --speed 0":            {"--speed: must be more than 0", "--speed 10"},
		"":                              {"html", "my match.html"},
		"--format png":                  {"png", "my match.png"},
		"-o a.PNG":                      {"png", "a.PNG"},
		"-o a.x --format gif":           {"gif", "a.x"},
		"-o a.gif --speed 0.5 --cell 1": {"gif", "a.gif"},
		"-o a.txt --round end":          {"txt", "a.txt"},
		"-o a.gif --round 3":            {"gif", "a.gif"},
	} {
		o, c := &exportOptions{}, &cobra.Command{Use: "export"}
		o.Register(s, c)
		require.NoError(t, c.ParseFlags(strings.Fields(typed)), typed)
		err := o.Check(s, c, filepath.Join("x", "my match.arena"))
		if err == nil {
			require.Equal(t, want, [2]string{o.format, o.output}, typed)
			continue
		}
		requireMisused(t, err, want[0], want[1])
	}
}

func TestWhatAnExportKnows(t *testing.T) {
	for typed, want := range map[string]string{
		"--format pdf":          `--format: "pdf" is not one of html, png, gif, txt, json and out`,
		"--theme blue -o a.png": `--theme: "blue" is neither light nor dark`,
		"--lang xx":             `--lang: "xx" is neither en, ca nor es`,
	} {
		o, c := &exportOptions{}, &cobra.Command{Use: "export"}
		o.Register(quiet(), c)
		requireMisused(t, shell.FlagError(c, c.ParseFlags(strings.Fields(typed))), want, "export --help")
	}
}

func TestRoundsOfAnExport(t *testing.T) {
	const rounds = "--round end or --round 100-150"
	for _, test := range []struct {
		round     string
		from, to  int
		want, fix string
	}{
		{"", 0, picture.End, "", ""},
		{"7", 7, 7, "", ""},
		{"end", picture.End, picture.End, "", ""},
		{"3-9", 3, 9, "", ""},
		{"3-end", 3, picture.End, "", ""},
		{"x", 0, 0, `--round: "x" is neither a round nor FROM-TO`, rounds},
		{"-1", 0, 0, `--round: "-1" is neither a round nor FROM-TO`, rounds},
		{"3-", 0, 0, `--round: "3-" is neither a round nor FROM-TO`, rounds},
		{"3-x", 0, 0, `--round: "3-x" is neither a round nor FROM-TO`, rounds},
	} {
		from, to, err := (&exportOptions{round: test.round}).span()
		if test.want != "" {
			requireMisused(t, err, test.want, test.fix)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, [2]int{test.from, test.to}, [2]int{from, to})
	}
}

func TestAMatchByHandThatCannotBe(t *testing.T) {
	s := quiet()
	name := duel.Game.Info().Name
	for _, test := range []struct {
		o         talkOptions
		want, fix string
	}{
		{talkOptions{output: "-"}, "-o -: standard output is for talking", "leave it out"},
		{talkOptions{seat: -1}, "--seat: there is no seat -1: " + name + " has seats 0 to 1", "--seat 0"},
		{talkOptions{seat: 2}, "--seat: there is no seat 2: " + name + " has seats 0 to 1", "--seat 0"},
		{talkOptions{bots: []string{"a", "b"}}, "2 bots for 1 seat beside yours", "leave one out, since you take a seat"},
		{talkOptions{bots: []string{"a"}, seat: 1}, "", ""},
	} {
		o := test.o
		o.game = name
		_, err := o.Check(s)
		if test.want != "" {
			requireMisused(t, err, test.want, test.fix)
			continue
		}
		require.NoError(t, err)
		require.True(t, o.setup.Seed.Given)
	}
}

func TestWhyAMatchByHandEnded(t *testing.T) {
	s := quiet()
	h := &handMatch{program: s, o: &talkOptions{}}
	require.NoError(t, h.why(terminal.ErrQuit, strings.NewReader("")))
	require.Equal(t, "a line \"quit\" ends a match, \"skip 999\" plays on without commands",
		hint.Of(h.why(terminal.ErrEnded, strings.NewReader(""))))
	other := errors.New("other")
	require.Equal(t, other, h.why(other, strings.NewReader("")))
	s.Out.Failed = errors.New("full")
	require.EqualError(t, h.why(other, strings.NewReader("")), "standard output: full")
}

func TestWhoSitsWhereInAReportByHand(t *testing.T) {
	h := &handMatch{o: &talkOptions{seat: 1, bots: []string{"a", "b"}}}
	var typed []string
	for _, seat := range h.seated(make([]match.Player, 4)) {
		typed = append(typed, seat.Typed)
	}
	require.Equal(t, []string{"a", "", "b", ""}, typed)
	require.IsType(t, []faults.Seat{}, h.seated(nil))
}

func TestPiecesOfATranscript(t *testing.T) {
	state := transcript.Piece{Kind: transcript.State, Round: 3}
	answer := transcript.Piece{Kind: transcript.Answer, Round: 3}
	in, out := transcriptOptions{in: true}, transcriptOptions{out: true}
	require.True(t, in.wants(state))
	require.False(t, in.wants(answer))
	require.False(t, out.wants(state))
	require.True(t, out.wants(answer))
	require.True(t, (&transcriptOptions{}).wants(state))
	require.Equal(t, "< a\n< b\n", string(marked([]byte("a\nb\n"))))
	for typed, want := range map[string][2]string{
		"--in --out":      {"--in: contradicts --out", "leave out both for both"},
		"--in --boards":   {"--boards: contradicts --in and --out", "leave out one of them"},
		"--out --round 1": {"--round: contradicts --in and --out", "leave out one of them"},
	} {
		o, c := &transcriptOptions{}, &cobra.Command{}
		c.Flags().BoolVar(&o.in, "in", false, "")
		c.Flags().BoolVar(&o.out, "out", false, "")
		c.Flags().BoolVar(&o.boards, "boards", false, "")
		c.Flags().StringVar(&o.rounds.rounds, "round", "", "")
		require.NoError(t, c.ParseFlags(strings.Fields(typed)))
		requireMisused(t, o.Check(c), want[0], want[1])
	}
}

func TestWhatIsAMatchByItsName(t *testing.T) {
	s := quiet()
	for name, want := range map[string]bool{
		"a.arena": true, "a.arena.gz": true, "a.out": true, "a.out.gz": true, "a.res": false, "a.txt": false, "a": false,
	} {
		require.Equal(t, want, isMatch(s, name), name)
	}
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("a.arena", nil, 0o600))
	require.NoError(t, os.Mkdir("empty", 0o700))
	first, several, err := matchesAt(s, []string{"a.arena"})
	require.NoError(t, err)
	require.Equal(t, "a.arena", first)
	require.Nil(t, several)
	requireMisused(t, wantPair(several), "--beside: takes two matches, not 1", "arena view old.arena new.arena --beside")
	_, several, err = matchesAt(s, []string{"a.arena", "a.arena"})
	require.NoError(t, err)
	require.NotNil(t, several)
	_, _, err = matchesAt(s, []string{"empty"})
	requireSays(t, err, "empty: has no match", "arena play records a match as a replay")
	_, _, err = matchesAt(s, []string{"none"})
	requireSays(t, err, "none: no such file", "")
}

func TestASiteTakesNoFolderOfOthers(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, checkSiteFolder(filepath.Join("a", "b")))
	require.NoError(t, os.MkdirAll(filepath.Join("a", "b"), 0o700))
	require.NoError(t, checkSiteFolder(filepath.Join("a", "b")), "it is empty")
	requireMisused(t, checkSiteFolder("a"), "a: has other files", "arena site "+filepath.Join("a", "viewer"))
	require.NoError(t, os.WriteFile(filepath.Join("a", viewer.ReaderName), nil, 0o600))
	require.NoError(t, checkSiteFolder("a"), "it is ours")
}

func TestCommandsOfARound(t *testing.T) {
	require.Equal(t, "crash", commandCount(engine.Turn[engine.Commands]{}, "crash"))
	require.Equal(t, "-", commandCount(engine.Turn[engine.Commands]{Status: engine.Frozen}, ""))
	require.Equal(t, "0", commandCount(engine.Turn[engine.Commands]{}, ""))
	verdicts := []match.Verdict{{Seat: 1, Kind: match.Crash}}
	require.Equal(t, "crash", verdictMark(verdicts, 1))
	require.Empty(t, verdictMark(verdicts, 0))
	require.Equal(t, "all default", changedSettings(duel.Game.Default()))
	setup, err := duel.Game.Default().With("nb_players", 3)
	require.NoError(t, err)
	require.Equal(t, "nb_players=3", changedSettings(setup))
}

func TestFlagsForAnAudienceThatIsNone(t *testing.T) {
	s := quiet()
	for _, flag := range []string{"http=127.0.0.1:1", "no-open"} {
		c, o := NewPlay(s), &playOptions{}
		require.NoError(t, c.ParseFlags([]string{"--" + flag}))
		_, err := o.audience(c)
		name, _, _ := strings.Cut(flag, "=")
		requireMisused(t, err, "--"+name+": has no effect without --view", "--view")
	}
	a, err := (&playOptions{}).audience(NewPlay(s))
	require.NoError(t, err)
	require.Empty(t, a.Watchers(t.Context(), nil, nil, replay.Header{}))
	failed := errors.New("failed")
	require.Equal(t, failed, a.stay(t.Context(), nil, failed))
}

func TestACloserLookAtAVerdict(t *testing.T) {
	t.Setenv("ARENA_BOTS", "")
	o := &playOptions{output: "my.arena"}
	o.Game, o.Bots, o.From.Dir, o.Setup.Random = "duel", []string{"a"}, "bots", "chacha8"
	o.From.UsualLimits()
	out := ended{}
	out.Seed, out.Verdicts = 7, []match.Verdict{{Seat: 1, Round: 3}, {Seat: 0, Round: 9}}
	require.Equal(t, "arena replay my.arena --seat 1 --round 3", o.closerLook(out))
	for _, output := range []string{"none", "-"} {
		o.output = output
		require.True(t, strings.HasPrefix(o.closerLook(out), "arena play duel a -s 7"))
	}
	o.output, o.record = "a.out", true
	require.True(t, strings.HasPrefix(o.closerLook(out), "arena play duel a -s 7"))
}

func TestHowAMatchIsPrinted(t *testing.T) {
	for _, test := range []struct {
		out  ended
		want string
	}{
		{ended{output: "x"}, "seed 7\nreplay x\nto watch it: arena view x\n"},
		{ended{output: "x", record: true}, "seed 7\nrecord x\n"},
		{ended{output: "none"}, "seed 7\n"},
		{ended{output: "-", record: true}, "seed 7\n"},
		{ended{output: "none", confined: "whole"}, "seed 7\nsandbox whole\n"},
	} {
		var text strings.Builder
		test.out.Seed = 7
		test.out.Print(&text)
		require.Equal(t, test.want, text.String())
	}
	out := ended{labels: []string{"a", "b"}, output: "none", finished: true, used: make(ask.Costs, 2)}
	out.Seed, out.Scores, out.Places = 7, []int{1, 5}, []int{2, 1}
	var text strings.Builder
	out.Print(&text)
	require.Equal(t, "place  player      score  cpu  verdict\n    1  b (seat 1)      5    -\n"+
		"    2  a (seat 0)      1    -\nseed 7\n", text.String())
}
