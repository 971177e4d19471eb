package arena_test

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// floors are the folders of internal, from the top down: each imports only those below it. League and web stand side
// by side.
var floors = [][]string{
	{"integration"}, {"cli"}, {"docgen"}, {"league", "web"}, {"contest"}, {"bot"}, {"match"}, {"process"}, {"base"},
}

// floorOf returns how far up a package lies, and whether it lies on a floor.
func floorOf(path string) (height int, folder string, is bool) {
	rest, inside := strings.CutPrefix(path, module+"/internal/")
	if !inside {
		return 0, "", false
	}
	folder, _, _ = strings.Cut(rest, "/")
	for i, side := range floors {
		if slices.Contains(side, folder) {
			return len(floors) - i, folder, true
		}
	}
	return 0, folder, false
}

func TestEachFloorImportsOnlyThoseBelowIt(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range packages(t) {
		from, folder, is := floorOf(p.ImportPath)
		if !is {
			require.Empty(t, folder, "%s lies on no floor", p.ImportPath)
			continue
		}
		seen[folder] = true
		for _, imported := range p.Imports {
			to, other, is := floorOf(imported)
			require.False(t, is && other != folder && to >= from, "%s imports %s", p.ImportPath, imported)
		}
	}
	require.Len(t, seen, 10, "a floor is missing")
}

// TestCommandsShareTheShellOnly: no group of commands fills in the flags of another.
func TestCommandsShareTheShellOnly(t *testing.T) {
	const cli = "internal/cli"
	groups := 0
	for _, p := range packages(t) {
		if !strings.HasPrefix(p.ImportPath, module+"/"+cli+"/") {
			continue
		}
		if !p.is(cli + "/shell") {
			groups++
		}
		for _, imported := range p.Imports {
			require.True(t, !within(imported, cli) || within(imported, cli+"/shell"), "%s imports %s", p.ImportPath, imported)
		}
	}
	require.Equal(t, 6, groups)
}

// TestEachFloorSaysWhatItIsFor: `go doc ./internal/bot` says what its rooms have in common.
func TestEachFloorSaysWhatItIsFor(t *testing.T) {
	for _, side := range floors {
		for _, folder := range side {
			said := 0
			files, err := filepath.Glob("internal/" + folder + "/*.go")
			require.NoError(t, err)
			for _, file := range files {
				parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.PackageClauseOnly|parser.ParseComments)
				require.NoError(t, err)
				if strings.HasPrefix(parsed.Doc.Text(), "Package "+folder+" ") {
					said++
				}
			}
			require.Equal(t, 1, said, folder)
		}
	}
}
