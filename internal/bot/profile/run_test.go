package profile_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/profile"
	"github.com/botarena/arena/internal/process/host"
)

func TestLimitsOfAProfiledBot(t *testing.T) {
	usual := host.DefaultLimits()
	long := profile.WithLongBanks(usual)
	require.Equal(t, usual.CPU, long.CPU, "the status in a match goes by it")
	require.Equal(t, time.Minute, long.Bank)
	require.Equal(t, time.Minute, long.WallBank)
	usual.Bank = time.Hour
	require.Equal(t, time.Hour, profile.WithLongBanks(usual).Bank)
}

// taken plays matches on three seats, with what is known after each.
func taken(t *testing.T, known ...profile.Played) (*profile.Taken, []profile.Turn, error) {
	t.Helper()
	var turns []profile.Turn
	got, err := profile.Run{
		Bot: find.Bot{Name: "own"}, Opponents: []find.Bot{{Name: "a"}, {Name: "b"}, {Name: "c"}}, Seats: 3, Seed: 7,
		Matches: len(known),
		Play: func(_ context.Context, turn profile.Turn) (profile.Played, error) {
			turns = append(turns, turn)
			return known[turn.Number], nil
		},
	}.Take(t.Context())
	return got, turns, err
}

func TestTheBotMovesOnByOneSeat(t *testing.T) {
	lines := profile.Played{Lines: true}
	_, turns, err := taken(t, lines, lines, lines, lines)
	require.NoError(t, err)
	var seated []string
	for number, turn := range turns {
		require.Equal(t, number, turn.Number)
		require.Equal(t, uint64(7+number), turn.Seed)
		var names []string
		for seat, one := range turn.Bots {
			require.Equal(t, seat == turn.Seat, one.Command.Profiled, "only the bot itself is")
			names = append(names, one.Name)
		}
		seated = append(seated, strings.Join(names, " "))
	}
	require.Equal(t, []string{"own a b", "a own b", "a b own", "own a b"}, seated)
}

func TestOpponentsSitInTurn(t *testing.T) {
	got := profile.Run{
		Opponents: []find.Bot{{Name: "a"}, {Name: "b"}}, Seats: 4, Matches: 1,
		Play: func(_ context.Context, turn profile.Turn) (profile.Played, error) {
			require.Equal(t, []string{"", "a", "b", "a"},
				[]string{turn.Bots[0].Name, turn.Bots[1].Name, turn.Bots[2].Name, turn.Bots[3].Name})
			return profile.Played{Lines: true}, nil
		},
	}
	_, err := got.Take(t.Context())
	require.NoError(t, err)
}

// played is a profile with a sample.
func played(t *testing.T) []byte { return packed(t, ofCPU([]string{"main.play"})) }

func TestWhatIsKnownAfterItsMatches(t *testing.T) {
	cpu := []time.Duration{3, 4}
	got, _, err := taken(t,
		profile.Played{Name: "zorg", File: "1.arena", CPU: cpu, Measured: true, Profile: played(t)},
		profile.Played{Name: "zorg", File: "2.arena", Profile: played(t)},
		profile.Played{Name: "zorg", File: "3.arena", Verdict: &match.Verdict{}})
	require.NoError(t, err)
	require.Equal(t, "zorg", got.Name)
	require.True(t, got.Measured, "in one of them")
	require.False(t, got.Lines)
	require.Equal(t, 1, got.Frozen)
	require.Equal(t, []profile.Costs{
		{File: "1.arena", Seed: 7, Seat: 0, CPU: cpu},
		{File: "2.arena", Seed: 8, Seat: 1},
		{File: "3.arena", Seed: 9, Seat: 2},
	}, got.Matches)
	var once profile.Samples
	require.NoError(t, once.Add(played(t)))
	of, _ := once.Count()
	samples, _ := got.Samples.Count()
	require.Equal(t, 2*of, samples)
	require.NoError(t, got.Lacking())
}

func TestWhySamplesAreLacking(t *testing.T) {
	lost, later := errors.New("hung up"), errors.New("hung up again")
	frozen, lines := profile.Played{Verdict: &match.Verdict{}, Lost: lost}, profile.Played{Lines: true, Lost: lost}
	full, none := profile.Played{Profile: played(t)}, profile.Played{Profile: packed(t, ofCPU())}
	for name, c := range map[string]struct {
		known []profile.Played
		want  error
	}{
		"nothing":           {[]profile.Played{full}, nil},
		"it speaks lines":   {[]profile.Played{lines, lines}, nil},
		"frozen in each":    {[]profile.Played{frozen, frozen}, profile.ErrFrozen},
		"frozen in one":     {[]profile.Played{frozen, none}, profile.ErrTooQuick},
		"no time":           {[]profile.Played{none}, profile.ErrTooQuick},
		"the first is told": {[]profile.Played{full, {Lost: lost}, {Lost: later}}, lost},
		"not a profile":     {[]profile.Played{{Profile: []byte("x")}}, profile.ErrNotAProfile},
	} {
		got, _, err := taken(t, c.known...)
		require.NoError(t, err, name)
		if c.want == nil {
			require.NoError(t, got.Lacking(), name)
			continue
		}
		require.ErrorIs(t, got.Lacking(), c.want, name)
	}
}

func TestAMatchThatFailsIsNamedAndTheOthersStay(t *testing.T) {
	broken := errors.New("the disk is full")
	got, err := profile.Run{
		Opponents: []find.Bot{{}}, Seats: 2, Matches: 3,
		Play: func(_ context.Context, turn profile.Turn) (profile.Played, error) {
			if turn.Number == 1 {
				return profile.Played{}, broken
			}
			return profile.Played{Lines: true}, nil
		},
	}.Take(t.Context())
	require.ErrorIs(t, err, broken)
	require.EqualError(t, err, "match 2 of 3: the disk is full")
	require.Len(t, got.Matches, 1)
}

// TestAStopIsNoFaultOfTheBot: what it can't hand over then is not told.
func TestAStopIsNoFaultOfTheBot(t *testing.T) {
	ctx, stop := context.WithCancelCause(t.Context())
	interrupted := errors.New("interrupted")
	got, err := profile.Run{
		Opponents: []find.Bot{{}}, Seats: 2, Matches: 3,
		Play: func(context.Context, profile.Turn) (profile.Played, error) {
			stop(interrupted)
			return profile.Played{Lost: errors.New("gone")}, nil
		},
	}.Take(ctx)
	require.EqualError(t, err, "match 1 of 3: interrupted")
	require.NoError(t, got.Lost)
	require.Len(t, got.Matches, 1)
}
