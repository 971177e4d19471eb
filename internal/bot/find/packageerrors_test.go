package find_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/pack"
	"github.com/botarena/arena/internal/bot/unfit"
)

// TestADamagedPackageIsNamedAsItWasTyped, wherever it was found, with the hint that its damage has, or one to look
// into it.
func TestADamagedPackageIsNamedAsItWasTyped(t *testing.T) {
	inFolder(t, map[string]string{"bots/cut.bot": "PK"})
	finder := admitting(t)
	finder.Dir = "bots"
	_, err := finder.Find(t.Context(), "cut")
	why := new(unfit.Error)
	require.ErrorAs(t, err, &why)
	require.EqualValues(t, "cut", why.Culprit)
	require.Contains(t, why.Fix, "get it again")

	_, err = pack.Open(filepath.Join("bots", "none.bot"))
	require.ErrorAs(t, err, &why)
	require.Equal(t, "type the file of a package, as arena bot pack makes it", why.Fix)
}

// TestAPackageForWhichThereIsNoRoomIsNamed: only whoever is not told of this machine gets the bare error, from which
// a league sees that it is not the bot's fault.
func TestAPackageForWhichThereIsNoRoomIsNamed(t *testing.T) {
	t.Chdir(t.TempDir())
	writePackage(t, "zorg", programFor(runtime.GOOS, runtime.GOARCH, "x"))
	finder := admitting(t)
	finder.Cache = filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(finder.Cache, nil, 0o600))
	_, err := finder.Find(t.Context(), "zorg.bot")
	why := new(unfit.Error)
	require.ErrorAs(t, err, &why)
	require.EqualValues(t, "zorg.bot", why.Culprit)
	require.Equal(t, "see what is in it: arena bot info zorg.bot", why.Fix)

	finder.Called = "theirs"
	_, err = finder.Find(t.Context(), "zorg.bot")
	at := new(os.PathError)
	require.ErrorAs(t, err, &at)
	require.NotErrorAs(t, err, &why)
}
