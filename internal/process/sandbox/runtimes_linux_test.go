//go:build linux && (amd64 || arm64)

package sandbox_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/process/sandbox"
)

// tool returns the path of a program that a user's machine may lack.
func tool(t *testing.T, name string, ask ...string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err == nil && len(ask) > 0 { // the real one behind a wrapper
		var output []byte
		output, err = exec.CommandContext(t.Context(), path, ask...).Output()
		path = strings.TrimSpace(string(output))
	}
	if err != nil {
		tier.Lacks(t, err)
	}
	return path
}

// bot makes a folder with one file, and a secret beside the folder.
func bot(t *testing.T, name, text string) (folder, file string) {
	t.Helper()
	dir := place(t)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "secret"), []byte("secret"), 0o644)) //nolint:gosec // only the sandbox protects it
	folder = filepath.Join(dir, "bot")
	require.NoError(t, os.Mkdir(folder, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "weights"), []byte("weights"), 0o644)) //nolint:gosec // as users do
	file = filepath.Join(folder, name)
	require.NoError(t, os.WriteFile(file, []byte(text), 0o755)) //nolint:gosec // it is to be started
	return folder, file
}

// TestRuntimes holds for every kind of bot that it runs, reads its own folder, writes in
// its temporary folder, and reads nothing beside.
func TestRuntimes(t *testing.T) {
	s := standard(t)
	expect := func(t *testing.T, folder string, args ...string) {
		t.Helper()
		output, err := run(t, nil, folder, sandbox.Limits{}, args...)
		require.NoError(t, err, output)
		require.Equal(t, "weights written secret", strings.TrimSpace(output), "unconfined")
		output, err = run(t, s, folder, sandbox.DefaultLimits(), args...)
		require.NoError(t, err, output)
		require.Equal(t, "weights written kept", strings.TrimSpace(output), "confined")
	}
	const python = `
import os, random, json, threading, asyncio, socket, tempfile
thread = threading.Thread(target=lambda: None); thread.start(); thread.join()
async def nothing(): pass
asyncio.run(nothing())
os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))  # as Mono does, which ends itself if it can't
here = os.path.dirname(os.path.abspath(__file__))
open("note", "w").write("written")
try: secret = open(here + "/../secret").read()
except OSError: secret = "kept"
print(open(here + "/weights").read(), open("note").read(), secret)
`
	t.Run("python", func(t *testing.T) {
		path := tool(t, "python3", "-c", "import sys; print(sys.executable)")
		folder, file := bot(t, "main.py", python)
		expect(t, folder, path, "-u", file)
	})
	t.Run("python of an environment", func(t *testing.T) {
		tier.Long(t, "makes an environment")
		path := tool(t, "python3", "-c", "import sys; print(sys.executable)")
		folder, file := bot(t, "main.py", python)
		t.Setenv("PATH", filepath.Dir(path)+":"+os.Getenv("PATH")) // as the user would have it
		output, err := exec.CommandContext(t.Context(), path, "-m", "venv", "--without-pip",
			filepath.Join(folder, ".venv")).CombinedOutput()
		require.NoError(t, err, string(output))
		expect(t, folder, filepath.Join(folder, ".venv", "bin", "python"), "-u", file)
	})
	t.Run("script", func(t *testing.T) {
		folder, file := bot(t, "main", `#!/bin/bash
read -r weights < "${0%/*}/weights"
echo written > note
secret=$( (cat "${0%/*}/../secret") 2>/dev/null) || secret=kept
echo $weights $(cat note) $secret
`)
		require.NoError(t, os.WriteFile(filepath.Join(folder, "weights"), []byte("weights\n"), 0o600))
		require.NoError(t, os.Chmod(filepath.Join(folder, "weights"), 0o644)) //nolint:gosec // as users do
		expect(t, folder, file)
	})
	t.Run("node", func(t *testing.T) {
		tier.Long(t, "starts Node")
		path := tool(t, "node", "-p", "process.execPath")
		folder, file := bot(t, "main.mjs", `
import fs from "node:fs";
import path from "node:path";
const here = path.dirname(process.argv[1]);
fs.writeFileSync("note", "written");
let secret = "kept";
try { secret = fs.readFileSync(here + "/../secret", "utf8"); } catch {}
setTimeout(() => console.log(fs.readFileSync(here + "/weights", "utf8"), fs.readFileSync("note", "utf8"), secret), 10);
`)
		expect(t, folder, path, file)
	})
	t.Run("java", func(t *testing.T) {
		tier.Long(t, "compiles Java")
		path := tool(t, "java")
		compiler := tool(t, "javac")
		folder, file := bot(t, "Bot.java", `
import java.nio.file.*;
class Bot {
	public static void main(String[] args) throws Exception {
		Thread thread = new Thread(() -> {}); thread.start(); thread.join();
		Path here = Path.of(args[0]);
		Files.writeString(Path.of("note"), "written");
		String secret = "kept";
		try { secret = Files.readString(here.resolve("../secret")); } catch (java.io.IOException e) {}
		System.out.println(Files.readString(here.resolve("weights")) + " " +
			Files.readString(Path.of("note")) + " " + secret);
	}
}
`)
		output, err := exec.CommandContext(t.Context(), compiler, "-d", folder, file).CombinedOutput()
		require.NoError(t, err, string(output))
		expect(t, folder, path, "-XX:+UseSerialGC", "-cp", folder, "Bot", folder)
	})
	t.Run("C++", func(t *testing.T) {
		tier.Long(t, "compiles C++")
		compiler := tool(t, "g++")
		folder, file := bot(t, "main.cpp", `
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <thread>
int main(int, char** args) {
	std::thread([] {}).join();
	try { throw std::runtime_error("x"); } catch (const std::exception&) {}
	std::string folder = args[0], weights, note, secret = "kept";
	folder = folder.substr(0, folder.rfind('/'));
	std::ifstream(folder + "/weights") >> weights;
	std::ofstream("note") << "written";
	std::ifstream("note") >> note;
	std::ifstream(folder + "/../secret") >> secret;
	if (secret.empty()) secret = "kept";
	std::cout << weights << " " << note << " " << secret << std::endl;
}
`)
		for name, flags := range map[string][]string{"dynamic": nil, "static": {"-static"}} {
			t.Run(name, func(t *testing.T) {
				binary := filepath.Join(folder, name)
				output, err := exec.CommandContext(t.Context(), compiler,
					append(flags, "-O1", "-pthread", "-o", binary, file)...).CombinedOutput()
				require.NoError(t, err, string(output))
				expect(t, folder, binary)
			})
		}
	})
}

