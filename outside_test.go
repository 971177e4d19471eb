package arena_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// safePath is the package of the type for text from outside, which alone may convert it.
const safePath = module + "/internal/base/safe"

// TestTextFromOutsideIsPrintedSafely holds what safe.Outside promises. Its method Raw alone makes a plain string of
// it: a conversion would pass the compiler. That of a pointer may stay: it reads a flag or a column, and takes nothing
// out. Flags and arguments come from cobra as plain strings: in a message they stand by what quotes them, as
// safe.Fprintf, hint.New and Misused do.
func TestTextFromOutsideIsPrintedSafely(t *testing.T) {
	files := token.NewFileSet()
	packages := typed(t, files)
	bound := boundToFlags(packages)
	flags := len(bound)
	addAssigned(packages, bound)
	prints := 0
	for _, p := range packages {
		for _, call := range p.calls {
			if p.leavesOutside(call) {
				t.Errorf("%s: text from outside is converted: Raw says that it is meant", files.Position(call.Pos()))
			}
			if !p.is("internal/cli") || !p.isOf(call, "fmt") {
				continue
			}
			prints++
			for _, arg := range call.Args {
				if p.isTyped(arg, bound) {
					t.Errorf("%s: fmt prints what was typed; safe has the same functions", files.Position(arg.Pos()))
				}
			}
		}
	}
	require.Greater(t, prints, 200)
	require.Greater(t, flags, 30)
	require.Greater(t, len(bound), flags)
}

// leavesOutside reports whether a call is a conversion of text from outside to another type.
func (p *typedPackage) leavesOutside(call *ast.CallExpr) bool {
	to := p.info.Types[call.Fun]
	return to.IsType() && len(call.Args) == 1 && isOutside(p.info.TypeOf(call.Args[0])) && !isOutside(to.Type)
}

// TestTextsOnTheWireAreFromOutside: what a league and its workers say to each other is printed by the
// other, so no text of it is a plain string, by whatever name. That of the server to use is typed where it is used.
func TestTextsOnTheWireAreFromOutside(t *testing.T) {
	files := token.NewFileSet()
	fields := 0
	for _, p := range typed(t, files) {
		if !p.is("internal/league/wire") {
			continue
		}
		for _, object := range p.info.Defs {
			of, is := object.(*types.TypeName)
			if !is || !of.Exported() || of.Name() == "External" {
				continue
			}
			message, is := of.Type().Underlying().(*types.Struct)
			for i := 0; is && i < message.NumFields(); i++ {
				if field := message.Field(i); field.Exported() {
					fields++
					if hasPlainText(field.Type()) {
						t.Errorf("%s: text of others is of type safe.Outside", files.Position(field.Pos()))
					}
				}
			}
		}
	}
	require.Greater(t, fields, 10)
}

// hasPlainText reports whether a value of a type has text in it that prints as it came. Structs are looked at by
// themselves.
func hasPlainText(t types.Type) bool {
	if isOutside(t) {
		return false
	}
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&types.IsString != 0
	case *types.Slice:
		return hasPlainText(t.Elem())
	case *types.Array:
		return hasPlainText(t.Elem())
	case *types.Map:
		return hasPlainText(t.Key()) || hasPlainText(t.Elem())
	}
	return false
}

func isOutside(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "Outside" && named.Obj().Pkg().Path() == safePath
}

// boundToFlags returns the variables into which flags are read as plain text.
func boundToFlags(packages []*typedPackage) map[string]bool {
	bound := make(map[string]bool)
	for _, p := range packages {
		for _, call := range p.calls {
			if !p.isOf(call, "github.com/spf13/pflag") {
				continue
			}
			for _, arg := range call.Args {
				if at, ok := arg.(*ast.UnaryExpr); ok && at.Op == token.AND && isText(p.info.TypeOf(at.X)) {
					bound[p.where(at.X)] = true
				}
			}
		}
	}
	return bound
}

// addAssigned adds the variables that get the value of one such, or of an argument.
func addAssigned(packages []*typedPackage, bound map[string]bool) {
	for _, p := range packages {
		for _, to := range p.assigned {
			for i, value := range to.Rhs {
				if p.is("internal/cli") && len(to.Lhs) == len(to.Rhs) && p.isTyped(value, bound) {
					bound[p.where(to.Lhs[i])] = true
				}
			}
		}
	}
}

// isTyped reports whether an expression is a flag, or one of the arguments of a command or of a flag.
func (p *typedPackage) isTyped(e ast.Expr, bound map[string]bool) bool {
	if at, ok := e.(*ast.IndexExpr); ok {
		name, ok := at.X.(*ast.Ident)
		return ok && name.Name == "args" || bound[p.where(at.X)]
	}
	return bound[p.where(e)]
}

// isText reports whether a type is that of a flag with text, or with several.
func isText(t types.Type) bool { return t.String() == "string" || t.String() == "[]string" }

// where returns the place of the variable or field that an expression names, which is the same in all packages; ""
// if it names none.
func (p *typedPackage) where(e ast.Expr) string {
	if object := p.object(e); object != nil {
		at := p.files.Position(object.Pos())
		return fmt.Sprint(filepath.Base(at.Filename), at.Line, object.Name())
	}
	return ""
}

// object returns what an expression names, or nil.
func (p *typedPackage) object(e ast.Expr) types.Object {
	switch e := e.(type) {
	case *ast.Ident:
		return p.info.ObjectOf(e)
	case *ast.SelectorExpr:
		return p.info.Uses[e.Sel]
	}
	return nil
}

// isOf reports whether a call is of a function or method of another package.
func (p *typedPackage) isOf(call *ast.CallExpr, path string) bool {
	function := p.object(call.Fun)
	return function != nil && function.Pkg() != nil && function.Pkg().Path() == path
}

// typedPackage is a package with its calls, and the types of what is in them.
type typedPackage struct {
	listed
	files *token.FileSet
	info  *types.Info

	calls    []*ast.CallExpr
	assigned []*ast.AssignStmt
}

// typed returns the packages of internal but that of the type. What they import is known from what the compiler has
// written.
func typed(t *testing.T, files *token.FileSet) (all []*typedPackage) {
	t.Helper()
	output, err := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps",
		"-json=ImportPath,Dir,GoFiles,Export", "./internal/...").Output()
	require.NoError(t, err)
	exports := make(map[string]string)
	for decoder := json.NewDecoder(strings.NewReader(string(output))); decoder.More(); {
		var p struct {
			listed
			Export string
		}
		require.NoError(t, decoder.Decode(&p))
		exports[p.ImportPath] = p.Export
		if p.is("internal") && p.ImportPath != safePath {
			all = append(all, &typedPackage{listed: p.listed, files: files})
		}
	}
	rules := types.Config{Importer: importer.ForCompiler(files, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})}
	for _, p := range all {
		p.read(t, rules)
	}
	require.Greater(t, len(all), 20)
	return all
}

func (p *typedPackage) read(t *testing.T, rules types.Config) {
	t.Helper()
	var parsed []*ast.File
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(p.files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		parsed = append(parsed, file)
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				p.calls = append(p.calls, n)
			case *ast.AssignStmt:
				p.assigned = append(p.assigned, n)
			}
			return true
		})
	}
	p.info = &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue),
		Uses:  make(map[*ast.Ident]types.Object), Defs: make(map[*ast.Ident]types.Object),
	}
	_, err := rules.Check(p.ImportPath, p.files, parsed, p.info)
	require.NoError(t, err)
}
