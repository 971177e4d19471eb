package shell

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/sandbox"
)

// TestTheFolderOfBotsThatNobodyTyped is the user's if it was named on the command line, or for all folders by an
// absolute $ARENA_BOTS.
func TestTheFolderOfBotsThatNobodyTyped(t *testing.T) {
	whole := t.TempDir()
	for _, test := range []struct {
		env             string
		args            []string
		unnamed, builds bool
	}{
		{"", nil, true, false},
		{"mine", nil, true, false},
		{whole, nil, false, false},
		{"", []string{"--bots", "mine"}, false, true},
		{"", []string{"--bots", "bots"}, false, true},
		{whole, []string{"--bots", "mine"}, false, true},
	} {
		t.Setenv("ARENA_BOTS", test.env)
		f, _ := parsed(t, test.args...)
		require.Equal(t, test.unnamed, f.Folder().Unnamed, test)
		finder := f.Folder()
		require.True(t, finder.Inside)
		require.Equal(t, !test.builds, finder.Unbuilt, test)
		require.False(t, f.Finder().Inside)
	}
	t.Setenv("ARENA_BOTS", whole)
	f, _ := parsed(t)
	f.Dir = filepath.Join(whole, "another")
	require.True(t, f.Folder().Unnamed)
}

func TestABotThatNobodyTypedNeedsASandbox(t *testing.T) {
	t.Setenv("ARENA_BOTS", "")
	usually(t, sandbox.None)
	f, _ := parsed(t)
	requireSays(t, f.Folder().MayStart("zorg"), "zorg: nothing would confine it, and you have not named it",
		"name it, or the folder that it is in: --bots DIR")
	for _, args := range [][]string{{"--sandbox", "none"}, {"--bots", "bots"}, {"--sandbox", "standard"}} {
		f, _ := parsed(t, args...)
		require.NoError(t, f.Folder().MayStart("zorg"), args)
	}
	require.False(t, (&BotFlags{}).Terms().Asked)
}

func TestTheUsualFolderOfBots(t *testing.T) {
	t.Setenv("ARENA_BOTS", "")
	require.Equal(t, "bots", DefaultBotsDir())
	t.Setenv("ARENA_BOTS", "mine")
	require.Equal(t, "mine", DefaultBotsDir())
	f, _ := parsed(t)
	require.Equal(t, "mine", f.Finder().Dir)
	f, _ = parsed(t, "--no-limits", "--bots", "theirs")
	require.Equal(t, "theirs", f.Finder().Dir)
	require.True(t, f.Finder().Debug)
}

func TestNoFileIsToldToBeKept(t *testing.T) {
	f, told := parsed(t)
	f.Finder().Unkept(os.ErrPermission)
	require.Equal(t, "note: compiled modules can't be kept, so each start compiles them again: permission denied\n",
		told.String())
}
