package sdkgen_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bufbuild/protocompile"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/sdkgen"
)

var update = flag.Bool("update", false, "write the generated files")

// TestCommittedSDKsAreThoseOfTheSchemas: after a change of a schema, of settings or of
// the generator, run this test with -update.
func TestCommittedSDKsAreThoseOfTheSchemas(t *testing.T) {
	for path, text := range generated(t) {
		if *update {
			require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
			require.NoError(t, os.WriteFile(path, text, 0o644))
			continue
		}
		committed, err := os.ReadFile(path)
		require.NoError(t, err)
		if !bytes.Equal(committed, text) {
			t.Errorf("%s is stale: go test ./internal/sdkgen -update", path)
		}
	}
}

// generated returns all files of the SDKs by their paths.
func generated(t *testing.T) map[string][]byte {
	t.Helper()
	var all []*sdkgen.Game
	for _, g := range games.All() {
		all = append(all, describe(t, g))
	}
	test := describe(t, duel.Game)
	files := map[string][]byte{}
	add := func(folder string, sdk map[string]string, err error) {
		require.NoError(t, err)
		for name, text := range sdk {
			files[filepath.Join(folder, name)] = []byte(text)
		}
	}
	for _, list := range []struct {
		folder string
		games  []*sdkgen.Game
	}{{"../../sdk", all}, {"testdata/duel", []*sdkgen.Game{test}}} {
		for language, generate := range sdkgen.Languages() {
			sdk, err := generate(list.games...)
			add(filepath.Join(list.folder, language), sdk, err)
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
	text, err := os.ReadFile(filepath.Join("../../proto", filepath.FromSlash(name)))
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
