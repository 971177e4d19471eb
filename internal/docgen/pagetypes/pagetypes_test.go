package pagetypes_test

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
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

// TestNumbersThatAPageReadsAreOfTheStructs: a type that is written by hand has a number where Go leaves out 0.
func TestNumbersThatAPageReadsAreOfTheStructs(t *testing.T) {
	sources := os.DirFS(filepath.FromSlash("../../web/viewer/web/src"))
	read, byHand := regexp.MustCompile(`(?:\.json\(\)|JSON\.parse\(.*\))\)? as (?:readonly )?(\w+)`), map[string]string{}
	declared := regexp.MustCompile(`(?s)interface (\w+)[^{\n]* \{\n(.*?)\n\}`)
	var casts []string
	require.NoError(t, fs.WalkDir(sources, ".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".ts") && !strings.HasSuffix(path, ".tsx") {
			return err
		}
		text, err := fs.ReadFile(sources, path)
		for _, found := range read.FindAllStringSubmatch(string(text), -1) {
			casts = append(casts, found[1])
		}
		if !strings.HasPrefix(string(text), "// Generated from ") {
			for _, found := range declared.FindAllStringSubmatch(string(text), -1) {
				byHand[found[1]] = path + ": " + found[2]
			}
		}
		return err
	}))
	require.Contains(t, casts, "Progress")
	required := regexp.MustCompile(`\w: (readonly )?number`)
	for _, name := range casts {
		require.NotRegexp(t, required, byHand[name], "%s: have it generated, or make the field optional", name)
	}
}
