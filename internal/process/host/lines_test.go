//go:build unix

package host_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/botwire"
	"github.com/botarena/arena/internal/process/host"
)

func TestAnswersInLinesMayBeAsLongAsOthers(t *testing.T) {
	require.Equal(t, botwire.MaxResponse, lines.MaxAnswer)
}

// TestLineBotsThatMisbehave: the others play as beside a null bot, and the author is told
// what was wrong.
func TestLineBotsThatMisbehave(t *testing.T) {
	const frozen = `; it had 500ms for a round and 700ms in its bank`
	tests := []struct {
		bot    string
		kind   match.Kind // empty: no verdict
		detail string
		shown  string
	}{
		{"lines", "", "", ""},
		{"linesonce", "", "", ""},
		{"linesmark", "", "", ""},
		{"linesquit", "", "", ""},
		{"linesahead", "", "", ""},
		{"linesblind", "", "", ""},
		{"lineslast", "", "", ""},
		{"linesstay", "", "", ""},
		{"linesburnend", "", "", ""},
		{"linesafter", "", "", ""},
		{"linesprints", "", "", "printed: where am I?"},
		{"linesexact", "", "", "printed: xxx"},
		{"linesnotes", "", "", "printed: mark here"},
		{
			"linesword", match.Protocol,
			`wrote "do 3 nroth": line 2, column 6: "nroth" is not one of north, south, east, west, none; did you mean north?`,
			"do 3 nroth\nseat 1 (b):      ^",
		},
		{"linescapital", match.Protocol, `wrote "DO 3 north": line 2, column 1: "DO" is written in small letters: do`, "^"},
		{
			"linesshort", match.Protocol, `wrote "do 3": line 2, column 5: the direction is missing: do UNIT DIRECTION`,
			"    ^",
		},
		{"linesnumber", match.Protocol, `line 2, column 4: "x" is not the number of a unit`, "   ^"},
		{"linescontrol", match.Protocol, `line 2, column 4: "\a" is not the number of a unit`, "   ^"},
		{"linesmore", match.Protocol, `line 2, column 12: "now" is one word too many: do UNIT DIRECTION`, "^"},
		{"lineswrong", match.Protocol, `line 2, column 6: answered "done 99" when "go 3" was asked`, "^"},
		{"lineslong", match.Protocol, "wrote a line of more than 4 KiB", ""},
		{"linesendless", match.Protocol, "wrote a line of more than 4 KiB", ""},
		{"linesmuch", match.Protocol, "more than 256 KiB in an answer", ""},
		{"linesflood", match.TooMuchOutput, "wrote more than 1 MiB of output", "printed: I print a lot and never answer"},
		{"lineshalf", match.Late, "gave no answer for 1.2s" + frozen + `; its last line has no end: "do 3 nor"`, ""},
		{"linesprint", match.Late, "gave no answer for 1.2s" + frozen +
			`; it printed 2 lines but no answer, the first: "Move 3 north"`, "printed: Move 4 south"},
		{"linescolours", match.Late, "gave no answer for 1.2s" + frozen +
			`; it printed 1 line but no answer, the first: "\x1b[32mdone 3\x1b[0m"`, `printed: "\x1b[32mdone 3\x1b[0m"`},
		{"linesunseen", match.Protocol, `wrote "do 3 north\u200b": line 2, column 6: "north\u200b" is not one of`, `\u200b`},
		{"linesopen", match.Late, "gave no answer for 1.2s" + frozen +
			`; its answer has 1 line, but not the last one, "done 3"`, ""},
		{"linesearlier", match.Late, "gave no answer for 1.2s" + frozen +
			`; it used hardly any CPU time: is the answer flushed`, "printed: printed in another round"},
		{"linessilent", match.Late, "gave no answer for 1.2s" + frozen +
			`; it used hardly any CPU time: is the answer flushed`, ""},
		{"linesnoread", match.Late, "gave no answer for 1.2s" + frozen, ""},
		{"linesdeaf", match.Late, "gave no answer for 1.2s" + frozen, ""},
		{"linesclose", match.Protocol, "closed its standard output", ""},
		{"linesexit", match.Crash, "exited with code 0", ""},
		{"linespanic", match.Crash, "exited with code 2: panic: no more orks, in ", ""},
		{"lineskill", match.Crash, "was ended by a signal (killed)", ""},
		{"linesheirs", match.Crash, "exited with code 1", ""},
		{"linesburn", match.OverCPU, "of CPU time; it had 50ms for a round and", ""},
	}
	var beside steps
	_, err := match.Play(t.Context(), newMatch(t), amongRandoms(match.Local(fixed(nil))), &beside)
	require.NoError(t, err)
	for _, test := range tests {
		t.Run(test.bot, func(t *testing.T) {
			t.Parallel()
			o := hostileOptions(t)
			output := &buffer{}
			o.Output, o.Limits.Shown = output, 1<<20
			if test.kind == match.Late {
				short(&o.Limits)
			}
			if test.kind == match.OverCPU {
				o.Limits.CPU, o.Limits.Bank = 50*time.Millisecond, 100*time.Millisecond
			}
			if strings.HasSuffix(test.bot, "end") {
				o.Limits.CPU, o.Limits.Bank = 50*time.Millisecond, 100*time.Millisecond
			}
			bot := start(t, o, test.bot)[0]
			var seen steps
			var result match.Result
			ends(t, func() {
				var err error
				result, err = match.Play(t.Context(), newMatch(t), amongRandoms(bot.Player()), &seen)
				require.NoError(t, err)
			})
			require.Equal(t, rounds, result.Rounds)
			require.Equal(t, beside, seen, "the others play as beside a null bot")
			require.Contains(t, output.String(), test.shown)
			if test.kind == match.Protocol {
				require.NotContains(t, output.String(), "printed: do", "the rest of an answer is no print")
			}
			said := strings.ReplaceAll(output.String(), "\n", "") // read once, as more may come
			require.Equal(t, engine.Printable(said), said)
			if test.kind == "" {
				require.Empty(t, result.Verdicts)
			} else {
				require.Len(t, result.Verdicts, 1)
				verdict := result.Verdicts[0]
				require.Equal(t, test.kind, verdict.Kind, verdict.Detail)
				require.Equal(t, 1, verdict.Seat)
				require.Contains(t, verdict.Detail, test.detail)
				require.Equal(t, engine.Printable(verdict.Detail), verdict.Detail)
			}
			ends(t, bot.Close)
			require.True(t, isGone(bot.PID()))
		})
	}
}

