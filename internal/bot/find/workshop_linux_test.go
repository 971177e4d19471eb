//go:build linux && (amd64 || arm64)

package find_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/sdks"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/sandbox"
)

// secretOfBen is in a file of another author's, which no compiler may see.
const secretOfBen = "secretOfBen"

// handedIn writes the files of a bot of Anna's, beside those of Ben's, and returns where hers are and what finds it as
// a league does.
func handedIn(t *testing.T, files map[string]string) (string, find.Finder) {
	t.Helper()
	confined, err := sandbox.New(sandbox.Standard)
	if err != nil || !confined.Builds() {
		tier.Lacks(t, sandbox.ErrNoBuilds)
	}
	sdks.Sources = testkit.Source()
	inbox := t.TempDir()
	writeFile(t, filepath.Join(inbox, "ben", "secret.h"), "int "+secretOfBen+";\n")
	writeFile(t, filepath.Join(inbox, "ben", "secret.go"), "package "+secretOfBen+"\n")
	anna := filepath.Join(inbox, "anna")
	for name, text := range files {
		text = strings.ReplaceAll(text, "INBOX", inbox)
		writeFile(t, filepath.Join(anna, name), text)
	}
	return anna, find.Finder{
		Builder: build.Builder{
			Called: "anna", Cache: filepath.Join(t.TempDir(), "cache"), Game: "orkisland",
			Terms:    sandbox.Terms{Level: sandbox.Standard},
			Workshop: &build.Workshop{Sandbox: confined, Folder: t.TempDir()},
		},
		Strange: true,
	}
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))  //nolint:gosec // what is confined may be another user
	require.NoError(t, os.WriteFile(path, []byte(text), 0o755)) //nolint:gosec // likewise
}

// requireBuilt requires that a bot is built and says what it should.
func requireBuilt(t *testing.T, kind language.Kind, files map[string]string, says string) find.Bot {
	t.Helper()
	anna, finder := handedIn(t, files)
	found, err := finder.Find(t.Context(), anna)
	require.NoError(t, err)
	require.Equal(t, kind, found.Kind)
	require.Equal(t, "anna", found.Name)
	require.True(t, found.Strangers)
	require.NotContains(t, found.Command.Path, anna, "of the copy that nobody can change")
	require.Equal(t, says, said(t, found))
	require.Empty(t, leftIn(t, finder.Cache, "main"), "no program of a stranger stays")
	return found
}

// leftIn lists the files below a folder whose text has a word.
func leftIn(t *testing.T, folder, word string) (found []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() && entry.Name() == word {
			found = append(found, path)
		}
		return err
	})
	if !errors.Is(err, fs.ErrNotExist) {
		require.NoError(t, err)
	}
	return found
}

func TestCPPOfAStrangerIsBuilt(t *testing.T) {
	tier.Needs(t, "c++")
	requireBuilt(t, language.CPP, map[string]string{
		"main.cc":  "#include <cstdio>\n#include \"part.hh\"\nint part(); int main() { printf(\"%d\", PLUS + part()); }\n",
		"part.hh":  "#define PLUS 40\n",
		"@args.cc": "int part() { return 2; }\n", // a compiler takes @FILE for arguments, if it begins so
	}, "42")
}

func TestCPPOfAStrangerHasTheSDK(t *testing.T) {
	tier.Long(t, "compiles the headers of the SDK")
	tier.Needs(t, "c++")
	requireBuilt(t, language.CPP, map[string]string{
		"main.cc": "#include <arena/moria.hpp>\n#include <cstdio>\nint main() { std::puts(\"built\"); }\n",
	}, "built\n")
}

func TestAPlayerFileOfAStrangerIsBuilt(t *testing.T) {
	tier.Long(t, "compiles C++ with large headers")
	tier.Needs(t, "c++")
	player, err := os.ReadFile(filepath.Join("..", "..", "..", "examples", "classic", "orkisland", "AINull.cc"))
	require.NoError(t, err)
	anna, finder := handedIn(t, map[string]string{"AINull.cc": string(player), "Player.hh": "#error the wrong one\n"})
	found, err := finder.Find(t.Context(), anna)
	require.NoError(t, err)
	require.Equal(t, language.Classic, found.Kind)
}

