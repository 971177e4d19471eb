package sdkgen_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/bufbuild/protocompile"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/games/moria"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/games/starships"
	"github.com/botarena/arena/internal/bot/sdkgen"
)

var update = flag.Bool("update", false, "write the generated files")

// TestCommittedSDKsAreThoseOfTheSchemas: after a change of a schema, of settings or of
// the generator, run this test with -update.
func TestCommittedSDKsAreThoseOfTheSchemas(t *testing.T) {
	for path, text := range generated(t) {
		if *update {
			require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
			require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
			continue
		}
		committed, err := os.ReadFile(path)
		require.NoError(t, err)
		if string(committed) != text {
			t.Errorf("%s is stale: go test ./internal/bot/sdkgen -update", path)
		}
	}
}

// generated returns the games' part of all SDKs by path.
func generated(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, g := range games.All() {
		own, err := describe(t, g).Files()
		require.NoError(t, err)
		for name, text := range own {
			files[filepath.Join("../../../sdk", name)] = text
		}
	}
	return files
}

func describe(t *testing.T, game engine.Game) *sdkgen.Game {
	t.Helper()
	described, err := sdkgen.Describe(game, comments(t, game.Info().Name))
	require.NoError(t, err)
	return described
}

// comments reads the comments of a game's schema from its source.
func comments(t *testing.T, game string) sdkgen.Comments {
	t.Helper()
	name := fmt.Sprintf("%s/v1/%s.proto", game, game)
	text, err := os.ReadFile(filepath.Join("../../../proto", filepath.FromSlash(name)))
	require.NoError(t, err)
	compiler := protocompile.Compiler{
		SourceInfoMode: protocompile.SourceInfoStandard,
		Resolver: protocompile.ResolverFunc(func(wanted string) (protocompile.SearchResult, error) {
			if wanted == name {
				return protocompile.SearchResult{Source: bytes.NewReader(text)}, nil
			}
			known, err := protoregistry.GlobalFiles.FindFileByPath(wanted)
			return protocompile.SearchResult{Desc: known}, err
		}),
	}
	compiled, err := compiler.Compile(context.Background(), name)
	require.NoError(t, err)
	return func(name protoreflect.FullName) string {
		d := compiled[0].FindDescriptorByName(name)
		if d == nil {
			return ""
		}
		return strings.Join(strings.Fields(d.ParentFile().SourceLocations().ByDescriptor(d).LeadingComments), " ")
	}
}

// TestWithoutComments: at run time descriptors have no comments, and the SDKs say no more
// than the names.
func TestWithoutComments(t *testing.T) {
	for _, g := range append(games.All(), duel.Game) {
		game, err := sdkgen.Describe(g, nil)
		require.NoError(t, err)
		commented := describe(t, g)
		bare, err := game.Files()
		require.NoError(t, err)
		whole, err := commented.Files()
		require.NoError(t, err)
		for name, text := range bare {
			require.NotContains(t, text, "<no value>", name)
			require.NotContains(t, text, "For every unit, the number of the", name)
			language, _, _ := strings.Cut(name, "/")
			require.Equal(t, code(language, whole[name]), code(language, text), "%s for %s", name, game.Name)
		}
	}
}

// TestAGameHasMoreThanItsSchemaSays if its rules say so, in each language, and what can't be read names the game.
func TestAGameHasMoreThanItsSchemaSays(t *testing.T) {
	game, err := sdkgen.Describe(duel.Game, nil)
	require.NoError(t, err)
	require.Empty(t, game.Own)
	endings := map[string]string{
		"python/arena/duel.py": "py", "js/arena/duel.mjs": "mjs", "js/arena/duel.d.mts": "d.mts", "cpp/arena/duel.hpp": "hpp",
		"rust/arena/duel.rs": "rs", "java/arena/Duel.java": "java",
	}
	for _, ending := range endings {
		game.Own[ending] = `{{define "methods"}}what only ` + ending + ` of {{.Title}} has{{end}}`
	}
	files, err := game.Files()
	require.NoError(t, err)
	require.Len(t, files, len(endings))
	for name, ending := range endings {
		require.Contains(t, files[name], "what only "+ending+" of Duel has", name)
	}
	for wrong, want := range map[string]string{
		`{{define "methods"}}`:                    ":1:",
		`{{define "method"}}x{{end}}`:             `: defines "method"; there are: `,
		`lost{{define "methods"}}x{{end}}`:        ": there is text outside of {{define}}",
		"\n{{define \"methods\"}}x{{end}}\n lost": ": there is text outside of {{define}}",
	} {
		for _, ending := range endings {
			game, err := sdkgen.Describe(duel.Game, nil)
			require.NoError(t, err)
			game.Own[ending] = wrong
			_, err = game.Files()
			require.ErrorContains(t, err, "duel: what it has besides: template: "+ending+want)
		}
	}
}

