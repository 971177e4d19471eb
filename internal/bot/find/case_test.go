package find_test

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/unfit"
)

func TestTheCaseOfANameInTheBotsFolderMayDiffer(t *testing.T) {
	inFolder(
		t, map[string]string{"bots/demo": "1", "bots/Null": "2", "bots/null": "3", "bots/.hidden": "4", "other/demo": "5"})
	if same, _ := os.ReadDir("bots"); len(same) < 4 {
		t.Skip("this file system takes Null and null for one name")
	}
	finder := find.Finder{Builder: build.Builder{Cache: t.TempDir()}, Dir: "bots"}
	for typed, want := range map[string]string{
		"demo": "demo", "Demo": "demo", "DEMO": "demo", "Null": "Null",
		"null": "null",
	} {
		bot, err := finder.Find(t.Context(), typed)
		require.NoError(t, err, typed)
		require.Equal(t, typed, bot.Typed)
		text, err := os.ReadFile(filepath.Join("bots", want))
		require.NoError(t, err)
		require.Equal(t, sha256.Sum256(text), bot.SHA256)
		require.Equal(t, want, bot.Name)
	}
	for typed, want := range map[string]string{
		"NULL":       "NULL: can be any of several in bots, which differ only in capital letters",
		".HIDDEN":    ".HIDDEN: no such file or folder here or in bots",
		"other/Demo": "other/Demo: no such file or folder",
		"bots/Demo":  "bots/Demo: no such file or folder",
	} {
		_, err := finder.Find(t.Context(), typed)
		require.EqualError(t, err, want)
	}
	require.NoError(t, os.Symlink("nothing", "Gone"))
	_, err := find.Finder{Dir: "."}.Find(t.Context(), "gone")
	require.EqualError(t, err, "gone: no such file or folder here or in .")
	_, err = finder.Find(t.Context(), "NULL")
	told := new(unfit.Error)
	require.ErrorAs(t, err, &told)
	require.Equal(t, "type one of Null null", told.Hint())
	require.NoError(t, os.WriteFile("NULL", nil, 0o700)) // a file of this very name comes first
	bot, err := finder.Find(t.Context(), "NULL")
	require.NoError(t, err)
	require.Equal(t, "NULL", bot.Name)
}

// TestAPlayerFileIsFoundByItsName, as the original programs named them.
func TestAPlayerFileIsFoundByItsName(t *testing.T) {
	tier.Needs(t, "c++")
	const program = "int main() {}\n"
	inFolder(t, map[string]string{
		"AIHere.cc": program, "AIBoth.cc": program, "bots/AIBoth.cc": program, "bots/both": "exact", "AITwice.cc": program,
		"AITWICE.cc":      program,
		"bots/AIThere.cc": program, "bots/there": "exact", "bots/AIFar.cc": program, "bots/sub/x": "program",
		"bots/.dot": "program", "bots/Here.cc": program,
	})
	if same, _ := filepath.Glob("AIT*.cc"); len(same) < 2 {
		t.Skip("this file system takes AITwice.cc and AITWICE.cc for one name")
	}
	finder := find.Finder{Builder: build.Builder{Cache: t.TempDir()}, Dir: "bots"}
	for typed, want := range map[string]string{
		"Here": "AIHere.cc", "here": "AIHere.cc", "Both": "AIBoth.cc", "both": "bots/both", "BOTH": "bots/both",
		"Twice": "AITwice.cc", "TWICE": "AITWICE.cc",
		"There": "bots/AIThere.cc", "there": "bots/there", "THERE": "bots/there", "far": "bots/AIFar.cc",
		"sub/x": "bots/sub/x",
	} {
		bot, err := finder.Find(t.Context(), typed)
		require.NoError(t, err, typed)
		require.Equal(t, filepath.Join(here(t), want), bot.Command.Path, typed)
		require.Equal(t, typed, bot.Typed)
	}
	for typed, want := range map[string]string{
		"tWice":    "tWice: can be any of several in ., which differ only in capital letters",
		"./There":  "./There: no such file or folder",
		"./sub/x":  "./sub/x: no such file or folder",
		"../sub/x": "../sub/x: no such file or folder",
		".dots":    ".dots: no such file or folder here or in bots",
		"Far.cc":   "Far.cc: no such file or folder here or in bots",
	} {
		_, err := finder.Find(t.Context(), typed)
		require.EqualError(t, err, want)
	}
}

// TestSeveralPlayersInAFolderAreListedOneByOne, as each of them is a bot.
func TestSeveralPlayersInAFolderAreListedOneByOne(t *testing.T) {
	const player = "#include \"Player.hh\"\n"
	inFolder(t, map[string]string{
		"bots/moria/AIOne.cc": player, "bots/moria/AITwo.cc": player, "bots/moria/Utils.cc": "", "bots/moria/notes.txt": "",
		"bots/all/moria/AIOne.cc": player, "bots/all/moria/AITwo.cc": player, "bots/all/none/x": "",
		"bots/all/deep/er/AIOne.cc": player, "bots/all/deep/er/AITwo.cc": player,
		"bots/one/AIOne.cc": player, "bots/one/helper.cc": "", "bots/program/a.cc": "", "bots/program/b.cc": "",
		"bots/empty/x": "", "bots/AIOne.cc": player,
		"bots/described/bot.txt": "run ./x\n", "bots/described/AIOne.cc": player, "bots/described/AITwo.cc": player,
		"bots/mixed/main.py": "", "bots/mixed/AIOne.cc": player, "bots/mixed/AITwo.cc": player, "bots/python/demo.py": "",
		"bots/python/demo2.py": "",
	})
	finder := find.Finder{Dir: "bots"}
	names, err := finder.ListAll()
	require.NoError(t, err)
	require.Equal(t, []string{
		"AIOne.cc", "all/moria/AIOne.cc", "all/moria/AITwo.cc", "described", "empty", "mixed", "moria/AIOne.cc",
		"moria/AITwo.cc", "one", "program", "python",
	}, names)
	_, err = find.Finder{Dir: "none"}.ListAll()
	require.Error(t, err)
}

// TestAFolderOfBotsSaysWhatIsInIt.
func TestAFolderOfBotsSaysWhatIsInIt(t *testing.T) {
	inFolder(t, map[string]string{
		"one/demo.py": "", "one/demo.test.mjs": "", "one/notes.txt": "", "one/lib/x.txt": "",
		"many/a.py": "", "many/b/main.js": "", "many/c/bot.txt": "", "many/d.sh": "", "many/e.jar": "", "many/.f.py": "",
		"none/x.txt": "", "none/lib/x.txt": "",
	})
	for typed, want := range map[string][2]string{
		"one":  {"one: a folder that is not a bot itself; in it: demo.py", "type one of those in it: one/demo.py"},
		"many": {"many: a folder that is not a bot itself; in it: a.py, b, c, d.sh, …", "type one of those in it: many/a.py"},
		"none": {
			"none: a folder without a bot",
			"a bot's folder holds Go or C++ files, a file such as main.py or main.mjs, or one named bot.txt with a line: run " +
				"COMMAND",
		},
	} {
		_, err := find.Finder{}.Find(t.Context(), typed)
		told := new(unfit.Error)
		require.ErrorAs(t, err, &told)
		require.Equal(t, want, [2]string{told.Error(), told.Hint()})
	}
}
