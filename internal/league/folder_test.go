package league_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/league"
)

// newFolder makes the folder of a league.
func newFolder(t *testing.T) league.Folder {
	f := league.Folder(t.TempDir())
	_, err := f.Make()
	require.NoError(t, err)
	return f
}

// TestOneServerALeague: the lock ends with what holds it.
func TestOneServerALeague(t *testing.T) {
	f := newFolder(t)
	first, err := f.Lock()
	require.NoError(t, err)
	_, err = f.Lock()
	require.ErrorIs(t, err, league.ErrServed)
	require.NoError(t, first.Close())
	again, err := f.Lock()
	require.NoError(t, err)
	require.NoError(t, again.Close())
}

func TestLeagueIsMadeOnce(t *testing.T) {
	f := newFolder(t)
	_, err := f.Make()
	require.NoError(t, err, "an empty folder is none")
	require.NoError(t, os.WriteFile(f.Store(), nil, 0o600))
	_, err = f.Make()
	require.ErrorIs(t, err, os.ErrExist)
	require.True(t, strings.HasSuffix(f.Store(), "league.db"))
}
