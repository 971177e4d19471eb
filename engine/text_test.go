package engine_test

import (
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"plain <b>text</b>":             "plain <b>text</b>",
		"one\ntwo\tthree\r\n":           "onetwo\tthree",
		"\x1b[31mred\x1b[0m \x1b[1;4mx": "red x",
		"\x1b[2Jgone\x07":               "[2Jgone",
		"\x1b[31":                       "[31",
		"a\u202eb\u200b":                "ab",
		"Mörder \U0001f5e1":             "Mörder \U0001f5e1",
		"no \xff\x9b characters":        "no ? characters", // \x9b begins a sequence, too
		"":                              "",
	} {
		require.Equal(t, want, engine.Printable(text))
	}
}

func FuzzPrintable(f *testing.F) {
	f.Add("\x1b[31mred\x1b[0m\r")
	f.Fuzz(func(t *testing.T, text string) {
		shown := engine.Printable(text)
		require.True(t, utf8.ValidString(shown))
		for _, r := range shown {
			require.True(t, r == '\t' || unicode.IsPrint(r), "%q", shown)
		}
	})
}
