package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/web/playground"
	"github.com/botarena/arena/sdk/bots"

	"github.com/botarena/arena/internal/cli/match"
	"github.com/botarena/arena/internal/cli/shell"
)

// TestLinkedBotsPlayAsTheirExamplesDo plays each match twice, by the bots that come with the arena and by those that
// are compiled of examples, and compares all commands and the hash of each state.
func TestLinkedBotsPlayAsTheirExamplesDo(t *testing.T) {
	tier.Long(t, "builds bots and plays with them")
	examples, err := filepath.Abs("../../examples")
	require.NoError(t, err)
	for _, game := range games.All() {
		name := game.Info().Name
		seats := []string{"demo", "dummy", "null", "demo"}
		if name == "starships" {
			seats[3] = "search"
		} else if name != shell.ExampleGame && !tier.IsNight() {
			continue
		}
		linked, typed := playedBy(t, game, seats)
		require.Equal(t, seats, typed)
		for i := range seats {
			seats[i] = filepath.Join(examples, seats[i])
		}
		compiled, _ := playedBy(t, game, seats)
		require.Greater(t, len(linked), 50)
		require.Equal(t, compiled, linked, name)
	}
}

// TestAMatchOfTheReadersTabIsThatOfProcesses, in all games: the room of the playground gives the same commands and the
// same hash of each state, and `arena verify` takes its replay.
func TestAMatchOfTheReadersTabIsThatOfProcesses(t *testing.T) {
	tier.Long(t, "plays a match of each game twice")
	room := playground.Room{Games: engine.NewGames(games.All()...), Bots: bots.All(), Arena: "0.0.0"}
	defer room.Stop()
	for _, game := range games.All() {
		name := game.Info().Name
		seats := []string{"demo", "dummy", "null", "demo"}
		order := playground.Order{Game: name, Seed: "30", Settings: shorter(game)}
		for _, bot := range seats {
			order.Seats = append(order.Seats, playground.Seat{Bot: bot})
		}
		ended, err := room.Begin(t.Context(), order)
		require.NoError(t, err)
		require.True(t, ended.Over)
		file, err := room.Replay()
		require.NoError(t, err)
		folder := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(folder, "it.arena"), file, 0o600))
		typedIn(t, folder, "verify", "it.arena")
		inTab, typed := roundsIn(t, folder)
		require.Equal(t, seats, typed)
		usual, _ := playedBy(t, game, seats)
		require.Equal(t, withoutSizes(usual), withoutSizes(inTab), name)
	}
}

// withoutSizes leaves out how many bytes an answer had: those of a process have the number of the round and notes, too.
func withoutSizes(rounds []match.RoundJSON) []match.RoundJSON {
	for _, round := range rounds {
		for seat := range round.Turns {
			round.Turns[seat].Bytes = 0
		}
	}
	return rounds
}

// shorter has a game end sooner than usual, but at night.
func shorter(game engine.Game) []playground.Setting {
	const rounds = 60
	for _, name := range []string{"nb_rounds", "nb_rnds"} {
		if _, err := game.Default().With(name, rounds); err == nil && !tier.IsNight() {
			return []playground.Setting{{Name: name, Value: rounds}}
		}
	}
	return nil
}

// playedBy plays a match in an empty folder, and returns its rounds without what an answer cost, and the names of the
// players.
func playedBy(t *testing.T, game engine.Game, seats []string) (rounds []match.RoundJSON, names []string) {
	t.Helper()
	folder := t.TempDir()
	play := append([]string{"play", game.Info().Name}, seats...)
	for _, set := range shorter(game) {
		play = append(play, "--set", fmt.Sprintf("%s=%d", set.Name, set.Value))
	}
	typedIn(t, folder, append(play, "-s", "30", "-o", "it.arena", "-q", "--wall", "1m", "--cpu", "10s")...)
	return roundsIn(t, folder)
}

func typedIn(t *testing.T, folder string, args ...string) []byte {
	t.Helper()
	c := exec.CommandContext(t.Context(), "arena", args...)
	c.Dir = folder
	c.Env = append(c.Environ(), "ARENA_BOTS=")
	out, err := c.Output()
	require.NoError(t, err)
	return out
}

// roundsIn returns the match it.arena of a folder, without what an answer cost.
func roundsIn(t *testing.T, folder string) (rounds []match.RoundJSON, names []string) {
	t.Helper()
	var all match.ReplayJSON
	require.NoError(t, json.Unmarshal(typedIn(t, folder, "replay", "it.arena", "--json"), &all))
	for _, seat := range all.Seats {
		names = append(names, seat.Name)
	}
	for _, round := range all.History {
		require.NotEmpty(t, round.Hash)
		for seat := range round.Turns {
			turn := &round.Turns[seat]
			turn.Status, turn.CPU, turn.Wall, turn.WallBank = 0, 0, 0, 0
		}
	}
	return all.History, names
}
