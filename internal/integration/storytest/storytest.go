// Package storytest makes matches for tests of packages that show them.
package storytest

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/replay"
)

// Setup returns the default setup of a game, with the given number of rounds.
func Setup(t testing.TB, g engine.Game, rounds int) engine.Setup {
	t.Helper()
	setup := g.Default()
	for _, name := range []string{"nb_rounds", "nb_rnds"} {
		if changed, err := setup.With(name, rounds); err == nil {
			setup = changed
		}
	}
	require.Equal(t, rounds, setup.Rounds())
	return setup
}

// ManyRounds are enough rounds of Duel for a replay of several blocks. Of a file that is
// cut, whole blocks can be read.
const ManyRounds = 3000

// Record plays a match of random players and returns its replay as a file. Players
// without a name are called a, b and so on, by their seats.
func Record(t testing.TB, setup engine.Setup, names ...string) []byte {
	t.Helper()
	header := replay.Header{Setup: setup, Seed: 7, Random: engine.ChaCha8, Arena: "test", CPU: 50 * time.Millisecond}
	for seat := range setup.Seats() {
		name := string(rune('a' + seat))
		if seat < len(names) {
			name = names[seat]
		}
		header.Seats = append(header.Seats, replay.Seat{Name: name, Version: "1"})
	}
	m, err := setup.New(header.Names(), header.Seed, header.Random)
	require.NoError(t, err)
	var file bytes.Buffer
	w, err := replay.NewWriter(&file, m, header)
	require.NoError(t, err)
	result, err := match.Play(t.Context(), m, randomPlayers(setup), w)
	require.NoError(t, err)
	require.NoError(t, w.Close(result, true))
	return file.Bytes()
}

func randomPlayers(setup engine.Setup) []match.Player {
	players := make([]match.Player, setup.Seats())
	for seat := range players {
		players[seat] = match.Local(setup.Game().Random())
	}
	return players
}
