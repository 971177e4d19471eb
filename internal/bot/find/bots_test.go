package find_test

import (
	"context"
	"crypto/sha256"
	"debug/buildinfo"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/executable"
)

// inFolder makes a folder with these files and changes to it. Files without an
// extension are executable.
func inFolder(t *testing.T, files map[string]string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("files are made executable the Unix way")
	}
	t.Chdir(t.TempDir())
	for path, text := range files {
		mode := os.FileMode(0o644)
		if filepath.Ext(path) == "" {
			mode = 0o755
		}
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), mode))
	}
}

const program = "package main\n\nfunc main() {}\n"

func TestFindsAProgramOfThisPathOrName(t *testing.T) {
	inFolder(t, map[string]string{"here": "1", "bots/here": "2", "bots/there": "3", "examples/dummy": "4"})
	finder := find.Finder{Builder: build.Builder{Cache: t.TempDir()}, Dir: "bots"}
	for typed, want := range map[string]struct{ path, name string }{
		"here":             {"here", "here"}, // before the one in the bots folder
		"./here":           {"here", "here"},
		"bots/here":        {"bots/here", "here"},
		"there":            {"bots/there", "there"},
		"examples/dummy":   {"examples/dummy", "dummy"},
		"./examples/dummy": {"examples/dummy", "dummy"},
	} {
		bot, err := finder.Find(t.Context(), typed)
		require.NoError(t, err, typed)
		path, err := filepath.Abs(want.path)
		require.NoError(t, err)
		text, err := os.ReadFile(want.path)
		require.NoError(t, err)
		require.Equal(t, executable.Alone(path), executable.Command{Path: bot.Command.Path, Args: bot.Command.Args})
		require.Contains(t, bot.Command.Env, "ARENA_BOT_DIR="+filepath.Dir(path))
		bot.Command = executable.Command{}
		require.Equal(t, find.Bot{Typed: typed, Kind: language.Program, Name: want.name, SHA256: sha256.Sum256(text)}, bot)
	}
}

func TestSaysWhySomethingCanNotBeStarted(t *testing.T) {
	inFolder(t, map[string]string{
		"notes.txt": "", "dir/main.go": program, "empty/README.md": "",
		"library/library.go": "package library\n", "mixed/a.go": "package a\n", "mixed/b.go": "package b\n",
	})
	for typed, want := range map[string][2]string{
		"./foo": {
			"./foo: no such file or folder",
			`type the path of a bot or of its folder, or one of the names that "arena bot list" lists`,
		},
		"foo": {
			"foo: no such file or folder here or in bots",
			`type the path of a bot or of its folder, or one of the names that "arena bot list" lists`,
		},
		"notes.txt":   {"notes.txt: not executable", "chmod +x notes.txt"},
		"dir/main.go": {"dir/main.go: a Go source file, not a program", "type its folder: dir"},
		"/dev/null": {
			"/dev/null: neither a file nor a folder",
			`type the path of a bot or of its folder, or one of the names that "arena bot list" lists`,
		},
		"empty": {
			"empty: a folder without a bot",
			"a bot's folder holds Go or C++ files, a file such as main.py or main.mjs, or one named bot.txt with a line: run " +
				"COMMAND",
		},
		"./library": {
			"./library: Go package library, not a program",
			"a bot's folder holds a Go program: package main, func main",
		},
		"mixed": {
			"mixed: Go files of different packages: a and b",
			"a bot's folder holds a Go program: package main, func main",
		},
		"dir": {
			"dir: there is no folder for built programs",
			"set the environment variable XDG_CACHE_HOME to a folder",
		},
	} {
		_, err := find.Finder{Dir: "bots"}.Find(t.Context(), typed)
		told := new(unfit.Error)
		require.ErrorAs(t, err, &told, typed)
		require.Equal(t, want, [2]string{told.Error(), told.Hint()})
	}
}

func TestWhatHasNoEndIsNotRead(t *testing.T) {
	inFolder(t, map[string]string{"pipe/main.go": program, "module/main.go": program})
	require.NoError(t, os.Symlink("/dev/zero", "pipe/zero.go"))
	require.NoError(t, os.Symlink("/dev/zero", "module/go.mod"))
	large, err := os.OpenFile("large", os.O_CREATE|os.O_WRONLY, 0o700)
	require.NoError(t, err)
	require.NoError(t, large.Truncate(1<<40)) // takes no room on the disk
	require.NoError(t, large.Close())
	for typed, want := range map[string]string{
		"pipe":   "pipe: zero.go in it is not a file",
		"module": "module: go.mod in it is not a file",
		"large":  "large: larger than 512 MB, which is too large for a bot",
	} {
		_, err := find.Finder{Builder: build.Builder{Cache: t.TempDir()}, Dir: "bots"}.Find(t.Context(), typed)
		require.EqualError(t, err, want)
	}
}

