package arena_test

import (
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEachPackageSaysOnceWhatItIs: a package that was made of several must not say what one of them was.
func TestEachPackageSaysOnceWhatItIs(t *testing.T) {
	for _, p := range packages(t) {
		rest, _ := strings.CutPrefix(p.ImportPath, module+"/")
		if within(p.ImportPath, "proto") || len(p.GoFiles) == 0 { // made by a tool; only tests
			continue
		}
		var said []string
		for _, name := range p.GoFiles {
			file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil,
				parser.PackageClauseOnly|parser.ParseComments)
			require.NoError(t, err)
			if doc := file.Doc.Text(); doc != "" {
				said = append(said, name+": "+doc)
			}
		}
		require.Len(t, said, 1, "%s", rest)
		_, doc, _ := strings.Cut(said[0], ": ")
		require.Regexp(t, `^(Package|Command) `+path.Base(p.ImportPath)+`\s`, doc, "%s", rest)
	}
}
