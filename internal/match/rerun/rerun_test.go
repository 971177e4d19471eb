package rerun_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/rerun"
	"github.com/botarena/arena/internal/match/transcript"
)

const rounds = 12

// bot is a player whose answers a test can change.
type bot struct {
	match.Player
	start  error
	answer func(round int, a *match.Answer) error // may be nil
	asked  []int
	seen   bytes.Buffer // all States as lines
	seed   uint64
	ends   int
	frozen int
}

func newBot(play func(*orkisland.State, *orkisland.Commands)) *bot {
	return &bot{Player: match.Local(orkisland.Bot.Player(play))}
}

func (b *bot) Start(ctx context.Context, m engine.Match, seat int) error {
	b.seed = m.Seat(seat).Seed()
	if b.start != nil {
		return b.start
	}
	return b.Player.Start(ctx, m, seat)
}

func (b *bot) Answer(state *match.State) (match.Answer, error) {
	text, err := state.Text()
	if err != nil {
		return match.Answer{}, err
	}
	b.seen.Write(text)
	b.asked = append(b.asked, state.Round())
	answer, err := b.Player.Answer(state)
	answer.Status = engine.Status(1000 * (state.Round() + 1)) // as if it had used some time
	if err == nil && b.answer != nil {
		err = b.answer(state.Round(), &answer)
	}
	return answer, err
}

func (b *bot) End(match.Result) { b.ends++ }
func (b *bot) Freeze()          { b.frozen++ }

func random() *bot { return newBot(orkisland.Random) }

// failsIn is a bot that plays at random and fails in a round.
func failsIn(round int, fault error) *bot {
	b := random()
	b.answer = func(now int, _ *match.Answer) error {
		if now == round {
			return fault
		}
		return nil
	}
	return b
}

var (
	late  = &match.Fault{Kind: match.Late, Detail: "slept"}
	crash = &match.Fault{Kind: match.Crash, Detail: "exited"}
)

// record plays a match and returns it as it is recorded.
func record(t *testing.T, ctx context.Context, players ...match.Player) *replay.Replay {
	t.Helper()
	setup, err := orkisland.Game.Default().With("nb_rounds", rounds)
	require.NoError(t, err)
	header := replay.Header{Setup: setup, Seed: 5, Random: engine.ChaCha8, Seats: make([]replay.Seat, 4)}
	for i, name := range []string{"a", "b", "c", "d"} {
		header.Seats[i].Name = name
	}
	m, err := setup.New(header.Names(), header.Seed, header.Random)
	require.NoError(t, err)
	var file bytes.Buffer
	w, err := replay.NewWriter(&file, m, header)
	require.NoError(t, err)
	seated := make([]match.Player, 4)
	for i := range seated {
		seated[i] = random()
		if i < len(players) {
			seated[i] = players[i]
		}
	}
	result, err := match.Play(ctx, m, seated, w)
	require.NoError(t, w.Close(result, err == nil))
	r, err := replay.Read(&file, engine.NewGames(orkisland.Game))
	require.NoError(t, err)
	return r
}

func run(t *testing.T, r *replay.Replay, seat int, b *bot) rerun.Outcome {
	t.Helper()
	out, err := rerun.Run(t.Context(), r, seat, b)
	require.NoError(t, err)
	require.Equal(t, 1, b.ends+b.frozen, "its part is ended, once")
	return out
}

func TestABotGetsTheRecordedStates(t *testing.T) {
	r := record(t, t.Context(), random(), failsIn(4, late))
	for seat := range 4 {
		for name, b := range map[string]*bot{
			"the same": random(),
			"another":  newBot(func(*orkisland.State, *orkisland.Commands) {}),
		} {
			run(t, r, seat, b)
			var want bytes.Buffer
			require.NoError(t, transcript.Of(r, seat, func(_ engine.Match, p transcript.Piece) error {
				if p.Kind == transcript.State {
					want.Write(p.Text)
				}
				return nil
			}))
			require.Equal(t, want.String(), b.seen.String(), "seat %d, %s", seat, name)
			m, err := r.Begin()
			require.NoError(t, err)
			require.Equal(t, m.Seat(seat).Seed(), b.seed)
		}
	}
}

func TestTheSameBotGivesTheSameCommands(t *testing.T) {
	r := record(t, t.Context(), random(), random(), failsIn(4, late))
	b := random()
	out := run(t, r, 1, b)
	require.Equal(t, rerun.Outcome{Rounds: rounds, Compared: rounds}, out)
	require.True(t, out.IsSame())
	require.Equal(t, 1, b.ends, "the match was played to its end")
}

func TestDifferencesAreToldByRound(t *testing.T) {
	r := record(t, t.Context())
	b := newBot(func(s *orkisland.State, c *orkisland.Commands) {
		orkisland.Random(s, c)
		if s.Round() == 3 || s.Round() == 7 {
			for ork := range s.Orks(s.Me()) {
				c.Move(ork.ID, orkisland.None) // too late, but a command
				break
			}
		}
	})
	out := run(t, r, 2, b)
	require.False(t, out.IsSame())
	require.Equal(t, []int{3, 7}, out.Differs)
	require.Equal(t, rounds, out.Rounds)
	require.Equal(t, 3, out.First.Round)
	require.Len(t, out.First.Now, len(out.First.Recorded)+1)
	require.Equal(t, out.First.Recorded, out.First.Now[:len(out.First.Recorded)])
	require.Regexp(t, `^do \d+ none$`, out.First.Now[len(out.First.Now)-1])
}

