// Package servertest is for tests of packages that answer requests.
package servertest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Route is what a package answers.
type Route struct{ Method, Path string }

// Routes returns all that the package in the current folder answers: whatever its sources give to
// HandleFunc or Handle, so that a new one can't be forgotten. In the paths, {key} is as given, {part},
// {bot} and {table} are the first, and anything but a constant is "ca.json".
func Routes(t testing.TB, key string) (routes []Route) {
	t.Helper()
	all, err := os.ReadDir(".")
	require.NoError(t, err)
	for _, entry := range all {
		if !strings.HasSuffix(entry.Name(), ".go") || strings.HasSuffix(entry.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), entry.Name(), nil, 0)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && len(call.Args) == 2 && isHandle(call.Fun) {
				method, path, found := strings.Cut(value(t, call.Args[0]), " ")
				require.True(t, found, "%s: a route without a method", entry.Name())
				routes = append(routes, Route{method, strings.NewReplacer(
					"{key}", key, "{part}", "0.json", "{bot}", "0", "{table}", "standings", "{$}", "",
				).Replace(path)})
			}
			return true
		})
	}
	require.NotEmpty(t, routes)
	return routes
}

func isHandle(called ast.Expr) bool {
	s, ok := called.(*ast.SelectorExpr)
	return ok && (s.Sel.Name == "HandleFunc" || s.Sel.Name == "Handle")
}

func value(t testing.TB, e ast.Expr) string {
	t.Helper()
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		require.NoError(t, err)
		return text
	case *ast.BinaryExpr:
		return value(t, e.X) + value(t, e.Y)
	}
	return "ca.json"
}
