package build_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/build"
)

func TestBotTxt(t *testing.T) {
	for text, want := range map[string]build.BotTxt{
		"":                              {},
		"\n# run x\n  \n":               {},
		"run ./zorg":                    {Run: []string{"./zorg"}},
		"run\t./zorg\t x \r\n":          {Run: []string{"./zorg", "x"}},
		"\ufeffgame orkisland\nrun a\n": {Run: []string{"a"}, Game: "orkisland"},
		"\xff\xfer\x00u\x00n\x00 \x00a\x00\r\x00\n\x00": {Run: []string{"a"}},
		"build cargo build --release\nrun target/release/zorg\ngame moria\n": {
			Build: []string{"cargo", "build", "--release"}, Run: []string{"target/release/zorg"}, Game: "moria",
		},
		`run 'a\b' "a\b"`: {Run: []string{`a\b`, `a\b`}},
		`run a 'b c' "d e" f\ g '' h'i'"j" '$x' "\"\\\n" #k`: {Run: []string{
			"a", "b c", "d e", "f g", "", "hij", "$x",
			`"\\n`, "#k",
		}},
	} {
		about, err := build.ParseBotTxt([]byte(text))
		require.NoError(t, err, text)
		require.Equal(t, want, about, text)
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
		_, err := build.ParseBotTxt([]byte(text))
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
		about, err := build.ParseBotTxt(text)
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		require.True(t, utf8.Valid(text))
		again := ""
		for key, list := range map[string][]string{"build": about.Build, "run": about.Run, "game": {about.Game}} {
			if len(list) == 0 || list[0] == "" {
				continue
			}
			again += key
			for _, word := range list {
				again += " '" + strings.ReplaceAll(word, "'", `'\''`) + "'"
			}
			again += "\n"
		}
		understood, err := build.ParseBotTxt([]byte(again))
		require.NoError(t, err, again)
		require.Equal(t, about, understood, again)
	})
}
