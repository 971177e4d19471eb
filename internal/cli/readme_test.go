package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReadmeIsTrue checks the programs in the README: the null bot is the one in
// examples, and the other compiles.
func TestReadmeIsTrue(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	programs := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(string(readme), -1)
	require.Len(t, programs, 2)

	null, err := os.ReadFile("../../examples/null/main.go")
	require.NoError(t, err)
	require.Equal(t, string(null), programs[0][1])
	require.LessOrEqual(t, strings.Count(string(null), "\n"), 15)

	compile(t, programs[1][1])
}

// TestProgramsInTheDocsCompile compiles the bots that are shown there.
func TestProgramsInTheDocsCompile(t *testing.T) {
	docs, err := filepath.Glob("../../docs/games/*.md")
	require.NoError(t, err)
	require.NotEmpty(t, docs)
	for _, doc := range docs {
		text, err := os.ReadFile(doc)
		require.NoError(t, err)
		programs := goPrograms(text)
		require.NotEmpty(t, programs, doc)
		for _, p := range programs {
			compile(t, p[1])
		}
	}
}

// TestPicturesInTheDocsAreThere, and are small enough for a page that loads at once.
func TestPicturesInTheDocsAreThere(t *testing.T) {
	docs, err := filepath.Glob("../../docs/games/*.md")
	require.NoError(t, err)
	for _, doc := range append(docs, "../../README.md") {
		text, err := os.ReadFile(doc)
		require.NoError(t, err)
		pictures := regexp.MustCompile(`!\[([^]]*)\]\(([^)]+)\)`).FindAllSubmatch(text, -1)
		require.NotEmpty(t, pictures, doc)
		for _, p := range pictures {
			require.NotEmpty(t, string(p[1]), "%s: %s says nothing to who can't see it", doc, p[2])
			file, err := os.Stat(filepath.Join(filepath.Dir(doc), string(p[2])))
			require.NoError(t, err, doc)
			require.LessOrEqual(t, file.Size(), int64(150<<10), file.Name())
		}
	}
}

func goPrograms(markdown []byte) [][]string {
	return regexp.MustCompile("(?s)```go\n(package main\n.*?)```").FindAllStringSubmatch(string(markdown), -1)
}

// compile compiles a program of one file in this module. It links nothing, which would
// take seconds for each.
func compile(t *testing.T, source string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "main.go")
	require.NoError(t, os.WriteFile(file, []byte(source), 0o600))
	vet := exec.Command("go", "vet", file)
	vet.Dir = "../.."
	output, err := vet.CombinedOutput()
	require.NoError(t, err, string(output))
}
