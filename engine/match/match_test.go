package match_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/testkit"
)

const rounds = 10

func newMatch(t *testing.T) engine.Match {
	t.Helper()
	setup, err := orkisland.Game.Default().With("nb_rounds", rounds)
	require.NoError(t, err)
	m, err := setup.New([]string{"a", "b", "c", "d"}, 1, engine.ChaCha8)
	require.NoError(t, err)
	return m
}

// player counts its calls and fails as a test wants it to.
type player struct {
	match    engine.Match
	seat     int
	local    match.Player
	answer   func(state *match.State) (match.Answer, error)
	startErr error
	askErr   error
	lines    match.Lines

	starts, asks, answers, ends, freezes int
	result                               match.Result
}

func random() *player { return &player{local: match.Local(orkisland.Game.Random())} }

func (p *player) Start(ctx context.Context, m engine.Match, seat int) error {
	p.starts++
	p.match, p.seat = m, seat
	if p.startErr != nil {
		return p.startErr
	}
	if whole, ok := m.(decided); ok {
		m = whole.Match // the random player knows no other
	}
	return p.local.Start(ctx, m, seat)
}

func (p *player) Ask(state *match.State) error {
	p.asks++
	return p.askErr
}

func (p *player) Answer(state *match.State) (match.Answer, error) {
	p.answers++
	if p.answer != nil {
		return p.answer(state)
	}
	return p.local.Answer(state)
}

func (p *player) Lines() []string    { return p.lines.Take() }
func (p *player) End(r match.Result) { p.ends++; p.result = r }
func (p *player) Freeze() {
	p.freezes++
	p.lines.Add("goodbye")
}

func four() (players []*player, seated []match.Player) {
	for range 4 {
		p := random()
		players, seated = append(players, p), append(seated, p)
	}
	return players, seated
}

type recorder struct{ rounds []match.Round }

func (r *recorder) Round(_ engine.Match, round match.Round) { r.rounds = append(r.rounds, round) }

func TestEveryPlayerIsAskedEveryRound(t *testing.T) {
	players, seated := four()
	var seen recorder
	result, err := match.Play(t.Context(), newMatch(t), seated, &seen)
	require.NoError(t, err)
	require.Equal(t, rounds, result.Rounds)
	require.Len(t, seen.rounds, rounds)
	for seat, p := range players {
		require.Equal(t, []int{1, rounds, rounds, 1, 0}, []int{p.starts, p.asks, p.answers, p.ends, p.freezes})
		require.Equal(t, seat, p.seat)
		require.Equal(t, result, p.result)
	}
}

// TestWhatTheLastAnswerCostIsKept, though a fault comes with it.
func TestWhatTheLastAnswerCostIsKept(t *testing.T) {
	players, seated := four()
	cost := match.Receipt{CPU: 3 * time.Second, Wall: 4 * time.Second, WallBank: time.Second, Bytes: 7}
	players[2].answer = func(*match.State) (match.Answer, error) {
		return match.Answer{Receipt: cost}, &match.Fault{Kind: match.OverCPU, Detail: "burnt"}
	}
	var seen recorder
	_, err := match.Play(t.Context(), newMatch(t), seated, &seen)
	require.NoError(t, err)
	require.Equal(t, cost, seen.rounds[0].Receipts[2])
	require.Zero(t, seen.rounds[1].Receipts[2])
}

