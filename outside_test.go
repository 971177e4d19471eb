package arena_test

import (
	"encoding/json"
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

// TestTextFromOutsideLeavesItsTypeByNameAlone holds what safe.Outside promises: it is printed safely wherever it
// is printed, since nothing but its method Raw makes a plain string of it. A conversion would pass the compiler.
// A pointer may be converted: to read a flag or a column into it, nothing is taken out.
func TestTextFromOutsideLeavesItsTypeByNameAlone(t *testing.T) {
	s := typed(t)
	calls := 0
	for _, p := range s.listed {
		if !p.is("internal") || p.ImportPath == safePath {
			continue
		}
		files, info := s.read(t, p)
		for _, file := range files {
			ast.Inspect(file, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					calls++
					if leavesOutside(info, call) {
						t.Errorf("%s: text from outside is converted: Raw says that it is meant", s.files.Position(call.Pos()))
					}
				}
				return true
			})
		}
	}
	require.Greater(t, calls, 10_000)
}

// leavesOutside reports whether a call is a conversion of text from outside to another type.
func leavesOutside(info *types.Info, call *ast.CallExpr) bool {
	to := info.Types[call.Fun]
	return to.IsType() && len(call.Args) == 1 && isOutside(info.TypeOf(call.Args[0])) && !isOutside(to.Type)
}

func isOutside(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "Outside" && named.Obj().Pkg().Path() == safePath
}

// typedSources are the packages of the module, which are checked with what the compiler has written about those
// that they import.
type typedSources struct {
	listed []listed
	files  *token.FileSet
	rules  types.Config
}

func typed(t *testing.T) *typedSources {
	t.Helper()
	output, err := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps",
		"-json=ImportPath,Dir,GoFiles,Export", "./internal/...").Output()
	require.NoError(t, err)
	s, exports := &typedSources{files: token.NewFileSet()}, make(map[string]string)
	for decoder := json.NewDecoder(strings.NewReader(string(output))); decoder.More(); {
		var p struct {
			listed
			Export string
		}
		require.NoError(t, decoder.Decode(&p))
		s.listed, exports[p.ImportPath] = append(s.listed, p.listed), p.Export
	}
	s.rules.Importer = importer.ForCompiler(s.files, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})
	return s
}

// read returns the files of a package, and the types of what is in them.
func (s *typedSources) read(t *testing.T, p listed) ([]*ast.File, *types.Info) {
	t.Helper()
	var files []*ast.File
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(s.files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		files = append(files, file)
	}
	info := &types.Info{Types: make(map[ast.Expr]types.TypeAndValue)}
	_, err := s.rules.Check(p.ImportPath, s.files, files, info)
	require.NoError(t, err)
	return files, info
}