// fakeGo notes when it begins and ends. It lists three packages to be compiled.
const fakeGo = `#!/bin/sh
if [ "$1" = list ]; then
	printf 'example.com/a\nexample.com/b\nfmt\n'
	exit
fi
echo "begin $PWD" >>"$NOTES"
while [ "$1" != -o ]; do shift; done
/bin/sleep 0.05
printf 'example.com/a\nfmt\nexample.com/b\n' >&2
/bin/mkdir -p "${2%/*}" && echo built >"$2"
echo "end $PWD" >>"$NOTES"
`

// TestTheFirstBuildIsAlone: it compiles what the others need, too.
func TestTheFirstBuildIsAlone(t *testing.T) {
	inFolder(t, map[string]string{"a/main.go": program, "b/main.go": program, "c/main.go": program, "bin/go": fakeGo})
	bin, err := filepath.Abs("bin")
	require.NoError(t, err)
	notes := filepath.Join(t.TempDir(), "notes")
	t.Setenv("PATH", bin)
	t.Setenv("NOTES", notes)
	type progress struct{ left, all int }
	var mu sync.Mutex
	told := map[string][]progress{}
	finder := find.Finder{Builder: build.Builder{Cache: t.TempDir(), Building: func(name string, left, all int) {
		mu.Lock()
		defer mu.Unlock()
		told[name] = append(told[name], progress{left, all})
	}}, Dir: "bots"}
	_, err = finder.FindAll(t.Context(), []string{"a", "b", "c"})
	require.NoError(t, err)
	text, err := os.ReadFile(notes)
	require.NoError(t, err)
	lines := strings.Split(string(text), "\n")
	require.Regexp(t, "begin .*/a$", lines[0])
	require.Regexp(t, "end .*/a$", lines[1])
	all := []progress{{3, 3}, {2, 3}, {1, 3}, {0, 3}}
	require.Equal(t, map[string][]progress{"a": all, "b": all, "c": all}, told)

	_, err = finder.FindAll(t.Context(), []string{"a", "b"})
	require.NoError(t, err)
	require.Len(t, told["a"], len(all), "a bot that was built before is not counted again")
}

// A fake Go command does nothing but note each build.
func TestBuildsAFolderOnce(t *testing.T) {
	inFolder(t, map[string]string{
		"a/main.go": program, "b/main.go": program,
		"bin/go": fakeGo,
	})
	bin, err := filepath.Abs("bin")
	require.NoError(t, err)
	notes := filepath.Join(t.TempDir(), "notes")
	t.Setenv("PATH", bin)
	t.Setenv("NOTES", notes)

	found, err := find.Finder{
		Builder: build.Builder{Cache: t.TempDir()}, Dir: "bots",
	}.FindAll(t.Context(), []string{"a", "b", "./a", "a"})
	require.NoError(t, err)
	require.Equal(t, found[0].Command.Args[0], found[2].Command.Args[0])
	require.Equal(t, found[0].Command.Args[0], found[3].Command.Args[0])
	require.NotEqual(t, found[0].Command.Args[0], found[1].Command.Args[0])
	require.Equal(
		t, []string{"a", "b", "./a", "a"}, []string{found[0].Typed, found[1].Typed, found[2].Typed, found[3].Typed})
	require.Equal(t, "b", found[1].Name)
	require.Equal(t, sha256.Sum256([]byte("built\n")), found[1].SHA256)
	text, err := os.ReadFile(notes)
	require.NoError(t, err)
	require.Equal(t, 2, strings.Count(string(text), "begin"))
}

func TestBuildsAProgramThatRuns(t *testing.T) {
	inFolder(
		t, map[string]string{
			"go.mod":  "module example.com/hello\n\ngo 1.26\n",
			"main.go": "package main\n\nfunc main() { println(\"hello\") }\n",
		})
	finder := find.Finder{Builder: build.Builder{Cache: t.TempDir()}, Dir: "bots"}
	bot, err := finder.Find(t.Context(), ".")
	require.NoError(t, err)
	said, err := exec.Command(bot.Command.Args[0]).CombinedOutput()
	require.NoError(t, err)
	require.Equal(t, "hello\n", string(said))
	require.Equal(t, filepath.Base(filepath.Dir(bot.Command.Args[0]))+"/"+filepath.Base(bot.Command.Args[0]),
		relative(t, finder.Cache, bot.Command.Args[0]))
}

// Outside of the arena's module a bot needs one of its own, which uses the source of
// this arena.
func TestTheHintMakesAFolderAModule(t *testing.T) {
	source, err := filepath.Abs("../../..")
	require.NoError(t, err)
	const bot = "package main\n\nimport \"github.com/botarena/arena/sdk\"\n\nfunc main() { sdk.Serve(sdk.Null) }\n"
	inFolder(t, map[string]string{
		"my bot/main.go": bot,
		"other/main.go":  bot, "other/go.mod": "module example.com/other\n\ngo 1.26\n",
		"wrong/main.go": "package main\n\nfunc main() { x }\n", "wrong/go.mod": "module example.com/wrong\n\ngo 1.26\n",
		"stale/main.go": bot,
		"stale/go.mod": "module example.com/stale\n\ngo 1.26\n\nrequire github.com/botarena/arena v0.0.0\n\n" +
			"replace github.com/botarena/arena => " + strconv.Quote(source) + "\n",
	})
	t.Setenv("GOWORK", "off")
	replace := "go mod edit -replace " + safe.Shell("github.com/botarena/arena="+source) + " && "
	for typed, want := range map[string]string{
		"my bot": "cd 'my bot' && go mod init my-bot && " + replace + "go mod tidy",
		"other":  "cd other && " + replace + "go mod tidy",
		"stale":  "cd stale && go mod tidy",
		"wrong":  "to see it by hand: cd wrong && go build",
	} {
		_, err := find.Finder{Builder: build.Builder{Cache: t.TempDir()}}.Find(t.Context(), typed)
		told := new(unfit.Error)
		require.ErrorAs(t, err, &told)
		require.Equal(t, want, told.Hint(), told.Error())
	}
}

