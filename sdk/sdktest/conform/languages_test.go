package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/internal/base/testkit"
)

// TestUnitTestsOfTheLanguages runs the tests that are written in the languages.
func TestUnitTestsOfTheLanguages(t *testing.T) {
	t.Run("python", func(t *testing.T) {
		tier.Needs(t, "python3")
		t.Setenv("PYTHONPYCACHEPREFIX", t.TempDir())
		folder := filepath.Join(root, "sdk/python")
		uses(t, folder+"/*.py", folder+"/arena/*.py", filepath.Join(root, "examples/python/*.py"))
		_, errors, err := run(t, nil, testkit.Python(t), "-W", "error", "-m", "unittest", "discover",
			"-s", folder, "-t", folder)
		require.NoError(t, err, errors)
		require.Regexp(t, `Ran [1-9]\d+ tests`, errors)
		out, errors, err := run(t, nil, testkit.Python(t), "-W", "error", "-m", "compileall", "-q", folder,
			filepath.Join(root, "examples/python"))
		require.NoError(t, err, out+errors)
	})
	t.Run("js", func(t *testing.T) {
		tier.Needs(t, "node")
		uses(t, filepath.Join(root, "sdk/js/*.*js"), filepath.Join(root, "sdk/js/arena/*.mjs"))
		out, errors, err := run(t, nil, "node", "--test", filepath.Join(root, "sdk/js/arena.test.mjs"))
		require.NoError(t, err, out+errors)
	})
	t.Run("cpp", func(t *testing.T) {
		tier.Long(t, "compiles C++")
		tier.Needs(t, "g++")
		_, errors, err := run(t, nil, compile(t, filepath.Join(root, "sdk/cpp/arena/core_test.cc")))
		require.NoError(t, err, errors)
		require.Contains(t, errors, "all is well") // as standard output is standard error
	})
	t.Run("rust", func(t *testing.T) {
		language{name: "rust", tool: "rustc"}.needs(t)
		uses(t, filepath.Join(root, "sdk/rust/arena/*.rs"))
		out, errors, err := run(t, nil, compileRust(t, filepath.Join(root, "sdk/rust/tests.rs"), "--test"))
		require.NoError(t, err, out+errors)
		require.Regexp(t, `test result: ok\. [1-9]\d* passed`, out)
	})
}

// TestExamplesOfTheDocumentsPlay: the bots in the READMEs of the SDKs are whole programs.
func TestExamplesOfTheDocumentsPlay(t *testing.T) {
	in := transcript(t, orkisland.Game, 5, 20, 2)
	var all []string
	for _, l := range languages {
		t.Run(l.name, func(t *testing.T) {
			l.needs(t)
			out, errors, err := run(t, in, document(t, l)...)
			require.NoError(t, err, errors)
			require.Equal(t, 20, strings.Count(out, "\ndone "))
			require.Contains(t, out, " name=walker")
			require.Contains(t, out, " health 100\n")
			all = append(all, answers(t, out))
		})
	}
	for _, one := range all {
		require.Equal(t, all[0], one, "the same bot gives other answers in another language")
	}
}

// document returns what starts the bot in the README of an SDK.
func document(t *testing.T, l language) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "sdk", l.name, "README.md"))
	require.NoError(t, err)
	found := regexp.MustCompile("(?s)```[a-z]+\n(.*?)```").FindSubmatch(text)
	require.NotNil(t, found)
	dir := t.TempDir()
	file := filepath.Join(dir, map[string]string{
		"python": "bot.py", "js": "bot.mjs", "cpp": "bot.cc", "rust": "bot.rs", "java": "Bot.java",
	}[l.name])
	require.NoError(t, os.WriteFile(file, found[1], 0o600))
	return starts(t, l.name, dir, file)
}

// starts returns what starts a bot that is in a folder of its own, with the SDK beside it.
func starts(t *testing.T, language, dir, file string) []string {
	t.Helper()
	switch language {
	case "python":
		require.NoError(t, os.CopyFS(filepath.Join(dir, "arena"), os.DirFS(filepath.Join(root, "sdk/python/arena"))))
		return []string{testkit.Python(t), "-B", "-W", "error", file}
	case "js":
		require.NoError(t, os.CopyFS(filepath.Join(dir, "arena"), os.DirFS(filepath.Join(root, "sdk/js/arena"))))
		return []string{"node", file}
	case "rust":
		return []string{besideRust(t, dir, filepath.Join(root, "sdk"))}
	case "java":
		return besideJava(t, dir, filepath.Join(root, "sdk"))
	}
	return []string{compile(t, file, "-I", filepath.Join(root, "sdk/cpp"))}
}
