package find_test

import (
	"crypto/sha256"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/process/sandbox"
)

func TestNothingThatNobodyNamedStartsUnconfined(t *testing.T) {
	for name, c := range map[string]struct {
		terms   sandbox.Terms
		unnamed bool
		refused bool
	}{
		"confined":             {sandbox.Terms{Level: sandbox.Standard}, true, false},
		"the folder was named": {unconfined, false, false},
		"no sandbox was asked": {sandbox.Terms{Level: sandbox.None, Asked: true}, true, false},
		"neither":              {unconfined, true, true},
	} {
		err := find.Folder{Finder: find.Finder{
			Builder: build.Builder{Terms: c.terms},
		}, Unnamed: c.unnamed}.MayStart("evil\n")
		if !c.refused {
			require.NoError(t, err, name)
			continue
		}
		require.EqualError(t, err, `"evil\n": nothing would confine it, and you have not named it`)
		require.Contains(t, hint.Of(err), "--bots DIR")
		refused := new(sandbox.RefusedError)
		require.ErrorAs(t, err, &refused)
	}
}

func TestARecordedBotIsFoundInTheFolderAlone(t *testing.T) {
	onlyTools(t, "sh", "c++") // what a machine lacks is said first
	inFolder(t, map[string]string{"bots/zorg.sh": "exit\n", "here.sh": "exit\n", "bots/cpp/Zorg.cc": "int main() {}\n"})
	sum := sha256.Sum256([]byte("exit\n"))
	folder := find.Folder{Finder: find.Finder{Builder: build.Builder{Cache: t.TempDir()}, Dir: "bots"}.InFolder(false)}
	found, err := folder.Recorded(t.Context(), "moria", "zorg.sh", sum[:])
	require.NoError(t, err)
	require.Equal(t, sum, found.SHA256)

	_, err = folder.Recorded(t.Context(), "moria", "zorg.sh", []byte{1})
	require.ErrorContains(t, err, "not the program that played")
	_, err = folder.Recorded(t.Context(), "moria", "here.sh", sum[:])
	require.ErrorContains(t, err, "no such file or folder in bots")
	_, err = folder.Recorded(t.Context(), "moria", "cpp", sum[:])
	require.ErrorContains(t, err, "must be built first, and only a bot that you name is built")

	folder.Unnamed, folder.Terms = true, unconfined
	_, err = folder.Recorded(t.Context(), "moria", "zorg.sh", sum[:])
	require.ErrorContains(t, err, "zorg.sh: nothing would confine it")
}

// TestARecordedBotIsOneOfItsGame: a bot.txt that names another game is refused before its program is looked at.
func TestARecordedBotIsOneOfItsGame(t *testing.T) {
	inFolder(t, map[string]string{"bots/zorg/bot.txt": "game moria\nrun ./prog\n", "bots/zorg/prog": "1"})
	folder := find.Folder{Finder: find.Finder{Builder: build.Builder{Cache: t.TempDir()}, Dir: "bots"}.InFolder(true)}
	found, err := folder.Find(t.Context(), "zorg")
	require.NoError(t, err)
	_, err = folder.Recorded(t.Context(), "moria", "zorg", found.SHA256[:])
	require.NoError(t, err)
	_, err = folder.Recorded(t.Context(), "starships", "zorg", found.SHA256[:])
	require.Error(t, err)
}
