//go:build linux && (amd64 || arm64)

package sandbox

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/process/sandbox/shim"
)

// folderOf writes files, and returns their folder, without links on the way to it.
func folderOf(t *testing.T, texts map[string]string) string {
	t.Helper()
	folder, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for name, text := range texts {
		path := filepath.Join(folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755)) //nolint:gosec // as users do
		if to, is := strings.CutPrefix(text, "-> "); is {
			require.NoError(t, os.Symlink(to, path))
			continue
		}
		require.NoError(t, os.WriteFile(path, []byte(text), 0o755)) //nolint:gosec // a program
	}
	return folder
}

// TestWhatABotOfOneFileHasBesideIt: neither links, nor folders, nor results of matches.
func TestWhatABotOfOneFileHasBesideIt(t *testing.T) {
	folder := folderOf(t, map[string]string{
		"x.py": "", "arena.py": "", "arena.db": "", "arena.db-wal": "", "arena.key": "-> /etc/passwd", "arena.d/key": "",
		"other.py": "",
	})
	bot := filepath.Join(folder, "x.py")
	require.Equal(t, []string{bot, filepath.Join(folder, "arena.py")}, filesOf(bot))
	require.Equal(t, []string{folder}, filesOf(folder))
}

// TestAFirstLineIsFollowedAsTheSystemDoes.
func TestAFirstLineIsFollowedAsTheSystemDoes(t *testing.T) {
	folder := folderOf(t, map[string]string{
		"bin/lang": "ELF", "bin/text/x": "", "plain": "#!/bin/sh -e -u\n", "env": "#!/usr/bin/env lang\n",
		"dashed":  "#!/usr/bin/env -S lang -u\n",
		"missing": "#!/usr/bin/env text\n", "none": "ELF", "option": "#!/usr/bin/env -i\n",
	})
	at := func(name string) string { return filepath.Join(folder, name) }
	require.NoError(t, os.WriteFile(at("chain1"), []byte("#!"+at("plain")+"\n"), 0o600))
	require.NoError(t, os.WriteFile(at("bin/unstartable"), nil, 0o600))
	require.NoError(t, os.WriteFile(at("unstartable"), []byte("#!/usr/bin/env unstartable\n"), 0o600))
	env := []string{"PATH=/nowhere", "PATH=" + at("bin")} // the last one counts
	for name, want := range map[string][]string{
		"none":   {at("none"), "mine", "a"},
		"plain":  {"/bin/sh", "/bin/sh", "-e -u", at("plain"), "a"},
		"env":    {at("bin/lang"), "lang", at("env"), "a"},
		"dashed": {"/usr/bin/env", "/usr/bin/env", "-S lang -u", at("dashed"), "a"},
		"option": {"/usr/bin/env", "/usr/bin/env", "-i", at("option"), "a"},
		"chain1": {"/bin/sh", "/bin/sh", "-e -u", at("plain"), at("chain1"), "a"},
	} {
		n := needs{file: at(name), args: []string{"mine", "a"}}
		require.NoError(t, n.followScript(originOf(folder), &exec.Cmd{Path: n.file, Env: env}), name)
		require.Equal(t, want, append([]string{n.file}, n.args...), name)
	}
	for _, name := range []string{"missing", "unstartable"} { // a folder, and a file that nobody may start
		n := needs{file: at(name), args: []string{"mine"}}
		require.ErrorIs(t, n.followScript(originOf(folder), &exec.Cmd{Path: n.file, Env: env}), os.ErrNotExist, name)
	}
}

// TestWhatIsBelowAFolder: a name that begins alike is none.
func TestWhatIsBelowAFolder(t *testing.T) {
	for _, c := range []struct {
		path, folder string
		within       bool
	}{
		{"/a/b", "/a", true},
		{"/a", "/a", true},
		{"/ab", "/a", false},
		{"/a", "/a/b", false},
		{"/a", "/", true},
		{"/a/b", "/a/", true},
		{"/a", "", false},
	} {
		require.Equal(t, c.within, within(c.path, c.folder), "%+v", c)
	}
}

