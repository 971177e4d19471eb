package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/bot/sdkgen"
)

// root is the folder of the module.
const root = "../../.."

// language is how a bot in a language is started.
type language struct {
	name string
	tool string // what must be in PATH
	// command returns what starts the bot in a file of testdata, given without the end
	// of its name.
	command func(t *testing.T, sdk, bot string) []string
}

// languages are those with an SDK.
var languages = []language{
	{"python", "python3", func(t *testing.T, sdk, bot string) []string {
		// Neither -I nor the like: the module must be found as a bot finds it.
		uses(t, "testdata/"+bot+".py")
		t.Setenv("PYTHONPATH", abs(t, filepath.Join(sdk, "python")))
		t.Setenv("PYTHONPYCACHEPREFIX", t.TempDir())
		return []string{testkit.Python(t), "-W", "error", abs(t, "testdata/"+bot+".py")}
	}},
	{"js", "node", func(t *testing.T, sdk, bot string) []string {
		dir := t.TempDir()
		require.NoError(t, os.CopyFS(filepath.Join(dir, "arena"), os.DirFS(filepath.Join(sdk, "js", "arena"))))
		copyFile(t, "testdata/"+bot+".mjs", filepath.Join(dir, "bot.mjs"))
		return []string{"node", filepath.Join(dir, "bot.mjs")}
	}},
	{"cpp", "g++", func(t *testing.T, sdk, bot string) []string {
		return []string{compile(t, "testdata/"+bot+".cc", "-I", filepath.Join(sdk, "cpp"))}
	}},
	{"rust", "rustc", func(t *testing.T, sdk, bot string) []string {
		if key := sdk + " " + bot; compiled[key] == "" {
			dir := t.TempDir()
			copyFile(t, "testdata/"+bot+".rs", filepath.Join(dir, "bot.rs"))
			compiled[key] = besideRust(t, dir, sdk)
		}
		return []string{compiled[sdk+" "+bot]}
	}},
	{"java", "javac", func(t *testing.T, sdk, bot string) []string {
		together := []string{"conform", "march", "mutants", "ways", "worth"}
		if !slices.Contains(together, bot) {
			together = []string{bot}
		}
		return runJava(javaBots(t, sdk, together), bot+".Bot")
	}},
}

// needs skips a test where bots in this language can't be run, or where they are not to be compiled.
func (l language) needs(t *testing.T) {
	t.Helper()
	switch l.name {
	case "cpp":
		tier.Long(t, "compiles C++")
	case "rust", "java":
		tier.Long(t, "compiles "+l.name)
	case "sh":
		tier.Long(t, "shells are slow")
	}
	tier.Needs(t, l.tool)
	if l.name == "rust" { // rustup puts a rustc into PATH before there is any toolchain
		if said, err := exec.CommandContext(t.Context(), l.tool, "--version").CombinedOutput(); err != nil {
			tier.Lacks(t, "rustc has no toolchain: "+string(bytes.TrimSpace(said)))
		}
	}
}

// compiled has the programs of this run by what they were made of. Compiling takes longer than all the rest.
var compiled = map[string]string{}

// optimised is the flag of what is compiled at night, as some warnings take an optimiser.
const optimised = "-O1"

// compile compiles a bot as its author would, but minds every warning, and optimises nothing unless the flags say so:
// that takes less than it gains in matches as short as these.
func compile(t *testing.T, file string, flags ...string) string {
	t.Helper()
	uses(t, file, filepath.Join(root, "sdk/cpp/arena/*.hpp"))
	key := file + " " + strings.Join(flags, " ")
	if compiled[key] == "" {
		program := filepath.Join(kept(t, "cpp"), strconv.Itoa(len(compiled)))
		all := flags
		if !strings.HasPrefix(file, filepath.Join(root, "sdk")) && !slices.Contains(flags, optimised) {
			all = append([]string{"-include", standardHeaders(t)}, flags...)
		}
		cpp(t, append(all, file, "-o", program)...)
		compiled[key] = program
	}
	return compiled[key]
}

// standardHeaders has the compiler read them once for all bots, which takes it as long as the rest.
func standardHeaders(t *testing.T) string {
	t.Helper()
	header := filepath.Join(kept(t, "cpp"), "std.hpp")
	if compiled[header] == "" {
		text, err := os.ReadFile(filepath.Join(root, "sdk/cpp/arena/core.hpp"))
		require.NoError(t, err)
		all := regexp.MustCompile(`(?m)^#include <c?[a-z_]+>$`).FindAllString(string(text), -1)
		require.NotEmpty(t, all)
		require.NoError(t, os.WriteFile(header, []byte(strings.Join(all, "\n")+"\n"), 0o600))
		cpp(t, "-x", "c++-header", header, "-o", header+".gch")
		compiled[header] = header
	}
	return header
}

// cpp runs the compiler, which minds every warning.
func cpp(t *testing.T, args ...string) {
	t.Helper()
	strict := []string{"-std=c++17", "-Wall", "-Wextra", "-pedantic", "-Wshadow", "-Wconversion", "-Werror"}
	output, err := exec.CommandContext(t.Context(), "g++", append(strict, args...)...).CombinedOutput()
	require.NoError(t, err, "%s", output)
}

