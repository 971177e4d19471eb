package transcript_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/transcript"
)

func allGames() engine.Games { return engine.NewGames(append(games.All(), duel.Game)...) }

// witness is a random player that keeps what it would have been sent as lines, and what
// it answered. It makes notes and, if fails is not 0, fails in that round.
type witness struct {
	match.Player
	game   engine.Game
	fails  int
	notes  engine.Debug
	states []string
	given  [][]byte
	noted  [][]engine.Note
}

func (w *witness) Ask(s *match.State) error {
	text, err := s.Text()
	w.states = append(w.states, string(text))
	return errors.Join(err, w.Player.Ask(s))
}

func (w *witness) Answer(s *match.State) (match.Answer, error) {
	if w.fails != 0 && w.fails == s.Round() {
		return match.Answer{}, errors.New("tired")
	}
	a, err := w.Player.Answer(s)
	w.notes.Label(engine.Pos{Row: s.Round(), Col: 2}, "here")
	w.notes.LogUnit(3, "in round %d", s.Round())
	w.notes.Chart("round", float64(s.Round())/2)
	a.Notes = w.notes.Take()
	w.given, w.noted = append(w.given, w.game.EncodeCommands(a.Commands)), append(w.noted, a.Notes)
	return a, err
}

// recorded plays a match of random players, of which the one in seat 1 is the witness.
func recorded(t *testing.T, game engine.Game, fails int, change func(h *replay.Header)) (*replay.Replay, *witness) {
	t.Helper()
	setup := game.Default()
	for _, rounds := range []string{"nb_rounds", "nb_rnds"} { // what games call it
		if shorter, err := setup.With(rounds, 12); err == nil {
			setup = shorter
		}
	}
	require.Equal(t, 12, setup.Rounds())
	h := replay.Header{Setup: setup, Seed: 5, Random: engine.ChaCha8}
	for range setup.Seats() {
		h.Seats = append(h.Seats, replay.Seat{Name: "a b\x1b[31m"})
	}
	if change != nil {
		change(&h)
	}
	m, err := setup.New(h.Names(), h.Seed, h.Random)
	require.NoError(t, err)
	players := make([]match.Player, setup.Seats())
	for seat := range players {
		players[seat] = match.Local(game.Random())
	}
	w := &witness{Player: players[1], game: game, fails: fails}
	players[1] = w
	var file bytes.Buffer
	record, err := replay.NewWriter(&file, m, h)
	require.NoError(t, err)
	result, err := match.Play(t.Context(), m, players, record)
	require.NoError(t, err)
	require.NoError(t, record.Close(result, true))
	r, err := replay.Read(&file, allGames())
	require.NoError(t, err)
	return r, w
}

// pieces returns the pieces of a transcript by kind.
func pieces(t *testing.T, r *replay.Replay, seat int) (all [transcript.End + 1][]string, order []transcript.Kind) {
	t.Helper()
	require.NoError(t, transcript.Of(r, seat, func(m engine.Match, p transcript.Piece) error {
		all[p.Kind] = append(all[p.Kind], string(p.Text))
		order = append(order, p.Kind)
		require.Equal(t, m.Round(), p.Round)
		return nil
	}))
	return all, order
}

func TestATranscriptIsWhatThePlayerReadAndWrote(t *testing.T) {
	for _, game := range allGames() {
		r, w := recorded(t, game, 0, nil)
		all, order := pieces(t, r, 1)
		require.Equal(t, []string{"arena 1\n"}, all[transcript.Hello])
		require.Equal(t, w.states, all[transcript.State], game.Info().Name)
		require.Len(t, all[transcript.Answer], len(w.given))
		schema, err := lines.Of(game.Info())
		require.NoError(t, err)
		for round, text := range all[transcript.Answer] {
			var notes engine.Debug
			answer := schema.NewAnswer(&notes)
			answer.Begin(round)
			said := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
			for i, line := range said {
				kind, err := answer.Line([]byte(line))
				require.NoError(t, err)
				require.Equal(t, i == len(said)-1, kind == lines.Done)
			}
			require.Equal(t, w.given[round], answer.Commands(), game.Info().Name)
			require.Equal(t, w.noted[round], notes.Take())
		}
		require.Equal(
			t, []transcript.Kind{transcript.Hello, transcript.Start, transcript.State, transcript.Answer, transcript.State},
			order[:5])
		require.Equal(t, transcript.End, order[len(order)-1])
		require.True(t, strings.HasSuffix(all[transcript.End][0], "\nend\n"))
		require.Contains(t, all[transcript.Start][0], "\nme 1\nname 0 a b\nname 1 a b\n")
	}
}

func TestATranscriptEndsWithTheQuestionThatWasNotAnswered(t *testing.T) {
	r, w := recorded(t, duel.Game, 3, nil)
	all, order := pieces(t, r, 1)
	require.Equal(t, w.states, all[transcript.State])
	require.Len(t, all[transcript.State], 4)
	require.Len(t, all[transcript.Answer], 3)
	require.Equal(t, transcript.State, order[len(order)-1])

	all, _ = pieces(t, r, 0)
	require.Len(t, all[transcript.End], 1, "the other plays on")

	r.Rounds, r.Scores = r.Rounds[:2], nil // as if it had been interrupted
	all, order = pieces(t, r, 1)
	require.Equal(t, w.states[:3], all[transcript.State])
	require.Equal(t, transcript.State, order[len(order)-1])
}

func TestLimitsAreThoseThatThePlayerWasTold(t *testing.T) {
	for want, change := range map[string]func(h *replay.Header){
		"cpu_per_round 0\ncpu_bank 0\nwall_per_round 0\nwall_bank 0\ncpu_start 0\n": nil,
		"cpu_per_round 1\ncpu_bank 2\nwall_per_round 4\nwall_bank 5\ncpu_start 3\n": func(h *replay.Header) {
			h.CPU, h.Limits = 1, &replay.Limits{Bank: 2, StartCPU: 3, Wall: 4, WallBank: 5}
		},
		// A replay from before the other limits were recorded.
		"cpu_per_round 7000000\ncpu_bank 1000000000\n" +
			"wall_per_round 200000000\nwall_bank 3000000000\ncpu_start 1000000000\n": func(h *replay.Header) {
			h.CPU = 7 * time.Millisecond
		},
	} {
		r, _ := recorded(t, duel.Game, 0, change)
		all, _ := pieces(t, r, 1)
		require.Contains(t, all[transcript.Start][0], "\n"+want)
	}
}

func TestWhatCantBeATranscript(t *testing.T) {
	nothing := func(engine.Match, transcript.Piece) error { return nil }
	r, _ := recorded(t, duel.Game, 0, nil)
	stop := errors.New("enough")
	require.ErrorIs(t, transcript.Of(r, 1, func(engine.Match, transcript.Piece) error { return stop }), stop)

	r.Rounds[4].Hash[0]++
	differs := new(replay.DifferenceError)
	require.ErrorAs(t, transcript.Of(r, 1, nothing), &differs)
	require.Equal(t, 4, differs.Round)

	r.Rules++
	require.ErrorContains(t, transcript.Of(r, 1, nothing), "played with version 2 of the rules")
}
