package arena_test

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// module is the path that all packages begin with.
const module = "github.com/botarena/arena"

// botwire is what the arena and a bot's process must agree on.
const botwire = "internal/base/botwire"

// listed is a package as `go list` knows it.
type listed struct {
	ImportPath, Dir string
	GoFiles         []string
	Imports, Deps   []string
}

// is reports whether a package is one of those below a folder of the module, or
// the folder's own.
func (p listed) is(folder string) bool { return within(p.ImportPath, folder) }

func within(path, folder string) bool {
	top := module + "/" + folder
	return path == top || strings.HasPrefix(path, top+"/")
}

func packages(t *testing.T) []listed {
	t.Helper()
	all, err := listAll()
	require.NoError(t, err)
	require.Greater(t, len(all), 20)
	return all
}

// listAll asks Go once for all tests.
var listAll = sync.OnceValues(func() (all []listed, err error) {
	output, err := exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles,Imports,Deps", "./...").Output()
	for decoder := json.NewDecoder(bytes.NewReader(output)); err == nil && decoder.More(); {
		var p listed
		err = decoder.Decode(&p)
		all = append(all, p)
	}
	return all, err
})

// TestEngineHasNoProcessClockOrNetwork holds what the folder promises. enginetest is
// the exception: it is code for tests, and runs itself in a second process.
func TestEngineHasNoProcessClockOrNetwork(t *testing.T) {
	seen := 0
	for _, p := range packages(t) {
		if !p.is("engine") || within(p.ImportPath, "engine/enginetest") && !p.is("engine/enginetest/duel") {
			continue
		}
		seen++
		for _, imported := range p.Imports {
			for _, banned := range []string{"os", "net", "syscall"} {
				require.False(t, imported == banned || strings.HasPrefix(imported, banned+"/"), "%s imports %s", p.ImportPath,
					imported)
			}
			if imported == "time" {
				require.Equal(t, []string{"Duration"}, namesOf(t, p, "time"), "%s: a duration is a number, but no clock",
					p.ImportPath)
			}
		}
		for _, dep := range p.Deps {
			require.NotContains(t, dep, "google.golang.org/grpc", p.ImportPath)
			require.NotContains(t, dep, "github.com/hashicorp/go-plugin", p.ImportPath)
		}
	}
	require.GreaterOrEqual(t, seen, 9)
}

// namesOf returns the names that a package uses of an imported one, each once.
func namesOf(t *testing.T, p listed, imported string) (names []string) {
	t.Helper()
	seen := map[string]bool{}
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, 0)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if of, ok := s.X.(*ast.Ident); ok && of.Name == imported && !seen[s.Sel.Name] {
					seen[s.Sel.Name] = true
					names = append(names, s.Sel.Name)
				}
			}
			return true
		})
	}
	return names
}

// TestArrowsGoDownOnly: what bots and games import knows nothing of what runs them.
func TestArrowsGoDownOnly(t *testing.T) {
	games := 0
	for _, p := range packages(t) {
		for _, imported := range p.Imports {
			if !strings.HasPrefix(imported, module) {
				continue
			}
			switch {
			case p.is("proto"):
				require.True(t, within(imported, "proto"), "%s imports %s", p.ImportPath, imported)
			case p.is(botwire):
				own := within(imported, botwire) || within(imported, "proto") || imported == module+"/engine"
				require.True(t, own, "%s imports %s", p.ImportPath, imported)
			case p.is("engine"):
				require.True(t, within(imported, "engine") || within(imported, "proto"), "%s imports %s", p.ImportPath, imported)
			case p.is("sdk"):
				// A bot outside of this module imports the SDK alone, which may have what only both ends of the wire need.
				own := within(imported, "internal") && !within(imported, botwire)
				require.False(t, own || imported == module, "%s imports %s", p.ImportPath, imported)
				// Conform tries bots of all games, and bots has some; no bot imports them.
				known := within(imported, "engine/games") && !p.is("sdk/sdktest/conform") && !p.is("sdk/bots")
				require.False(t, known, "%s knows a game: %s", p.ImportPath, imported)
			case p.is("internal") && !p.is("internal/integration"): // where bots of tests are
				require.False(t, within(imported, "engine/games"), "%s knows a game: %s", p.ImportPath, imported)
				require.NotEqual(t, module, imported, p.ImportPath)
			}
			if strings.HasPrefix(p.ImportPath, module+"/engine/games/") {
				games++
				require.False(t, within(imported, "engine/games"), "%s imports another game: %s", p.ImportPath, imported)
			}
		}
	}
	require.Positive(t, games)
}

// TestTheWireIsLight: a program that wants its constants links neither go-plugin nor gRPC, and others
// see no more of it than the schemas.
func TestTheWireIsLight(t *testing.T) {
	seen := 0
	for _, p := range packages(t) {
		if p.ImportPath == module+"/"+botwire {
			seen++
			for _, linked := range p.Deps {
				heavy := strings.HasPrefix(linked, "google.golang.org/grpc") || strings.HasPrefix(linked, "github.com/hashicorp/")
				require.False(t, heavy, linked)
			}
		}
		if p.is("proto") {
			require.Regexp(t, `/v1$`, p.ImportPath, "no schema")
		}
	}
	require.Equal(t, 1, seen)
}

// TestSidesOfALeagueAreApart: who plays for it, or submits to it, links no server, and so does the arena. The door in
// front of the server knows neither what is said nor whose keys there are.
func TestSidesOfALeagueAreApart(t *testing.T) {
	const league, server = "internal/league/", "github.com/nats-io/nats-server/"
	const crowd = module + "/internal/base/crowd" // which needs nothing of ours
	apart := map[string][]string{
		league + "client":    {server, module + "/" + league + "broker"},
		league + "wire":      {server, module + "/" + league + "broker", module + "/" + league + "client"},
		league + "connlimit": {"github.com/nats-io/", module + "/"},
		"cmd/arena": {
			server, "github.com/prometheus/", module + "/" + league + "broker", module + "/" + league + "admission",
			module + "/" + league + "backup", module + "/" + league + "vitals", module + "/internal/web/operator",
			module + "/internal/cli/league",
		},
	}
	for _, p := range packages(t) {
		path := strings.TrimPrefix(p.ImportPath, module+"/")
		for _, linked := range p.Deps {
			for _, banned := range apart[path] {
				require.False(t, strings.HasPrefix(linked, banned) && linked != crowd, "%s links %s", path, linked)
			}
		}
		delete(apart, path)
	}
	require.Empty(t, apart, "they are not there")
}