// TestPrivateFilesOfRoots: what only root may read, a bot that is not root can't.
func TestPrivateFilesOfRoots(t *testing.T) {
	tier.Needs(t, "chmod")
	s := standard(t)
	if os.Geteuid() != 0 {
		t.Skip("bots run as the same user")
	}
	usual := unix.Umask(0o077)
	defer unix.Umask(usual)
	folder, file := bot(t, "main", "#!/bin/sh\necho started\n")
	_, err := run(t, s, folder, sandbox.DefaultLimits(), file)
	var unreadable *sandbox.UnreadableError
	require.ErrorAs(t, err, &unreadable)
	require.Equal(t, "chmod -R o+rX "+folder, unreadable.Hint())
	require.NoError(t, exec.CommandContext(t.Context(), "chmod", "-R", "o+rX", folder).Run())
	output, err := run(t, s, folder, sandbox.DefaultLimits(), file)
	require.NoError(t, err)
	require.Equal(t, "started\n", output)
}

// TestBotOfOneFile: of its folder it sees itself and the SDK, and of the system the
// modules that its environment names.
func TestBotOfOneFile(t *testing.T) {
	s := standard(t)
	path := tool(t, "python3", "-c", "import sys; print(sys.executable)")
	folder, file := bot(t, "mine.py", `
import arena, os
try: open(os.path.dirname(__file__) + "/rival.py").read(); print("rival", end=" ")
except OSError: print("alone", end=" ")
import helper
`)
	for name, text := range map[string]string{
		"arena.py": "print('sdk', end=' ')", "rival.py": "",
		"lib/helper.py": "print('module')",
	} {
		name = filepath.Join(folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644)) //nolint:gosec // as users do
	}
	t.Setenv("PYTHONPATH", filepath.Join(folder, "lib"))
	output, err := run(t, s, file, sandbox.DefaultLimits(), path, "-u", file)
	require.NoError(t, err, output)
	require.Equal(t, "sdk alone module\n", output)
}

// TestABotCannotNameWhatItSees: an interpreter is shown with the folder around it, so that
// a bot must not name one in a folder of the user's.
func TestABotCannotNameWhatItSees(t *testing.T) {
	s := standard(t)
	secret := filepath.Join(t.TempDir(), "secret")
	require.NoError(t, os.MkdirAll(filepath.Join(secret, "bin"), 0o755))
	tool := filepath.Join(secret, "bin", "tool")
	require.NoError(t, os.Symlink("/bin/cat", tool))
	own := filepath.Join(secret, "bin", "own")
	cat, err := os.ReadFile("/bin/cat")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(own, cat, 0o755)) //nolint:gosec // it is to be started
	bot := t.TempDir()
	for _, folder := range []string{
		bot, filepath.Dir(bot), secret, filepath.Dir(secret),
		filepath.Dir(filepath.Dir(secret)),
	} {
		require.NoError(t, os.Chmod(folder, 0o755)) //nolint:gosec // so that only the sandbox protects it
	}
	script := filepath.Join(bot, "bot")
	link := filepath.Join(bot, "link")
	require.NoError(t, os.Symlink(own, link))
	for _, interpreter := range []string{own, tool, link} {
		require.NoError(t, os.WriteFile(script, []byte("#!"+interpreter+" "+own+"\n"), 0o755)) //nolint:gosec // it is to be started
		_, err := run(t, s, bot, sandbox.DefaultLimits(), script)
		var named *sandbox.InterpreterError
		require.ErrorAs(t, err, &named, interpreter)
		require.Contains(t, named.Hint(), "#!/usr/bin/env ")
	}
	t.Setenv("PATH", filepath.Dir(own)+":"+os.Getenv("PATH"))                      // the user means it
	require.NoError(t, os.WriteFile(script, []byte("#!"+own+" "+own+"\n"), 0o755)) //nolint:gosec // it is to be started
	output, err := run(t, s, bot, sandbox.DefaultLimits(), script)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(output, "\x7fELF"))
}