// TestWhatABotNamesAndHolds: a link out of its folder is named by it, and what it leads to is not held.
func TestWhatABotNamesAndHolds(t *testing.T) {
	top := folderOf(t, map[string]string{
		"bot/bin/python": "", "outside/python": "", "bot/out": "-> ../outside", "linked": "-> bot",
		"bot/link": "-> ../outside/python",
	})
	at := func(name string) string { return filepath.Join(top, name) }
	o := originOf(at("linked"))
	for path, want := range map[string]struct{ names, holds bool }{
		"linked/bin/python": {true, true},
		"bot/bin/python":    {true, true},
		"linked/out/python": {true, false},
		"linked/link":       {true, true}, // itself a link: what it leads to is looked at by itself
		"outside/python":    {false, false},
	} {
		require.Equal(t, want.names, o.names(at(path)), path)
		require.Equal(t, want.holds, o.holds(at(path)), path)
	}
	require.NoError(t, os.Symlink(at("bot/bin"), at("way")))
	require.False(t, o.holds(at("way/python")), "the user names it")
	beside := originOf(at("outside/python")) // a bot of one file
	require.True(t, beside.names(at("outside/.venv/bin/python")))
	require.False(t, beside.names(at("outside/bin/python")))
}

// TestAnInterpreterInPATH is trusted by the folder that the user has there, not by one of the bot's.
func TestAnInterpreterInPATH(t *testing.T) {
	top := folderOf(t, map[string]string{
		"bin/python": "", "other/python": "", "links/python": "-> ../bin/python", "bot/bin/python": "-> ../../other/python",
	})
	at := func(name string) string { return filepath.Join(top, name) }
	o := originOf(at("bot"))
	t.Setenv("PATH", at("links"))
	require.True(t, o.inPath(at("bin/python"), at("bin/python"), nil), "a link in PATH leads to it")
	require.True(t, o.inPath(at("links/python"), at("bin/python"), nil))
	require.True(t, o.inPath(at("other/python"), at("other/python"), []string{"PATH=" + at("other")}))
	require.False(t, o.inPath(at("other/python"), at("other/python"), nil))
	require.False(t, o.inPath(at("bot/bin/python"), at("bin/python"), nil), "the bot's own link")
	env := []string{"PATH=" + at("bot/bin")}
	require.False(t, o.inPath(at("bot/bin/python"), at("other/python"), env),
		"the arena put that folder there for the bot")
	require.False(t, o.inPath(at("other/python"), at("other/python"), env))
}

// TestModulesOfTheUsersAreShown, but no folder with what no bot may see.
func TestModulesOfTheUsersAreShown(t *testing.T) {
	top := folderOf(t, map[string]string{
		"modules/x.py": "", "base/lib/python3.11/site-packages/x.py": "", "base/bin/x": "", "home/.ssh/key": "",
		"home/.config/x": "",
	})
	at := func(name string) string { return filepath.Join(top, name) }
	t.Setenv("HOME", at("home"))
	var n needs
	n.showModules([]string{
		"PYTHONPATH=" + at("modules") + ":" + at("home"), "PYTHONUSERBASE=" + at("base"), "OTHER=" + at("base"),
		"NODE_PATH=" + at("home/.ssh/.."),
	})
	require.Equal(t, []string{at("modules"), at("base/lib/python3.11")}, pathsOf(n))
	t.Chdir(top)
	n = needs{}
	n.showModules([]string{"PYTHONUSERBASE=base"})
	require.Empty(t, n.reads, "a folder relative to nobody knows what")
}

func pathsOf(n needs) (paths []string) {
	for _, read := range n.reads {
		paths = append(paths, read.Path)
	}
	return paths
}

