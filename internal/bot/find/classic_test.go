package find_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/pack"
	"github.com/botarena/arena/internal/bot/unfit"
)

// classicText is a player file of an original program, whose play does this.
func classicText(name, play string) string {
	return "#include \"Player.hh\"\n#define PLAYER_NAME " + name + `
struct PLAYER_NAME : public Player {
  static Player* factory() { return new PLAYER_NAME; }
  virtual void play() { ` + play + ` }
};
RegisterPlayer(PLAYER_NAME);
`
}

// The line and a caret below it, however the file was typed. No path is in the message that was not typed, and none
// in the program.
func TestErrorsInAPlayerFileShowItsLine(t *testing.T) {
	compilesPlayers(t)
	inFolder(t, map[string]string{
		"here/AIZorg.cc": classicText("Zorg", "wrongName;"), "AIZorg.cc": classicText("Zorg", "wrongName;"),
		"AIFine.cc": classicText("Fine", "puts(__FILE__);"),
	})
	root, err := os.Getwd()
	require.NoError(t, err)
	t.Chdir("here")
	finder := find.Finder{Builder: build.Builder{Cache: t.TempDir(), Game: "orkisland"}}
	typed := []string{"AIZorg.cc", filepath.Join(root, "AIZorg.cc"), "../../" + filepath.Base(root) + "/AIZorg.cc"}
	if tier.IsNight() {
		typed = append(typed, "./AIZorg.cc", "../AIZorg.cc", "../here/AIZorg.cc")
	}
	for _, typed := range typed {
		_, err := finder.Find(t.Context(), typed)
		require.ErrorContains(t, err, "AIZorg.cc:5:25: error: ", typed)
		require.ErrorContains(t, err, "  virtual void play() { wrongName; }\n", typed)
		require.ErrorContains(t, err, "^", typed)
		if !filepath.IsAbs(typed) {
			require.NotContains(t, err.Error(), root, typed)
		}
		require.NotContains(t, err.Error(), finder.Cache, typed)
		told := new(unfit.Error)
		require.ErrorAs(t, err, &told)
		require.True(t, strings.HasPrefix(told.Hint(), "to see it by hand: "), told.Hint())
	}
	require.NoError(t, filepath.WalkDir(finder.Cache, func(path string, _ os.DirEntry, err error) error {
		require.NotEqual(t, "AIZorg.cc", filepath.Base(path), "nothing is left of it")
		return err
	}))
	bot, err := finder.Find(t.Context(), "../AIFine.cc")
	require.NoError(t, err)
	program, err := os.ReadFile(bot.Command.Args[0])
	require.NoError(t, err)
	require.NotContains(t, string(program), root)
	require.Contains(t, string(program), "../AIFine.cc")
}

func TestAPlayerFileWithoutItsIncludeSaysWhatIsMissing(t *testing.T) {
	compilesPlayers(t)
	fine := classicText("Zorg", "")
	inFolder(t, map[string]string{
		"misspelt.cc": strings.Replace(fine, "Player.hh", "Playr.hh", 1),
		"without.cc":  strings.Replace(fine, "#include \"Player.hh\"\n", "", 1),
		"other.cc":    "int main() { return wrong; }\n",
		"plays.cc":    "// No RegisterPlayer here.\nint main() { return 0; }\n",
	})
	finder := find.Finder{Builder: build.Builder{Cache: t.TempDir(), Game: "orkisland"}}
	for typed, want := range map[string]string{
		"misspelt.cc": `a player file of an original program has the line: #include "Player.hh"`,
		"without.cc":  `a player file of an original program has the line: #include "Player.hh"`,
		"other.cc":    "to see it by hand: ",
	} {
		_, err := finder.Find(t.Context(), typed)
		told := new(unfit.Error)
		require.ErrorAs(t, err, &told, typed)
		require.Contains(t, told.Error(), "does not build", typed)
		require.True(t, strings.HasPrefix(told.Hint(), want), told.Hint())
	}
	_, err := finder.Find(t.Context(), "plays.cc")
	require.NoError(t, err)
}

