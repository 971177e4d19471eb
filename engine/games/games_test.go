package games

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest"
)

func TestGames(t *testing.T) {
	for _, g := range All() {
		t.Run(g.Info().Name, func(t *testing.T) { enginetest.Run(t, g) })
	}
}

func BenchmarkGames(b *testing.B) {
	for _, g := range All() {
		b.Run(g.Info().Name, func(b *testing.B) { enginetest.Bench(b, g) })
	}
}

func TestFind(t *testing.T) {
	for _, g := range All() {
		found, err := Find(g.Info().Name)
		require.NoError(t, err)
		require.Same(t, g, found)
	}
	_, err := Find("chess")
	require.ErrorContains(t, err, "chess: no such game; there are ")
	require.ErrorContains(t, err, "orkisland")
}

func TestListIsSortedAndTheCallersOwn(t *testing.T) {
	require.True(t, slices.IsSortedFunc(All(), func(a, b engine.Game) int {
		return strings.Compare(a.Info().Name, b.Info().Name)
	}))
	All()[0] = nil
	require.NotNil(t, All()[0])
}

func TestTwoGamesOfOneNamePanic(t *testing.T) {
	g := All()[0]
	require.PanicsWithValue(t, "games: two games are called "+g.Info().Name, func() { sorted(g, g) })
}

// core are the packages that must give the same bytes everywhere. They see no
// process, network or clock, and know nothing of how bots are reached.
var core = []string{
	"github.com/botarena/arena/engine",
	"github.com/botarena/arena/engine/cnf",
	"github.com/botarena/arena/engine/scene",
	"github.com/botarena/arena/engine/games/...",
	"github.com/botarena/arena/engine/enginetest/duel",
}

func TestCoreImportsNoHost(t *testing.T) {
	output, err := exec.CommandContext(t.Context(), "go", append([]string{"list", "-json=ImportPath,Imports"}, core...)...).Output()
	require.NoError(t, err)
	decoder := json.NewDecoder(strings.NewReader(string(output)))
	packages := 0
	for decoder.More() {
		var p struct {
			ImportPath string
			Imports    []string
		}
		require.NoError(t, decoder.Decode(&p))
		packages++
		for _, imported := range p.Imports {
			for _, host := range []string{"os", "net", "time"} {
				require.False(t, imported == host || strings.HasPrefix(imported, host+"/"), "%s imports %s", p.ImportPath, imported)
			}
		}
	}
	require.GreaterOrEqual(t, packages, 4)
}

func TestCoreKnowsNoTransport(t *testing.T) {
	output, err := exec.CommandContext(t.Context(), "go", append([]string{"list", "-deps"}, core...)...).Output()
	require.NoError(t, err)
	for dep := range strings.FieldsSeq(string(output)) {
		require.NotContains(t, dep, "google.golang.org/grpc")
		require.NotContains(t, dep, "github.com/hashicorp/go-plugin")
	}
}