// TestABotSeesItsOwnElsewhere, by whatever name it was found, and nothing that is beside it.
func TestABotSeesItsOwnElsewhere(t *testing.T) {
	top := folderOf(
		t, map[string]string{
			"real/x.py": "", "real/arena.py": "", "real/.venv/bin/python": "", "real/key": "",
			"linked": "-> real",
		})
	at := func(name string) string { return filepath.Join(top, name) }
	var n needs
	n.hide([]string{at("linked/x.py"), at("linked/arena.py")})
	for path, want := range map[string]string{
		at("linked/x.py"): "/bot/x.py", at("real/x.py"): "/bot/x.py", at("real/arena.py"): "/bot/arena.py",
		at("real/.venv/bin/python"): "/bot/.venv/bin/python", at("real/key"): at("real/key"), "/usr/x.py": "/usr/x.py",
	} {
		require.Equal(t, want, n.place(path), path)
	}
	require.Equal(t, "--dir=/bot", n.seen("--dir="+at("real")), "the folder by itself")
	require.Equal(t, at("real/key"), n.seen(at("real/key")), "it is not the bot's")
	n.show(at("linked/x.py"))
	require.Equal(t, []shim.Read{{Path: at("real/x.py"), At: "/bot/x.py", Hidden: true}}, n.reads)

	whole := needs{}
	whole.hide([]string{at("real")})
	require.Equal(t, "/bot/deep/x", whole.place(at("real/deep/x")))
	for _, never := range []string{"/usr/games", "/", "bots/x"} {
		none := needs{}
		none.hide([]string{never})
		require.Empty(t, none.hidden, never)
	}
}

// TestModulesAreSeenElsewhere, each at a place of its own, and an interpreter's own where they are.
func TestModulesAreSeenElsewhere(t *testing.T) {
	top := folderOf(t, map[string]string{
		"a/sdk/x.py": "", "b/sdk/x.py": "", "base/lib/python3.11/x.py": "", "conda/lib/python3.11/os.py": "",
	})
	at := func(name string) string { return filepath.Join(top, name) }
	var n needs
	n.hideModules(
		[]string{"PYTHONPATH=" + at("a/sdk") + ":" + at("b/sdk") + ":/usr/lib/python3", "PYTHONUSERBASE=" + at("base")})
	require.Equal(t, "/sdk/sdk/x.py", n.place(at("a/sdk/x.py")))
	require.Equal(t, at("b/sdk/x.py"), n.place(at("b/sdk/x.py")), "that place is taken")
	require.Equal(t, "/usr/lib/python3/x.py", n.place("/usr/lib/python3/x.py"))
	require.Equal(t, "/user/lib/python3.11/x.py", n.place(at("base/lib/python3.11/x.py")))
	require.Equal(t, "PYTHONUSERBASE=/user", n.seen("PYTHONUSERBASE="+at("base")))
	n = needs{}
	n.hideModules([]string{"PYTHONUSERBASE=" + at("conda")})
	require.Equal(t, at("conda/lib/python3.11"), n.place(at("conda/lib/python3.11")))
	n.show(at("conda"))
	require.Equal(t, at("conda"), n.seen(at("conda")), "it sees that folder where it is")
}

// TestABuiltProgramDoesNotLearnWhereItIs.
func TestABuiltProgramDoesNotLearnWhereItIs(t *testing.T) {
	n := needs{file: "/cache/bots/7f3/zorg"}
	n.hideProgram("/home/anna/zorg")
	require.Equal(t, "/bot/zorg", n.seen("/cache/bots/7f3/zorg"))
	n = needs{file: "/usr/bin/python3", byPath: true}
	n.hideProgram("/home/anna/zorg")
	require.Empty(t, n.hidden)
}

// TestWhatAProgramMayStart: itself if it is the system's, its loader if it sees that, all that it sees with children.
func TestWhatAProgramMayStart(t *testing.T) {
	n := needs{file: "/usr/bin/x", loader: "/lib64/ld.so"}
	require.Empty(t, n.starts(false))
	n.reads = []shim.Read{{Path: "/lib64", At: "/lib64"}, {Path: "/real", At: "/bot", Hidden: true}}
	require.Equal(t, []string{"/lib64/ld.so"}, n.starts(false))
	n.byPath = true
	require.Equal(t, []string{"/usr/bin/x", "/lib64/ld.so"}, n.starts(false))
	require.Equal(t, []string{"/lib64", "/bot"}, n.starts(true))
	require.Equal(t, []string{"A=1"}, withoutCache([]string{"PYTHONPYCACHEPREFIX=/x", "A=1"}))
	for _, path := range []string{"/bin/true", "/bin/ls", "/usr/bin/env"} {
		if loader := loaderOf(path); loader != "" {
			require.True(t, files.Exists(loader), "%s: %q", path, loader)
		}
	}
}