func TestGoOfAStrangerIsBuilt(t *testing.T) {
	tier.Needs(t, "go")
	requireBuilt(t, language.Go, map[string]string{
		"go.mod":  "module example.com/anna\n\ngo 1.21\n",
		"main.go": goMain("embed", "//go:embed *.txt\nvar text string", "print(text)"),
		"number.go": "package main\n\nimport (\n\t\"fmt\"\n\n\t\"example.com/anna/part\"\n)\n\n" +
			"func print(text string) { fmt.Print(part.Number, text) }\n",
		"part/part.go":                  "package part\n\nimport \"example.com/lib\"\n\nvar Number = lib.Number\n",
		"part/part_test.go":             "package part\n\nimport \"example.com/missing\"\n",
		"answer.txt":                    " is it",
		"vendor/example.com/lib/lib.go": "package lib\n\nvar Number = 42\n",
	}, "42 is it")
}

func TestGoOfAStrangerHasTheSDK(t *testing.T) {
	tier.Long(t, "compiles the SDK")
	tier.Needs(t, "go")
	main, err := os.ReadFile(filepath.Join("..", "..", "..", "examples", "null", "main.go"))
	require.NoError(t, err)
	anna, finder := handedIn(t, map[string]string{
		"main.go": string(main), "arena/sdk/sdk.go": "package sdk // is not taken: it is the league's that counts\n",
		"arena/go.mod": "module github.com/botarena/arena\n",
	})
	found, err := finder.Find(t.Context(), anna)
	require.NoError(t, err)
	require.Equal(t, language.Go, found.Kind)
}

// TestABuildCommandOfAStrangerIsConfined, and what it makes is all that is taken.
func TestABuildCommandOfAStrangerIsConfined(t *testing.T) {
	tier.Needs(t, "sh", "cp")
	found := requireBuilt(t, language.Described, map[string]string{
		"bot.txt":   "# a bot\nbuild sh make.sh 42\nrun sh out/main.sh\ngame orkisland\n",
		"make.sh":   "set -e; mkdir out; echo \"echo $1\" > out/main.sh; ! cat INBOX/ben/secret.h; ! cat /etc/passwd\n",
		"source.in": "the source",
	}, "42\n")
	require.Empty(t, leftIn(t, found.Command.Path, "source.in"))
	require.Empty(t, leftIn(t, found.Command.Path, "make.sh"))
	text, err := os.ReadFile(filepath.Join(found.Command.Path, "bot.txt"))
	require.NoError(t, err)
	require.Equal(t, "# a bot\nrun sh out/main.sh\ngame orkisland\n", string(text), "it is not built a second time")
}

// TestRustOfAStrangerIsBuilt: its build script and its procedural macro run, and see nothing.
func TestRustOfAStrangerIsBuilt(t *testing.T) {
	tier.Long(t, "compiles Rust")
	tier.Needs(t, "cargo")
	const looks = `fn looks() -> String {
	let found = [std::fs::read("/etc/passwd").is_ok(), std::fs::read("INBOX/ben/secret.h").is_ok(),
		std::net::TcpStream::connect("127.0.0.1:1").unwrap_err().kind() != std::io::ErrorKind::PermissionDenied,
		std::fs::write("/tmp/x", "x").is_ok()];
	format!("{found:?}")
}
`
	requireBuilt(t, language.Described, map[string]string{
		"bot.txt": "build cargo build --release --quiet\nrun target/release/anna\ngame orkisland\n",
		"Cargo.toml": "[package]\nname = \"anna\"\nversion = \"1.0.0\"\nedition = \"2021\"\n\n" +
			"[dependencies]\npeek = { path = \"peek\" }\n",
		"build.rs": looks + `fn main() { println!("cargo:rustc-env=FOUND={}", looks()); }`,
		"peek/Cargo.toml": "[package]\nname = \"peek\"\nversion = \"1.0.0\"\nedition = \"2021\"\n\n" +
			"[lib]\nproc-macro = true\n",
		"peek/src/lib.rs": looks + `#[proc_macro]
pub fn peek(_: proc_macro::TokenStream) -> proc_macro::TokenStream { format!("{:?}", looks()).parse().unwrap() }
`,
		"src/main.rs": `fn main() { print!("{} {}", env!("FOUND"), peek::peek!()); }`,
	}, "[false, false, false, false] [false, false, false, false]")
}