func TestPlayerWithAnErrorIsFrozenOnce(t *testing.T) {
	late := &match.Fault{Kind: match.Late, Detail: "slept"}
	tests := map[string]struct {
		spoil func(p *player)
		want  match.Verdict
	}{
		"start": {
			func(p *player) { p.startErr = errors.New("no memory") },
			match.Verdict{Seat: 2, Round: 0, Kind: match.Crash, Detail: "no memory"},
		},
		"ask": {
			func(p *player) { p.askErr = late },
			match.Verdict{Seat: 2, Round: 0, Kind: match.Late, Detail: "slept"},
		},
		"answer": {
			func(p *player) {
				p.answer = func(s *match.State) (match.Answer, error) {
					if s.Round() == 3 {
						return match.Answer{}, late
					}
					return match.Answer{}, nil
				}
			},
			match.Verdict{Seat: 2, Round: 3, Kind: match.Late, Detail: "slept"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			players, seated := four()
			test.spoil(players[2])
			var seen recorder
			result, err := match.Play(t.Context(), newMatch(t), seated, &seen)
			require.NoError(t, err)
			require.Equal(t, rounds, result.Rounds)
			require.Equal(t, []match.Verdict{test.want}, result.Verdicts)
			require.Equal(t, &test.want, result.Verdict(2))
			require.Nil(t, result.Verdict(1))
			require.Equal(t, 1, players[2].freezes)
			require.Zero(t, players[2].ends)
			for i, round := range seen.rounds {
				frozen := i >= test.want.Round
				require.Equal(t, frozen, round.Turns[2].Status.IsFrozen(), "round %d", i)
				require.Equal(t, i == test.want.Round, len(round.Verdicts) == 1, "round %d", i)
			}
		})
	}
}

// TestTheThousandthCommandIsAllowed checks rules/orkisland.md 6 and 15.16.
func TestTheThousandthCommandIsAllowed(t *testing.T) {
	for n, frozen := range map[int]bool{engine.MaxCommands: false, engine.MaxCommands + 1: true} {
		players, seated := four()
		greedy := orkisland.Bot.Player(func(s *orkisland.State, c *orkisland.Commands) {
			for i := range n {
				c.Move(orkisland.UnitID(i%3), orkisland.None)
			}
		})
		players[1].local = match.Local(greedy)
		result, err := match.Play(t.Context(), newMatch(t), seated)
		require.NoError(t, err)
		require.Equal(t, rounds, result.Rounds)
		if !frozen {
			require.Empty(t, result.Verdicts)
			continue
		}
		require.Equal(t, []match.Verdict{{
			Seat: 1, Round: 0, Kind: match.TooManyCommands, Detail: "gave 1001 commands, the most is 1000",
		}}, result.Verdicts)
	}
}

func TestMatchThatIsCalledOffBlamesNobody(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	players, seated := four()
	players[3].answer = func(s *match.State) (match.Answer, error) {
		if s.Round() == 4 {
			cancel(enough)
			return match.Answer{}, errors.New("broken pipe")
		}
		return match.Answer{}, nil
	}
	var seen recorder
	result, err := match.Play(ctx, newMatch(t), seated, &seen)
	require.ErrorIs(t, err, enough)
	require.EqualError(t, err, "stopped after round 4 of 10: enough")
	require.Equal(t, 4, result.Rounds)
	require.Empty(t, result.Verdicts)
	require.Len(t, seen.rounds, 4)
	for _, p := range players {
		require.Equal(t, []int{0, 1}, []int{p.ends, p.freezes})
	}
}

// calling calls the match off when it is asked.
type calling struct {
	*player
	off func()
}

func (c calling) Ask(*match.State) error {
	c.off()
	return errors.New("broken pipe")
}

func TestAMatchThatIsCalledOffWhileItAsksBlamesNobody(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	players, seated := four()
	seated[2] = calling{players[2], func() { cancel(enough) }}
	result, err := match.Play(ctx, newMatch(t), seated)
	require.ErrorIs(t, err, enough)
	require.Empty(t, result.Verdicts)
}

// TestPlayerIsFrozenOnceWhenAMatchIsCalledOffAfterItsVerdict: Freeze is called only
// once, whatever comes after.
func TestPlayerIsFrozenOnceWhenAMatchIsCalledOffAfterItsVerdict(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	players, seated := four()
	players[1].answer = func(s *match.State) (match.Answer, error) {
		if s.Round() == 2 {
			return match.Answer{}, errors.New("tired")
		}
		return match.Answer{}, nil
	}
	players[3].answer = func(s *match.State) (match.Answer, error) {
		if s.Round() == 5 {
			cancel(enough)
		}
		return match.Answer{}, nil
	}
	result, err := match.Play(ctx, newMatch(t), seated)
	require.ErrorIs(t, err, enough)
	require.Equal(t, []match.Verdict{{Seat: 1, Round: 2, Kind: match.Crash, Detail: "tired"}}, result.Verdicts)
	for seat, p := range players {
		require.Equal(t, []int{0, 1}, []int{p.ends, p.freezes}, "seat %d", seat)
	}
	require.Equal(t, 3, players[1].asks, "not asked after its verdict")
}