// besideRust compiles the file bot.rs of a folder, with the SDK beside it.
func besideRust(t *testing.T, dir, sdk string) string {
	t.Helper()
	require.NoError(t, os.CopyFS(filepath.Join(dir, "arena"), os.DirFS(filepath.Join(sdk, "rust", "arena"))))
	files, err := filepath.Glob(filepath.Join(dir, "arena", "*.rs"))
	require.NoError(t, err)
	text := "mod core;\npub use self::core::*;\n"
	for _, file := range files {
		if game := sdkgen.GameOf(file); game != "" {
			text += "pub mod " + game + ";\n"
		}
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "arena", "mod.rs"), []byte(text), 0o600))
	return compileRust(t, filepath.Join(dir, "bot.rs"))
}

// besideJava compiles the file Bot.java of a folder, with the SDK beside it, and returns what starts the bot.
func besideJava(t *testing.T, dir, sdk string) []string {
	t.Helper()
	require.NoError(t, os.CopyFS(filepath.Join(dir, "arena"), os.DirFS(filepath.Join(sdk, "java", "arena"))))
	javac(t, dir, "-d", "classes", "Bot.java")
	return runJava(filepath.Join(dir, "classes"), "Bot")
}

// javaBots compiles some bots, and what they use of an SDK, by one start of the compiler, which takes longer to start
// than for a bot. Each is in a package with its name.
func javaBots(t *testing.T, sdk string, bots []string) string {
	t.Helper()
	key := sdk + " " + strings.Join(bots, " ") + ".java"
	if compiled[key] == "" {
		dir := filepath.Join(kept(t, "java"), strconv.Itoa(len(compiled)))
		args := []string{"-sourcepath", abs(t, filepath.Join(sdk, "java")), "-d", "classes"}
		for _, bot := range bots {
			text, err := os.ReadFile("testdata/" + bot + ".java")
			require.NoError(t, err)
			require.NoError(t, os.MkdirAll(filepath.Join(dir, bot), 0o711)) //nolint:gosec // for the user that bots are
			file := filepath.Join(bot, "Bot.java")
			require.NoError(t, os.WriteFile(filepath.Join(dir, file), append([]byte("package "+bot+"; "), text...), 0o600))
			args = append(args, file)
		}
		javac(t, dir, args...)
		compiled[key] = filepath.Join(dir, "classes")
	}
	return compiled[key]
}

// javac compiles in a folder, and minds every warning. It works for so short a time that to optimise itself would take
// longer.
func javac(t *testing.T, dir string, args ...string) {
	t.Helper()
	quick := []string{"-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1", "-encoding", "UTF-8", "-Xlint:all", "-Werror"}
	command := exec.CommandContext(t.Context(), "javac", append(quick, args...)...)
	command.Dir = dir
	output, err := command.CombinedOutput()
	require.NoError(t, err, "%s", output)
}

// runJava returns what starts a bot that is compiled into a folder.
func runJava(classes, bot string) []string {
	return []string{"java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classes, bot}
}

// compileRust compiles a bot in Rust, and minds every warning, too.
func compileRust(t *testing.T, file string, flags ...string) string {
	t.Helper()
	uses(t, file)
	program := filepath.Join(kept(t, "rust"), strconv.Itoa(len(compiled)))
	all := append([]string{"--edition", "2021", "-D", "warnings", "-C", "debuginfo=0", file, "-o", program}, flags...)
	output, err := exec.CommandContext(t.Context(), "rustc", all...).CombinedOutput()
	require.NoError(t, err, "%s", output)
	compiled[program] = program // so that the next one is called otherwise
	return program
}

// kept makes a folder for what several tests use.
func kept(t *testing.T, name string) string {
	t.Helper()
	above, err := testkit.Shared("conform")
	require.NoError(t, err)
	folder := filepath.Join(above, name)
	require.NoError(t, os.MkdirAll(folder, 0o711)) //nolint:gosec // for the user that bots are
	return folder
}

// uses opens files that other programs read, so that go test knows that the result depends
// on them.
func uses(t *testing.T, patterns ...string) {
	t.Helper()
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, files, pattern)
		for _, file := range files {
			_, err := os.ReadFile(file)
			require.NoError(t, err)
		}
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(to, text, 0o600))
}

func abs(t *testing.T, path string) string {
	t.Helper()
	whole, err := filepath.Abs(path)
	require.NoError(t, err)
	return whole
}

// run runs a program to its end, which must come in time. It returns what it wrote to
// standard output and to standard error.
func run(t *testing.T, in []byte, command ...string) (out, errors string, err error) {
	t.Helper()
	const limit = 2 * time.Minute // a machine may be slow; a program that hangs has for ever
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(in), &stdout, &stderr
	err = cmd.Run()
	require.NoError(t, ctx.Err(), "%v has not ended after %v", command, limit)
	return stdout.String(), stderr.String(), err
}
