package lineup

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/rerun"
	"github.com/botarena/arena/internal/process/host"
)

// planned is a plan for a match of the bots played-0 to played-n, and the folder in which they are. What each
// bot is, its name says.
func planned(t *testing.T, players ...rerun.Player) (*rerun.Plan, find.Finder, find.Folder) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("files are made executable the Unix way")
	}
	finder := find.Finder{Builder: build.Builder{Cache: t.TempDir()}, Dir: t.TempDir()}
	plan := &rerun.Plan{Match: &replay.Replay{Header: replay.Header{Setup: duel.Game.Default()}}, Players: players}
	for _, player := range players {
		program := filepath.Join(finder.Dir, player.Bot)
		if player != rerun.Nobody {
			require.NoError(t, os.WriteFile(program, []byte(player.Bot), 0o700))
		}
		sum := sha256.Sum256([]byte(player.Bot))
		plan.Match.Seats = append(plan.Match.Seats, replay.Seat{Name: player.Bot, SHA256: sum[:]})
	}
	return plan, finder, find.Folder{Finder: finder.InFolder(false)}
}

func TestWhoPlaysOnComesBySeat(t *testing.T) {
	plan, finder, folder := planned(t,
		rerun.Player{Bot: "zorg", Played: true}, rerun.Player{Bot: "mine"}, rerun.Nobody,
		rerun.Player{Bot: "demo", Played: true}, rerun.Player{Bot: "yours"})
	found, err := playingOn(t.Context(), plan, finder, folder)
	require.NoError(t, err)
	var names []string
	for _, one := range found {
		names = append(names, one.Name)
	}
	require.Equal(t, []string{"zorg", "mine", "", "demo", "yours"}, names)
}

// TestWhoPlayedIsTheVeryProgram, and who was named may be another one.
func TestWhoPlayedIsTheVeryProgram(t *testing.T) {
	plan, finder, folder := planned(t, rerun.Player{Bot: "zorg", Played: true}, rerun.Player{Bot: "mine"})
	plan.Match.Seats[1].SHA256 = []byte{1}
	_, err := playingOn(t.Context(), plan, finder, folder)
	require.NoError(t, err)
	plan.Match.Seats[0].SHA256 = []byte{1}
	_, err = playingOn(t.Context(), plan, finder, folder)
	require.ErrorContains(t, err, "zorg: not the program that played")
}

func TestABotThatIsNowhereCannotPlayOn(t *testing.T) {
	plan, finder, folder := planned(t, rerun.Player{Bot: "zorg", Played: true}, rerun.Player{Bot: "mine"})
	require.NoError(t, os.Remove(filepath.Join(finder.Dir, "mine")))
	_, err := PlayOn(t.Context(), plan, finder, folder, host.Options{})
	missing := new(unfit.Error)
	require.ErrorAs(t, err, &missing)
	require.EqualValues(t, "mine", missing.Culprit)
}

// TestWhoPlaysOnIsFoundForTheGame: a bot.txt may say that it plays another one.
func TestWhoPlaysOnIsFoundForTheGame(t *testing.T) {
	plan, finder, folder := planned(t, rerun.Player{Bot: "mine"})
	program := filepath.Join(finder.Dir, "mine")
	require.NoError(t, os.Rename(program, program+"-prog"))
	require.NoError(t, os.Mkdir(program, 0o700))
	require.NoError(t, os.Rename(program+"-prog", filepath.Join(program, "prog")))
	require.NoError(t, os.WriteFile(filepath.Join(program, "bot.txt"), []byte("game moria\nrun ./prog\n"), 0o600))
	_, err := playingOn(t.Context(), plan, finder, folder)
	require.ErrorContains(t, err, "moria")
}
