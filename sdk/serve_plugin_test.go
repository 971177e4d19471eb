//go:build !windows

package sdk

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/internal/base/botwire/notes"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

func TestDescription(t *testing.T) {
	d := newServer([]Bot{Null, Play(orkisland.Bot, idle).Named("gandalf", "2.0")}).description()
	require.Equal(t, "gandalf", d.GetName())
	require.Equal(t, "2.0", d.GetVersion())
	require.Equal(t, "go "+Version, d.GetSdk())
	require.True(t, d.GetAnyGame())
	require.Len(t, d.GetGames(), 1)
	require.Equal(t, "orkisland", d.GetGames()[0].GetName())
	require.EqualValues(t, orkisland.Bot.Info().Version, d.GetGames()[0].GetVersion())
}

func TestStandardOutputGoesToStandardErrorWithOneWarning(t *testing.T) {
	var stderr bytes.Buffer
	warnAndCopy(&stderr, strings.NewReader("hello\n"))
	warning, rest, _ := strings.Cut(stderr.String(), "\n")
	require.Contains(t, warning, "print to os.Stderr")
	require.Equal(t, "hello\n", rest)
}

func TestNonsenseFromTheArenaIsAnError(t *testing.T) {
	bot := Play(orkisland.Bot, idle)
	_, err := begin(bot, []byte{0xff})
	require.Error(t, err)
	_, err = respond(nil, nil)
	require.EqualError(t, err, "state of round 0: no Start before it")
	m, err := orkisland.Game.Default().New([]string{"a", "b", "c", "d"}, 1, engine.ChaCha8)
	require.NoError(t, err)
	answer, err := begin(bot, m.StartMessage())
	require.NoError(t, err)
	_, err = respond(answer, []byte{0xff})
	require.ErrorContains(t, err, "state")
	_, err = respond(answer, nil)
	require.ErrorContains(t, err, "state of round 0")
	response, err := respond(answer, m.StateMessage())
	require.NoError(t, err)
	require.IsType(t, &arenav1.PlayResponse{}, response)
}

// Notes made on the States of a look-ahead go with it too.
func TestNotesGoWithTheAnswerOfTheirRound(t *testing.T) {
	bot := Play(orkisland.Bot, func(s *orkisland.State, c *orkisland.Commands) {
		if s.Round() == 0 {
			s.Debug().Log("now")
			s.Next(s.Rand(), c).As(2).Debug().LogUnit(7, "later\xff")
		}
	})
	m, err := orkisland.Game.Default().New([]string{"a", "b", "c", "d"}, 1, engine.ChaCha8)
	require.NoError(t, err)
	joined, err := begin(bot, m.StartMessage())
	require.NoError(t, err)
	response, err := respond(joined, m.StateMessage())
	require.NoError(t, err)
	var got engine.Debug
	require.NoError(t, notes.Decode(response.GetNotes(), &got))
	require.Equal(t, []engine.Note{
		{Kind: engine.LogNote, Unit: -1, Text: "now"},
		{Kind: engine.LogNote, Unit: 7, Text: "later?"},
	}, got.Take())
	m.Step(make([]engine.Turn[engine.Commands], 4))
	response, err = respond(joined, m.StateMessage())
	require.NoError(t, err)
	require.Empty(t, response.GetNotes())
}

// BenchmarkRespond measures the SDK's own cost of a round, with a bot that does
// nothing.
func BenchmarkRespond(b *testing.B) {
	m, err := orkisland.Game.Default().New([]string{"a", "b", "c", "d"}, 1, engine.ChaCha8)
	require.NoError(b, err)
	answer, err := begin(Play(orkisland.Bot, idle), m.StartMessage())
	require.NoError(b, err)
	state := m.StateMessage()
	b.ReportAllocs()
	for b.Loop() {
		response, err := respond(answer, state)
		require.NoError(b, err)
		_, err = proto.Marshal(response)
		require.NoError(b, err)
	}
}
