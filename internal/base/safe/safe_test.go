package safe_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/safe"
)

func TestPlainKeepsLinesAndDropsWhatControlsATerminal(t *testing.T) {
	for text, want := range map[string]string{
		"":                                "",
		"a\tb\n\nc":                       "a\tb\n\nc",
		"Élan, 4 µs…\n":                   "Élan, 4 µs…\n",
		"\x1b[31mred\x1b[0m\n":            "red\n",
		"over\rwritten\n":                 "overwritten\n",
		"\x1b]0;title\x07\u202egpj\u009b": "]0;titlegpj",
		"no\x80UTF-8\xff\n":               "no?UTF-8?\n",
		"\x00\n\x7f":                      "\n",
	} {
		require.Equal(t, want, string(safe.Plain([]byte(text))), "%q", text)
	}
}

func TestNameQuotesWhatDisturbs(t *testing.T) {
	for name, want := range map[string]string{
		"my bot":           "my bot",
		"Élan":             "Élan",
		"a\nhint: rm -r /": `"a\nhint: rm -r /"`,
		"\x1b[31mred":      `"\x1b[31mred"`,
		"gpj\u202e":        `"gpj\u202e"`,
		"\xff":             `"\xff"`,
	} {
		require.Equal(t, want, safe.Name(name))
	}
}

func TestShellSplitsIntoTheSameWords(t *testing.T) {
	require.Equal(t, `arena play './my bot' 'it'\''s' '' b-2/ü '$x' $'\033[31m\'\\\303\274'`,
		safe.Shell("arena", "play", "./my bot", "it's", "", "b-2/ü", "$x", "\x1b[31m'\\ü"))
}
