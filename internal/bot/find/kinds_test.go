package find_test

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/unfit"
)

// onlyTools makes a folder with programs of these names the only one in PATH. They can't be
// started.
func onlyTools(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("\x7fELF"), 0o700)) //nolint:gosec // it is a program
	}
	t.Setenv("PATH", dir)
	return dir
}

// here is the current folder, as programs see it.
func here(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs(".")
	require.NoError(t, err)
	return dir
}

func TestHowABotIsStarted(t *testing.T) {
	inFolder(t, map[string]string{
		"a.py": "", "a.PY": "", "a.pyz": "", "own/b.py": "", "own/.venv/bin/python": "", "c.mjs": "", "c.js": "", "d.jar": "",
		"e.sh": "", "bash.sh": "#!/usr/bin/env bash\n", "f": "program", "g": "#!/usr/bin/env -S python3 -u\n",
		"h":          "#!/bin/sh\n",
		"py/main.py": "", "py/helper.py": "", "js/bot.mjs": "", "js/bot.test.mjs": "", "shell/main.sh": "", "jar/bot.jar": "",
		"said/bot.txt": "run node zorg.js --depth 3 lib\n", "said/zorg.js": "", "said/lib/x.js": "", "said/main.go": program,
		"path/bot.txt": "run './my bot' main.py x\ngame orkisland\n", "path/my bot": "program", "path/main.py": "",
		"python/bot.txt": "game orkisland\n", "python/main.py": "",
	})
	tools := onlyTools(t, "python3", "node", "java", "sh", "bash")
	dir := here(t)
	for typed, want := range map[string]struct {
		kind language.Kind
		args string
		path bool // the tools are in the bot's PATH
	}{
		"a.py":     {language.Python, "TOOLS/python3 -u HERE/a.py", true},
		"a.PY":     {language.Python, "TOOLS/python3 -u HERE/a.PY", true},
		"./a.pyz":  {language.Python, "TOOLS/python3 -u HERE/a.pyz", true},
		"own/b.py": {language.Python, "HERE/own/.venv/bin/python -u HERE/own/b.py", false},
		"c.mjs":    {language.JavaScript, "TOOLS/node HERE/c.mjs", true},
		"c.js":     {language.JavaScript, "TOOLS/node HERE/c.js", true},
		"d.jar":    {language.Java, "TOOLS/java -XX:+UseSerialGC -Xms16m -jar HERE/d.jar", true},
		"e.sh":     {language.Shell, "TOOLS/sh HERE/e.sh", true},
		"bash.sh":  {language.Shell, "TOOLS/bash HERE/bash.sh", true},
		"f":        {language.Program, "HERE/f", false},
		"g":        {language.Program, "HERE/g", true},
		"h":        {language.Program, "HERE/h", false},
		"py":       {language.Python, "TOOLS/python3 -u HERE/py/main.py", true},
		"js":       {language.JavaScript, "TOOLS/node HERE/js/bot.mjs", true},
		"shell":    {language.Shell, "TOOLS/sh HERE/shell/main.sh", true},
		"jar":      {language.Java, "TOOLS/java -XX:+UseSerialGC -Xms16m -jar HERE/jar/bot.jar", true},
		"said":     {language.Described, "TOOLS/node HERE/said/zorg.js --depth 3 HERE/said/lib", true},
		"path":     {language.Described, "HERE/path/my bot HERE/path/main.py x", false},
		"python":   {language.Python, "TOOLS/python3 -u HERE/python/main.py", true},
	} {
		cache := t.TempDir()
		bot, err := find.Finder{Builder: build.Builder{Cache: cache}, Dir: "bots"}.Find(t.Context(), typed)
		require.NoError(t, err, typed)
		require.Equal(t, want.kind, bot.Kind, typed)
		require.Equal(t, bot.SHA256, bot.Command.Hashed.Sum(), "%s: the command is to be that of the hash", typed)
		args := strings.Join(bot.Command.Args, " ")
		require.Equal(t, want.args, strings.ReplaceAll(strings.ReplaceAll(args, tools, "TOOLS"), dir, "HERE"), typed)
		require.Equal(t, filepath.Join(dir, typed), bot.Command.Path)
		folder := bot.Command.Path
		if info, err := os.Stat(folder); err == nil && !info.IsDir() {
			folder = filepath.Dir(folder)
		}
		require.Contains(t, bot.Command.Env, "ARENA_BOT_DIR="+folder)
		if env := strings.Join(bot.Command.Env, "\n"); want.path {
			require.Contains(t, env, "\nPATH="+tools+":/usr/local/bin:/usr/bin:/bin\n", typed)
		} else if typed != "own/b.py" {
			require.NotContains(t, env, "\nPATH=", typed)
		}
		// neither scripts nor in need of a tool
		if env := strings.Join(bot.Command.Env, "\n"); typed == "f" || typed == "path" {
			require.NotContains(t, env, "PYTHON", "a program learns from it where the user's folders are")
			require.NoDirExists(t, filepath.Join(cache, "sdk"), "a program has no use for what is slow to unpack")
		} else {
			require.Contains(t, env, "PYTHONPATH="+filepath.Join(cache, "sdk"), typed)
		}
	}
}

