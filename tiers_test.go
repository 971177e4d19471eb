package arena_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
)

const (
	tierPath = "engine/enginetest/tier"
	kitPath  = "internal/base/testkit"

	lacks = "skips what lacks a program"
)

// mayLack are files with tests that skip also in CI what lacks a program, as nothing installs it for tests.
var mayLack = []string{"tools/release/docker_test.go", "internal/process/sandbox/container/daemon_linux_test.go"}

// startThemselves are packages whose tests start nothing but themselves, and not as an arena or a bot; or only Go.
var startThemselves = []string{tierPath, "internal/process/sandbox/filter"}

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

// sourcesOf returns the files of the repository whose names end so, by folder.
func sourcesOf(t *testing.T, ending string) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	require.NoError(t, filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		name := entry.Name()
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != "." && (name[0] == '.' || name == "testdata" || name == "node_modules"):
			return fs.SkipDir
		case !entry.IsDir() && strings.HasSuffix(name, ending):
			folder := filepath.ToSlash(filepath.Dir(path))
			found[folder] = append(found[folder], path)
		}
		return nil
	}))
	require.Greater(t, len(found), 50)
	return found
}

// uses are the functions of other packages that a part of a file calls, such as exec.LookPath, and methods such as
// Skip, with the first argument if it is a text.
func uses(part ast.Node) map[string]bool {
	found := map[string]bool{}
	ast.Inspect(part, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		called, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		found["."+called.Sel.Name] = true
		of, ok := called.X.(*ast.Ident)
		if !ok {
			return true
		}
		name := of.Name + "." + called.Sel.Name
		found[name] = true
		if len(call.Args) > 0 {
			if text, ok := call.Args[0].(*ast.BasicLit); ok && text.Kind == token.STRING {
				word, _ := strconv.Unquote(text.Value)
				found[name+" "+word] = true
			}
		}
		return true
	})
	return found
}

func parsed(t *testing.T, path string) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	return file
}

// TestOneHelperSaysWhichTestsRun: nothing else looks at -short, at CI, or at what is installed.
func TestOneHelperSaysWhichTestsRun(t *testing.T) {
	var wrong []string
	for folder, paths := range sourcesOf(t, ".go") {
		if folder == tierPath {
			continue
		}
		for _, path := range paths {
			for _, d := range parsed(t, path).Decls {
				for _, why := range ownTier(uses(d)) {
					if why == lacks && slices.Contains(mayLack, filepath.ToSlash(path)) {
						continue
					}
					wrong = append(wrong, fmt.Sprintf("%s: %s", path, why))
				}
			}
		}
	}
	slices.Sort(wrong)
	require.Empty(t, strings.Join(wrong, "\n"), "%s is there for it", tierPath)
}

func ownTier(found map[string]bool) (wrong []string) {
	if found["testing.Short"] {
		wrong = append(wrong, "testing.Short")
	}
	if found["os.Getenv CI"] || found["os.LookupEnv CI"] {
		wrong = append(wrong, "looks at CI")
	}
	if skips := found[".Skip"] || found[".Skipf"] || found[".SkipNow"]; skips && found["exec.LookPath"] {
		wrong = append(wrong, lacks)
	}
	return wrong
}

// TestTestsHaveFoldersOfTheirOwn: where tests start processes, or link what finds the user's cache, testkit.Run keeps
// them out of the folders of the user.
func TestTestsHaveFoldersOfTheirOwn(t *testing.T) {
	reach := reachTheCache(t)
	require.Greater(t, len(reach), 3)
	var wrong []string
	for folder, paths := range sourcesOf(t, "_test.go") {
		starts, runs := reach[folder], false
		for _, path := range paths {
			found := uses(parsed(t, path))
			starts = starts || found["exec.Command"] || found["exec.CommandContext"] || found["host.StartAll"]
			runs = runs || found["testkit.Run"]
		}
		ofThisModule := folder != "tools" && !strings.HasPrefix(folder, "tools/")
		if starts && !runs && ofThisModule && !slices.Contains(startThemselves, folder) {
			wrong = append(wrong, folder)
		}
	}
	slices.Sort(wrong)
	require.Empty(t, strings.Join(wrong, "\n"), "their TestMain is to be %s.Run", kitPath)
}

// reachTheCache has the folders of the packages that link what asks for the user's cache, to write there.
func reachTheCache(t *testing.T) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for _, p := range packages(t) {
		if slices.Contains(append(p.Deps, p.ImportPath), module+"/internal/cli/shell") {
			found[strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")] = true
		}
	}
	found["."] = found[""]
	return found
}

func TestHomeMadeTiersAreFound(t *testing.T) {
	for text, want := range map[string][]string{
		"if testing.Short() {}":                            {"testing.Short"},
		`_ = os.Getenv("CI")`:                              {"looks at CI"},
		`_, err := exec.LookPath("x"); t.Skip(err)`:        {lacks},
		`_, err := exec.LookPath("x"); f(t); t.Fatal(err)`: nil,
		`t.Skip("no links here")`:                          nil,
		`_ = os.Getenv("HOME")`:                            nil,
	} {
		text = "package x\nfunc f(t T) { " + text + " }"
		file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution)
		require.NoError(t, err)
		require.Equal(t, want, ownTier(uses(file.Decls[0])), text)
	}
}