func TestPathsAreReplacedAsWholes(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "/a": "/bot", "/a/b": "/bot/b", "/a/a": "/bot/a", "/ab": "/ab", "/b/a": "/b/a",
		"-cp=/a/x:/a":      "-cp=/bot/x:/bot",
		"/a:/a/c:/ab:/usr": "/bot:/bot/c:/ab:/usr", "PATH=/a/bin:/usr/bin": "PATH=/bot/bin:/usr/bin", "x/a": "x/a",
		"@/a/args": "@/bot/args", "/a.b": "/a.b",
	} {
		require.Equal(t, want, sandbox.ReplacePath(text, "/a", "/bot", false), text)
	}
	require.Equal(t, "/bot:/a/c:x=/bot", sandbox.ReplacePath("/a:/a/c:x=/a", "/a", "/bot", true))
}

// TestABotDoesNotLearnWhereItIs: neither from its arguments nor from its environment, nor
// from what it sees.
func TestABotDoesNotLearnWhereItIs(t *testing.T) {
	s := standard(t)
	sh := tool(t, "sh", "-c", "command -v sh")
	folder, file := bot(t, "main.sh", "echo \"$0 $PWD $(env) $(ls / /bot) $(cat /bot/weights)\"\n")
	t.Setenv("ARENA_BOT_DIR", folder)
	for _, where := range []string{folder, file} {
		if where == folder { // else it might be that of anything else
			t.Setenv("PYTHONPATH", filepath.Join(folder, "lib"))
		} else {
			t.Setenv("PYTHONPATH", "")
		}
		output, err := run(t, s, where, sandbox.DefaultLimits(), sh, file)
		require.NoError(t, err, output)
		require.NotContains(t, output, "/"+filepath.Base(filepath.Dir(folder)))
		require.Contains(t, output, "/bot/main.sh /box ")
		require.Contains(t, output, "ARENA_BOT_DIR=/bot\n")
		require.Equal(t, where == folder, strings.Contains(output, "PYTHONPATH=/bot/lib"), output)
		require.Equal(t, where == folder, strings.Contains(output, "weights\n") ||
			strings.HasSuffix(strings.TrimSpace(output), "weights"), output)
	}
}

// TestWhatIsBelowTheFolderOfABotStaysWhereItIs: an interpreter in the home folder, with a
// bot of one file beside it, finds its libraries where it was installed.
func TestWhatIsBelowTheFolderOfABotStaysWhereItIs(t *testing.T) {
	tier.Long(t, "compiles C++")
	s := standard(t)
	compiler := tool(t, "g++")
	homes := []string{"home[1]"}
	if tier.IsNight() {
		homes = append(homes, "home")
	}
	for _, name := range homes {
		folder, file := bot(t, "mine.says", "the text of the bot")
		home := filepath.Join(folder, name)
		require.NoError(t, os.Mkdir(home, 0o755))
		require.NoError(t, os.Rename(file, filepath.Join(home, "mine.says")))
		file = filepath.Join(home, "mine.says")
		require.NoError(t, os.WriteFile(filepath.Join(home, "arena.says"), nil, 0o644)) //nolint:gosec // as users do
		prefix := filepath.Join(home, ".tools", "says-1")
		for name, text := range map[string]string{
			"lib/says.cpp": `
#include <fstream>
#include <iostream>
void say(const char* path) {
	std::ifstream file(path);
	std::cout << path << ": " << file.rdbuf();
	std::cout << std::ifstream("/bot/arena.says").good()
		<< std::ifstream("/bot/.tools/says-1/bin/says").good() << std::endl;
}
`,
			"bin/says.cpp": "void say(const char*);\nint main(int, char** args) { say(args[1]); }\n",
		} {
			name = filepath.Join(prefix, name)
			require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
			require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		}
		lib, says := filepath.Join(prefix, "lib"), filepath.Join(prefix, "bin", "says")
		for _, args := range [][]string{
			{"-shared", "-fPIC", "-o", filepath.Join(lib, "libsays.so"), filepath.Join(lib, "says.cpp")},
			{"-o", says, says + ".cpp", "-L" + lib, "-lsays", "-Wl,-rpath," + lib},
		} {
			output, err := exec.CommandContext(t.Context(), compiler, args...).CombinedOutput()
			require.NoError(t, err, string(output))
		}
		output, err := run(t, s, file, sandbox.DefaultLimits(), says, file)
		require.NoError(t, err, output)
		require.Equal(t, "/bot/mine.says: the text of the bot10\n", output)
	}
}
