package terminal_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/terminal"
	"github.com/botarena/arena/internal/match/textboard"
)

// evil colours the terminal, overwrites the line and rings the bell.
const evil = "e\x1b[31mv\r\x07\u202e\u009b2Jil"

// said is a match of Duel in which seat 0 says something.
type said struct {
	text   string // what it was told
	rounds []match.Round
	result match.Result
	err    error
}

func (s *said) Round(_ engine.Match, r match.Round) { s.rounds = append(s.rounds, r) }

// say plays a match of Duel of five rounds, in which player 0 says something and player 1
// is a random one. Change may change the options.
func say(t *testing.T, from io.Reader, change func(o *terminal.Options)) *said {
	t.Helper()
	setup, err := duel.Game.Default().With("nb_rounds", 5)
	require.NoError(t, err)
	m, err := setup.New([]string{"me\n" + evil, evil}, 7, engine.ChaCha8)
	require.NoError(t, err)
	ctx, stop := context.WithCancelCause(t.Context())
	defer stop(nil)
	var to bytes.Buffer
	o := terminal.Options{From: from, To: &to, Stop: stop}
	if change != nil {
		change(&o)
	}
	player, err := terminal.New(m, 0, o)
	require.NoError(t, err)
	s := &said{}
	s.result, s.err = match.Play(ctx, m, []match.Player{player, match.Local(duel.Game.Random())}, s)
	require.Empty(t, s.result.Verdicts)
	s.text = to.String()
	return s
}

func raw(o *terminal.Options) { o.Raw = true }

// given returns the commands of player 0 in a round, as lines.
func (s *said) given(t *testing.T, round int) string {
	t.Helper()
	schema, err := lines.Of(duel.Game.Info())
	require.NoError(t, err)
	var message []byte
	if c := s.rounds[round].Turns[0].Commands; c != nil {
		message = duel.Game.EncodeCommands(c)
	}
	text, err := schema.AppendCommands(nil, message)
	require.NoError(t, err)
	return string(text)
}

func TestAMatchByHand(t *testing.T) {
	s := say(
		t, strings.NewReader("do 0 north\r\n\tdo  1\twest \nmark 1 2\nundo\nlog hm\ndone\n\nskip 2\ndo 1 east\ndone 3\ndone"),
		raw)
	require.NoError(t, s.err)
	require.Equal(t, "do 0 north\ndo 1 west\n", s.given(t, 0))
	require.Equal(t, []engine.Note{{Kind: engine.LogNote, Unit: -1, Text: "hm"}}, s.rounds[0].Notes[0])
	require.Empty(t, s.given(t, 1))
	require.Empty(t, s.given(t, 2))
	require.Equal(t, "do 1 east\n", s.given(t, 3))
	require.Contains(t, s.text, "\nround 1\n")
	require.NotContains(t, s.text, "\nround 2\n", "skipped")
	require.Contains(t, s.text, "\nround 3\n")
	require.True(t, strings.HasSuffix(s.text, "\nend\n"))
}

func TestARandomPlayerTakesOver(t *testing.T) {
	s := say(t, strings.NewReader("done\ndo 0 north\nauto\n"), nil)
	require.NoError(t, s.err)
	require.Empty(t, s.given(t, 0))
	for round := 1; round < 5; round++ {
		require.NotEmpty(t, s.given(t, round))
	}
	require.Contains(t, s.text, "1 command of this round dropped\n")
	require.Contains(t, s.text, "Duel, round 5 of 5")
}

func TestABotTakesOver(t *testing.T) {
	asked := ""
	bot := &ended{Player: match.Local(duel.Game.Random())}
	s := say(t, strings.NewReader("auto nobody\nauto demo\n"), func(o *terminal.Options) {
		o.Raw = true
		o.Bot = func(_ context.Context, typed string) (match.Player, error) {
			if asked = typed; typed == "nobody" {
				return nil, errors.New(evil + ": no such bot")
			}
			return bot, nil
		}
	})
	require.NoError(t, s.err)
	require.Equal(t, "demo", asked)
	require.True(t, bot.end)
	require.Regexp(t, `(?m)^error 0 ev.*il: no such bot$`, s.text)
	require.NotEmpty(t, s.given(t, 4))
	require.NotContains(t, s.text, "\nround 1\n")
	require.True(t, strings.HasSuffix(s.text, "\nend\n"))

	s = say(t, strings.NewReader("auto demo\nskip 5"), raw)
	require.Contains(t, s.text, "\nerror 0 there are no bots here; auto alone is a random player\n")
}

