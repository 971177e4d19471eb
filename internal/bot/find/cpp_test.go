package find_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/unfit"
)

// said starts a bot's program and returns what it prints.
func said(t *testing.T, bot find.Bot) string {
	t.Helper()
	text, err := exec.Command(bot.Command.Args[0], bot.Command.Args[1:]...).CombinedOutput()
	require.NoError(t, err, string(text))
	return string(text)
}

// write writes a file as an editor would a minute ago, so that it is not one that
// changes while it is compiled.
func write(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	before := time.Now().Add(-time.Minute)
	require.NoError(t, os.Chtimes(path, before, before))
}

const printsDepth = "#include <cstdio>\n#include \"depth.hh\"\nint main() { std::printf(\"depth %d\", DEPTH); }\n"

func TestCPPIsCompiledWhenItOrAHeaderHasChanged(t *testing.T) {
	tier.Needs(t, "c++")
	inFolder(t, map[string]string{"bot dir/my bot.cc": printsDepth, "bot dir/depth.hh": "#define DEPTH 1\n"})
	builds := 0
	finder := find.Finder{Builder: build.Builder{Cache: t.TempDir(), Building: func(name string, left, all int) {
		require.Equal(t, "my bot 0 0", strings.TrimSpace(name)+" 0 0")
		builds++
	}}}
	foundAgain := func() find.Bot {
		t.Helper()
		bot, err := finder.Find(t.Context(), "bot dir/my bot.cc")
		require.NoError(t, err)
		require.Equal(t, language.CPP, bot.Kind)
		return bot
	}
	first := foundAgain()
	require.Equal(t, "depth 1", said(t, first))
	require.Equal(t, first, foundAgain())
	require.Equal(t, 1, builds)
	write(t, "bot dir/depth.hh", "#define DEPTH 2\n")
	second := foundAgain()
	require.Equal(t, "depth 2", said(t, second))
	require.Equal(t, "depth 1", said(t, first), "a series may be running with it")
	require.NotEqual(t, first.SHA256, second.SHA256)
	write(t, "bot dir/my bot.cc", strings.Replace(printsDepth, "depth %d", "DEPTH %d", 1))
	require.Equal(t, "DEPTH 2", said(t, foundAgain()))
	require.Equal(t, 3, builds)
	write(t, "bot dir/my bot.cc", printsDepth)
	write(t, "bot dir/depth.hh", "#define DEPTH 1\n")
	require.Equal(t, first.SHA256, foundAgain().SHA256, "the same sources make the same program")

	finder.Debug = true
	require.NotEqual(t, first.SHA256, foundAgain().SHA256)
	left, err := os.ReadDir("bot dir")
	require.NoError(t, err)
	require.Len(t, left, 2, "nothing is left beside the sources")
	require.NoError(t, filepath.WalkDir(finder.Cache, func(path string, _ os.DirEntry, err error) error {
		require.NotContains(t, path, "new-")
		return err
	}))
}

func TestProgramsOfOldSourcesAreForgotten(t *testing.T) {
	tier.Needs(t, "c++")
	inFolder(t, map[string]string{"a.cc": "int main() { return 0; }\n"})
	finder := find.Finder{Builder: build.Builder{Cache: t.TempDir()}}
	foundAgain := func(text string) string {
		write(t, "a.cc", text)
		bot, err := finder.Find(t.Context(), "a.cc")
		require.NoError(t, err)
		return bot.Command.Args[0]
	}
	first := foundAgain("int main() { return 0; }\n")
	second := foundAgain("int main() { return 1; }\n")
	require.FileExists(t, first, "a series may be running with it")
	long := time.Now().Add(-8 * 24 * time.Hour)
	require.NoError(t, os.Chtimes(filepath.Dir(first), long, long))
	third := foundAgain("int main() { return 2; }\n")
	require.NoFileExists(t, first)
	require.FileExists(t, second)
	require.FileExists(t, third)
}

// TestSourcesThatChangeWhileTheyAreCompiled: the compiler may have read either content.
func TestSourcesThatChangeWhileTheyAreCompiled(t *testing.T) {
	tier.Needs(t, "c++")
	inFolder(t, map[string]string{
		"a.cc": "int main() { return 0; }\n",
		"cc":   "#!/bin/sh\nc++ \"$@\" || exit\nif [ -e again ]; then echo >> a.cc; fi\n",
	})
	write(t, "a.cc", "int main() { return 0; }\n")
	compiler, err := filepath.Abs("cc")
	require.NoError(t, err)
	t.Setenv("CXX", compiler)
	require.NoError(t, os.WriteFile("again", nil, 0o600))
	finder := find.Finder{Builder: build.Builder{Cache: t.TempDir()}}
	_, err = finder.Find(t.Context(), "a.cc")
	require.EqualError(t, err, "a.cc: changes while it is compiled")
	require.NoError(t, os.Remove("again"))
	write(t, "a.cc", "int main() { return 0; }\n")
	_, err = finder.Find(t.Context(), "a.cc")
	require.NoError(t, err)
}

