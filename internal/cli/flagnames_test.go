package cli

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

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games"

	"github.com/botarena/arena/internal/cli/league"
)

// ofOthers are the flags of other programs that texts of the arena name, by program.
var ofOthers = map[string][]string{
	"docker":       {"cap-add", "privileged", "security-opt", "tmpfs"},
	"node":         {"logfile", "no-logfile-per-isolate", "prof", "prof-process", "stack-depth", "test"},
	"perf":         {"no-children", "stdio"},
	"systemd-run":  {"scope", "user"},
	"xcode-select": {"install"},
}

// TestNoTextNamesAFlagThatThereIsNot, wherever it stands: hints of all floors say what to type.
func TestNoTextNamesAFlagThatThereIsNot(t *testing.T) {
	known, used := make(map[string]bool), make(map[string]bool)
	for _, names := range ofOthers {
		for _, name := range names {
			known[name] = true
		}
	}
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		c.InitDefaultHelpFlag()
		c.InitDefaultVersionFlag()
		add := func(f *pflag.Flag) { known[f.Name] = true }
		c.Flags().VisitAll(add)
		c.PersistentFlags().VisitAll(add)
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(Commands(games.All(), league.Commands))
	named := 0
	for _, root := range []string{"../../internal", "../../engine", "../../sdk", "../../cmd/arena", "../../examples"} {
		eachText(t, root, func(at, text string) {
			for _, name := range flagsIn(text) {
				named++
				used[name] = true
				assert.True(t, known[name], "%s: no command has the flag --%s: %q", at, name, text)
			}
		})
	}
	require.Greater(t, named, 200)
	for program, names := range ofOthers {
		for _, name := range names {
			assert.True(t, used[name], "nothing names the flag --%s of %s", name, program)
		}
	}
}

var flagInText = regexp.MustCompile("(?:^|[\\s(\"'`])--([a-z][a-z-]*[a-z])")

// flagsIn returns the names of flags in a text.
func flagsIn(text string) (names []string) {
	for _, found := range flagInText.FindAllStringSubmatch(text, -1) {
		names = append(names, found[1])
	}
	return names
}

// eachText calls do with each string of the code below a folder, tests left out.
func eachText(t *testing.T, root string, do func(at, text string)) {
	t.Helper()
	files := token.NewFileSet()
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains(
			[]string{"testdata", "node_modules", "enginetest", "sdktest", "integration"}, d.Name()):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if literal, is := n.(*ast.BasicLit); is && literal.Kind == token.STRING {
				if text, err := strconv.Unquote(literal.Value); err == nil {
					do(files.Position(literal.Pos()).String(), text)
				}
			}
			return true
		})
		return nil
	}))
}