func TestLineBotIsDescribedByItsFirstLine(t *testing.T) {
	processes := start(t, options(t, &buffer{}), "linesrandom", "lines")
	require.Equal(t, host.Description{
		Name: "gandalf", Version: "1.2", SDK: "test/1", Games: map[string]int{"orkisland": 1}, Lines: true,
	}, processes[0].Description())
	require.NoError(t, processes[0].Plays(orkisland.Game.Info()))
	require.Equal(t, host.Description{AnyGame: true, Lines: true}, processes[1].Description())
	for _, g := range games.All() {
		require.NoError(t, processes[1].Plays(g.Info()))
	}
	require.ErrorContains(t, start(t, options(t, &buffer{}), "linesother")[0].Plays(orkisland.Game.Info()),
		"not a bot for Ork Island")
	require.ErrorContains(t, start(t, options(t, &buffer{}), "linesold")[0].Plays(orkisland.Game.Info()),
		"built for version 0 of the rules")
}

func TestFirstLinesThatAreWrong(t *testing.T) {
	for bot, want := range map[string]string{
		"linesbadgame": `its first line is wrong: it said games=orkisland, where games=orkisland:1,moria:1 was expected`,
		"lines2":       "it speaks version 2 of the line protocol; this arena speaks 1",
		"linesword1":   `it said "arena one", but after "arena" comes the version of the protocol, 1`,
		"linesunended": "it did not end its first line for 3s",
		"linescut":     `said "arena 1" and ended before the end of the line`,
		"linesarena":   `said "arena " and ended before`,
		"linesbegin":   "it said nothing for 3s",
		"lineshuge":    "it wrote a line of more than 4 KiB",
	} {
		t.Run(bot, func(t *testing.T) {
			t.Parallel()
			o := options(t, &buffer{})
			o.Limits.Start = time.Minute
			if strings.Contains(want, "for 3s") {
				o.Limits.Start = 3 * time.Second // room for a busy machine to start it
			}
			_, err := host.Start(t.Context(), command(t, bot), o)
			require.ErrorContains(t, err, want)
		})
	}
}

// TestLineBotsPlayAsOthersDo also over several matches with the same processes.
func TestLineBotsPlayAsOthersDo(t *testing.T) {
	moves := func() match.Player {
		return match.Local(orkisland.Bot.Player(func(s *orkisland.State, c *orkisland.Commands) {
			for ork := range s.Orks(s.Me()) {
				c.Move(
					ork.ID, []orkisland.Dir{
						orkisland.North, orkisland.East, orkisland.South,
						orkisland.West,
					}[(int(ork.ID)+s.Round())%4])
			}
		}))
	}
	var want steps
	_, err := match.Play(t.Context(), newMatch(t), []match.Player{moves(), moves(), moves(), moves()}, &want)
	require.NoError(t, err)
	processes := start(t, options(t, &buffer{}), "linesrandom", "linesrandom", "linesrandom", "linesrandom")
	for range 3 {
		var seen steps
		result, err := match.Play(t.Context(), newMatch(t), seated(processes), &seen)
		require.NoError(t, err)
		require.Empty(t, result.Verdicts)
		require.Equal(t, want, seen)
	}
}