// TestJavaOfAStrangerIsBuilt: an annotation processor of its own runs, and sees nothing.
func TestJavaOfAStrangerIsBuilt(t *testing.T) {
	tier.Long(t, "starts Java four times")
	tier.Needs(t, "javac", "java")
	requireBuilt(t, language.Described, map[string]string{
		"bot.txt": "build sh make.sh\nrun java -cp classes Bot\ngame orkisland\n",
		"make.sh": "javac -proc:none -d looks Looks.java && exec javac -cp looks -processor Looks -d classes Bot.java\n",
		"Looks.java": `import java.io.File;
import java.util.Set;
import javax.annotation.processing.*;
import javax.lang.model.element.TypeElement;

@SupportedAnnotationTypes("*")
public class Looks extends AbstractProcessor {
	@Override public boolean process(Set<? extends TypeElement> all, RoundEnvironment round) {
		for (String path : new String[] {"/etc/passwd", "INBOX/ben/secret.h"})
			if (new File(path).canRead()) throw new IllegalStateException(path);
		try { new java.net.Socket("127.0.0.1", 1); } catch (java.net.ConnectException e) {
			throw new IllegalStateException(e);
		} catch (Exception e) { }
		return false;
	}
}
`,
		"Bot.java": "@Deprecated\npublic class Bot {\n" +
			"\tpublic static void main(String[] args) { System.out.print(\"built\"); }\n}\n",
	}, "built")
}

// TestGoOfAStrangerGeneratesNothing: its lines for go generate are words, in any file and folder.
func TestGoOfAStrangerGeneratesNothing(t *testing.T) {
	tier.Needs(t, "go", "sh")
	const generate = "//go:generate sh -c \"touch INBOX/ran; echo 'package main; const made = 1' > made.go\"\n"
	files := map[string]string{
		"go.mod":       "module anna\n\ngo 1.21\n",
		"main.go":      generate + goMain("anna/part", generate, "print()"),
		"print.go":     generate + "package main\n\nimport \"fmt\"\n\nfunc print() { fmt.Print(42) }\n",
		"part/part.go": "package part\n\n" + generate,
	}
	anna, finder := handedIn(t, files)
	found, err := finder.Find(t.Context(), anna)
	require.NoError(t, err)
	require.Equal(t, "42", said(t, found))
	for _, made := range []string{"ran", "made.go"} {
		for _, folder := range []string{filepath.Dir(anna), finder.Cache, finder.Workshop.Folder} {
			require.Empty(t, leftIn(t, folder, made), folder)
		}
	}
	anna, finder = handedIn(t, map[string]string{"main.go": generate + goMain("fmt", "var _ = made", "")})
	_, err = finder.Find(t.Context(), anna)
	require.ErrorContains(t, err, "undefined: made")
}

// goMain is a program in Go that imports a package and has some lines.
func goMain(imported, lines, main string) string {
	return "package main\n\nimport _ \"" + imported + "\"\n\n" + lines + "\n\nfunc main() { " + main + " }\n"
}

