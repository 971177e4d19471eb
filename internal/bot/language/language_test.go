package language_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/language"
)

// TestEachLanguageIsWhole: who adds a language hears here what is missing. One without a debugger or a profiler has a
// function that says so.
func TestEachLanguageIsWhole(t *testing.T) {
	names, endings := map[string]bool{}, map[string]bool{}
	for _, l := range language.All() {
		t.Run(string(l.Kind), func(t *testing.T) {
			require.NotEmpty(t, l.Kind)
			require.Equal(t, l, language.Of(l.Kind))
			require.NotNil(t, l.Debugger)
			require.NotNil(t, l.Profiler)
			for _, ending := range l.Endings {
				require.Regexp(t, `^\.[a-z]+$`, ending)
				require.False(t, endings[ending], "%s is that of another language as well", ending)
				endings[ending] = true
				require.Equal(t, l, language.OfFile("x"+strings.ToUpper(ending)))
			}
			for _, headers := range l.Headers {
				require.NotContains(t, l.Endings, headers)
			}
			if l.Begin != nil {
				wholeBegin(t, l, names)
			}
			if l.Reader != nil {
				wholeReader(t, l)
			}
			if l.SDK != nil {
				require.NotNil(t, l.Begin)
				require.True(t, l.Begin.Plays)
				require.True(t, l.Begin.Lines, "a bot with an SDK of files speaks lines")
				files, err := l.SDK.Files.ReadDir("arena")
				require.NoError(t, err)
				require.True(t, slices.ContainsFunc(l.SDK.Ends, func(end string) bool {
					return strings.HasSuffix(files[0].Name(), end)
				}), files[0].Name())
			}
		})
	}
	require.Nil(t, language.Of(""))
	require.Nil(t, language.Named(""))
	require.Nil(t, language.OfFile("x"))
}

func wholeBegin(t *testing.T, l *language.Language, names map[string]bool) {
	t.Helper()
	require.Regexp(t, `^[a-z]+$`, l.Name)
	require.False(t, names[l.Name])
	names[l.Name] = true
	require.Equal(t, l, language.Named(l.Name))
	require.NotEmpty(t, l.Begin.Main)
	require.NotEmpty(t, l.Begin.Try)
	require.Contains(t, language.Begun(l.Begin.Plays), l.Name)
	for _, try := range l.Begin.Try {
		require.True(t, l.Begin.Lines || !strings.Contains(try, language.Transcript), "%s: there is no such file", try)
	}
}

func wholeReader(t *testing.T, l *language.Language) {
	t.Helper()
	require.NotEmpty(t, l.Endings, "else nothing is read")
	require.True(t, strings.HasPrefix(l.Reader.ByHand, l.Reader.Program))
	require.Equal(t, l.Reader.Unbuffered == "", l.Reader.Flushed == "")
	if l.Reader.Unbuffered != "" {
		require.Contains(t, l.Reader.Args, l.Reader.Unbuffered)
	}
	if l.Reader.Asked != nil {
		require.Regexp(t, l.Reader.Asked.Names(), l.Reader.Program)
		require.NotEmpty(t, l.Install[l.Reader.Program]["apt"], "the hint to install it")
	}
}

// TestHintsNameTheTable: what hints say of all languages is what the table has.
func TestHintsNameTheTable(t *testing.T) {
	said := strings.FieldsFunc(language.HintEndings, func(r rune) bool { return r == ',' || r == ' ' })
	said = slices.DeleteFunc(said, func(word string) bool { return word == "or" })
	var usual []string
	for _, l := range language.All() {
		if l.Endings != nil {
			usual = append(usual, l.Endings[0])
		}
	}
	require.ElementsMatch(t, usual, said)
	for _, example := range []string{language.HintFile, language.HintArchive, language.HintRun} {
		require.NotNil(t, language.OfFile(example), example)
	}
}
