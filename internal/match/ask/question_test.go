package ask_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/match/ask"
	"github.com/botarena/arena/internal/match/replay"
)

const rounds = 6

// talker is a player that writes a line in each round and a note on a unit in round 2, and crashes in round 4.
type talker struct {
	match.Player
	crashes bool
	round   int
}

func (p *talker) Answer(state *match.State) (match.Answer, error) {
	p.round = state.Round()
	a, err := p.Player.Answer(state)
	if p.round == 2 {
		a.Notes = []engine.Note{{Kind: engine.LogNote, Unit: 3, Text: "here"}}
	}
	if p.crashes && p.round == 4 {
		return a, &match.Fault{Kind: match.Crash, Detail: "exited"}
	}
	return a, err
}

func (p *talker) Lines() []string {
	defer func() { p.round = -1 }()
	if p.round < 0 {
		return nil
	}
	return []string{fmt.Sprint("line ", p.round)}
}

// recorded is a match of two bots a, a bot b, which talks and crashes, and a bot c.
func recorded(t *testing.T) *replay.Replay {
	t.Helper()
	setup, err := orkisland.Game.Default().With("nb_rounds", rounds)
	require.NoError(t, err)
	h := replay.Header{
		Setup: setup, Seed: 5, Random: engine.ChaCha8, Seats: []replay.Seat{
			{Name: "a"},
			{Name: "b"},
			{Name: "a"},
			{Name: "c"},
		},
	}
	m, err := setup.New(h.Names(), h.Seed, h.Random)
	require.NoError(t, err)
	var file bytes.Buffer
	w, err := replay.NewWriter(&file, m, h)
	require.NoError(t, err)
	random := func() match.Player { return match.Local(orkisland.Game.Random()) }
	players := []match.Player{random(), &talker{Player: random(), crashes: true}, random(), random()}
	result, err := match.Play(t.Context(), m, players, w)
	require.NoError(t, err)
	require.NoError(t, w.Close(result, true))
	r, err := replay.Read(&file, engine.NewGames(orkisland.Game))
	require.NoError(t, err)
	return r
}

// all asks for everything.
var all = ask.Question{To: -1, Unit: -1}

func answer(t *testing.T, r *replay.Replay, q ask.Question) []ask.Fact {
	t.Helper()
	a, err := ask.Of(r, q)
	require.NoError(t, err)
	require.Equal(t, []string{"a (0)", "b", "a (2)", "c"}, a.Labels)
	return a.Facts
}

// kinds counts facts by their kind.
func kinds(facts []ask.Fact) map[string]int {
	counts := make(map[string]int)
	for _, f := range facts {
		counts[fmt.Sprintf("%T", f.What)]++
	}
	return counts
}

func TestEverythingIsToldByRound(t *testing.T) {
	facts := answer(t, recorded(t), all)
	counts := kinds(facts)
	require.Equal(t, 5, counts["ask.Line"], "one for each round in which it was asked")
	require.Equal(t, 1, counts["engine.Note"])
	require.Equal(t, 1, counts["match.Verdict"])
	require.Greater(t, counts["scene.Order"], 100)
	require.Positive(t, counts["scene.Event"])
	last := 0
	for _, f := range facts {
		require.GreaterOrEqual(t, f.Round, last)
		last = f.Round
		switch what := f.What.(type) {
		case scene.Order:
			require.Equal(t, what.Seat, f.Seat)
		case match.Verdict:
			require.Equal(
				t, ask.Fact{Round: 4, Seat: 1, What: match.Verdict{Seat: 1, Round: 4, Kind: match.Crash, Detail: "exited"}}, f)
		case engine.Note:
			require.Equal(t, []int{2, 1}, []int{f.Round, f.Seat})
		case ask.Line:
			require.Equal(t, ask.Fact{Round: f.Round, Seat: 1, What: ask.Line(fmt.Sprint("line ", f.Round))}, f)
		}
	}
	require.Equal(t, rounds-1, last)
}

func TestOnlyTheRoundsThatAreAskedFor(t *testing.T) {
	r := recorded(t)
	q := all
	q.From, q.To = 2, 3
	asked := answer(t, r, q)
	var want []ask.Fact
	for _, f := range answer(t, r, all) {
		if f.Round == 2 || f.Round == 3 {
			want = append(want, f)
		}
	}
	require.Equal(t, want, asked)
}

func TestOnlyEventsAndVerdicts(t *testing.T) {
	q := all
	q.Events = true
	counts := kinds(answer(t, recorded(t), q))
	require.Len(t, counts, 2)
	require.Equal(t, 1, counts["match.Verdict"])
}

func TestOnlyWhatConcernsAPlayer(t *testing.T) {
	r := recorded(t)
	for player, seats := range map[string][]int{"1": {1}, "b": {1}, "a": {0, 2}, "3": {3}} {
		q := all
		q.Player = player
		facts := answer(t, r, q)
		require.NotEmpty(t, facts, player)
		for _, f := range facts {
			if _, isEvent := f.What.(scene.Event); !isEvent {
				require.Contains(t, seats, f.Seat, player)
			}
		}
	}
}

// What one does to another concerns both.
func TestAnEventConcernsThoseWhoseUnitsItIsAbout(t *testing.T) {
	r := recorded(t)
	concerned := make(map[string]int)
	for _, player := range []string{"0", "1", "2", "3"} {
		q := all
		q.Events, q.Player = true, player
		for _, f := range answer(t, r, q) {
			if e, isEvent := f.What.(scene.Event); isEvent {
				concerned[fmt.Sprintf("%d %+v", f.Round, e)]++
			}
		}
	}
	most := 0
	for _, players := range concerned {
		most = max(most, players)
	}
	require.Equal(t, 2, most)
}

func TestOnlyWhatConcernsAUnit(t *testing.T) {
	q := all
	q.Unit = 3
	facts := answer(t, recorded(t), q)
	counts := kinds(facts)
	require.Equal(t, 1, counts["engine.Note"])
	require.Zero(t, counts["ask.Line"]+counts["match.Verdict"], "they are about no unit")
	require.Positive(t, counts["scene.Order"])
	for _, f := range facts {
		if o, isOrder := f.What.(scene.Order); isOrder {
			require.Equal(t, 3, o.Unit)
		}
	}
}

func TestWhatIsNotThereCannotBeAskedFor(t *testing.T) {
	r := recorded(t)
	for want, q := range map[string]ask.Question{
		"there is no round 6: 6 rounds are recorded, from 0":              {From: 6, To: 6, Unit: -1},
		"x is not a player; there are 0 (a), 1 (b), 2 (a), 3 (c)":         {To: -1, Unit: -1, Player: "x"},
		"4 is not a player; there are 0 (a), 1 (b), 2 (a), 3 (c)":         {To: -1, Unit: -1, Player: "4"},
		"\"\\x1b\" is not a player; there are 0 (a), 1 (b), 2 (a), 3 (c)": {To: -1, Unit: -1, Player: "\x1b"},
	} {
		_, err := ask.Of(r, q)
		require.EqualError(t, err, want)
	}
	last := all
	last.From, last.To = 5, 100
	require.NotEmpty(t, answer(t, r, last), "a last round after the end")
	empty := &replay.Replay{}
	require.Error(t, ask.Question{From: 0, To: 0}.CheckRounds(empty))
	require.NoError(t, all.CheckRounds(empty))
}