// TestACompilerLeaksNothing: its author is told that there is no such file, and nothing of what is in it.
func TestACompilerLeaksNothing(t *testing.T) {
	tier.Needs(t, "c++", "go")
	const mainGo = "package main\n\nfunc main() {}\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"include of the system's users": {cpp(`#include "/etc/passwd"`), "No such file"},
		"include of another author's":   {cpp(`#include "../ben/secret.h"`), "No such file"},
		"include by its whole path":     {cpp(`#include "INBOX/ben/secret.h"`), "No such file"},
		"include of a device":           {cpp(`#include "/dev/stdin"`), "No such file"},
		"embed of a file": {
			cpp("const char x[] = {\n#embed \"INBOX/ben/secret.h\"\n};"), "embed",
		},
		"incbin":                     {cpp(`asm(".incbin \"/etc/passwd\"");`), "/etc/passwd"},
		"incbin of another author's": {cpp(`asm(".incbin \"INBOX/ben/secret.h\"");`), "secret.h"},
		"precompiled header":         {cpp("#pragma GCC pch_preprocess \"INBOX/ben/secret.h\""), "pch_preprocess"},
		"a linker script":            {map[string]string{"main.cc": "int main() {}", "y.cc": "INPUT(/etc/passwd)"}, "y.cc"},
		"templates without end": {
			cpp("template<int N> struct A { enum { v = A<N + 1>::v }; }; int x = A<0>::v;"), "depth",
		},
		"includes without end":         {cpp(`#include "main.cc"`), "lines left out"},
		"an array that fills the disk": {cpp("char x[1u << 30] = {1};"), "File size limit exceeded"},
		"go: cgo": {
			map[string]string{"main.go": "package main\n\n// #cgo LDFLAGS: -fplugin=./x.so\nimport \"C\"\n\nfunc main() {}\n"},
			"main.go: only Go is compiled here, without cgo",
		},
		"go: assembly": {map[string]string{"main.go": mainGo, "x.s": "#include \"/etc/passwd\""}, "x.s: only Go is compiled"},
		"go: embed of another author's": {
			map[string]string{"main.go": goMain("embed", "//go:embed ../ben/secret.h\nvar s string", "")},
			"//go:embed ../ben/secret.h: no matching files",
		},
		"go: a replaced module": {
			map[string]string{
				"go.mod":  "module anna\n\nrequire example.com/ben v1.0.0\n\nreplace example.com/ben => ../ben\n",
				"main.go": goMain("example.com/ben", "", ""),
			}, "imports example.com/ben, which is neither of Go, nor of the SDK, nor in its own folder",
		},
		"go: a folder above": {
			map[string]string{
				"go.mod": "module anna\n", "main.go": goMain("anna/../../ben", "", ""),
			}, "invalid import path",
		},
		"go: what is internal": {
			map[string]string{"main.go": goMain("github.com/botarena/arena/internal/bot/trust", "", "")},
			"neither of Go, nor of the SDK",
		},
		"go: line directives": {
			map[string]string{"main.go": "package main\n\n//line INBOX/ben/secret.go:1\nfunc main() { x }\n"}, "undefined: x",
		},
		"go: patterns for all files, again and again": {
			map[string]string{
				"main.go": goMain("embed", "//go:embed"+each(4000, " *[^%d]")+"\nvar f int", ""), "a": "", "b": "", "c": "",
			}, "//go:embed has patterns for more than 10000 files",
		},
		"go: names of packages without end": {
			map[string]string{"main.go": "package main\n" + each(501, "\nimport _ \"a/%d\"") + "\n\nfunc main() {}\n"},
			"imports more than 500 packages",
		},
		"go: packages in a ring": {
			map[string]string{
				"go.mod": "module anna\n", "main.go": goMain("anna/a", "", ""),
				"a/a.go": "package a\n\nimport _ \"anna/b\"\n", "b/b.go": "package b\n\nimport _ \"anna/a\"\n",
			}, "import cycle: main imports anna/a imports anna/b imports anna/a",
		},
		"bot.txt: a command elsewhere": {
			map[string]string{"bot.txt": "build INBOX/ben/secret.h\nrun sh main.sh\n", "main.sh": ""}, "neither in the folder",
		},
		"bot.txt: files that are all holes": {
			map[string]string{
				"bot.txt":  "build sh holes.sh\nrun sh 1 2\n",
				"holes.sh": "for i in 1 2; do dd if=/dev/null of=$i bs=1 seek=200000000; done\n",
			}, "what it runs has more than 256 MiB",
		},
		"bot.txt: a pipe": {
			map[string]string{"bot.txt": "build mkfifo pipe\nrun sh pipe\n"}, "cannot create fifo",
		},
		"bot.txt: the user's files": {
			map[string]string{"bot.txt": "build cat /etc/passwd INBOX/ben/secret.h\nrun sh main.sh\n", "main.sh": ""},
			"No such file",
		},
	} {
		t.Run(name, func(t *testing.T) {
			anna, finder := handedIn(t, c.files)
			_, err := finder.Find(t.Context(), anna)
			why := new(unfit.Error)
			require.ErrorAs(t, err, &why)
			require.Contains(t, why.Problem, c.want)
			require.NotContains(t, why.Error()+why.Hint(), "root:x")
			require.NotContains(t, why.Error()+why.Hint(), "int "+secretOfBen)
			require.NotContains(t, why.Error()+why.Hint(), finder.Workshop.Folder)
			require.NotContains(t, why.Error()+why.Hint(), finder.Cache)
		})
	}
}