// TestWhoCanReadABot whose user is nobody else's.
func TestWhoCanReadABot(t *testing.T) {
	top := folderOf(t, map[string]string{"open/bot/main.py": "", "closed/bot/main.py": "", "x.py": ""})
	at := func(name string) string { return filepath.Join(top, name) }
	require.NoError(t, os.Chmod(filepath.Dir(top), 0o755)) //nolint:gosec // until the test ends
	if err := canBeReached(top); err != nil {
		t.Skip("the folder of temporary files is closed to others")
	}
	require.NoError(t, os.Chmod(at("closed"), 0o744)) //nolint:gosec // it can be listed, and not entered
	shows, enters := &Sandbox{way: way{namespaces: true}}, &Sandbox{way: way{namespaces: true, users: true}}
	alone, script, program := &Sandbox{}, needs{byPath: true}, needs{}
	bot := at("open/bot")
	for _, s := range []*Sandbox{shows, enters, alone} {
		require.NoError(t, s.canBeRead(bot, script))
		require.NoError(t, s.canBeRead(at("gone"), script), "the system tells that")
	}
	require.NoError(t, shows.canBeRead(at("closed/bot"), script), "root shows it")
	closed := &UnreadableError{Path: at("closed/bot"), Closed: at("closed")}
	require.Equal(t, closed, alone.canBeRead(at("closed/bot"), script))
	require.Equal(t, closed, alone.canBeRead(at("closed/bot"), needs{own: true}), "a module")
	require.Equal(t, closed, enters.canBeRead(at("closed/bot"), program))
	require.NoError(t, shows.canBeRead(at("closed/bot"), program))
	require.Contains(t, closed.Hint(), at("closed"))

	require.NoError(t, os.Chmod(bot, 0o754)) //nolint:gosec // it can be listed, and its files can't be read
	require.Equal(t, &UnreadableError{Path: bot}, shows.canBeRead(bot, script))
	require.NoError(t, shows.canBeRead(bot, program), "root copies it")
	require.Equal(t, &UnreadableError{Path: bot}, enters.canBeRead(bot, program), "its user reads the folder")
	require.NoError(t, os.Chmod(at("x.py"), 0o640)) //nolint:gosec // closed to others
	require.Equal(t, &UnreadableError{Path: at("x.py")}, shows.canBeRead(at("x.py"), script))
	require.Equal(t, "chmod -R o+rX "+at("x.py"), (&UnreadableError{Path: at("x.py")}).Hint())
}

// TestWhatNoBotMaySee, be it named by the environment or by the system.
func TestWhatNoBotMaySee(t *testing.T) {
	top := folderOf(t, map[string]string{"home/.ssh/key": "", "cache/x": "", "config/x": "", "tmp/x": "", "work/x": ""})
	at := func(name string) string { return filepath.Join(top, name) }
	t.Setenv("HOME", at("home"))
	t.Setenv("XDG_CACHE_HOME", at("cache"))
	t.Setenv("XDG_CONFIG_HOME", at("config"))
	t.Setenv("TMPDIR", at("tmp"))
	for _, whole := range []string{"home", "home/.ssh", "cache", "config", "tmp"} {
		require.Equal(t, at(whole), holdsSecret(at(whole)), whole)
	}
	require.NotEmpty(t, holdsSecret(top))
	require.Equal(t, "/home/ben", holdsSecret("/home/ben"))
	require.Empty(t, holdsSecret(at("work")))
	require.True(t, isSecret(at("home/.ssh/key")))
	require.False(t, isSecret(at("home/.sshx")))
}

// TestAManagedRuntimeIsAWholeFolder, but the folder that all of them are in is none.
func TestAManagedRuntimeIsAWholeFolder(t *testing.T) {
	const uv = ".local/share/uv/python/cpython-3.11"
	home := folderOf(t, map[string]string{uv + "/bin/python": "", "miniconda3/bin/python": "", "other/bin/python": ""})
	t.Setenv("HOME", home)
	at := func(name string) string { return filepath.Join(home, name) }
	require.Equal(t, at(uv), managed(at(uv+"/bin/python")))
	require.Equal(t, at("miniconda3"), managed(at("miniconda3/bin")))
	for _, not := range []string{"other/bin/python", uv, ".local/share/uv/python", "miniconda3"} {
		require.Empty(t, managed(at(not)), not)
	}
}

