package rerun_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/rerun"
)

const plannedRounds = 8

var games = engine.NewGames(orkisland.Game)

func idle() *bot { return newBot(func(*orkisland.State, *orkisland.Commands) {}) }

// recorded is a match of the bots a to c and a person. The bot c fails in round 3.
func recorded(t *testing.T) *replay.Replay {
	t.Helper()
	setup, err := orkisland.Game.Default().With("nb_rounds", plannedRounds)
	require.NoError(t, err)
	seats := []replay.Seat{
		{Name: "a", SHA256: []byte{1}}, {Name: "b", SHA256: []byte{2}}, {Name: "c", SHA256: []byte{3}}, {Name: "human"},
	}
	h := replay.Header{Setup: setup, Seed: 5, Random: engine.ChaCha8, Seats: seats}
	m, err := setup.New(h.Names(), h.Seed, h.Random)
	require.NoError(t, err)
	var file bytes.Buffer
	w, err := replay.NewWriter(&file, m, h)
	require.NoError(t, err)
	players := []match.Player{random(), random(), failsIn(3, crash), random()}
	result, err := match.Play(t.Context(), m, players, w)
	require.NoError(t, err)
	require.NoError(t, w.Close(result, true))
	r, err := replay.Read(&file, games)
	require.NoError(t, err)
	return r
}

var (
	nobody3 = map[int]rerun.Player{3: rerun.Nobody}
	played  = func(name string) rerun.Player { return rerun.Player{Bot: name, Played: true} }
)

func TestWhoPlaysOn(t *testing.T) {
	r := recorded(t)
	for name, c := range map[string]struct {
		round int
		named map[int]rerun.Player
		want  []rerun.Player
	}{
		"those who played":               {3, nobody3, []rerun.Player{played("a"), played("b"), played("c"), {}}},
		"who was frozen before stays so": {4, nobody3, []rerun.Player{played("a"), played("b"), {}, {}}},
		"who was named, and nobody": {
			plannedRounds,
			map[int]rerun.Player{0: {Bot: "x"}, 1: {}, 2: {}, 3: {Bot: "y"}},
			[]rerun.Player{{Bot: "x"}, {}, {}, {Bot: "y"}},
		},
	} {
		plan, err := rerun.NewPlan(r, c.round, c.named, nil)
		require.NoError(t, err, name)
		require.Equal(t, c.want, plan.Players, name)
	}
}

func noRound(round int) error {
	return &replay.NoRoundError{Round: round, Rounds: plannedRounds, Match: rerun.TheMatch}
}

func noSeat(seat int) error { return &replay.NoSeatError{Seat: seat, Seats: 4, Match: rerun.TheMatch} }

func TestWhatCannotBePlayedOn(t *testing.T) {
	r := recorded(t)
	frozen := &rerun.FrozenError{Verdict: r.Verdicts()[0]}
	for name, c := range map[string]struct {
		round  int
		named  map[int]rerun.Player
		orders map[int]rerun.Orders
		want   error
	}{
		"a round before the first":   {-1, nobody3, nil, noRound(-1)},
		"a round after the end":      {plannedRounds + 1, nobody3, nil, noRound(plannedRounds + 1)},
		"a seat too many":            {1, map[int]rerun.Player{3: {}, 4: {}}, nil, noSeat(4)},
		"a seat below the first":     {1, map[int]rerun.Player{-1: {}, 3: {}}, nil, noSeat(-1)},
		"orders of no seat":          {1, nobody3, map[int]rerun.Orders{4: nil}, noSeat(4)},
		"a bot for a frozen seat":    {4, map[int]rerun.Player{2: {Bot: "x"}, 3: {}}, nil, frozen},
		"orders of a frozen seat":    {4, nobody3, map[int]rerun.Orders{2: nil}, frozen},
		"a person, who is no bot":    {4, nil, nil, &rerun.UnknownBotError{Seat: 3, Name: "human", NoProgram: true}},
		"a frozen seat, and no plan": {4, map[int]rerun.Player{2: played("c")}, nil, frozen},
	} {
		_, err := rerun.NewPlan(r, c.round, c.named, c.orders)
		require.Equal(t, c.want, err, name)
	}
	require.EqualError(t, frozen, "seat 2 was frozen in round 3, and stays so")
	require.EqualError(t, r.CheckFrom(9, rerun.TheMatch), "there is no round 9: the match has rounds 0 to 7")
	require.EqualError(t, r.CheckSeat(4, rerun.TheMatch), "there is no seat 4: the match has seats 0 to 3")
	_, err := rerun.NewPlan(r, 3, map[int]rerun.Player{2: {Bot: "x"}, 3: {}}, map[int]rerun.Orders{2: nil})
	require.NoError(t, err, "from the round on in which it was frozen, another bot may try")
}

// A replay that a stranger made must not start what it likes.
func TestANameInAReplayIsNoPath(t *testing.T) {
	for name, want := range map[string]string{
		"": "", "zorg": "zorg", "zorg.py": "zorg.py", ".hidden": "", "..": "", "../zorg": "", "a/b": "", `a\b`: "",
		"c:zorg": "",
	} {
		r := &replay.Replay{Header: replay.Header{Seats: []replay.Seat{{Name: name, SHA256: []byte{1}}}}}
		got, err := rerun.BotOf(r, 0)
		require.Equal(t, want, got, "%q", name)
		require.Equal(t, want == "", err != nil, "%q", name)
	}
	r := &replay.Replay{Header: replay.Header{Seats: []replay.Seat{{Name: "a/b"}}}}
	_, err := rerun.BotOf(r, 0)
	require.EqualError(t, err, "seat 0 (a/b): not the name of a bot")
	r.Seats[0].Name = "ann"
	_, err = rerun.BotOf(r, 0)
	require.EqualError(t, err, "seat 0 (ann): was played by no program")
}

