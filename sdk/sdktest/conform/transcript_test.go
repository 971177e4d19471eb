package main

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/internal/integration/storytest"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// allGames are the games that come with the arena, and duel, whose SDK is for tests.
func allGames() []engine.Game { return append(slices.Clone(games.All()), duel.Game) }

// names has what is hard to read in a name.
var names = []string{"demo", "dummy (seat 1)", "Ängström ✓", ""}

// transcript returns what a seat is sent in a match of random players.
func transcript(t testing.TB, game engine.Game, seed uint64, rounds, seat int) []byte {
	t.Helper()
	return transcriptOf(t, storytest.Setup(t, game, rounds), seed, seat)
}

func transcriptOf(t testing.TB, setup engine.Setup, seed uint64, seat int) []byte {
	t.Helper()
	return transcriptBy(t, setup, seed, seat, setup.Game().Random())
}

// transcriptBy returns the same of a match in which one player takes all seats.
func transcriptBy(t testing.TB, setup engine.Setup, seed uint64, seat int, player engine.Player) []byte {
	t.Helper()
	game := setup.Game()
	m, err := setup.New(names[:setup.Seats()], seed, engine.ChaCha8)
	require.NoError(t, err)
	schema, err := lines.Of(game.Info())
	require.NoError(t, err)
	text, err := schema.NewMatch(m.StartMessage())
	require.NoError(t, err)
	var out []byte
	out = text.AppendStart(out, &arenav1.Seat{
		Me: int32(seat), Names: names[:m.Setup().Seats()], Seed: seed*0x9E3779B97F4A7C15 | 1<<63,
		CpuPerRound: 50_000_000, CpuBank: 2_000_000_000, WallPerRound: 1_000_000_000, WallBank: 5_000_000_000,
		CpuStart: 1_000_000_000,
	})
	for !m.Over() {
		var err error
		out, err = text.AppendState(out, m.Round(), m.StateMessage(), m.Scores())
		require.NoError(t, err)
		step(m, player)
	}
	return lines.AppendEnd(out, m.Scores(), engine.Places(m.Scores()))
}

// step plays a round with a player in all seats.
func step(m engine.Match, player engine.Player) {
	turns := make([]engine.Turn[engine.Commands], m.Setup().Seats())
	for i := range turns {
		turns[i] = engine.Turn[engine.Commands]{Commands: player.Play(m, i), Status: engine.Status(1000 * i)}
	}
	m.Step(turns)
}