// TestAPlayerFileSaysOfWhichGameItIs by the names that it uses.
func TestAPlayerFileSaysOfWhichGameItIs(t *testing.T) {
	compilesPlayers(t)
	inFolder(t, map[string]string{
		"AIOrk.cc":       classicText("Ork", "execute(Command(orks(me())[0], TOP));"),
		"AIShip.cc":      classicText("Ship", "cell(Pos(0, 0)).sid;"),
		"AINone.cc":      classicText("None", "jump();"),
		"moria/AIAny.cc": classicText("Any", "me();"), "moria/AIOrk.cc": classicText("Ork", "execute(Command(0, TOP));"),
	})
	finder := find.Finder{Builder: build.Builder{Cache: t.TempDir()}}
	games := map[string]string{"AIOrk.cc": "orkisland", "moria/AIAny.cc": "moria"}
	if tier.IsNight() {
		games["AIShip.cc"] = "starships"
	}
	for typed, game := range games {
		bot, err := finder.Find(t.Context(), typed)
		require.NoError(t, err, typed)
		said := arenaLine(t, bot)
		require.Contains(t, said, " games="+game+":", typed)
	}
	for typed, want := range map[string]string{
		"AINone.cc":      "AINone.cc: a player file of an original program, which does not say of which game",
		"moria/AIOrk.cc": "moria/AIOrk.cc: does not build",
	} {
		_, err := finder.Find(t.Context(), typed)
		require.ErrorContains(t, err, want)
	}
}

// notedCompiler stands for a C++ compiler, which would take seconds: it takes players of Moria for those that know
// dwarves, and of Ork Island for those that know orks. It notes each time that it is started.
const notedCompiler = `#!/bin/sh
echo x >> "$COMPILED"
text=$(cat) object=$1
while [ $# -gt 0 ]; do
	case $1 in
	-fsyntax-only) tries=1 ;;
	-I*/classic/*) game=${1##*/} ;;
	-MF) echo "x: -" > "$2" ;;
	-o) out=$2 ;;
	esac
	shift
done
if [ "$tries" ]; then
	case "$game $text" in
	"moria "*dwarves* | "orkisland "*orks*) exit ;;
	esac
	exit 1
fi
if [ "$game" ]; then
	echo "$game" > "$out"
else
	printf '#!/bin/sh\necho arena 1 games=%s:\n' "$(cat "$object")" > "$out"
	chmod +x "$out"
fi
`

// TestTheGameOfAPlayerFileIsFoundOutOnce, as that takes seconds, and again when the file has changed.
func TestTheGameOfAPlayerFileIsFoundOutOnce(t *testing.T) {
	tier.Needs(t, "sh")
	dwarf, ork := "command(dwarves(me())[0], Top);", "execute(Command(orks(me())[0], TOP));"
	inFolder(t, map[string]string{
		"AIZorg.cc": classicText("Zorg", dwarf), "AIOther.cc": classicText("Zorg", dwarf), "cc": notedCompiler,
	})
	compiler, err := filepath.Abs("cc")
	require.NoError(t, err)
	t.Setenv("CXX", compiler)
	log := filepath.Join(t.TempDir(), "log")
	t.Setenv("COMPILED", log)
	finder := find.Finder{Builder: build.Builder{Cache: t.TempDir()}}
	compiled := func(typed, game string) int {
		t.Helper()
		_ = os.Remove(log)
		bot, err := finder.Find(t.Context(), typed)
		require.NoError(t, err)
		require.Contains(t, arenaLine(t, bot), " games="+game+":")
		text, _ := os.ReadFile(log) // which is not there if nothing was compiled
		return strings.Count(string(text), "x")
	}
	require.Equal(t, 6, compiled("AIZorg.cc", "moria"), "four games, then the program and its link")
	require.Zero(t, compiled("AIZorg.cc", "moria"))
	require.Equal(t, 2, compiled("AIOther.cc", "moria"), "the same text")
	write(t, "AIZorg.cc", classicText("Zorg", ork))
	require.Equal(t, 6, compiled("AIZorg.cc", "orkisland"))
	finder.Unbuilt = true
	require.Zero(t, compiled("AIZorg.cc", "orkisland"))
}

func TestAPlayerFileIsPackedByThePlayersName(t *testing.T) {
	inFolder(t, map[string]string{
		"AIBen.cc": classicText("Ben", ""), "bots/AIUnClonRandom_2.cc": classicText("UnClonRandom_2", ""),
		"AIOther.cc": "#include \"Player.hh\"\n", "zorg.py": "",
		"plain.cc": "#define PLAYER_NAME Ben\n",
	})
	finder := find.Finder{Dir: "bots"}
	for typed, want := range map[string]string{
		"AIBen.cc": "ben", "Ben": "ben", "UnClonRandom_2": "unclonrandom", "AIOther.cc": "aiother", "zorg.py": "zorg",
		"nothing": "nothing", "plain.cc": "plain",
	} {
		require.Equal(t, want, finder.PackedName(typed, pack.Options{}), typed)
	}
}

// arenaLine starts a bot and returns its first line.
func arenaLine(t *testing.T, bot find.Bot) string {
	t.Helper()
	text := said(t, bot)
	line, _, _ := strings.Cut(text, "\n")
	return line
}
