package find_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
)

// TestInsideOfTheBotsFolder: a name that nobody typed leads to nothing outside of it.
func TestInsideOfTheBotsFolder(t *testing.T) {
	inFolder(t, map[string]string{
		"here": "1", "bots/there": "2", "bots/deep/er": "3", "AIHere.cc": `#include "Player.hh"`, "bots/Caps": "4",
	})
	whole, err := filepath.Abs("here")
	require.NoError(t, err)
	finder := find.Finder{Builder: build.Builder{Cache: t.TempDir()}, Dir: "bots", Inside: true}
	for typed, want := range map[string]string{"there": "bots/there", "deep/er": "bots/deep/er", "caps": "bots/Caps"} {
		bot, err := finder.Find(t.Context(), typed)
		require.NoError(t, err, typed)
		require.Equal(t, absolute(t, want), bot.Command.Path)
	}
	for _, typed := range []string{
		"here", "./here", "../here", "bots/there", "bots/../../here", whole, "", ".", "..",
		"Here", "deep/../../here",
	} {
		_, err := finder.Find(t.Context(), typed)
		require.ErrorContains(t, err, "no such file or folder in bots", typed)
	}
}

func absolute(t *testing.T, path string) string {
	whole, err := filepath.Abs(path)
	require.NoError(t, err)
	return whole
}

// TestNothingIsBuiltUnnamed: neither by a line of a bot.txt, nor by a compiler. What was built before
// is found.
func TestNothingIsBuiltUnnamed(t *testing.T) {
	inFolder(t, map[string]string{
		"go/main.go": program, "go/go.mod": "module x\n\ngo 1.21\n",
		"line/bot.txt": "build touch BUILT prog\nrun ./prog\n",
		"both/bot.txt": "build touch BUILT\n", "both/main.go": program, "both/go.mod": "module x\n\ngo 1.21\n",
		"made/bot.txt": "build touch BUILT\nrun ./prog\n", "made/prog": "#!/bin/sh\n",
		"cpp/main.cc": "int main() {}\n",
	})
	finder := find.Finder{Builder: build.Builder{Cache: t.TempDir(), Unbuilt: true}, Dir: ".", Inside: true}
	for _, name := range []string{"go", "line", "both", "cpp"} {
		if name == "cpp" && !hasCompiler() {
			continue
		}
		_, err := finder.Find(t.Context(), name)
		require.ErrorContains(t, err, "must be built first, and only a bot that you name is built", name)
	}
	_, err := finder.Find(t.Context(), "made")
	require.NoError(t, err)
	built, err := filepath.Glob("*/BUILT")
	require.NoError(t, err)
	require.Empty(t, built)

	building := finder
	building.Unbuilt = false
	for _, name := range []string{"go", "cpp"} {
		if name == "cpp" && !hasCompiler() {
			continue
		}
		named, err := building.Find(t.Context(), name)
		require.NoError(t, err)
		found, err := finder.Find(t.Context(), name)
		require.NoError(t, err)
		require.Equal(t, named.SHA256, found.SHA256)
	}
	require.NoError(t, os.WriteFile("cpp/main.cc", []byte("int main() { return 1; }\n"), 0o600))
	if hasCompiler() {
		_, err = finder.Find(t.Context(), "cpp")
		require.ErrorContains(t, err, "must be built first")
	}
}

func hasCompiler() bool {
	for _, name := range []string{"c++", "g++", "clang++"} {
		if _, err := exec.LookPath(name); err == nil {
			return true
		}
	}
	return false
}
