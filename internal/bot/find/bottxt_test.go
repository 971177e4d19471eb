package find_test

import (
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/find"
)

func TestBotTxt(t *testing.T) {
	for text, want := range map[string]struct {
		build, run []string
		game       string
	}{
		"":                              {},
		"\n# run x\n  \n":               {},
		"run ./zorg":                    {run: []string{"./zorg"}},
		"run\t./zorg\t x \r\n":          {run: []string{"./zorg", "x"}},
		"\ufeffgame orkisland\nrun a\n": {run: []string{"a"}, game: "orkisland"},
		"\xff\xfer\x00u\x00n\x00 \x00a\x00\r\x00\n\x00": {run: []string{"a"}},
		"build cargo build --release\nrun target/release/zorg\ngame moria\n": {
			build: []string{"cargo", "build", "--release"}, run: []string{"target/release/zorg"}, game: "moria",
		},
		`run 'a\b' "a\b"`: {run: []string{`a\b`, `a\b`}},
		`run a 'b c' "d e" f\ g '' h'i'"j" '$x' "\"\\\n" #k`: {run: []string{
			"a", "b c", "d e", "f g", "", "hij", "$x",
			`"\\n`, "#k",
		}},
	} {
		build, run, game, err := find.ParseBotTxt([]byte(text))
		require.NoError(t, err, text)
		require.Equal(t, want.build, build, text)
		require.Equal(t, want.run, run, text)
		require.Equal(t, want.game, game, text)
	}
}

func TestBotTxtSaysWhichLineIsWrong(t *testing.T) {
	for text, want := range map[string]string{
		"run a\nRun b\n":     `bot.txt:2: "Run" is not known; a line begins with one of build, run and game`,
		"run: a\n":           `bot.txt:1: "run:" is not known; a line begins with one of build, run and game`,
		"\n\nrun a\nrun b\n": "bot.txt:4: run again, after line 3",
		"run\n":              "bot.txt:1: nothing after run",
		"build ''\n":         "bot.txt:1: nothing after build",
		"game ork island\n":  `bot.txt:1: a game is one word, and not "ork island"`,
		"run 'a b\n":         "bot.txt:1: a ' is not closed",
		"run \"a\\\"\n":      `bot.txt:1: a " is not closed`,
		"run a\\\n":          `bot.txt:1: nothing after \`,
		"build make && cp a b\nrun b": "bot.txt:1: no shell reads this, so & has no meaning; quote it, or write a script " +
			"and start that: sh script.sh",
		"run $HOME/b": "bot.txt:1: no shell reads this, so $ has no meaning; quote it, or write a script " +
			"and start that: sh script.sh",
		"run a\x00b":               "bot.txt: not text in UTF-8",
		"run \xff":                 "bot.txt: not text in UTF-8",
		strings.Repeat("#", 70000): "bot.txt: larger than 64 KB",
	} {
		_, _, _, err := find.ParseBotTxt([]byte(text))
		require.EqualError(t, err, want)
	}
}

// FuzzBotTxt checks that what was understood, written again with a shell's quotes, is
// understood in the same way.
func FuzzBotTxt(f *testing.F) {
	f.Add([]byte("build make -j 4 'a b'\nrun ./zorg \"x\\\"y\" ''\ngame moria\n"))
	f.Add([]byte("\ufeff# x\r\nrun a\\ b\r\n"))
	f.Add([]byte("run 'a\nrun \\\ngame x y\nfoo bar\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		build, run, game, err := find.ParseBotTxt(text)
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		require.True(t, utf8.Valid(text))
		again := ""
		for key, list := range map[string][]string{"build": build, "run": run, "game": {game}} {
			if len(list) == 0 || list[0] == "" {
				continue
			}
			again += key
			for _, word := range list {
				again += " '" + strings.ReplaceAll(word, "'", `'\''`) + "'"
			}
			again += "\n"
		}
		build2, run2, game2, err := find.ParseBotTxt([]byte(again))
		require.NoError(t, err, again)
		require.Equal(t, [][]string{build, run, {game}}, [][]string{build2, run2, {game2}}, again)
	})
}

func TestABotTxtThatHasNoEndIsNotRead(t *testing.T) {
	inFolder(t, map[string]string{"bot/main.py": ""})
	require.NoError(t, os.Symlink("/dev/zero", "bot/bot.txt"))
	_, err := find.Finder{}.Find(t.Context(), "bot")
	require.EqualError(t, err, "bot: bot.txt in it is a link out of its folder")
}