// A program for a debugger has its symbols, whatever the user has set for all programs, and does not replace the
// other one.
func TestBuildsAProgramForADebugger(t *testing.T) {
	t.Setenv("GOFLAGS", "-ldflags=-w")
	inFolder(t, map[string]string{"go.mod": "module example.com/hello\n\ngo 1.25\n", "main.go": program})
	settings := func(finder find.Finder) (string, map[string]string) {
		bot, err := finder.Find(t.Context(), ".")
		require.NoError(t, err)
		info, err := buildinfo.ReadFile(bot.Command.Args[0])
		require.NoError(t, err)
		all := make(map[string]string)
		for _, s := range info.Settings {
			all[s.Key] = s.Value
		}
		return bot.Command.Args[0], all
	}
	finder := find.Finder{Builder: build.Builder{Cache: t.TempDir()}}
	usual, flags := settings(finder)
	require.Equal(t, "-s -w", flags["-ldflags"])
	finder.Debug = true
	forDebugger, flags := settings(finder)
	require.Empty(t, flags["-ldflags"])
	require.Equal(t, "-N -l", flags["-gcflags"])
	require.NotEqual(t, usual, forDebugger)
}

func relative(t *testing.T, cache, path string) string {
	t.Helper()
	rest, err := filepath.Rel(filepath.Join(cache, "bots"), path)
	require.NoError(t, err)
	return rest
}

func TestAnInterruptedBuildIsNoFaultOfTheBot(t *testing.T) {
	inFolder(t, map[string]string{"go.mod": "module example.com/hello\n\ngo 1.26\n", "main.go": program})
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	_, err := find.Finder{Builder: build.Builder{Cache: t.TempDir()}}.Find(ctx, ".")
	require.ErrorIs(t, err, why)
}

// The sum of a file is remembered until the file changes.
func TestSumIsOfTheFileAsItIs(t *testing.T) {
	inFolder(t, map[string]string{"bot": "one", "other": "six"})
	finder := find.Finder{Builder: build.Builder{Cache: t.TempDir()}}
	yesterday := time.Now().Add(-24 * time.Hour)
	check := func(text string) {
		t.Helper()
		for range 2 {
			bot, err := finder.Find(t.Context(), "bot")
			require.NoError(t, err)
			require.Equal(t, sha256.Sum256([]byte(text)), bot.SHA256, text)
		}
	}
	check("one")
	require.NoError(t, os.WriteFile("bot", []byte("two"), 0o755)) // as long, at the same time
	check("two")
	require.NoError(t, os.Chtimes("bot", yesterday, yesterday))
	check("two")
	sums, err := os.ReadDir(filepath.Join(finder.Cache, "sums"))
	require.NoError(t, err)
	require.Len(t, sums, 1, "an old file's sum is remembered")
	require.NoError(t, os.WriteFile("bot", []byte("four"), 0o755))
	check("four")
	require.NoError(t, os.Chtimes("bot", yesterday, yesterday))
	check("four")
	require.NoError(t, os.Chtimes("other", yesterday, yesterday))
	require.NoError(t, os.Rename("other", "bot"))
	require.NoError(t, os.Chmod("bot", 0o755))
	check("six")
}

func TestName(t *testing.T) {
	for path, want := range map[string]string{
		"/bots/gandalf":          "gandalf",
		"gandalf.exe":            "gandalf",
		"v1.2":                   "v1",
		".hidden":                ".hidden",
		"a-very-long-name.exe":   "a-very-long-",
		"äöüäöüäöüäöüäöü":        "äöüäöüäöüäöü",
		"tab\tand\x1b[31mescape": "tabandescape",
		"\x01":                   "bot",
	} {
		require.Equal(t, want, build.Name(path))
	}
}

func TestListLeavesOutHiddenFiles(t *testing.T) {
	inFolder(t, map[string]string{"bots/b": "", "bots/a/main.go": program, "bots/notes.txt": "", "bots/.git/config": ""})
	names, err := find.Finder{Dir: "bots"}.List()
	require.NoError(t, err)
	require.Equal(t, []string{"a", "b", "notes.txt"}, names)
	_, err = find.Finder{Dir: "none"}.List()
	require.EqualError(t, err, "none: no such file or folder")
}