type ended struct {
	match.Player
	end bool
}

func (e *ended) End(match.Result) { e.end = true }

func TestTheEndOfTheInputEndsTheMatch(t *testing.T) {
	for input, want := range map[string]error{
		"done\n": terminal.ErrEnded, "": terminal.ErrEnded, "do 0": terminal.ErrEnded,
		"done\nquit\ndone": terminal.ErrQuit,
	} {
		s := say(t, strings.NewReader(input), nil)
		require.ErrorIs(t, s.err, want, input)
		require.Len(t, s.rounds, strings.Count(input, "done\n"), input)
	}
	broken := io.MultiReader(strings.NewReader("done\n"), failing{})
	require.ErrorContains(t, say(t, broken, nil).err, "no terminal any more")
}

type failing struct{}

func (failing) Read([]byte) (int, error)  { return 0, errors.New("no terminal any more") }
func (failing) Write([]byte) (int, error) { return 0, errors.New("nobody reads") }

func TestNobodyReads(t *testing.T) {
	open, _ := io.Pipe() // without a line, and without an end
	s := say(t, open, func(o *terminal.Options) { o.To = failing{} })
	require.ErrorContains(t, s.err, "nobody reads")
	require.Empty(t, s.rounds)
}

func TestInputIsNotWaitedForAfterTheMatchIsStopped(t *testing.T) {
	open, _ := io.Pipe() // without a line, and without an end
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	m, err := duel.Game.Default().New([]string{"", ""}, 1, engine.ChaCha8)
	require.NoError(t, err)
	player, err := terminal.New(m, 0, terminal.Options{From: open, To: prompted(cancel), Stop: func(error) {}})
	require.NoError(t, err)
	result, err := match.Play(ctx, m, []match.Player{player, match.Local(duel.Game.Random())})
	require.ErrorIs(t, err, context.Canceled)
	require.Empty(t, result.Verdicts)
}

// prompted is called when a line is asked for.
type prompted func()

func (p prompted) Write(text []byte) (int, error) {
	if bytes.HasSuffix(text, []byte("> ")) {
		p()
	}
	return len(text), nil
}

func TestLinesWithoutBounds(t *testing.T) {
	input := strings.Repeat("x", 1<<20) + "\n" + strings.Repeat("do ", 2000) + "\n" + "log " +
		strings.Repeat("y", lines.MaxLine-4) + "\n" +
		strings.Repeat("z", lines.MaxLine) + "\r\ndone\nskip 9\n"
	s := say(t, strings.NewReader(input), raw)
	require.NoError(t, s.err)
	require.Equal(t, 2, strings.Count(s.text, "error 0 a line of more than 4 KiB\n"))
	require.Contains(t, s.text, "\nerror 1 \""+strings.Repeat("z", 30)+"\"… is not something to type here")
	require.Len(t, s.rounds[0].Notes[0], 1)

	s = say(t, strings.NewReader(strings.Repeat("x", 1<<20)), raw)
	require.ErrorIs(t, s.err, terminal.ErrEnded)
}

func TestAnAnswerHasBounds(t *testing.T) {
	many := strings.Repeat("do 0 north\n", engine.MaxCommands)
	s := say(t, strings.NewReader(many+"do 0 north\nundo\ndo 1 south\ndone\n"+many+"done\nskip 9"), raw)
	require.NoError(t, s.err)
	require.Equal(t, 1, strings.Count(s.text, "\nerror 0 1000 commands are the most in a round\n"))
	require.Equal(t, engine.MaxCommands, s.rounds[0].Turns[0].Commands.Len())
	require.Equal(t, engine.MaxCommands, s.rounds[1].Turns[0].Commands.Len())
	require.True(t, strings.HasSuffix(s.given(t, 0), "do 0 north\ndo 1 south\n"))

	note := "log " + strings.Repeat("y", 4000) + "\n"
	const most = lines.MaxAnswer / 4004 // of them, in a round
	s = say(
		t,
		strings.NewReader(strings.Repeat(note, most+1)+"undo\n"+note+"do 0 north\ndone\n"+strings.Repeat(note, most)+
			"done\nskip 9"), raw)
	require.NoError(t, s.err)
	require.Equal(t, 1, strings.Count(s.text, "\nerror 0 256 KiB are the most in a round\n"))
	require.Equal(t, "do 0 north\n", s.given(t, 0))
	require.Len(t, s.rounds, 5)
}