// code returns a text without comments and empty lines.
func code(language, text string) string {
	pattern := `(?m)^\s*//.*$|\s+//.*$|(?s)/\*\*.*?\*/`
	if language == "python" {
		pattern = `(?s)""".*?"""|(?m)^#.*$`
	}
	text = regexp.MustCompile(pattern).ReplaceAllString(text, "")
	return regexp.MustCompile(`\s*\n\s*`).ReplaceAllString(text, "\n")
}

// TestDescribe pins what is found out about a game.
func TestDescribe(t *testing.T) {
	ork := describe(t, orkisland.Game)
	require.Equal(t, "north", ork.Columns[1].Words[0])
	require.Equal(t, "none", ork.Stay())
	require.Equal(
		t,
		[]sdkgen.Joined{{
			Name: "owner", Column: "city_owners",
			Doc: "For every city, the player that owns it; -1 if nobody does.",
		}}, ork.Start[1].Record.Joined)
	var attributes []string
	for _, f := range ork.Units().Fields {
		attributes = append(attributes, f.Name+" "+f.Column)
	}
	require.Equal(t, []string{"owner unit_owners", "cell unit_cells", "health unit_healths"}, attributes)

	ships := describe(t, starships.Game)
	require.Equal(t, "Starship", ships.Units().Type)
	require.Equal(t, "nb_ships_x_player", ships.Units().Owner)
	require.Equal(t, "countdown", ships.Units().Away)
	require.Equal(t, []string{"units", "missiles"}, []string{ships.Tables[0].Name, ships.Tables[1].Name})
	require.Equal(t, "missile_ids", ships.Tables[1].ID)
	require.Equal(t, [2]string{"nb_rows", "nb_uni_cols"}, [2]string{ships.Board.Rows, ships.Board.Cols})
	require.False(t, ships.Scores)
	require.True(t, describe(t, moria.Game).Scores)
	require.Equal(t, "board", describe(t, duel.Game).Board.Grid)
}

// TestRulesFitTheSchemas: what the table names is there.
func TestRulesFitTheSchemas(t *testing.T) {
	for _, g := range games.All() {
		game := describe(t, g)
		lines := map[string]bool{}
		for _, list := range [][]sdkgen.Field{game.Settings, game.Start, game.State} {
			for _, f := range list {
				lines[f.Name] = true
			}
		}
		words := map[string]bool{}
		for _, w := range game.Columns[1].Words {
			words[w] = true
		}
		for _, s := range game.Steps {
			require.True(t, words[s.Word], "%s: %s is no command", game.Name, s.Word)
		}
		require.NotNil(t, game.Board)
		require.True(t, lines[game.Board.Rows] && lines[game.Board.Cols])
		if game.Board.Grid != "" {
			require.True(t, lines[game.Board.Grid], game.Board.Grid)
		}
		for _, w := range game.Board.Walkers {
			require.NotEmpty(t, w.Words)
			for _, word := range w.Words {
				require.True(t, words[word], word)
			}
			for _, c := range w.Costs {
				require.True(t, c.Setting == "" || lines[c.Setting], c.Setting)
			}
		}
		units := game.Units()
		require.True(t, units.Owned && units.Cell == "cell")
		require.True(t, units.Owner == "" || lines[units.Owner])
		require.True(t, units.KindsOf == "" || lines[units.KindsOf])
		for _, b := range units.Blocks {
			require.True(t, b.Setting == "" || lines[b.Setting], b.Setting)
			require.True(t, b.Each == "" || lines[b.Each], b.Each)
			require.Contains(t, units.Kinds, b.Kind)
		}
	}
}
