package match_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
)

// TestEveryKindIsInTheTable: leagues would refuse a kind that is a constant alone, and pages have no words for it.
func TestEveryKindIsInTheTable(t *testing.T) {
	var there []match.Kind
	for kind, about := range match.Kinds() {
		there = append(there, kind)
		require.NotEmpty(t, about.Words, kind)
		found, known := kind.About()
		require.True(t, known, kind)
		require.Equal(t, about, found)
	}
	require.Equal(t, declared(t), there)
	_, known := match.Kind("bored").About()
	require.False(t, known)
}

// declared returns the constants of type Kind.
func declared(t *testing.T) (kinds []match.Kind) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "verdict.go", nil, 0)
	require.NoError(t, err)
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok {
			if of, ok := spec.Type.(*ast.Ident); ok && of.Name == "Kind" {
				text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
				require.NoError(t, err)
				kinds = append(kinds, match.Kind(text))
			}
		}
		return true
	})
	return kinds
}
