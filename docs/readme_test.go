package docs_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReadmeSellsAndStarts has what newcomers stumbled over, one after another.
func TestReadmeSellsAndStarts(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	readme := string(text)
	var typed []string
	for _, a := range actsOf(readme) {
		if a.typed != "" {
			typed = append(typed, a.typed)
		}
	}
	before, _, _ := strings.Cut(readme, "\n```")
	t.Run("the picture comes first", func(t *testing.T) {
		require.Regexp(t, `^# arena\n\n\[!\[`, readme)
	})
	t.Run("then why this one", func(t *testing.T) {
		require.GreaterOrEqual(t, strings.Count(before, "\n- **"), 5)
	})
	t.Run("then the clone and two commands", func(t *testing.T) {
		require.Greater(t, len(typed), 3)
		require.Regexp(t, `^git clone \S+ && cd arena$`, typed[0])
		require.Regexp(t, `^go run \./cmd/arena play `, typed[1])
		require.Equal(t, "go test ./...", typed[2])
	})
	for _, word := range []string{"bot", "seat", "verdict", "State", "the originals"} {
		t.Run("it says what "+word+" is where that first stands", func(t *testing.T) {
			prose := regexp.MustCompile("(?s)^.*?\\)\n\n|\\]\\([^)]*\\)").ReplaceAllString(readme, "")
			require.Equal(t, "*"+word+"*", regexp.MustCompile(`\*?\b`+word+`\b\*?`).FindString(prose))
		})
	}
	t.Run("it says who the bots of the first match are, before it does", func(t *testing.T) {
		_, after, _ := strings.Cut(readme, "\n```\n\n")
		require.Regexp(t, "^`dummy`, `demo` and `null` .*(?s:.)*?strongest", after)
	})
	t.Run("nothing of Python is in the way of Go", func(t *testing.T) {
		left := strings.Join(typed, "\n")
		for _, line := range []string{`arena new viper --lang python\n`, `arena play orkisland viper .*\n`} {
			left = regexp.MustCompile(`^((?:.*\n)*?)`+line).ReplaceAllString(left, "$1")
		}
		require.NotContains(t, left, "viper")
	})
	t.Run("Windows has a line", func(t *testing.T) { require.Contains(t, readme, "PowerShell") })
	t.Run("a friend can play what is not signed", func(t *testing.T) {
		require.Contains(t, typed, "arena bot pack gopher --unsigned")
		require.Regexp(t, `(?m)^arena play \w+ gopher\.bot .* --trust unsigned$`, strings.Join(typed, "\n"))
	})
	t.Run("it has others beside it", func(t *testing.T) { require.Contains(t, readme, "(docs/others.md)") })
	for _, riddle := range []string{
		"carries out its commands by", "and others write a bot", "as one file for", "come with the arena, in all games",
		"Then come the", "To watch the newest one", "nothing else is to be installed", "makes of it a bot",
		"what can be a bot", "They list what happened", "plays until it is clear", "in 5 % of cases at most",
		"at your friend's", "A match that is exported", "holds a league", "don't play unless you say so",
		"where all tools are that it can use",
	} {
		t.Run("no "+riddle, func(t *testing.T) {
			require.NotContains(t, strings.Join(strings.Fields(readme), " "), riddle)
		})
	}
}