// Whatever is typed or what players are called, it does not control the terminal: all
// that is not printable are the sequences for colours.
func TestNothingControlsTheTerminal(t *testing.T) {
	input := strings.Join([]string{
		evil, "do 0 " + evil, "do " + evil, "log " + evil, "undo", "label 1 1 " + evil, "undo", "mark " + evil, "who " + evil,
		"skip " + evil, "auto " + evil,
		"undo " + evil, "done " + evil, "arena " + evil, "\x00", "do \x00 north", "do 0 north\x1b", "done\x1b", "\xff\xfe",
		"who", "help", "do 0 north", "done", "skip 9",
	}, "\n")
	for _, colours := range []textboard.Colours{textboard.NoColours, textboard.FewColours, textboard.AllColours} {
		for _, isRaw := range []bool{false, true} {
			s := say(t, strings.NewReader(input), func(o *terminal.Options) {
				o.Raw, o.Colours, o.Echo = isRaw, colours, true
				o.Bot = func(context.Context, string) (match.Player, error) { return nil, errors.New(evil) }
			})
			require.NoError(t, s.err)
			text := s.text
			if colours != textboard.NoColours && !isRaw {
				require.Contains(t, text, "\x1b[0")
				text = withoutColours(text)
			}
			for i, r := range text {
				require.True(t, r == '\n' || unicode.IsPrint(r) && r != unicode.ReplacementChar, "%q",
					text[max(0, i-40):min(len(text), i+10)])
			}
		}
	}
}

// withoutColours removes the sequences that a board has, and no others.
func withoutColours(text string) string {
	var kept strings.Builder
	for {
		before, after, found := strings.Cut(text, "\x1b[0")
		kept.WriteString(before)
		if !found {
			return kept.String()
		}
		end := strings.TrimLeft(after, ";0123456789")
		text = strings.TrimPrefix(end, "m")
		if len(text) == len(end) {
			kept.WriteString("\x1b[0")
		}
	}
}

func TestErrorsForPeopleHaveACaret(t *testing.T) {
	s := say(t, strings.NewReader("do 0 nroth\nskip 9\n"), nil)
	require.Contains(
		t, s.text,
		"round 0> \"nroth\" is not one of north, south, east, west; did you mean north?\n  do 0 nroth\n       ^\nround 0> ")
	long := "do 0 " + strings.Repeat("é", 300)
	s = say(t, strings.NewReader(long+"\nskip 9\n"), nil)
	require.NotContains(t, s.text, "^")
}

func TestAWordTooManyIsRefused(t *testing.T) {
	for typed, usage := range map[string]string{
		"undo 1": "undo", "who 1 2": "who [NUMBER]", "skip 1 2": "skip [ROUNDS]", "auto a b": "auto [BOT]", "quit 1": "quit",
		"help 1": "help",
	} {
		s := say(t, strings.NewReader(typed+"\nskip 9\n"), nil)
		require.NoError(t, s.err)
		require.Contains(t, s.text, "is one word too many: "+usage+"\n", typed)
	}
}

func TestHelpNamesWhatTheGameTakes(t *testing.T) {
	s := say(t, strings.NewReader("help\nskip 9\n"), nil)
	require.Contains(
		t, s.text, fmt.Sprintf("  %-24s give a command\n  %-24s DIRECTION: north, south, east, west\n", "do UNIT DIRECTION",
			""))
	for _, word := range []string{
		"undo", "who [NUMBER]", "skip [ROUNDS]", "auto [BOT]", "quit", "help", "done [ROUND]",
		"mark ROW COL",
	} {
		require.Contains(t, s.text, "\n  "+word+" ")
	}
}
