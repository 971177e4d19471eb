//go:build unix

package find_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/sandbox"
)

// standIns makes folders with programs, of which shims is the only one in PATH besides those of the system. In the text
// of a program, HERE is the folder that all of them are in.
func standIns(t *testing.T, programs map[string]string) (folder string) {
	t.Helper()
	tier.Needs(t, "sh")
	folder, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for name, text := range programs {
		path := filepath.Join(folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		if to, is := strings.CutPrefix(text, "-> "); is {
			require.NoError(t, os.Symlink(strings.ReplaceAll(to, "HERE", folder), path))
			continue
		}
		text = strings.ReplaceAll(text, "HERE", folder)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o755)) //nolint:gosec // it is to be started
	}
	t.Setenv("PATH", filepath.Join(folder, "shims")+":/usr/bin:/bin")
	return folder
}

const manager = "#!/bin/sh\n[ \"$1\" = which ] && [ -f \"HERE/real/$2\" ] && echo \"HERE/real/$2\" && exit\n" +
	"echo \"no version is set for $2\" >&2; exit 126\n"

// TestWhatStandsForAProgramIsSeenThrough: a bot sees neither a version manager nor what that needs, in whatever way
// the program is named.
func TestWhatStandsForAProgramIsSeenThrough(t *testing.T) {
	exec := "#!/bin/bash\nset -e\nexec HERE/real/NAME \"$@\"\n"
	pyenv := "#!/usr/bin/env bash\nset -e\nprogram=\"${0##*/}\"\nexec \"HERE/libexec/pyenv\" exec \"$program\" \"$@\"\n"
	asdf := "#!/usr/bin/env bash\n# asdf-plugin: perl 5\n" +
		"exec HERE/libexec/pyenv exec \"NAME\" \"$@\" # asdf_allow: ' asdf '\n"
	cache := t.TempDir()
	for name, shim := range map[string]string{
		"exec": exec, "bare": strings.ReplaceAll(exec, `"$@"`, "$@"), "pyenv": pyenv, "asdf": asdf,
		"mise": "-> HERE/libexec/mise", "volta": "-> HERE/libexec/volta-shim",
	} {
		t.Run(name, func(t *testing.T) {
			programs := map[string]string{
				"libexec/pyenv": manager, "libexec/mise": manager, "libexec/volta": manager,
				"libexec/volta-shim": "\x7fELF",
			}
			for _, tool := range []string{"python3", "node", "java", "perl", "bash"} {
				programs["shims/"+tool] = strings.ReplaceAll(shim, "NAME", tool)
				if tool == "bash" { // else env would start it for itself, without end
					programs["shims/bash"] = strings.Replace(programs["shims/bash"], "/usr/bin/env bash", "/bin/bash", 1)
				}
				programs["real/"+tool] = "\x7fELF"
			}
			folder := standIns(t, programs)
			inFolder(t, map[string]string{
				"a.py": "", "b.js": "", "c.jar": "", "d.sh": "#!/bin/bash\n", "described/bot.txt": "run python3 -u x.py\n",
				"jar/bot.txt": "run java -jar x.jar\n", "perl/bot.txt": "run perl x.pl\n", "env": "#!/usr/bin/env python3\n",
				"words": "#!/usr/bin/env -S perl -w\n", "whole": "#!" + folder + "/shims/perl\n",
				"typed/bot.txt": "run " + folder + "/shims/perl x.pl\n",
			})
			for typed, tool := range map[string]string{
				"a.py": "python3", "b.js": "node", "c.jar": "java", "d.sh": "bash", "described": "python3", "jar": "java",
				"perl": "perl", "env": "python3", "words": "perl", "whole": "perl", "typed": "perl",
			} {
				bot, err := find.Finder{Builder: build.Builder{Cache: cache}}.Find(t.Context(), typed)
				require.NoError(t, err, typed)
				require.Equal(t, filepath.Join(folder, "real", tool), bot.Command.Args[0], typed)
				require.Contains(t, strings.Join(bot.Command.Env, "\n"), "PATH="+filepath.Join(folder, "real")+":", typed)
				if typed == "words" {
					require.Equal(t, []string{"-w", absolute(t, "words")}, bot.Command.Args[1:])
				}
			}
		})
	}
}

