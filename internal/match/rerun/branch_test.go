package rerun_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/rerun"
)

// hashes is a watcher that keeps each round with the hash after it.
type hashes struct {
	digest engine.Digest
	all    [][8]byte
	rounds []match.Round
}

func (h *hashes) Round(m engine.Match, r match.Round) {
	m.Digest(&h.digest)
	h.all, h.rounds = append(h.all, h.digest.Sum()), append(h.rounds, r)
}

// talks is a player that writes a note and a line in each round.
type talks struct{ *bot }

func (p talks) Answer(state *match.State) (match.Answer, error) {
	a, err := p.bot.Answer(state)
	a.Notes = []engine.Note{{Kind: engine.LogNote, Unit: -1, Text: fmt.Sprint("note ", state.Round())}}
	a.Receipt = match.Receipt{CPU: 7, Wall: 9, Bytes: state.Round()}
	return a, err
}

func (p talks) Lines() []string { return []string{fmt.Sprint("line ", len(p.asked))} }

// branch plays on from a round, and returns the result and the hashes of all rounds.
func branch(t *testing.T, r *replay.Replay, round int, bots ...match.Player) (match.Result, [][8]byte, error) {
	t.Helper()
	m, err := r.Setup.New([]string{"w", "x", "y", "z"}, r.Seed, r.Random)
	require.NoError(t, err)
	var watch hashes
	seats := make([]rerun.Seat, max(4, len(bots)))
	for i, bot := range bots {
		seats[i].Bot = bot
	}
	result, err := rerun.Branch(t.Context(), r, round, m, seats, &watch)
	return result, watch.all, err
}

func hashesOf(r *replay.Replay) (all [][8]byte) {
	for _, round := range r.Rounds {
		all = append(all, round.Hash)
	}
	return all
}

// TestBranchWithTheSameBots, or with none, is the match.
func TestBranchWithTheSameBots(t *testing.T) {
	r := record(t, t.Context())
	for round := range rounds + 1 {
		result, all, err := branch(t, r, round, random(), nil, random())
		require.NoError(t, err)
		require.Equal(t, hashesOf(r), all)
		require.Equal(t, r.Scores, result.Scores)
	}
}

// TestBranchKeepsWhatWasRecorded: times, notes and lines, up to the round.
func TestBranchKeepsWhatWasRecorded(t *testing.T) {
	r := record(t, t.Context(), talks{random()}, talks{random()})
	m, err := r.Begin()
	require.NoError(t, err)
	var watch hashes
	quiet := newBot(func(*orkisland.State, *orkisland.Commands) {})
	_, err = rerun.Branch(t.Context(), r, 7, m, []rerun.Seat{{Bot: quiet}, {}, {}, {}}, &watch)
	require.NoError(t, err)
	for number, round := range watch.rounds {
		want := r.Rounds[number].Round
		if number < 7 {
			require.Equal(t, want, round)
			continue
		}
		require.Equal(t, want.Turns[1], round.Turns[1])
		require.Equal(t, want.Receipts[1], round.Receipts[1])
		require.Equal(t, want.Lines[1], round.Lines[1])
		require.Equal(t, want.Notes[1], round.Notes[1])
		require.Empty(t, round.Lines[0], "it is the new bot's turn, which is quiet")
	}
}

// TestBranchWithAnotherBot is the match up to that round, and another one from there. The bot has
// seen all of it.
func TestBranchWithAnotherBot(t *testing.T) {
	r := record(t, t.Context())
	for _, round := range []int{0, 1, 5, rounds - 1} {
		other := newBot(func(*orkisland.State, *orkisland.Commands) {})
		result, all, err := branch(t, r, round, nil, other)
		require.NoError(t, err)
		require.Equal(t, hashesOf(r)[:round], all[:round])
		require.NotEqual(t, hashesOf(r)[round], all[round], round)
		require.Len(t, all, rounds)
		require.Equal(t, rounds, result.Rounds)
		require.Len(t, other.asked, rounds)
		require.Equal(t, 1, other.ends)
	}
}

// TestBranchWithABotThatFailsBefore: what it does before the round does not count, but it plays no
// further.
func TestBranchWithABotThatFailsBefore(t *testing.T) {
	r := record(t, t.Context())
	broken := random()
	broken.start = crash
	for _, bot := range []*bot{failsIn(2, late), broken} {
		result, all, err := branch(t, r, 6, bot)
		require.NoError(t, err)
		require.Equal(t, hashesOf(r)[:6], all[:6])
		require.NotEqual(t, hashesOf(r)[6], all[6])
		require.Len(t, result.Verdicts, 1)
		require.Equal(t, 6, result.Verdicts[0].Round)
		require.Equal(t, 1, bot.frozen)
		require.LessOrEqual(t, len(bot.asked), 3, "nobody asks a bot that has failed")
	}
}