func TestNoCommandsAreTheSameAsNone(t *testing.T) {
	silent := newBot(func(*orkisland.State, *orkisland.Commands) {})
	r := record(t, t.Context(), silent)
	nothing := random()
	nothing.answer = func(_ int, a *match.Answer) error { a.Commands = nil; return nil }
	require.True(t, run(t, r, 0, nothing).IsSame())
	out := run(t, r, 0, random())
	require.Len(t, out.Differs, rounds)
	require.Empty(t, out.First.Recorded)
	require.NotEmpty(t, out.First.Now)
}

func TestFaultsAreCompared(t *testing.T) {
	r := record(t, t.Context(), random(), failsIn(4, late))
	recorded := &match.Verdict{Seat: 1, Round: 4, Kind: match.Late, Detail: "slept"}
	greedy := random()
	greedy.answer = func(_ int, a *match.Answer) error { a.Commands = tooMany{}; return nil }
	started := random()
	started.start = crash
	for name, test := range map[string]struct {
		bot      *bot
		fault    *match.Verdict
		same     bool
		compared int
		answered int
	}{
		"the same": {failsIn(4, late), recorded, true, 4, 4},
		"another kind": {
			failsIn(4, crash), &match.Verdict{Seat: 1, Round: 4, Kind: match.Crash, Detail: "exited"}, false, 4,
			4,
		},
		"earlier": {
			failsIn(2, late), &match.Verdict{Seat: 1, Round: 2, Kind: match.Late, Detail: "slept"}, false, 2,
			2,
		},
		"no fault type": {
			failsIn(0, errors.New("gone")),
			&match.Verdict{Seat: 1, Round: 0, Kind: match.Crash, Detail: "gone"}, false, 0, 0,
		},
		"in its start": {started, &match.Verdict{Seat: 1, Round: 0, Kind: match.Crash, Detail: "exited"}, false, 0, 0},
		"greedy": {greedy, &match.Verdict{
			Seat: 1, Round: 0, Kind: match.TooManyCommands,
			Detail: "gave 1001 commands, the most is 1000",
		}, false, 0, 0},
		"cured": {random(), nil, false, 4, 5},
		"later": {failsIn(5, late), nil, false, 4, 5},
	} {
		t.Run(name, func(t *testing.T) {
			out := run(t, r, 1, test.bot)
			require.Equal(
				t, rerun.Outcome{Rounds: test.answered, Compared: test.compared, Fault: test.fault, Recorded: recorded}, out)
			require.Equal(t, test.same, out.IsSameFault())
			require.Equal(t, test.fault == nil, out.IsSame())
			require.LessOrEqual(t, len(test.bot.asked), 5, "not asked after the round of the verdict")
			require.Equal(t, 1, test.bot.frozen)
		})
	}
}

// tooMany are more commands than allowed.
type tooMany struct{ engine.Commands }

func (tooMany) Len() int { return engine.MaxCommands + 1 }

func TestAFaultInTheStartOfTheMatchIsCompared(t *testing.T) {
	failing := random()
	failing.start = crash
	r := record(t, t.Context(), failing)
	again := random()
	again.start = crash
	require.True(t, run(t, r, 0, again).IsSameFault())
	require.True(t, run(t, r, 0, random()).IsSame())
}

func TestAMatchThatWasCalledOffIsPlayedAsFarAsItWent(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	stopper := random()
	stopper.answer = func(round int, _ *match.Answer) error {
		if round == 6 {
			cancel()
		}
		return nil
	}
	r := record(t, ctx, stopper)
	require.Len(t, r.Rounds, 6)
	b := random()
	require.Equal(t, rerun.Outcome{Rounds: 6, Compared: 6}, run(t, r, 3, b))
	require.Equal(t, 1, b.frozen)
}

func TestARerunThatIsCalledOffBlamesNobody(t *testing.T) {
	r := record(t, t.Context())
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	b := random()
	b.answer = func(round int, _ *match.Answer) error {
		if round == 3 {
			cancel(enough)
			return errors.New("broken pipe")
		}
		return nil
	}
	out, err := rerun.Run(ctx, r, 0, b)
	require.ErrorIs(t, err, enough)
	require.Nil(t, out.Fault)
	require.Equal(t, 1, b.frozen)
}

func TestAForgedReplayIsNotPlayedOn(t *testing.T) {
	r := record(t, t.Context())
	r.Rounds[5].Hash[0]++
	b := random()
	_, err := rerun.Run(t.Context(), r, 0, b)
	require.ErrorAs(t, err, new(*replay.DifferenceError))
	require.LessOrEqual(t, len(b.asked), 6)
	require.Equal(t, 1, b.frozen)

	r.Rules++
	_, err = rerun.Run(t.Context(), r, 0, random())
	require.ErrorContains(t, err, "of the rules of Ork Island")
}