func TestWrongNumberOfPlayers(t *testing.T) {
	_, seated := four()
	_, err := match.Play(t.Context(), newMatch(t), seated[:3])
	require.EqualError(t, err, "3 players for 4 seats")
}

func TestStateIsEncodedOnceForAllSeats(t *testing.T) {
	players, seated := four()
	messages := map[int][]*byte{}
	for _, p := range players {
		p.answer = func(s *match.State) (match.Answer, error) {
			messages[s.Round()] = append(messages[s.Round()], &s.Message()[0])
			return match.Answer{}, nil
		}
	}
	_, err := match.Play(t.Context(), newMatch(t), seated)
	require.NoError(t, err)
	for round, m := range messages {
		require.Len(t, m, 4)
		for _, first := range m {
			require.Same(t, m[0], first, "round %d", round)
		}
	}
}

func TestNotesChangeNothing(t *testing.T) {
	random := orkisland.Bot.Player(orkisland.Random)
	talkative := orkisland.Bot.Player(func(s *orkisland.State, c *orkisland.Commands) {
		s.Debug().Log("round %d", s.Round())
		for ork := range s.Orks(s.Me()) {
			s.Debug().Label(ork.Pos, strings.Repeat("ork", 50))
		}
		orkisland.Random(s, c)
	})
	play := func(p engine.Player) (seen hashes, told recorder) {
		_, err := match.Play(t.Context(), newMatch(t), []match.Player{
			match.Local(random), match.Local(p), match.Local(random), match.Local(p),
		}, &seen, &told)
		require.NoError(t, err)
		return seen, told
	}
	silent, nothing := play(random)
	noted, told := play(talkative)
	require.Equal(t, silent, noted)
	for i := range rounds {
		require.Nil(t, nothing.rounds[i].Notes)
		require.Nil(t, nothing.rounds[i].Lines)
		require.Len(t, told.rounds[i].Notes, 4)
		require.Nil(t, told.rounds[i].Notes[0])
		for _, seat := range []int{1, 3} {
			require.Equal(t, engine.Note{Kind: engine.LogNote, Unit: -1, Text: fmt.Sprintf("round %d", i)},
				told.rounds[i].Notes[seat][0])
		}
	}
}

// hashes keeps the hash of the state after every round.
type hashes struct{ all [][8]byte }

func (h *hashes) Round(m engine.Match, _ match.Round) {
	var d engine.Digest
	m.Digest(&d)
	h.all = append(h.all, d.Sum())
}

func TestNotesAndLinesOfTheRoundOfAVerdictAreKept(t *testing.T) {
	players, seated := four()
	note := engine.Note{Kind: engine.LogNote, Unit: -1, Text: "hm"}
	players[2].answer = func(s *match.State) (match.Answer, error) {
		players[2].lines.Add(fmt.Sprintf("round %d", s.Round()))
		answer := match.Answer{Notes: []engine.Note{note}}
		if s.Round() == 1 {
			return answer, errors.New("no more orks")
		}
		return answer, nil
	}
	var seen recorder
	_, err := match.Play(t.Context(), newMatch(t), seated, &seen)
	require.NoError(t, err)
	require.Equal(t, [][]string{nil, nil, {"round 0"}, nil}, seen.rounds[0].Lines)
	require.Equal(t, [][]string{nil, nil, {"round 1", "goodbye"}, nil}, seen.rounds[1].Lines)
	require.Equal(t, [][]engine.Note{nil, nil, {note}, nil}, seen.rounds[1].Notes)
	require.Nil(t, seen.rounds[2].Lines)
	require.Nil(t, seen.rounds[2].Notes)
}