func TestSaysWhatABotNeeds(t *testing.T) {
	inFolder(t, map[string]string{
		"a.py": "", "c.js": "", "d.jar": "", "e.sh": "", "f.cc": "int main() {}\n", "g": "#!/usr/bin/env nosuch\n",
		"own/bot.txt": "run nosuch x\n", "build/bot.txt": "build nosuch\nrun ./x\n", "lost/bot.txt": "run ./x\n",
		"folder/bot.txt": "run ./sub/\n", "folder/sub/x": "", "away/bot.txt": "run ../build/x a\n",
		"root/bot.txt": "run /nosuch/cat a\n",
		"two/main.py":  "", "two/bot.mjs": "", "three/main.go": program, "three/a.cc": "", "three/b.cc": "",
		"three/bot.py":  "",
		"other/bot.txt": "game moria\n", "other/main.py": "", "bad/bot.txt": "run python3 x.py\nlanguage rust\n",
	})
	onlyTools(t, "apt")
	t.Setenv("CXX", "")
	for typed, want := range map[string][2]string{
		"a.py":   {"a.py: needs python3, which is not in PATH", "apt install python3"},
		"c.js":   {"c.js: needs node, which is not in PATH", "apt install nodejs"},
		"d.jar":  {"d.jar: needs java, which is not in PATH", "apt install default-jre-headless"},
		"e.sh":   {"e.sh: needs sh, which is not in PATH", "install sh, or add its folder to PATH"},
		"f.cc":   {"f.cc: needs a C++ compiler, such as g++, and there is none in PATH", "apt install g++"},
		"g":      {"g: needs nosuch, which is not in PATH", "install nosuch, or add its folder to PATH"},
		"own":    {"own: needs nosuch, which is not in PATH", "install nosuch, or add its folder to PATH"},
		"build":  {"build: needs nosuch, which is not in PATH", "install nosuch, or add its folder to PATH"},
		"lost":   {"lost: bot.txt names ./x: no such file or folder", "a path in it begins in lost"},
		"folder": {"folder: bot.txt names ./sub/: is a directory", "a path in it begins in folder"},
		"away": {
			"away: bot.txt names ../build/x, which is neither in the folder nor a program of the system or in PATH",
			"name a program in PATH, as in run python3 main.py, or one in away",
		},
		"root": {
			"root: bot.txt names /nosuch/cat, which is neither in the folder nor a program of the system or in PATH",
			"name a program in PATH, as in run python3 main.py, or one in root",
		},
		"two": {
			"two: holds bot.mjs and main.py, and each could be the bot",
			"say which in a file two/bot.txt, with a line such as: run python3 -u main.py",
		},
		"three": {
			"three: holds main.go, a.cc and bot.py, and each could be the bot",
			"say which in a file three/bot.txt, with a line such as: run python3 -u bot.py",
		},
		"other": {"other: a bot for moria, as its bot.txt says", "arena games lists the games"},
		"bad": {
			`bad: bot.txt:2: "language" is not known; a line begins with one of build, run and game`,
			"its lines are: build COMMAND, run COMMAND, game NAME; each may be left out",
		},
	} {
		_, err := find.Finder{
			Builder: build.Builder{Cache: t.TempDir(), Game: "orkisland"}, Dir: "bots",
		}.Find(t.Context(), typed)
		told := new(unfit.Error)
		require.ErrorAs(t, err, &told, typed)
		require.Equal(t, want, [2]string{told.Error(), told.Hint()})
	}
	t.Setenv("CXX", "nosuch++ -m32")
	_, err := find.Finder{Builder: build.Builder{Cache: t.TempDir()}}.Find(t.Context(), "f.cc")
	require.EqualError(t, err, "f.cc: needs the compiler nosuch++ that CXX names, which is not in PATH")
}

func TestABuildLineIsRunInTheFolder(t *testing.T) {
	tier.Needs(t, "sh", "false", "cp", "chmod")
	inFolder(t, map[string]string{
		"good/bot.txt":    "build sh 'make it.sh'\nrun ./zorg\n",
		"good/make it.sh": "pwd >> built; cp source zorg; chmod +x zorg\n", "good/source": "one",
		"bad/bot.txt": "build sh make.sh 'a b'\nrun ./zorg\n", "bad/make.sh": "echo line $1 is wrong >&2; exit 3\n",
		"mute/bot.txt": "build false\nrun ./zorg\n",
	})
	found := func() [sha256.Size]byte {
		bot, err := find.Finder{}.Find(t.Context(), "good")
		require.NoError(t, err)
		return bot.SHA256
	}
	first := found()
	require.Equal(t, first, found(), "what the build leaves behind is no part of the bot")
	built, err := os.ReadFile("good/built")
	require.NoError(t, err)
	folder, err := filepath.EvalSymlinks(filepath.Join(here(t), "good"))
	require.NoError(t, err)
	require.Equal(t, folder+"\n"+folder+"\n", string(built))
	require.NoError(t, os.WriteFile("good/source", []byte("two"), 0o600))
	require.NotEqual(t, first, found())

	_, err = find.Finder{}.Find(t.Context(), "bad")
	told := new(unfit.Error)
	require.ErrorAs(t, err, &told)
	require.Equal(t, "bad: does not build\nline a b is wrong", told.Error())
	require.Equal(t, "to see it by hand: cd bad && sh make.sh 'a b'", told.Hint())
	_, err = find.Finder{}.Find(t.Context(), "mute")
	require.EqualError(t, err, "mute: does not build\nfalse: exit status 1")
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	cancel(enough)
	_, err = find.Finder{}.Find(ctx, "good")
	require.ErrorIs(t, err, enough)
}

