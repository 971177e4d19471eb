package pagetypes_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/docgen/pagetypes"
)

var update = flag.Bool("update", false, "write the schemas of the pages again")

// TestSchemasOfThePagesAreOfTheStructs: nobody writes what a page is sent a second time.
func TestSchemasOfThePagesAreOfTheStructs(t *testing.T) {
	sources := filepath.FromSlash("../../web/viewer/web/src")
	for name, schema := range map[string]string{
		"model/data.ts": pagetypes.Viewer(), "results/data.ts": pagetypes.Results(),
		"playground/contract.ts": pagetypes.Playground(),
	} {
		path := filepath.Join(sources, filepath.FromSlash(name))
		if *update {
			require.NoError(t, os.WriteFile(path, []byte(schema), 0o644))
		}
		committed, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, string(committed), schema, "type: go test ./internal/docgen/pagetypes -update")
	}
}