func TestAFolderOfCPPIsOneProgram(t *testing.T) {
	tier.Needs(t, "c++")
	inFolder(t, map[string]string{
		"zorg/main.cc":    "int other();\nint main() { return other(); }\n",
		"zorg/other.cpp":  "#include \"sub/sub.hh\"\nint other() { return ZERO; }\n",
		"zorg/sub/sub.hh": "#define ZERO 0\n", "zorg/other_test.cc": "int main() {}\n", "zorg/README.md": "",
	})
	bot, err := find.Finder{Builder: build.Builder{Cache: t.TempDir()}}.Find(t.Context(), "zorg")
	require.NoError(t, err)
	require.Equal(t, language.CPP, bot.Kind)
	require.Equal(t, "zorg", bot.Name)
	require.Empty(t, said(t, bot))
}

func TestCPPThatDoesNotCompile(t *testing.T) {
	tier.Needs(t, "c++")
	inFolder(t, map[string]string{
		"bots/wrong.cc": "int main() {\n  return undefinedName;\n}\n", "bots/folder/a.cc": "#include \"b.hh\"\n",
		"bots/folder/b.hh": "int x = wrongName;\n",
		"nomain.cc":        "int x;\n", "many.cc": strings.Repeat("int a() { return x; }\n", 100), "-dash.cc": "wrong\n",
	})
	finder := find.Finder{Builder: build.Builder{Cache: t.TempDir()}, Dir: "bots"}
	for typed, want := range map[string][]string{
		"wrong.cc":    {"wrong.cc: does not build\n", "\nbots/wrong.cc:2:10: error: "},
		"bots/folder": {"bots/folder: does not build\n", "bots/folder/b.hh:1:9: error: "},
		"nomain.cc":   {"nomain.cc: does not build\n", "main"},
		"many.cc":     {"\nmany.cc:1:18: error: ", " lines more"},
		"-dash.cc":    {"-dash.cc: does not build\n./-dash.cc:1:1: error: "},
	} {
		_, err := finder.Find(t.Context(), typed)
		told := new(unfit.Error)
		require.ErrorAs(t, err, &told, typed)
		for _, part := range want {
			require.Contains(t, told.Error(), part)
		}
		require.LessOrEqual(t, strings.Count(told.Error(), "\n"), 50)
		require.Contains(t, told.Hint(), "to see it by hand: ")
		require.Contains(t, told.Hint(), " -std=c++17 -I")
	}
	_, err := find.Finder{}.Find(t.Context(), "nomain.cc")
	require.EqualError(t, err, "nomain.cc: there is no folder for built programs")
}

// TestAPlayerFileOfAnOriginalProgramIsCompiled also beside the original program's own
// header, which needs all of that program.
func TestAPlayerFileOfAnOriginalProgramIsCompiled(t *testing.T) {
	compilesPlayers(t)
	const player = `#include "Player.hh"
#include "mine.hh"
#define PLAYER_NAME Zorg
struct PLAYER_NAME : public Player {
  static Player* factory() { return new PLAYER_NAME; }
  virtual void play() { MINE; }
};
RegisterPlayer(PLAYER_NAME);
`
	inFolder(t, map[string]string{
		"original/AIZorg.cc": player, "original/Player.hh": "#error the original\n", "original/mine.hh": "#define MINE\n",
		"original/AIOther.cc": player, "folder/AIZorg.cc": player, "folder/mine.hh": "#define MINE int x = me(); (void)x\n",
		"folder/bot.txt":  "game orkisland\n",
		"wrong/AIZorg.cc": strings.Replace(player, "MINE;", "wrongName;", 1), "wrong/mine.hh": "",
	})
	finder := find.Finder{Builder: build.Builder{Cache: t.TempDir()}, Dir: "bots"}
	withGame := finder
	withGame.Game = "orkisland"
	require.NoError(t, os.Mkdir("OrkIsland", 0o755))
	require.NoError(t, os.Link("folder/AIZorg.cc", "OrkIsland/AIZorg.cc"))
	require.NoError(t, os.Link("folder/mine.hh", "OrkIsland/mine.hh"))
	fine := map[string]find.Finder{"original/AIZorg.cc": withGame, "folder": finder, "OrkIsland/AIZorg.cc": finder}
	if tier.IsNight() {
		fine["OrkIsland"] = finder
	}
	for typed, finder := range fine {
		bot, err := finder.Find(t.Context(), typed)
		require.NoError(t, err)
		require.Equal(t, language.Classic, bot.Kind)
	}
	noGame := withGame
	noGame.Game = "chess"
	outside := withGame
	outside.Game = "../classic/orkisland"
	for _, c := range []struct {
		finder find.Finder
		typed  string
		want   string
	}{
		{finder, "original/AIZorg.cc", "original/AIZorg.cc: a player file of an original program, which compiles for " +
			"battleroyale, moria, orkisland and starships"},
		{withGame, "original", "original: holds several player files: AIOther.cc and AIZorg.cc"},
		{noGame, "original/AIZorg.cc", "original/AIZorg.cc: a player file of an original program, and chess has no such " +
			"program"},
		{outside, "original/AIZorg.cc", "original/AIZorg.cc: a player file of an original program, and " +
			"../classic/orkisland has no such program"},
		{withGame, "wrong/AIZorg.cc", "\nwrong/AIZorg.cc:6:25: error: "},
	} {
		_, err := c.finder.Find(t.Context(), c.typed)
		require.ErrorContains(t, err, c.want)
	}
}