// TestLinesAreCappedToTheByte: a line is kept if it just leaves room for the note
// that the rest is dropped; with one byte more it is not.
func TestLinesAreCappedToTheByte(t *testing.T) {
	const told = "(more than 64 KiB of output: the rest is dropped)"
	room := match.MaxLines - len(told) - 1 - 1 // each line counts one more than its bytes
	for length, want := range map[int]int{room: room, room + 1: len(told)} {
		var l match.Lines
		l.Add(strings.Repeat("x", length))
		lines := l.Take()
		require.Len(t, lines, 1)
		require.Len(t, lines[0], want)
	}
	var l match.Lines
	l.Add(strings.Repeat("x", room-10))
	l.Add(strings.Repeat("y", 9))
	l.Add("")
	require.Equal(t, told, l.Take()[2])
}

func TestLinesAreCappedAndTheLastOneSaysSo(t *testing.T) {
	var l match.Lines
	var all []string
	for i := range 3000 {
		l.Add(fmt.Sprintf("%099d", i))
		if i%7 == 0 {
			all = append(all, l.Take()...)
		}
	}
	l.Add("")
	all = append(all, l.Take()...)
	size := 0
	for _, line := range all {
		size += len(line) + 1
	}
	require.LessOrEqual(t, size, match.MaxLines)
	require.Greater(t, size, match.MaxLines-200)
	last := len(all) - 1
	require.Equal(t, "(more than 64 KiB of output: the rest is dropped)", all[last])
	require.Equal(t, fmt.Sprintf("%099d", last-1), all[last-1])
	require.Nil(t, l.Take())
}

// BenchmarkReferee plays matches of players that do nothing, to measure the referee
// and the rules.
func BenchmarkReferee(b *testing.B) {
	idle := orkisland.Bot.Player(func(*orkisland.State, *orkisland.Commands) {})
	b.ReportAllocs()
	for b.Loop() {
		m, err := orkisland.Game.Default().New([]string{"a", "b", "c", "d"}, 1, engine.ChaCha8)
		require.NoError(b, err)
		players := []match.Player{match.Local(idle), match.Local(idle), match.Local(idle), match.Local(idle)}
		_, err = match.Play(b.Context(), m, players)
		require.NoError(b, err)
	}
}

// meeting is a player that starts, ends and freezes together with the others only.
type meeting struct {
	match.Player
	all *sync.WaitGroup
}

func (p meeting) meet() {
	p.all.Done()
	p.all.Wait()
}

func (p meeting) Start(ctx context.Context, m engine.Match, seat int) error {
	p.meet()
	return p.Player.Start(ctx, m, seat)
}

func (p meeting) End(match.Result) { p.meet() }
func (p meeting) Freeze()          { p.meet() }

func TestPlayersStartAndEndAllAtOnce(t *testing.T) {
	for _, calledOff := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var all sync.WaitGroup
		seated := make([]match.Player, 4)
		for seat := range seated {
			seated[seat] = meeting{match.Local(orkisland.Game.Random()), &all}
		}
		all.Add(len(seated))
		over := make(chan match.Result, 1)
		go func() {
			result, _ := match.Play(ctx, newMatch(t), seated, watcher(func(r match.Round) {
				if r.Number == 1 {
					all.Add(len(seated)) // all have met
					if calledOff {
						cancel()
					}
				}
			}))
			over <- result
		}()
		result := testkit.Receive(t, "the end of a match in which nobody waits for another", over)
		require.Equal(t, calledOff, result.Rounds < rounds)
	}
}

type watcher func(match.Round)

func (w watcher) Round(_ engine.Match, r match.Round) { w(r) }

// decided is a match that is over after four rounds.
type decided struct{ engine.Match }

func (d decided) Over() bool { return d.Round() >= 4 }

func TestMatchThatIsDecidedEndsBeforeItsLastRound(t *testing.T) {
	players, seated := four()
	result, err := match.Play(t.Context(), decided{newMatch(t)}, seated)
	require.NoError(t, err)
	require.Equal(t, 4, result.Rounds)
	require.Equal(t, []int{4, 1, 0}, []int{players[3].answers, players[3].ends, players[3].freezes})
}
