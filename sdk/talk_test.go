package sdk

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/lines"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// script returns the lines of a match of some rounds, and the messages that say the same.
func script(t *testing.T, rounds int, limits *arenav1.Seat) (text, start []byte, states [][]byte) {
	t.Helper()
	m, err := orkisland.Game.Default().New([]string{"a", "b", "c", "d"}, 1, engine.ChaCha8)
	require.NoError(t, err)
	schema, err := lines.Of(orkisland.Game.Info())
	require.NoError(t, err)
	encoder, err := schema.NewMatch(m.StartMessage())
	require.NoError(t, err)
	limits.Me, limits.Names, limits.Seed = 2, []string{"a", "b", "c", "d"}, 99
	text = encoder.AppendStart(nil, limits)
	for round := range rounds {
		states = append(states, bytes.Clone(m.StateMessage()))
		text, err = encoder.AppendState(text, round, m.StateMessage(), m.Scores())
		require.NoError(t, err)
		m.Step(make([]engine.Turn[engine.Commands], 4))
	}
	return lines.AppendEnd(text, m.Scores(), []int{1, 2, 3, 4}), m.StartMessage(), states
}

// random is a bot that uses all that a seat has, and makes notes.
func random(s *orkisland.State, c *orkisland.Commands) {
	for ork := range s.Orks(s.Me()) {
		c.Move(ork.ID, orkisland.Dir(1+s.Rand().Draw(0, 3)))
	}
	s.Debug().Log("round %d of %s", s.Round(), s.Name(s.Me()))
	s.Debug().Mark(orkisland.Pos{Row: s.Round(), Col: 7})
}

func TestABotThatTalksGivesTheAnswersOfOneThatIsCalled(t *testing.T) {
	bot := Play(orkisland.Bot, random).Named("two words", "1.0")
	seat := &arenav1.Seat{}
	text, start, states := script(t, 3, seat)
	want := []string{"arena 1 name=two_words version=1.0 sdk=go/" + Version + " games=orkisland:1"}
	schema, err := lines.Of(orkisland.Game.Info())
	require.NoError(t, err)
	for range 2 { // matches, each of which begins afresh
		joined, err := join(bot, start, seat)
		require.NoError(t, err)
		for round, state := range states {
			commands, err := joined.play(state)
			require.NoError(t, err)
			require.NotEmpty(t, commands)
			answer, err := schema.AppendCommands(nil, commands)
			require.NoError(t, err)
			want = append(want, strings.Split(strings.TrimSpace(string(answer)), "\n")...)
			want = append(want, fmt.Sprintf("log round %d of c", round), fmt.Sprintf("mark %d 7", round),
				fmt.Sprintf("done %d", round))
		}
	}
	var out bytes.Buffer
	require.NoError(t, newServer([]Bot{bot}).talk(bytes.NewReader(append(text, text...)), &out))
	require.Equal(t, want, strings.Split(strings.TrimSpace(out.String()), "\n"))
}

func TestTheNullBotTalksInEveryGame(t *testing.T) {
	var out bytes.Buffer
	require.NoError(
		t, newServer([]Bot{Null}).talk(strings.NewReader("match later 1\nme 0\nseed x\nround 0\ngo 0\nround 1\ngo 1\nend\n"),
			&out))
	require.Equal(t, "arena 1 sdk=go/"+Version+"\ndone 0\ndone 1\n",
		strings.ReplaceAll(out.String(), " version="+buildVersion(), ""))
}

func TestAWholeAnswerIsWrittenAtOnce(t *testing.T) {
	text, _, _ := script(t, 2, &arenav1.Seat{})
	var out writes
	require.NoError(t, newServer([]Bot{Play(orkisland.Bot, random)}).talk(bytes.NewReader(text), &out))
	require.Len(t, out.texts, 3)
	require.Contains(t, out.texts[1], "done 0\n")
}

type writes struct{ texts []string }

func (w *writes) Write(text []byte) (int, error) {
	w.texts = append(w.texts, string(text))
	return len(text), nil
}

func TestABotThatTalksKnowsItsBudget(t *testing.T) {
	text, _, _ := script(t, 1, &arenav1.Seat{CpuPerRound: 50e6, CpuBank: 7e9})
	var seen engine.Budget
	bot := Play(orkisland.Bot, func(s *orkisland.State, _ *orkisland.Commands) { seen = s.Budget() })
	require.NoError(t, newServer([]Bot{bot}).talk(bytes.NewReader(text), io.Discard))
	require.EqualValues(t, 7e9, seen.Bank)
	require.Positive(t, seen.Round)
}

func TestWhatABotThatTalksCantRead(t *testing.T) {
	bot := Play(orkisland.Bot, idle)
	text, _, _ := script(t, 1, &arenav1.Seat{})
	for script, want := range map[string]string{
		"match chess 1\n":                                                `match of "chess": this bot does not play it`,
		"match orkisland 1\nround 0\ngo 0\n":                             "round 0: start: ",
		"match orkisland 1\ngo x\n":                                      `line "go x"`,
		string(text) + "match orkisland 1\nme x\n":                       `line "me x"`,
		strings.Replace(string(text), "unit_cells ", "unit_cells 1 ", 1): "round 0: state",
	} {
		require.ErrorContains(t, newServer([]Bot{bot}).talk(strings.NewReader(script), io.Discard), want)
	}
	require.ErrorIs(t, newServer([]Bot{bot}).talk(strings.NewReader(""), broken{}), io.ErrClosedPipe)
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestALineOfAnyLengthIsRead(t *testing.T) {
	text, _, _ := script(t, 1, &arenav1.Seat{})
	long := "later " + strings.Repeat("x", 3*readSize) + "\n"
	var out bytes.Buffer
	script := strings.Replace(string(text), "\nround 0\n", "\n"+long+"round 0\n"+long, 1)
	require.NoError(t, newServer([]Bot{Play(orkisland.Bot, idle)}).talk(strings.NewReader(script), &out))
	require.Contains(t, out.String(), "done 0\n")
}
