package series_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/match/replay"
)

func newSeries(t *testing.T) *series.Series {
	t.Helper()
	setup, err := orkisland.Game.Default().With("nb_rounds", 5)
	require.NoError(t, err)
	return &series.Series{
		Header: replay.Header{Setup: setup, Random: engine.ChaCha8},
		Bots: []series.Entrant{
			{Entrant: played.Entrant{Name: "a"}}, {Entrant: played.Entrant{Name: "b"}}, {Entrant: played.Entrant{Name: "c"}},
		},
		Player: func(context.Context, int, int) (match.Player, error) { return random(), nil },
	}
}

func random() match.Player { return match.Local(orkisland.Game.Random()) }

// only lets one bot have another player than the rest.
func only(which int, player func() (match.Player, error)) func(context.Context, int, int) (match.Player, error) {
	return func(_ context.Context, bot, _ int) (match.Player, error) {
		if bot == which {
			return player()
		}
		return random(), nil
	}
}

type names []string

func (n *names) Round(m engine.Match, r match.Round) {
	if r.Number == 0 {
		*n = append(*n, m.Seat(0).Names()...)
	}
}

func TestBotsSitWhereTheScheduleSays(t *testing.T) {
	planned := schedule.Planned{Number: 7, Group: 3, Seed: 40, Seats: []int{2, 0, 1, 0}}
	var seen names
	m, err := newSeries(t).Play(t.Context(), planned, &seen)
	require.NoError(t, err)
	require.Equal(t, planned, m.Planned)
	require.Equal(t, 5, m.Rounds)
	require.Equal(t, names{"c", "a", "b", "a"}, seen)
	require.Len(t, m.CPU, 4)
	require.Len(t, m.MostCPU, 4)
}

func TestABotIsAskedForAPlayerForEachOfItsSeats(t *testing.T) {
	s := newSeries(t)
	var asked [][2]int
	s.Player = func(_ context.Context, bot, nth int) (match.Player, error) {
		asked = append(asked, [2]int{bot, nth})
		return random(), nil
	}
	_, err := s.Play(t.Context(), schedule.Planned{Seats: []int{0, 1, 0, 0}})
	require.NoError(t, err)
	require.Equal(t, [][2]int{{0, 0}, {1, 0}, {0, 1}, {0, 2}}, asked)
}

func TestTheMatchThatIsStoppedDoesNotCount(t *testing.T) {
	ctx, stop := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	stop(why)
	_, err := newSeries(t).Play(ctx, schedule.Planned{Seats: []int{0, 0, 1, 2}})
	require.ErrorIs(t, err, why)
	require.EqualError(t, err, "stopped after round 0 of 5: enough")
}

func TestAPlayerThatCanNotBeHadEndsTheMatch(t *testing.T) {
	s := newSeries(t)
	s.Player = only(1, func() (match.Player, error) { return nil, errors.New("no more") })
	_, err := s.Play(t.Context(), schedule.Planned{Seats: []int{0, 0, 1, 2}})
	require.EqualError(t, err, "b: no more")
}

// tired gives up in its first round.
type tired struct{ match.Player }

func (tired) Answer(*match.State) (match.Answer, error) { return match.Answer{}, errors.New("tired") }

func TestReplaysAreKept(t *testing.T) {
	s := newSeries(t)
	s.Player = only(2, func() (match.Player, error) { return tired{random()}, nil })
	clean := schedule.Planned{Seed: 3, Seats: []int{0, 1, 1, 1}}
	fault := schedule.Planned{Seed: 3, Seats: []int{0, 1, 1, 2}}
	for keep, want := range map[series.Keep][]bool{
		series.KeepAll: {true, true}, series.KeepFaults: {false, true}, series.KeepNone: {false, false}, "": {false, false},
	} {
		s.Keep = keep
		for i, planned := range []schedule.Planned{clean, fault} {
			m, err := s.Play(t.Context(), planned)
			require.NoError(t, err)
			require.Equal(t, want[i], m.Replay != nil, "%s, match %d", keep, i)
			if m.Replay == nil {
				continue
			}
			read, err := replay.Read(bytes.NewReader(m.Replay), engine.NewGames(orkisland.Game))
			require.NoError(t, err)
			require.NoError(t, read.Verify())
			require.Equal(t, uint64(3), read.Seed)
			require.Equal(t, m.Scores, read.Scores)
		}
	}
}

func TestALossIsAMatchThatTheFirstBotHasNotWon(t *testing.T) {
	s := newSeries(t)
	s.Keep = series.KeepLosses
	kept := map[bool]int{}
	for seed := range uint64(20) {
		m, err := s.Play(t.Context(), schedule.Planned{Seed: seed, Seats: []int{1, 0, 2, 0}})
		require.NoError(t, err)
		won := m.Places[1] == 1 || m.Places[3] == 1
		require.Equal(t, !won, m.Replay != nil)
		kept[won]++
	}
	require.Len(t, kept, 2, "there must be wins and losses")
	m, err := s.Play(t.Context(), schedule.Planned{Seats: []int{1, 1, 2, 2}})
	require.NoError(t, err)
	require.Nil(t, m.Replay, "the bot has not played")
}
