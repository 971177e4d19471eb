// Package copies_test makes the package demo of the program in examples. It does not import it, so that it also runs
// while it does not compile.
package copies_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the copies again")

// TestCopies compares the package with the program. With -update it writes it, and removes what is no copy any more.
func TestCopies(t *testing.T) {
	const name = "demo"
	want, folder := copies(t, name), filepath.Join("..", name)
	if *update {
		require.NoError(t, os.RemoveAll(folder))
		require.NoError(t, os.Mkdir(folder, 0o755))
		for file, text := range want {
			require.NoError(t, os.WriteFile(filepath.Join(folder, file), []byte(text), 0o644))
		}
	}
	there, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, there, len(want), "%s is stale: go generate ./sdk/bots", name)
	for file, text := range want {
		got, err := os.ReadFile(filepath.Join(folder, file))
		require.NoError(t, err)
		require.Equal(t, text, string(got), "%s/%s is stale: go generate ./sdk/bots", name, file)
	}
}

// copies returns the files of a package, made of those of the program in examples. Tests are left there.
func copies(t *testing.T, name string) map[string]string {
	t.Helper()
	sources, err := filepath.Glob(filepath.Join("../../../examples", name, "*.go"))
	require.NoError(t, err)
	made := map[string]string{}
	for _, path := range sources {
		file := filepath.Base(path)
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := os.ReadFile(path)
		require.NoError(t, err)
		text, isMain, err := library(name, source)
		require.NoError(t, err, path)
		if isMain {
			file = name + ".go"
		}
		made[file] = text
	}
	require.Contains(t, made, name+".go", "no main in examples/%s", name)
	return made
}

const (
	generated = "// Code generated of examples/%[1]s by go generate ./sdk/bots; DO NOT EDIT.\n\n"
	about     = "// Package %[1]s has the bots of examples/%[1]s, to be played inside of another program.\n" +
		"// To begin a bot of your own, copy examples/%[1]s.\n"
	begins = "// Bots returns them, one for each game.\nfunc Bots() []sdk.Bot {\n\treturn []sdk.Bot{"
	ends   = "}\n}"
)

// library turns a file of a program into one of a package. What main gives to sdk.Serve is then what Bots returns.
func library(name string, source []byte) (text string, isMain bool, err error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", source, parser.ParseComments)
	if err != nil {
		return "", false, err
	}
	at := func(pos token.Pos) int { return files.Position(pos).Offset }
	head := fmt.Sprintf(generated, name)
	rest, served := source[at(file.Name.End()):], mainOf(file)
	if served != nil {
		bots := source[at(served.call.Lparen)+1 : at(served.call.Rparen)]
		rest = slices.Concat(
			source[at(file.Name.End()):at(served.function.Pos())],
			[]byte(begins), bots, []byte(ends), source[at(served.function.End()):],
		)
		head += fmt.Sprintf(about, name)
	}
	made, err := format.Source(append([]byte(head+"package "+name), rest...))
	return string(made), served != nil, err
}

// servedBy is a main function, and its only statement.
type servedBy struct {
	function *ast.FuncDecl
	call     *ast.CallExpr
}

// mainOf returns the main function of a file if it does nothing but call sdk.Serve.
func mainOf(file *ast.File) *servedBy {
	for _, declared := range file.Decls {
		function, ok := declared.(*ast.FuncDecl)
		if !ok || function.Recv != nil || function.Name.Name != "main" || len(function.Body.List) != 1 {
			continue
		}
		if statement, ok := function.Body.List[0].(*ast.ExprStmt); ok {
			return &servedBy{function, statement.X.(*ast.CallExpr)}
		}
	}
	return nil
}