// each writes a text with the numbers below a count.
func each(count int, format string) string {
	var all strings.Builder
	for n := range count {
		fmt.Fprintf(&all, format, n)
	}
	return all.String()
}

// cpp is a program in C++ with some lines in it.
func cpp(lines string) map[string]string {
	return map[string]string{"main.cc": lines + "\nint main() {}\n"}
}

// TestLinksOfASourceAreRefused, as the arena itself reads some of it.
func TestLinksOfASourceAreRefused(t *testing.T) {
	anna, finder := handedIn(t, map[string]string{"main.go": "package main\n\nfunc main() {}\n"})
	require.NoError(t, os.Symlink("../ben/secret.h", filepath.Join(anna, "secret.txt")))
	_, err := finder.Find(t.Context(), anna)
	require.ErrorContains(t, err, "secret.txt in it: is a link")
}

// TestWithoutAWorkshopSourcesOfStrangersAreNotBuilt, but where the user says that nothing confines them.
func TestWithoutAWorkshopSourcesOfStrangersAreNotBuilt(t *testing.T) {
	tier.Needs(t, "c++")
	for _, files := range []map[string]string{
		cpp(""),
		{"main.go": "package main\n\nfunc main() {}\n", "go.mod": "module anna\n"},
		{"bot.txt": "build true\nrun sh main.sh\n", "main.sh": ""},
	} {
		anna, finder := handedIn(t, files)
		finder.Workshop = nil
		_, err := finder.Find(t.Context(), anna)
		require.ErrorContains(t, err, "would have to be built, and nothing would confine that")
		finder.Terms = unconfined
		_, err = finder.Find(t.Context(), anna)
		require.ErrorContains(t, err, strangeProgram)
		finder.Terms.Asked = true
		_, err = finder.Find(t.Context(), anna)
		require.NoError(t, err)
	}
}

// TestWhatABuildNamesTwiceIsTakenOnce.
func TestWhatABuildNamesTwiceIsTakenOnce(t *testing.T) {
	tier.Needs(t, "sh", "mkdir")
	requireBuilt(t, language.Described, map[string]string{
		"bot.txt": "build sh make.sh\nrun sh ./out/main.sh out out/main.sh\n",
		"make.sh": "mkdir out && echo 'echo $#' > out/main.sh\n",
	}, "2\n")
}

// TestAToolOfTheUserIsShownWithItsParts, and not what lies beside them: Cargo has there what it signs in with.
func TestAToolOfTheUserIsShownWithItsParts(t *testing.T) {
	tier.Needs(t, "cat", "sh")
	tool, err := exec.LookPath("cat")
	require.NoError(t, err)
	program, err := os.ReadFile(tool)
	require.NoError(t, err)
	own := t.TempDir()
	writeFile(t, filepath.Join(own, "bin", "own"), string(program))
	writeFile(t, filepath.Join(own, "lib", "part"), "part")
	writeFile(t, filepath.Join(own, "credentials.toml"), secretOfBen)
	t.Setenv("PATH", filepath.Join(own, "bin")+":"+os.Getenv("PATH"))
	requireBuilt(t, language.Described, map[string]string{
		"bot.txt": "build own " + own + "/lib/part\nrun sh main.sh\n", "main.sh": "echo built",
	}, "built\n")
	anna, finder := handedIn(t, map[string]string{
		"bot.txt": "build own " + own + "/credentials.toml\nrun sh main.sh\n", "main.sh": "echo built",
	})
	_, err = finder.Find(t.Context(), anna)
	require.ErrorContains(t, err, "No such file")
	require.NotContains(t, err.Error(), secretOfBen)
}