func TestNotesAndPrintsOfALineBotAreKeptWithTheRound(t *testing.T) {
	processes := start(t, options(t, &buffer{}), "linesnotes", "linescrlf", "lines", "lines")
	var told rounder
	result, err := match.Play(t.Context(), newMatch(t), seated(processes), &told)
	require.NoError(t, err)
	require.Empty(t, result.Verdicts)
	require.Len(t, told, rounds)
	require.Equal(t, []engine.Note{
		{Kind: engine.MarkNote, At: engine.Pos{Row: 1, Col: 2}, Unit: -1},
		{Kind: engine.ArrowNote, At: engine.Pos{Row: 1, Col: 2}, To: engine.Pos{Row: -3, Col: 4}, Unit: -1},
		{Kind: engine.LabelNote, At: engine.Pos{Row: 5, Col: 6}, Unit: -1, Text: "two words"},
		{Kind: engine.LogNote, Unit: -1, Text: "round 2"},
		{Kind: engine.LogNote, Unit: 7, Text: "tired"},
		{Kind: engine.ChartNote, Unit: -1, Text: "army", Value: 2},
	}, told[2].Notes[0])
	require.Equal(t, []string{"printed: mark here"}, told[2].Lines[0])
	require.Equal(t, 1, told[2].Turns[1].Commands.Len())
	require.Equal(t, len("do\t3   north\n\tdone  2 \n"), told[2].Receipts[1].Bytes)
}

// rounder keeps the rounds of a match.
type rounder []match.Round

func (r *rounder) Round(_ engine.Match, round match.Round) { *r = append(*r, round) }

// TestLineBotsPayForTheirCPUTime: a line bot is charged as any other.
func TestLineBotsPayForTheirCPUTime(t *testing.T) {
	o := options(t, &buffer{})
	o.Limits.Bank = 0
	processes := start(t, o, "linesburn", "lines", "lines", "lines")
	var told rounder
	result, err := match.Play(t.Context(), newMatch(t), seated(processes), &told)
	require.NoError(t, err)
	require.Len(t, result.Verdicts, 1)
	require.Equal(t, match.OverCPU, result.Verdicts[0].Kind, result.Verdicts[0].Detail)
	require.Equal(t, badRound, result.Verdicts[0].Round)
	require.Positive(t, told[1].Receipts[1].CPU)
}

// TestTheLastRoundOfALineBotCostsSomething, also if it ends in it.
func TestTheLastRoundOfALineBotCostsSomething(t *testing.T) {
	for _, bot := range []string{"linespanic", "linesexit", "linesburn"} {
		t.Run(bot, func(t *testing.T) {
			processes := start(t, options(t, &buffer{}), bot, "lines", "lines", "lines")
			var told rounder
			result, err := match.Play(t.Context(), newMatch(t), seated(processes), &told)
			require.NoError(t, err)
			require.Len(t, result.Verdicts, 1)
			last := told[result.Verdicts[0].Round].Receipts[0]
			require.Positive(t, last.Wall)
			if bot == "linesburn" { // a process that is gone may have no clock any more
				require.Positive(t, last.CPU)
			}
		})
	}
}

// sized returns a duel on a board of this size.
func sized(t *testing.T, rows, cols int) engine.Setup {
	t.Helper()
	setup, err := duel.Game.Default().With("rows", rows)
	require.NoError(t, err)
	setup, err = setup.With("cols", cols)
	require.NoError(t, err)
	return setup
}

// TestLargeBoardInLines: what is sent is a hundred times what a pipe holds, and all of it
// arrives.
func TestLargeBoardInLines(t *testing.T) {
	rows, cols := 100, 2000
	if tier.IsLong() {
		rows = 2000
	}
	setup, err := sized(t, rows, cols).With("nb_rounds", 4)
	require.NoError(t, err)
	m, err := setup.New([]string{"a", "b"}, 5, engine.ChaCha8)
	require.NoError(t, err)
	processes := start(t, options(t, &buffer{}), "linescount", "linescount")
	var told rounder
	result, err := match.Play(t.Context(), m, seated(processes), &told)
	require.NoError(t, err)
	require.Empty(t, result.Verdicts)
	require.Len(t, told, 4)
	for i, round := range told {
		for _, notes := range round.Notes {
			read, err := strconv.Atoi(notes[0].Text)
			require.NoError(t, err)
			if least := rows * cols; i == 0 {
				require.Greater(t, read, 2*least) // the board, and what was painted on it
			} else {
				require.Greater(t, read, least)
				require.Less(t, read, least+1000)
			}
		}
	}
}

// TestAnswersWithoutReading: a bot may answer before it is asked, but what it leaves unread
// does not fill the memory.
func TestAnswersWithoutReading(t *testing.T) {
	setup, err := sized(t, 100, 2000).With("nb_rounds", 10)
	require.NoError(t, err)
	m, err := setup.New([]string{"a", "b"}, 5, engine.ChaCha8)
	require.NoError(t, err)
	processes := start(t, options(t, &buffer{}), "lines", "linesblind")
	result, err := match.Play(t.Context(), m, seated(processes))
	require.NoError(t, err)
	require.Len(t, result.Verdicts, 1)
	require.Equal(t, 1, result.Verdicts[0].Seat)
	require.Equal(t, match.Protocol, result.Verdicts[0].Kind)
	require.Equal(t, "answers, but does not read: more than 1 MiB is waiting for it", result.Verdicts[0].Detail)
}