// TestOfAFolderWithAProgramKnownPartsAreShown, whatever it is called: its name is no pattern.
func TestOfAFolderWithAProgramKnownPartsAreShown(t *testing.T) {
	for kind, c := range map[string]struct {
		has   []string
		shown []string
	}{
		"no runtime": {
			has:   []string{"lib/x", "lib64/x", "libs/x", "share/x", "conf/x", "jre/x", "key", "bin/libx.so.1", "lib/modules/x"},
			shown: []string{"lib", "lib64", "bin/libx.so.1"},
		},
		"virtual environment": {
			has:   []string{"pyvenv.cfg", "lib/x", "share/x", "conf/x", "conda-meta2/x", ".env"},
			shown: []string{"lib", "pyvenv.cfg", "share"},
		},
		"conda":  {has: []string{"conda-meta/x", "lib/x", "ssl/x", "envs/x"}, shown: []string{"lib", "conda-meta", "ssl"}},
		"JDK":    {has: []string{"lib/jvm.cfg", "conf/x", "release", "src/x"}, shown: []string{"lib", "conf", "release"}},
		"old":    {has: []string{"jre/lib/rt.jar", "src.zip", "lib/x"}, shown: []string{"lib", "jre"}},
		"Node":   {has: []string{"include/node/node.h", "lib/x", "share/x", "README"}, shown: []string{"lib", "share"}},
		"Python": {has: []string{"lib/python3.11/os.py", "share/x", "notes"}, shown: []string{"lib", "share"}},
	} {
		files := map[string]string{"px/lib/x": "", "px/pyvenv.cfg": "", "p?/lib32": "-> ../px", "p?/libexec": "-> ."}
		for _, name := range c.has {
			files["p?/"+name] = ""
		}
		prefix := filepath.Join(folderOf(t, files), "p?")
		var n needs
		n.showParts(prefix, partsOf(prefix, false))
		var want []string
		for _, name := range c.shown {
			want = append(want, filepath.Join(prefix, name))
		}
		require.Equal(t, want, pathsOf(n), kind)
	}
}

// TestWhatMayRunABot: the system's, what the user has in PATH or says, and the bot's own; nothing that it names
// besides.
func TestWhatMayRunABot(t *testing.T) {
	top := folderOf(t, map[string]string{
		"home/tools/python": "", "bot/main.py": "", "bot/script": "", "bot/bin/sh": "", "bot/link": "-> ../home/tools/python",
	})
	at := func(name string) string { return filepath.Join(top, name) }
	t.Setenv("HOME", at("home"))
	t.Setenv("PATH", "/usr/bin:/bin")
	require.NoError(t, os.WriteFile(at("bot/script"), []byte("#!"+at("home/tools/python")+"\n"), 0o600))
	ask := func(path string, args ...string) (needs, error) {
		return needsOf(&exec.Cmd{Path: path, Args: append([]string{path}, args...)}, at("bot"), true)
	}
	n, err := ask(at("home/tools/python"), at("bot/main.py"))
	require.NoError(t, err, "the user says so")
	require.True(t, n.byPath)
	require.False(t, n.sockets)
	require.False(t, n.children)
	n, err = ask("/bin/sh", at("bot/main.py"))
	require.NoError(t, err)
	require.True(t, n.children)
	require.False(t, n.sockets, "only Java tries whether there is an internet")
	n, err = ask(at("bot/bin/sh"), at("bot/main.py"))
	require.NoError(t, err)
	require.False(t, n.children, "it can be anything")
	for _, path := range []string{at("bot/script"), at("bot/link")} {
		_, err = ask(path, at("bot/main.py"))
		require.ErrorAs(t, err, new(*InterpreterError), path)
	}
	_, err = needsOf(&exec.Cmd{Path: "/bin/sh", Args: []string{"sh"}}, at("home"), true)
	require.ErrorAs(t, err, new(*PrivateError))
}
