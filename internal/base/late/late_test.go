package late_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/late"
)

func TestAnExpressionIsCompiledOnce(t *testing.T) {
	form := late.Regexp(`^a+$`)
	require.True(t, form().MatchString("aaa"))
	require.Same(t, form(), form())
	require.Panics(t, func() { late.Regexp(`(`)() })
}

// notInTheArena are folders whose programs are started seldom.
var notInTheArena = []string{"internal/docgen", "internal/integration", "engine/enginetest", "tools"}

// TestNothingDearIsMadeAtTheStart of each of the arena's processes: an expression or a template takes as long as the
// start of a small program.
func TestNothingDearIsMadeAtTheStart(t *testing.T) {
	const top = "../../.."
	dear := regexp.MustCompile(`\b(regexp\.MustCompile|template\.Must)\(`)
	var files int
	var found []string
	require.NoError(t, filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		name := filepath.ToSlash(strings.TrimPrefix(path, top+string(filepath.Separator)))
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains(notInTheArena, name),
			entry.IsDir() && path != top && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case entry.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		files++
		text, err := os.ReadFile(path)
		if err == nil && dear.Match(text) && makes(t, path, text, dear) {
			found = append(found, name)
		}
		return err
	}))
	require.Greater(t, files, 500)
	require.Empty(t, found, "use late.Regexp or sync.OnceValue")
}

// makes reports whether a variable of a package has something dear for its value.
func makes(t *testing.T, path string, text []byte, dear *regexp.Regexp) (is bool) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, text, parser.SkipObjectResolution)
	require.NoError(t, err)
	for _, declared := range file.Decls {
		if variables, ok := declared.(*ast.GenDecl); ok {
			ast.Inspect(variables, func(node ast.Node) bool {
				call, ok := node.(*ast.CallExpr)
				is = is || ok && dear.Match(text[set.Position(call.Pos()).Offset:set.Position(call.Lparen).Offset+1])
				_, later := node.(*ast.FuncLit)
				return !later
			})
		}
	}
	return is
}