// TestTheSumOfAFolderIsThatOfItsFiles: of their names and contents, wherever it is.
func TestTheSumOfAFolderIsThatOfItsFiles(t *testing.T) {
	inFolder(
		t, map[string]string{
			"a/main.py": "1", "a/lib/b.py": "2", "copy/main.py": "1", "copy/lib/b.py": "2",
			"secret/key": "3",
		})
	onlyTools(t, "python3")
	sum := func(typed string) [sha256.Size]byte {
		bot, err := find.Finder{Builder: build.Builder{Cache: t.TempDir()}}.Find(t.Context(), typed)
		require.NoError(t, err)
		return bot.SHA256
	}
	write := func(path, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	plain := sum("a")
	require.Equal(t, plain, sum("copy"))
	require.NotEqual(t, plain, sum("a/main.py"), "a file alone is another bot")
	require.Equal(t, sha256.Sum256([]byte("1")), sum("a/main.py"))
	write("a/.git/HEAD", "x")
	write("a/__pycache__/b.pyc", "x")
	write("a/.venv/lib/x.py", "x")
	require.Equal(t, plain, sum("a"), "what tools leave does not count")

	seen := map[[sha256.Size]byte]string{plain: "the plain one"}
	changed := func(what string) {
		t.Helper()
		own := sum("a")
		require.NotContains(t, seen, own, what)
		seen[own] = what
	}
	write("a/lib/b.py", "two")
	changed("another content")
	require.NoError(t, os.Rename("a/lib/b.py", "a/lib/c.py"))
	changed("another name")
	require.NoError(t, os.Symlink("../../secret", "a/lib/out"))
	changed("a link")
	linked := sum("a")
	write("secret/key", "four")
	require.Equal(t, linked, sum("a"), "a link out of the folder is not followed")
	require.NoError(t, os.Symlink(".", "a/lib/round"))
	changed("a link in a circle")
	require.NoError(t, os.Symlink("/dev/zero", "a/lib/zero"))
	changed("a link to what has no end")

	require.NoError(t, os.Symlink("copy", "linked"))
	require.Equal(t, plain, sum("linked"), "a link to the folder is the folder")
	write("copy/lib/b.py", "another")
	require.NotEqual(t, plain, sum("linked"))

	write("a/large", "")
	require.NoError(t, os.Truncate("a/large", 513<<20))
	_, err := find.Finder{Builder: build.Builder{Cache: t.TempDir()}}.Find(t.Context(), "a")
	require.EqualError(t, err, "a: its folder has more than 10000 files or 512 MB, which is too large for a bot")
}

func TestRealInterpretersReadTheirFiles(t *testing.T) {
	inFolder(t, map[string]string{
		"a.py": "import arena, helper\nprint('hello', arena.orkisland.NAME, helper.x)\n", "helper.py": "x = 1\n",
		"b.mjs": "console.log('hello', import.meta.url.length > 0)\n",
		"c.sh":  "echo hello $0\n", "d/main.js": "console.log('hello', __dirname.length > 0)\n",
	})
	zipped, err := os.Create("e.pyz")
	require.NoError(t, err)
	w := zip.NewWriter(zipped)
	file, err := w.Create("__main__.py")
	require.NoError(t, err)
	_, err = file.Write([]byte("print('hello')\n"))
	require.NoError(t, err)
	require.NoError(t, errors.Join(w.Close(), zipped.Close()))
	for typed, tool := range map[string]string{
		"a.py": "python3", "b.mjs": "node", "c.sh": "sh", "d": "node",
		"e.pyz": "python3",
	} {
		t.Run(typed, func(t *testing.T) {
			tier.Needs(t, tool)
			bot, err := find.Finder{Builder: build.Builder{Cache: t.TempDir()}}.Find(t.Context(), typed)
			require.NoError(t, err)
			ctx, stop := context.WithTimeout(t.Context(), time.Minute)
			defer stop()
			command := exec.CommandContext(ctx, bot.Command.Args[0], bot.Command.Args[1:]...)
			command.Env = bot.Command.Env
			command.Dir = t.TempDir()
			said, err := command.CombinedOutput()
			require.NoError(t, err, string(said))
			require.Contains(t, string(said), "hello")
			left, err := os.ReadDir(command.Dir)
			require.NoError(t, err)
			require.Empty(t, left)
		})
	}
	require.NoDirExists(t, "__pycache__")
}