// playOn plays on, and returns the match as it was recorded anew.
func playOn(t *testing.T, plan *rerun.Plan, bots ...match.Player) *replay.Replay {
	t.Helper()
	h := plan.Match.Header
	infos, players := make([]replay.Seat, len(plan.Players)), make([]match.Player, len(plan.Players))
	for seat, player := range plan.Players {
		infos[seat] = replay.Seat{Name: player.Bot, SHA256: []byte{9}}
		if player != rerun.Nobody {
			players[seat], bots = bots[0], bots[1:]
		}
	}
	h.Seats = plan.Seated(infos)
	file, err := plan.Record(t.Context(), h, players)
	require.NoError(t, err)
	r, err := replay.Read(bytes.NewReader(file), games)
	require.NoError(t, err)
	require.NotNil(t, r.Scores, "it was played to its end")
	return r
}

func TestABotPlaysOnInItsSeat(t *testing.T) {
	r := recorded(t)
	plan, err := rerun.NewPlan(r, 2, map[int]rerun.Player{1: {Bot: "x"}, 0: {}, 2: {}, 3: {Bot: "y"}}, nil)
	require.NoError(t, err)
	again := playOn(t, plan, idle(), random())
	require.Equal(t, []string{"a", "x", "c", "y"}, again.Names())
	require.Equal(t, []string{"a", "b", "c", "human"}, r.Names(), "the match that was recorded stays as it was")
	for i, round := range again.Rounds {
		was := r.Rounds[i]
		require.Equal(t, was.Turns[0].Commands, round.Turns[0].Commands, "nobody: what was recorded goes on")
		if i < 2 {
			require.Equal(t, was.Hash, round.Hash)
			continue
		}
		require.Nil(t, round.Turns[1].Commands, "round %d", i)
	}
	require.NotZero(t, again.Rounds[5].Turns[3].Commands.Len(), "the second bot sits in the last seat")
}

func TestOrdersComeFirst(t *testing.T) {
	r := recorded(t)
	orders, err := rerun.ReadOrders(orkisland.Game, 2, []byte("do 0 north"))
	require.NoError(t, err)
	nobody := map[int]rerun.Player{0: {}, 1: {}, 2: {}, 3: {}}
	plan, err := rerun.NewPlan(r, 2, nobody, map[int]rerun.Orders{0: orders})
	require.NoError(t, err)
	again := playOn(t, plan)
	require.Equal(t, orders[0], again.Rounds[2].Turns[0].Commands)
	require.Equal(t, r.Rounds[3].Turns[0].Commands, again.Rounds[3].Turns[0].Commands)
}

// TestAPlanGoesBack, to any round of the match that was played by it: from there the same play, and who was frozen
// later plays again.
func TestAPlanGoesBack(t *testing.T) {
	r := recorded(t)
	orders := rerun.Orders{nil, nil, nil}
	plan := &rerun.Plan{
		Match: r, Round: 2, Players: []rerun.Player{played("a"), rerun.Nobody, played("c"), {Person: true}},
		Orders: map[int]rerun.Orders{0: orders},
	}
	for name, c := range map[string]struct {
		round  int
		third  rerun.Player
		orders int
	}{
		"to the verdict":    {3, played("c"), 2},
		"after it":          {4, rerun.Nobody, 1},
		"before the orders": {1, played("c"), 0},
		"after them":        {5, rerun.Nobody, 0},
	} {
		back := plan.Back(r, c.round)
		require.Equal(t, c.round, back.Round, name)
		require.Equal(t, []rerun.Player{played("a"), {}, c.third, {Person: true}}, back.Players, name)
		require.Len(t, back.Orders[0], c.orders, name)
	}
	require.Equal(t, played("c"), plan.Players[2], "the plan stays as it was")
}

// TestWhatWasRecordedGoesOnAgain, though the match in which the person went back had not come so far.
func TestWhatWasRecordedGoesOnAgain(t *testing.T) {
	r := recorded(t)
	plan, err := rerun.NewPlan(r, 2, map[int]rerun.Player{0: {}, 1: {Bot: "x"}, 2: {Bot: "y"}, 3: {}}, nil)
	require.NoError(t, err)
	played := playOn(t, plan, idle(), failsIn(2, errors.New("another")))
	played.Rounds = played.Rounds[:4]
	for _, round := range []int{1, 3, 4} {
		back := plan.Back(played, round)
		bots := []match.Player{idle(), idle()}
		if round > 2 { // y is frozen
			bots = bots[:1]
			require.Equal(t, "another", back.Match.VerdictOn(2).Detail, "not as c was later")
		}
		again := playOn(t, back, bots...)
		for i, was := range r.Rounds {
			require.Equal(t, was.Turns[0].Commands, again.Rounds[i].Turns[0].Commands, "back to %d, round %d", round, i)
		}
	}
	require.Len(t, played.Rounds, 4, "it stays as it was")
}

func TestAMatchThatIsStoppedIsNoReplay(t *testing.T) {
	r := recorded(t)
	plan, err := rerun.NewPlan(r, 2, nobody3, nil)
	require.NoError(t, err)
	other := r.Header
	other.Seed++
	_, err = plan.Record(t.Context(), other, []match.Player{idle(), idle(), idle(), nil})
	differs := new(replay.DifferenceError)
	require.ErrorAs(t, err, &differs)
}
