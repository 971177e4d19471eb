package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReadmeIsTrue holds the programs in the README: the null bot is the one in
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

	dir := t.TempDir()
	file := filepath.Join(dir, "main.go")
	require.NoError(t, os.WriteFile(file, []byte(programs[1][1]), 0o600))
	build := exec.Command("go", "build", "-o", filepath.Join(dir, "bot"), file)
	build.Dir = "../.."
	output, err := build.CombinedOutput()
	require.NoError(t, err, string(output))
}