// TestBranchAfterAVerdict: who was frozen before stays so.
func TestBranchAfterAVerdict(t *testing.T) {
	r := record(t, t.Context(), random(), failsIn(4, late))
	result, all, err := branch(t, r, 8, random())
	require.NoError(t, err)
	require.Equal(t, hashesOf(r), all)
	require.Equal(t, []match.Verdict{{Seat: 1, Round: 4, Kind: match.Late, Detail: "slept"}}, result.Verdicts)

	_, _, err = branch(t, r, 5, nil, random())
	require.EqualError(t, err, "seat 1 was frozen in round 4")
	m, err := r.Begin()
	require.NoError(t, err)
	_, err = rerun.Branch(t.Context(), r, 5, m, []rerun.Seat{1: {Orders: rerun.Orders{nil}}, 3: {}})
	require.EqualError(t, err, "seat 1 was frozen in round 4")
	result, _, err = branch(t, r, 4, nil, random())
	require.NoError(t, err, "it plays from the round in which it had failed")
	require.Empty(t, result.Verdicts)
}

// TestBranchWithOrders: they take the place of a bot's commands, or of the recorded ones, and then
// these go on.
func TestBranchWithOrders(t *testing.T) {
	r := record(t, t.Context())
	orders, err := rerun.ReadOrders(orkisland.Game, 5, []byte("do 0 north\r\n\ndo 1 south\ndone 5\ndone 6\ndo 0 east\n"))
	require.NoError(t, err)
	require.Len(t, orders, 3)
	for name, c := range map[string]struct {
		bot   match.Player
		after bool // whether the recorded commands go on
	}{"recorded": {nil, true}, "bot": {newBot(func(*orkisland.State, *orkisland.Commands) {}), false}} {
		m, err := r.Begin()
		require.NoError(t, err)
		var watch hashes
		_, err = rerun.Branch(t.Context(), r, 5, m, []rerun.Seat{{Bot: c.bot, Orders: orders}, {}, {}, {}}, &watch)
		require.NoError(t, err, name)
		for number, round := range watch.rounds {
			given, was := round.Turns[0].Commands, r.Rounds[number].Turns[0].Commands
			switch {
			case number == 5 || number == 6 || number == 7:
				require.Equal(t, orders[number-5], given, name)
			case number < 5 || c.after:
				require.Equal(t, was, given, "%s, round %d", name, number)
			default:
				require.Zero(t, given.Len(), "%s, round %d", name, number)
			}
		}
	}
}

func TestOrdersThatCannotBeRead(t *testing.T) {
	for text, want := range map[string]string{
		"do 0 nowhere":                           `line 1, column 6: "nowhere" is not one of `,
		"do 0 north\n\n hello\n":                 "line 3, column 1: this is not an order: do UNIT DIRECTION",
		"do 0 north\ndone 6":                     `line 2, column 6: answered "done 6" when "go 5" was asked`,
		"do 0 north\ndone 5\ndo 0":               "line 3, column 5: the direction is missing",
		strings.Repeat("x", 5000):                "line 1: it is too long",
		strings.Repeat("do 0 north\n", 1001):     "1001 orders in round 5: the most is 1000",
		strings.Repeat("do 0      north\n", 1e5): "more than 256 KiB in an answer",
	} {
		_, err := rerun.ReadOrders(orkisland.Game, 5, []byte(text))
		require.ErrorContains(t, err, want)
	}
	orders, err := rerun.ReadOrders(orkisland.Game, 5, nil)
	require.NoError(t, err)
	require.Len(t, orders, 1, "no order is an order, too")
}

func TestBranchThatCannotBe(t *testing.T) {
	r := record(t, t.Context())
	for _, round := range []int{-1, rounds + 1} {
		_, _, err := branch(t, r, round)
		require.ErrorContains(t, err, "rounds 0 to 11 were recorded")
	}
	_, _, err := branch(t, r, 1, nil, nil, nil, nil, nil)
	require.EqualError(t, err, "who plays on in 5 seats, but the match has 4")

	m, err := r.Setup.New(r.Names(), r.Seed+1, r.Random)
	require.NoError(t, err)
	_, err = rerun.Branch(t.Context(), r, 6, m, make([]rerun.Seat, 4))
	differs := new(replay.DifferenceError)
	require.ErrorAs(t, err, &differs)
}