// TestAnInterpreterIsAskedWhereItIs, of which the script itself does not tell.
func TestAnInterpreterIsAskedWhereItIs(t *testing.T) {
	folder := standIns(t, map[string]string{
		"shims/python3": "#!/bin/sh\necho HERE/real/python3.13\n", "shims/node": "#!/bin/sh\necho HERE/real/node\n",
		"shims/java":        "#!/bin/sh\necho '    java.home = HERE/real/jdk' >&2\n",
		"real/jdk/bin/java": "\x7fELF", "real/node": "\x7fELF", "real/python3.13": "\x7fELF",
	})
	inFolder(t, map[string]string{"a.py": "", "b.mjs": "", "c.jar": "", "jar/bot.txt": "run java -jar x.jar\n"})
	for typed, real := range map[string]string{
		"a.py": "python3.13", "b.mjs": "node", "c.jar": "jdk/bin/java", "jar": "jdk/bin/java",
	} {
		bot, err := find.Finder{Builder: build.Builder{Cache: t.TempDir()}}.Find(t.Context(), typed)
		require.NoError(t, err, typed)
		require.Equal(t, filepath.Join(folder, "real", real), bot.Command.Args[0], typed)
	}
}

// TestAStandInThatNobodySeesThroughIsRefused before it is started, where bots see nothing of the user's.
func TestAStandInThatNobodySeesThroughIsRefused(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("nothing hides a program there")
	}
	folder := standIns(t, map[string]string{
		"shims/python3": "#!/bin/sh\nexec \"HERE/libexec/pyenv\" exec \"python3\" \"$@\"\n", "libexec/pyenv": manager,
		"shims/perl": "#!/bin/sh\nif true; then exec /usr/bin/a; fi\nexec /usr/bin/b\n", "shims/deno": "-> HERE/libexec/mise",
		"libexec/mise": manager,
	})
	inFolder(t, map[string]string{"a.py": "", "p/bot.txt": "run perl x.pl\n", "d/bot.txt": "run deno x\n"})
	for typed, want := range map[string][2]string{
		"a.py": {
			"a.py: needs python3, and what is called so in PATH, HERE/shims/python3, only stands for it, and can't be read by " +
				"bots: no version is set for python3: exit status 126",
			`put the program itself first: PATH="$(dirname "$(pyenv which python3)"):$PATH" arena …`,
		},
		"p": {
			"p: needs perl, and what is called so in PATH, HERE/shims/perl, only stands for it, and can't be read by bots",
			"put the folder of the program itself first: PATH=FOLDER:$PATH arena …",
		},
		"d": {
			"d: needs deno, and what is called so in PATH, HERE/shims/deno, only stands for it, and can't be read by bots: " +
				"no version is set for deno: exit status 126",
			`put the program itself first: PATH="$(dirname "$(mise which deno)"):$PATH" arena …`,
		},
	} {
		_, err := find.Finder{}.Find(t.Context(), typed)
		told := new(unfit.Error)
		require.ErrorAs(t, err, &told, typed)
		require.Equal(t, want, [2]string{strings.ReplaceAll(told.Error(), folder, "HERE"), told.Hint()})

		bot, err := find.Finder{
			Builder: build.Builder{Terms: sandbox.Terms{Level: sandbox.None}},
		}.Find(t.Context(), typed)
		require.NoError(t, err, "there, a bot sees what the user does")
		require.Equal(t, filepath.Join(folder, "shims"), filepath.Dir(bot.Command.Args[0]))
	}
}

// TestALinkOfABotsIsNotAsked: it may have any name, and lead to any program of the user's, who has not started that.
func TestALinkOfABotsIsNotAsked(t *testing.T) {
	folder := standIns(t, map[string]string{
		"shims/deploy": "#!/bin/sh\necho \"$@\" >> HERE/deployed\n", "bots/bin/python3": "-> HERE/shims/deploy",
		"bots/x": "#!HERE/bots/bin/python3\n", "bots/described/bot.txt": "run HERE/bots/bin/python3 x.py\n",
	})
	finder := find.Finder{Builder: build.Builder{Cache: t.TempDir()}}
	for _, name := range []string{"x", "described"} {
		_, err := finder.Find(t.Context(), filepath.Join(folder, "bots", name))
		require.NoFileExists(t, filepath.Join(folder, "deployed"), name)
		require.NoError(t, err)
	}
}

// TestABotTxtMayNameAProgramOfTheSystemByItsPath, as it may by its name.
func TestABotTxtMayNameAProgramOfTheSystemByItsPath(t *testing.T) {
	tier.Needs(t, "sh")
	inFolder(t, map[string]string{"a/bot.txt": "run /bin/sh x.sh\n", "a/x.sh": ""})
	bot, err := find.Finder{}.Find(t.Context(), "a")
	require.NoError(t, err)
	require.Equal(t, []string{"/bin/sh", absolute(t, "a/x.sh")}, bot.Command.Args)
}
