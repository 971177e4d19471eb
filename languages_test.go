package arena_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/language"
)

// sayLanguages are the files and folders that name an ending or a program of a language, each with why. Whatever else
// wants to know something of languages reads the table, internal/bot/language.
var sayLanguages = map[string]string{
	"internal/bot/language/": "the table",
	"internal/bot/sdkgen/":   "writes modules in them",
	"internal/bot/build/":    "calls compilers",

	"internal/process/executable/languages.go":   "below the table: examples, and the SDK beside a bot",
	"internal/process/host/":                     "below the table: how errors look",
	"internal/process/sandbox/runtimes_linux.go": "below the table: where runtimes are",
	"internal/process/sandbox/find_linux.go":     "a runtime as an example",

	"internal/base/testkit/":              "what tests need",
	"internal/integration/":               "what tests need",
	"internal/cli/":                       "help, with examples to type",
	"internal/contest/bench/languages.go": "bots that are measured",
	"internal/league/similarity/":         "tokens of sources, also of files that are no bots",
	"internal/web/":                       "pages are in JavaScript",
}

// TestALanguageIsSaidInItsFile keeps what is known of languages together: no other file names an ending of their files
// or the program that reads those.
func TestALanguageIsSaidInItsFile(t *testing.T) {
	names := namesOfLanguages(t)
	used := map[string]bool{}
	read := 0
	require.NoError(t, filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		path = filepath.ToSlash(path)
		switch name := entry.Name(); {
		case err != nil:
			return err
		case entry.IsDir() && (slices.Contains([]string{"sdk", "examples", "tools"}, path) || name == "testdata" ||
			name == "node_modules" || path != "." && strings.HasPrefix(name, ".")):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		read++
		for _, text := range literals(t, path) {
			if !names.MatchString(text) {
				continue
			}
			allowed := false
			for place := range sayLanguages {
				if strings.HasPrefix(path, place) {
					allowed, used[place] = true, true
				}
			}
			require.True(t, allowed, "%s says %q: what is known of languages is in internal/bot/language", path, text)
		}
		return nil
	}))
	require.Greater(t, read, 500)
	for place := range sayLanguages {
		assert.True(t, used[place], "%s names no language any more: leave it out here", place)
	}
}

// namesOfLanguages finds endings, readers and names of all languages but those in which the arena is written itself, or
// that are no language.
func namesOfLanguages(t *testing.T) *regexp.Regexp {
	t.Helper()
	var names, endings []string
	for _, l := range language.All() {
		if slices.Contains([]language.Kind{language.Go, language.Shell, language.WASI}, l.Kind) {
			continue
		}
		names = append(names, regexp.QuoteMeta(string(l.Kind)))
		for program := range l.Install {
			names = append(names, regexp.QuoteMeta(program))
		}
		for _, ending := range l.Endings {
			endings = append(endings, regexp.QuoteMeta(ending))
		}
	}
	require.Greater(t, len(names), 8)
	return regexp.MustCompile(`(^|[^\w.+-])(` + strings.Join(names, "|") + `)($|[^\w+-])|(` + strings.Join(endings, "|") +
		`)($|[^\w.])`)
}

// literals are the texts in a file, but for those that name imports.
func literals(t *testing.T, path string) (texts []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	ast.Inspect(file, func(n ast.Node) bool {
		if literal, is := n.(*ast.BasicLit); is && literal.Kind == token.STRING {
			text, err := strconv.Unquote(literal.Value)
			require.NoError(t, err)
			texts = append(texts, text)
		}
		_, isImport := n.(*ast.ImportSpec)
		return !isImport
	})
	return texts
}
