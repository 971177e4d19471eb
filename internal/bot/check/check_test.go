package check

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/percentiles"
	"github.com/botarena/arena/internal/process/host"
)

// playedOf returns a match with one text for each round. Each byte is a command.
func playedOf(texts ...string) *played {
	p := &played{}
	for _, text := range texts {
		p.rounds = append(p.rounds, round{len(text), []byte(text)})
		p.receipts = append(p.receipts, match.Receipt{})
	}
	return p
}

func TestFirstDifferenceOfTwoMatches(t *testing.T) {
	first := playedOf("ab", "", "cd", "e")
	for name, test := range map[string]struct {
		second *played
		want   string
	}{
		"same":           {playedOf("ab", "", "cd", "e"), ""},
		"other commands": {playedOf("ab", "", "dc", "x"), "different commands in round 2"},
		"fewer":          {playedOf("ab", "", "c", "e"), "1 command in round 2, the first time 2"},
		"more":           {playedOf("ab", "x", "cd", "e"), "1 command in round 1, the first time 0"},
		"broken off":     {playedOf("ab", "", "cd"), "0 commands in round 3, the first time 1"},
	} {
		t.Run(name, func(t *testing.T) {
			d := differ(first, test.second)
			if test.want == "" {
				require.Nil(t, d)
				return
			}
			require.Equal(t, test.want, d.String())
		})
	}
}

func TestThereIsAdviceForEveryKindOfVerdict(t *testing.T) {
	for kind := range match.Kinds() {
		for _, speaksLines := range []bool{false, true} {
			require.NotEmpty(t, advice(match.Verdict{Kind: kind}, speaksLines), kind)
		}
	}
}

func TestLargerBoardAsCrowdedAsTheUsualOne(t *testing.T) {
	usual := orkisland.Game.Default()
	require.Equal(t, "rows=140 cols=140 nb_orks=60", changes(usual, larger(usual)))
}

func TestLargerBoardOfEveryGameCanBePlayed(t *testing.T) {
	for _, g := range games.All() {
		setup := shortened(larger(g.Default()), shortMatch)
		_, err := setup.New(make([]string, setup.Seats()), seed, "chacha8")
		require.NoError(t, err, g.Info().Name)
		require.Equal(t, shortMatch, setup.Rounds(), g.Info().Name)
	}
}

func TestFixedBoardStaysAsItIs(t *testing.T) {
	m, err := orkisland.Game.Default().New(make([]string, 4), seed, "chacha8")
	require.NoError(t, err)
	require.Empty(t, changes(m.Board(), larger(m.Board())))
}

func TestSettingIsChangedWithinItsBounds(t *testing.T) {
	setup := orkisland.Game.Default()
	require.Equal(t, 500, value(try(setup, "rows", 9999), "rows"))
	require.Equal(t, 70, value(try(setup, "no_such_setting", 1), "rows"))
}

func TestUsed(t *testing.T) {
	const ms = time.Millisecond
	limits := host.Limits{
		CPU: 10 * ms, Bank: 100 * ms, StartCPU: 1000 * ms, Wall: 200 * ms, WallBank: 800 * ms,
		Shown: 100, Output: 1000,
	}
	one, two := playedOf("ab", "", "abc", "x"), playedOf("a", "b")
	for i, cpu := range []time.Duration{1004, 2, 16, 14} {
		one.receipts[i] = match.Receipt{CPU: cpu * ms, Wall: cpu * ms, Bytes: i}
	}
	two.output = 51
	u := newUsed(limits, one, two)
	require.Equal(t, &Used{
		Rounds: 6, Commands: 8, MostCommands: 3,
		CPU:  percentiles.Spread[time.Duration]{Total: 36 * ms, Mean: 6 * ms, P99: 16 * ms, Worst: 16 * ms, Round: 2},
		Bank: 10 * ms, Wall: 1004 * ms, Bytes: 3, Output: 51,
	}, u)
	require.Equal(t, []string{
		"the longest round used 16ms of " + timeName + ", the budget is 10ms; one match used 10ms of the bank of 100ms",
		"an answer took 1.004s of wall-clock time, the limit is 1s",
		"wrote 51 bytes or more in a match; only the first 100 are shown, and after 1000 the bot is frozen",
	}, u.near(limits))
	require.Empty(t, u.near(host.Limits{}))
}

func TestOutputIsCountedWithoutLabels(t *testing.T) {
	var shown bytes.Buffer
	c := &counter{to: &shown}
	for _, line := range []string{"seat 0 (a): hello\n", "starting (x): y\n"} {
		_, err := c.Write([]byte(line))
		require.NoError(t, err)
	}
	require.Equal(t, "seat 0 (a): hello\nstarting (x): y\n", shown.String())
	require.Equal(t, len("hello\n")+len("starting (x): y\n"), c.written())
}
