//go:build linux && (amd64 || arm64)

package sandbox_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/process/sandbox"
)

// mark is in the name of the home folder of the user in these tests, and keyText in their key.
const (
	mark    = "anna7f3"
	keyText = "THE KEY OF ANNA"
)

// world is a home folder of somebody who plays a stranger's bots.
type world struct {
	t          *testing.T
	home, bots string
	python     string // of the system
}

// newWorld makes a home folder that anybody may read, so that only the sandbox protects it.
func newWorld(t *testing.T) world {
	t.Helper()
	dir := place(t)
	w := world{
		t: t, home: filepath.Join(dir, mark), bots: filepath.Join(dir, mark, "games", "bots"),
		python: "/usr/bin/python3",
	}
	if _, err := os.Stat(w.python); err != nil {
		tier.Lacks(t, err)
	}
	t.Setenv("HOME", w.home)
	for _, name := range []string{
		".ssh/id_ed25519", "work/key", "work/lib/key", ".config/key", ".cargo/credentials.toml",
		"games/key", "key",
	} {
		w.write(filepath.Join(w.home, name), keyText)
	}
	require.NoError(t, os.MkdirAll(w.bots, 0o755))
	w.interpreter(filepath.Join(w.home, "project", "bin", "python"))
	return w
}

func (w world) write(path, text string) {
	w.t.Helper()
	require.NoError(w.t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(w.t, os.WriteFile(path, []byte(text), 0o755)) //nolint:gosec // so that only the sandbox protects it
}

func (w world) link(to, path string) {
	w.t.Helper()
	require.NoError(w.t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(w.t, os.Symlink(to, path))
}

// interpreter makes a Python that is not the system's.
func (w world) interpreter(path string) {
	w.t.Helper()
	text, err := os.ReadFile(w.python)
	require.NoError(w.t, err)
	w.write(path, string(text))
}

// play runs a command as that of a bot, with these folders in its PATH.
func (w world) play(s *sandbox.Sandbox, bot, path string, env []string, args ...string) (string, error) {
	w.t.Helper()
	folder := place(w.t)
	c := exec.CommandContext(testkit.Patiently(w.t), args[0], args[1:]...)
	var output bytes.Buffer
	c.Dir, c.Stdout, c.Stderr, c.WaitDelay = folder, &output, &output, time.Second
	c.Env = append([]string{"PATH=" + path + "/usr/bin:/bin", "LANG=C.UTF-8", "HOME=" + s.Home(folder)}, env...)
	start, err := s.Confine(c, sandbox.Program{Bot: bot, Folder: folder, Limits: sandbox.DefaultLimits(), Counted: true})
	if err != nil {
		return "", err
	}
	err = runAnd(c, start)
	return output.String(), err
}

// reader is a bot that reads all that it can reach of what is not the system's.
func (w world) reader() string {
	return `
import os, sys
print("began")
places = ["/bot", "/sdk", "/user", os.path.dirname(os.path.abspath(sys.argv[0])), "` + w.home + `", os.environ["HOME"]]
seen = 0
for place in places:
    for folder, folders, files in os.walk(place, followlinks=True):
        folders[:] = [f for f in folders if seen < 20000 and folder.count("/") < 20]
        for name in files:
            seen += 1
            try: text = open(os.path.join(folder, name), "rb").read(1 << 20)
            except OSError: continue
            if b"THE " + b"KEY OF ANNA" in text: print("LEAK", os.path.join(folder, name))
`
}

// ways are the sandboxes of systems that have all, and no namespaces.
func ways(t *testing.T) map[string]*sandbox.Sandbox {
	t.Helper()
	all := standard(t)
	alone, err := sandbox.WithoutNamespaces()
	require.NoError(t, err)
	return map[string]*sandbox.Sandbox{"all": all, "no namespaces": alone}
}

// TestNothingIsShownByALink: whatever a stranger's bot has links to, in all the places in
// which the arena looks for what a bot needs.
func TestNothingIsShownByALink(t *testing.T) {
	venv := func(w world, folder string) { // as a folder with a Python in it looks
		w.link(w.python, filepath.Join(folder, "bin", "python"))
	}
	for name, position := range map[string]struct {
		make    func(w world, at string) // beside a bot of one file, or in its folder
		python  string                   // beside it, that runs it
		refused bool                     // the bot does not even start
	}{
		"a folder":            {make: func(w world, at string) { w.link(w.home, at+"/arena.home") }},
		"a key":               {make: func(w world, at string) { w.link("../../.ssh/id_ed25519", at+"/arena.key") }},
		"the folders above":   {make: func(w world, at string) { w.link("../..", at+"/arena.py") }},
		"the root":            {make: func(w world, at string) { w.link("/", at+"/arena.mjs") }},
		"a folder with links": {make: func(w world, at string) { w.link(w.home, at+"/arena.d/home") }},
		"node_modules":        {make: func(w world, at string) { w.link(w.home, at+"/node_modules") }},
		"a link to a link": {make: func(w world, at string) {
			w.link("arena.b", at+"/arena.a")
			w.link(w.home, at+"/arena.b")
		}},
		".venv to home": {make: func(w world, at string) {
			venv(w, w.home)
			w.link(w.home, at+"/.venv")
		}, python: ".venv/bin/python", refused: true},
		".venv to project": {make: func(w world, at string) {
			w.link(w.home+"/project", at+"/.venv")
		}, python: ".venv/bin/python", refused: true},
		".venv/bin to project/bin": {make: func(w world, at string) {
			w.link(w.home+"/project/bin", at+"/.venv/bin")
		}, python: ".venv/bin/python", refused: true},
		".venv/bin/python to project": {
			make:   func(w world, at string) { w.link(w.home+"/project/bin/python", at+"/.venv/bin/python") },
			python: ".venv/bin/python", refused: true,
		},
		".venv/lib to home": {make: func(w world, at string) {
			venv(w, at+"/.venv")
			w.link(w.home, at+"/.venv/lib")
		}, python: ".venv/bin/python"},
		".venv/lib to project": {make: func(w world, at string) {
			venv(w, at+"/.venv")
			w.link(w.home+"/project", at+"/.venv/lib")
		}, python: ".venv/bin/python"},
	} {
		t.Run(name, func(t *testing.T) {
			if name != "a folder" && name != ".venv to home" {
				tier.Long(t, "two of many links are tried always")
			}
			for way, s := range ways(t) {
				for _, kind := range []string{"file", "folder"} {
					t.Run(kind+", "+way, func(t *testing.T) {
						w := newWorld(t)
						at := w.bots
						if kind == "folder" {
							at = filepath.Join(w.bots, "bot")
						}
						bot, file := at, filepath.Join(at, "main.py")
						if kind == "file" {
							bot = file
						}
						w.write(file, w.reader())
						position.make(w, at)
						python, path := w.python, ""
						if position.python != "" {
							python = filepath.Join(at, position.python)
							path = filepath.Dir(python) + ":" // as the arena sets it
						}
						output, err := w.play(s, bot, path, nil, python, "-u", file)
						require.NotContains(t, output, "LEAK")
						require.NotContains(t, output, "KEY")
						if position.refused {
							var named *sandbox.InterpreterError
							require.ErrorAs(t, err, &named)
							return
						}
						require.NoError(t, err, output)
						require.Contains(t, output, "began")
					})
				}
			}
		})
	}
}

// TestABotIsNotTheHomeOfTheUser: nor is it a folder around that, or the key of the user,
// to which a link may lead that is named as a bot.
func TestABotIsNotTheHomeOfTheUser(t *testing.T) {
	for way, s := range ways(t) {
		t.Run(way, func(t *testing.T) {
			w := newWorld(t)
			w.write(w.home+"/main.py", w.reader())
			w.write(w.home+"/.ssh/main.py", w.reader())
			for i, to := range []string{"../..", w.home, w.home + "/..", "/", w.home + "/.ssh", "/etc", "/tmp", "/proc/self"} {
				bot := filepath.Join(w.bots, "bot"+string(rune('a'+i)))
				w.link(to, bot)
				output, err := w.play(s, bot, "", nil, w.python, "-u", bot+"/main.py")
				var private *sandbox.PrivateError
				require.ErrorAs(t, err, &private, "%s: %s", to, output)
				require.NotEmpty(t, private.Hint())
			}
			bot := w.bots + "/x.py"
			w.link("../../.ssh/id_ed25519", bot)
			output, err := w.play(s, bot, "", nil, w.python, "-u", bot)
			var private *sandbox.PrivateError
			require.ErrorAs(t, err, &private, output)
		})
	}
}

// TestALinkToABotIsThatBot: the user may name it, and the folder that it is in.
func TestALinkToABotIsThatBot(t *testing.T) {
	for way, s := range ways(t) {
		t.Run(way, func(t *testing.T) {
			w := newWorld(t)
			w.write(w.home+"/real/bot/main.py", "import os, sys; print(open(os.path.dirname(sys.argv[0]) + '/weights').read())")
			w.write(w.home+"/real/bot/weights", "weights")
			w.write(w.home+"/real/one.py", "import os, sys; print(open(os.path.dirname(sys.argv[0]) + '/arena.py').read())")
			w.write(w.home+"/real/arena.py", "sdk")
			w.link(w.home+"/real", w.home+"/linked")
			w.link(w.home+"/real/bot", w.bots+"/bot")
			for _, bot := range []string{w.bots + "/bot", w.home + "/linked/bot"} {
				output, err := w.play(s, bot, "", nil, w.python, "-u", bot+"/main.py")
				require.NoError(t, err, output)
				require.Equal(t, "weights\n", output)
			}
			output, err := w.play(s, w.home+"/linked/one.py", "", nil, w.python, "-u", w.home+"/linked/one.py")
			require.NoError(t, err, output)
			require.Equal(t, "sdk\n", output)
		})
	}
}

// TestAnInterpreterOfTheUsersShowsItselfOnly: what is in PATH is shown with its libraries,
// not with what else is in the folder that it is installed in.
func TestAnInterpreterOfTheUsersShowsItselfOnly(t *testing.T) {
	for way, s := range ways(t) {
		for name, folder := range map[string]string{
			"home": "bin", "cargo": ".cargo/bin", "link": "tools/bin",
			"link to a folder": "more", "hidden": ".config/bin",
		} {
			t.Run(name+", "+way, func(t *testing.T) {
				if name != "home" {
					tier.Long(t, "one of many places is tried always")
				}
				w := newWorld(t)
				w.link(w.home, w.home+"/tools")
				w.link(w.home+"/bin", w.home+"/more")
				w.interpreter(w.home + "/bin/python")
				w.interpreter(filepath.Join(w.home, folder, "python3"))
				folder := filepath.Join(w.home, folder)
				t.Setenv("PATH", folder+":"+os.Getenv("PATH"))
				file := w.bots + "/main.py"
				w.write(file, w.reader())
				output, err := w.play(s, file, folder+":", nil, folder+"/python3", "-u", file)
				require.NoError(t, err, output)
				require.Contains(t, output, "began")
				require.NotContains(t, output, "LEAK")
			})
		}
	}
}

// TestAVirtualEnvironmentOfAManagedPython: those of uv, pyenv and the like are not in PATH.
func TestAVirtualEnvironmentOfAManagedPython(t *testing.T) {
	for way, s := range ways(t) {
		t.Run(way, func(t *testing.T) {
			w := newWorld(t)
			managed := w.home + "/.local/share/uv/python/cpython-3.11"
			w.interpreter(managed + "/bin/python3")
			w.write(managed+"/note", "")
			w.link(managed+"/bin/python3", w.bots+"/.venv/bin/python")
			file := w.bots + "/main.py"
			w.write(file, w.reader())
			output, err := w.play(s, file, w.bots+"/.venv/bin:", nil, w.bots+"/.venv/bin/python", "-u", file)
			require.NoError(t, err, output)
			require.Contains(t, output, "began")
			require.NotContains(t, output, "LEAK")
		})
	}
}

// TestWhatABotNamesIsNoShell: only the system's may start programs, by whatever name a
// bot's own goes.
func TestWhatABotNamesIsNoShell(t *testing.T) {
	s := standard(t)
	w := newWorld(t)
	text, err := os.ReadFile("/bin/bash")
	if err != nil {
		tier.Lacks(t, err)
	}
	w.write(w.bots+"/.venv/bin/bash", string(text))
	w.link("bash", w.bots+"/.venv/bin/python")
	file := w.bots + "/main.py"
	w.write(file, "echo began; (echo forked)\n")
	output, _ := w.play(s, file, w.bots+"/.venv/bin:", nil, w.bots+"/.venv/bin/python", file)
	require.Contains(t, output, "began")
	require.NotContains(t, output, "forked")
}

// teller is a bot that tells all that may name a path.
const teller = `
import os, sys, site, traceback
try: import arena; print("sdk", arena.__file__)
except ImportError: print("no sdk")
print(os.environ, sys.argv, sys.orig_argv, sys.path, sys.prefix, sys.executable, sys.flags)
print(os.getcwd(), __file__, site.getuserbase())
try: raise ValueError("x")
except ValueError: traceback.print_exc()
def tell(path):
    try: print(path, open(path, "rb").read())
    except OSError as e: print(path, e.strerror)
for folder, folders, files in os.walk("/proc/1"):
    if "net" in folders: folders.remove("net")
    for name in files + folders:
        if name not in ("mem", "pagemap", "clear_refs") and not folder.endswith("/fd"): tell(os.path.join(folder, name))
        try: print(os.readlink(os.path.join(folder, name)))
        except OSError: pass
for folder, folders, files in os.walk("/"):
    known = ("/usr", "/proc", "/opt", "/lib", "/bin", "/sbin", "/lib64", "/etc", "/dev")
    folders[:] = [f for f in folders if os.path.join(folder, f) not in known]
    for name in files: tell(os.path.join(folder, name))
    print(folder, folders, files)
print("told")
`

const shellTeller = "echo sdk; env; echo \"$0 $PWD\"; cat /proc/self/mountinfo /proc/1/mountinfo /proc/self/maps " +
	"/proc/1/cmdline /proc/1/environ; ls -l /proc/1 /proc/1/fd /proc/1/task/1; ls -laR /bot /box /sdk; echo told\n"

const nodeTeller = `
import fs from "node:fs";
console.log("sdk", process.argv, process.execPath, process.env, import.meta.url, process.cwd());
console.log(new Error("x").stack, process.report.getReport());
for (const name of ["mountinfo", "mounts", "maps", "environ", "cmdline"]) {
  console.log(fs.readFileSync("/proc/self/" + name, "latin1"));
}
console.log("told");
`

const cppTeller = `
#include <fstream>
#include <iostream>
extern char** environ;
int main(int n, char** args) {
	std::cout << "sdk";
	for (int i = 0; i < n; i++) std::cout << args[i] << "\n";
	for (char** e = environ; *e; e++) std::cout << *e << "\n";
	for (auto name : {"mountinfo", "maps", "environ", "cmdline"})
		std::cout << std::ifstream(std::string("/proc/self/") + name).rdbuf() << "\n";
	std::cout << std::endl << "told" << std::endl;
}
`

// TestABotLearnsNoPath: whatever kind it is, neither the name of the user nor any of theirs.
func TestABotLearnsNoPath(t *testing.T) {
	s := standard(t)
	for typed, files := range map[string]map[string]string{
		"x.py": {"x.py": teller},
		"own/x.py": {
			"own/x.py": teller, "own/arena.py": "VERSION = 1\n", "own/.venv/pyvenv.cfg": "home = /usr/bin\n",
			"own/.venv/bin/python": "-> /usr/bin/python3",
		},
		"folder": {"folder/main.py": teller, "folder/helper/x.txt": "x", "folder/home": "-> ../../.."},
		"linked": {"real/main.py": teller, "linked": "-> real"},
		"venv": {
			"venv/main.py": teller, "venv/.venv/pyvenv.cfg": "home = /usr/bin\n",
			"venv/.venv/bin/python": "-> /usr/bin/python3",
		},
		"described": {
			"described/bot.txt": "run python3 -u zorg.py lib\n", "described/zorg.py": teller,
			"described/lib/x": "",
		},
		"x.sh":         {"x.sh": shellTeller},
		"shell":        {"shell/main.sh": shellTeller},
		"script":       {"script": "#!/usr/bin/env python3\n" + teller},
		"x.mjs":        {"x.mjs": nodeTeller},
		"js":           {"js/main.mjs": nodeTeller},
		"lent.mjs":     {"lent.mjs": "import './arena/core.mjs';\n" + nodeTeller},
		"x.cc":         {"x.cc": cppTeller},
		"cpp":          {"cpp/main.cc": cppTeller},
		"large/x.py":   {"large/x.py": teller + "#" + strings.Repeat("x", 3<<20)},
		"many/main.py": {"many/main.py": teller, "many/arena.1.txt": "one", "many/arena.2.txt": "two"},
	} {
		t.Run(typed, func(t *testing.T) {
			if typed != "x.sh" && typed != "venv" {
				tier.Long(t, "two of many kinds of bots are tried always")
			}
			w := newWorld(t)
			w.write(w.home+"/.local/lib/python3.11/site-packages/mine.py", "")
			for name, text := range files {
				if to, is := strings.CutPrefix(text, "-> "); is {
					w.link(to, filepath.Join(w.bots, name))
				} else {
					w.write(filepath.Join(w.bots, name), text)
				}
			}
			t.Setenv("PATH", "/usr/bin:/bin")
			found, err := find.Finder{
				Builder: build.Builder{Cache: w.home + "/.cache/arena"}, Dir: w.bots,
			}.Find(t.Context(),
				filepath.Join(w.bots, typed))
			if err != nil && (strings.Contains(typed, "js") || strings.HasPrefix(typed, "x.") || typed == "cpp") {
				tier.Lacks(t, err)
			}
			require.NoError(t, err)
			output, err := w.play(s, found.Command.Path, "", found.Command.Env, found.Command.Args...)
			require.NoError(t, err, output)
			for line := range strings.Lines(output) {
				require.NotContains(t, line, mark)
				require.NotContains(t, line, "/"+filepath.Base(filepath.Dir(w.home)))
			}
			require.Contains(t, output, "sdk")
			require.Contains(t, output, "\ntold\n")
		})
	}
}
