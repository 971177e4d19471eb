package find_test

import (
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/unfit"
)

// TestMessagesCallABotAsItsReadersDo: neither a reason nor a hint has the path at which it was found.
func TestMessagesCallABotAsItsReadersDo(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("what is executable is told by the ending there")
	}
	inFolder(t, map[string]string{
		"secret/text.dat": "no bot\n", "secret/main.go": "package main\n", "secret/none/readme": "nothing\n",
		"secret/two/main.py": "", "secret/two/main.mjs": "", "secret/cut.bot": "PK",
		"secret/away/bot.txt": "run ../../x\n", "secret/odd/bot.txt": "walk\n", "secret/par/main.py": "",
		"secret/par/params.json": "[",
	})
	for path, fix := range map[string]string{
		"main.go": "", "none": "", "two": "", "cut.bot": "get it again", "away": "one in zorg", "odd": "",
		"par":      "",
		"text.dat": "what can be typed ends in .py", "missing": "",
	} {
		finder := find.Finder{Builder: build.Builder{Called: "zorg", Cache: t.TempDir()}, Admit: admitting(t).Admit}
		_, err := finder.Find(t.Context(), filepath.Join("secret", path))
		why := new(unfit.Error)
		require.ErrorAs(t, err, &why, path)
		require.Equal(t, "zorg", why.Culprit.Raw(), path)
		require.NotContains(t, err.Error()+why.Fix, "secret", path)
		require.Contains(t, why.Fix, fix, path)
	}
}

// TestACalledBotIsStartedAsItIs: only messages call it otherwise.
func TestACalledBotIsStartedAsItIs(t *testing.T) {
	tier.Needs(t, "sh")
	inFolder(t, map[string]string{"bots/zorg.sh": "echo\n"})
	found, err := find.Finder{
		Builder: build.Builder{Called: "theirs.sh"},
	}.Find(t.Context(), filepath.Join("bots", "zorg.sh"))
	require.NoError(t, err)
	require.Equal(t, "theirs.sh", found.Typed)
	require.Equal(t, "theirs.sh", found.Command.Called)
	require.Equal(t, absolute(t, filepath.Join("bots", "zorg.sh")), found.Command.Path)
	require.Equal(t, "zorg", found.Name)
}
