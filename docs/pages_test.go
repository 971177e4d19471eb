//go:build linux

package docs_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
)

// pages are read in this order, in the same folders: each begins in a new terminal, where the first began.
var pages = []struct{ file, program, ends string }{
	{file: "README.md"},
	{file: "docs/tutorial.md", program: "mine/main.go", ends: "docs/tutorial/go/*/main.go"},
}

// replacement is what the test types in place of lines that it can't type as they are.
type replacement struct {
	typed   *regexp.Regexp
	instead string
	same    bool // it prints the same
	why     string
}

var replacements = []replacement{
	{
		typed: regexp.MustCompile(`^git clone https://github.com/botarena/arena\b`), instead: `ln -s "$$SOURCE" arena`, same: true,
		why: "the files as they are here are tested, without a network; no page writes there",
	},
	{
		typed: regexp.MustCompile(`^go run \./cmd/arena play .*`), instead: "$0 -o none", same: true,
		why: "it would write where the files are",
	},
	{
		typed:   regexp.MustCompile(`^arena view\b.*|^arena .* --view\b.*|^arena dev\b.*`),
		instead: "opened $0 --no-open",
		why:     "they go on until somebody interrupts them, and no browser is to open",
	},
	{
		typed: regexp.MustCompile(`^(arena series .*) -n \d+`), instead: "$1 -n 2",
		why: "a hundred matches cost a minute",
	},
	{
		typed: regexp.MustCompile(`^arena compare .*`), instead: "$0 -n 2",
		why: "it may take hundreds of matches to be sure",
	},
	{
		typed: regexp.MustCompile(`^go test \./\.\.\.(.*)`), instead: "go test ./engine$1 -run=^$$",
		why: "a test that runs all tests would have no end",
	},
}

// prelude is what the reader's shell knows besides: Go works where the files are, as it would compile all of them anew
// for another folder; opened types a command that serves a page or goes on until it is interrupted, which is done when
// it has said what it does.
const prelude = `go() { (cd -P . && command go "$@"); }
opened() {
  local id i said=$HOME/said
  "$@" >"$said" 2>&1 &
  id=$!
  for ((i = 0; i < 600; i++)); do
    if grep -qE 'https?://|^build 1' "$said" || ! kill -0 $id 2>/dev/null; then break; fi
    sleep 0.1
  done
  kill -TERM $id 2>/dev/null
  wait $id
  i=$?
  cat "$said"
  ((i == 0 || i == 130 || i == 143))
}`

// TestPagesCanBeTypedFromTopToEnd types README.md, and at night the tutorial, too, on a machine that has Go alone, but
// for what is said of bots in Python.
func TestPagesCanBeTypedFromTopToEnd(t *testing.T) {
	ctx := beginToRead(t)
	folder, environment := t.TempDir(), environmentOf(t)
	withPython := append(slices.Clone(environment), "PATH="+pathOf(environment)+":"+os.Getenv("PATH"))
	environment = append(environment, "PATH="+pathOf(environment)+":"+goAlone(t),
		"CGO_ENABLED=0") // as Go has it by itself where there is no compiler for C
	r := &reader{used: map[*replacement]bool{}}
	for _, page := range pages {
		if page.program != "" && !tier.IsNight() {
			continue // internal/cli has what its steps do
		}
		text, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(page.file)))
		require.NoError(t, err)
		r.program, r.ends = page.program, programsOf(t, page.ends)
		r.shell = openShell(t, ctx, folder, environment)
		r.python = openShell(t, ctx, folder, withPython)
		for _, a := range actsOf(string(text)) {
			r.do(t, page.file, a)
		}
	}
	require.True(t, len(r.failed) == 0, "%d lines fail:\n%s", len(r.failed), strings.Join(r.failed, "\n"))
	for i, p := range replacements { // README.md has them all
		require.True(t, r.used[&replacements[i]], "no page has %s any more", p.typed)
	}
}

// beginToRead skips the test where it can't be done. The context ends in time.
func beginToRead(t *testing.T) context.Context {
	t.Helper()
	tier.Long(t, "builds bots and plays with them")
	tier.Needs(t, "bash", "go", "python3")
	ctx, cancel := context.WithTimeout(t.Context(), 25*time.Minute) // other load on the machine breaks nothing
	t.Cleanup(cancel)
	return ctx
}

// environmentOf returns that of somebody who has just opened an account, but for Go's caches. Go may fetch what the
// arena was built without, such as the go.mod of what a module needs elsewhere.
func environmentOf(t *testing.T) []string {
	t.Helper()
	source, err := filepath.Abs("..")
	require.NoError(t, err)
	said, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE", "GOROOT", "GOPROXY").Output()
	require.NoError(t, err)
	goEnv := strings.Fields(string(said))
	require.Len(t, goEnv, 4)
	home := t.TempDir()
	return append([]string{
		"HOME=" + home, "PATH=" + filepath.Join(goEnv[2], "bin") + ":" + filepath.Join(home, "go", "bin"),
		"SOURCE=" + source,
		"GOFLAGS=" + os.Getenv("GOFLAGS"), "GOPROXY=" + goEnv[3], "GOSUMDB=off",
		"GOCACHE=" + goEnv[0], "GOMODCACHE=" + goEnv[1],
		"LC_ALL=C.UTF-8",
	}, testkit.Settings()...)
}

// goAlone returns a folder with what a system has without Python, compilers or anything else of a bot's author.
func goAlone(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for _, program := range []string{"bash", "cat", "cp", "grep", "ln", "mkdir", "sh", "sleep"} {
		at, err := exec.LookPath(program)
		require.NoError(t, err)
		require.NoError(t, os.Symlink(at, filepath.Join(folder, program)))
	}
	return folder
}

func pathOf(environment []string) string {
	i := slices.IndexFunc(environment, func(line string) bool { return strings.HasPrefix(line, "PATH=") })
	return strings.TrimPrefix(environment[i], "PATH=")
}

func programsOf(t *testing.T, pattern string) []string {
	t.Helper()
	if pattern == "" {
		return nil
	}
	files, err := filepath.Glob(filepath.Join("..", filepath.FromSlash(pattern)))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var all []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		all = append(all, string(text))
	}
	return all
}
