package pack_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/pack"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/sdk/js"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

// inFolder makes files in a new folder, and goes there.
func inFolder(t *testing.T, files map[string]string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("links are made the Unix way")
	}
	t.Chdir(t.TempDir())
	for path, text := range files {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
}

// collect collects a bot of the current folder.
func collect(t *testing.T, typed string) (*pack.Collected, error) {
	t.Helper()
	path, err := filepath.Abs(typed)
	require.NoError(t, err)
	source := build.Source{Typed: typed, Path: path, Given: typed, Shown: typed, Folder: files.IsFolder(path)}
	return pack.Collect(t.Context(), build.Builder{}, source, source.Name(), pack.Options{})
}

func TestWhatIsPackedOfAFolder(t *testing.T) {
	tier.Needs(t, "sh")
	for name, test := range map[string]struct {
		files map[string]string
		want  string // paths in the package
		fails string
	}{
		"script": {files: map[string]string{
			"z/main.sh": "#!/bin/sh\n", "z/.env": "s", "z/.git/x": "s",
			"z/__pycache__/x": "s", "z/d/t": "1", "z/LICENSE": "MIT",
		}, want: "LICENSE d/t main.sh*"},
		"bot.txt": {
			files: map[string]string{"z/bot.txt": "run sh x.sh\n", "z/x.sh": "", "z/y": ""},
			want:  "bot.txt x.sh y",
		},
		"built": {
			files: map[string]string{
				"z/bot.txt":  "build true\nrun sh out/x.sh data data/t -v\n",
				"z/out/x.sh": "", "z/src/y": "", "z/data/t": "",
				"z/params.json": `[{"name": "a", "default": 3, "low": 0, "high": 10}]`,
			},
			want: "bot.txt data/t out/x.sh params.json",
		},
		"a link": {files: map[string]string{"z/main.sh": "", "z/link": "->/etc/passwd"}, fails: "link: a link"},
		"a link to nothing": {
			files: map[string]string{"z/main.sh": "", "z/link": "->gone"}, fails: "link: a link to what is not there",
		},
		"a text by a link to nothing": {files: map[string]string{
			"z/bot.txt": "build true\nrun sh x.sh\n", "z/x.sh": "", "z/LICENSE": "->gone",
		}, fails: "LICENSE: a link to what is not there"},
		"a link by bot.txt": {files: map[string]string{
			"z/bot.txt": "build true\nrun sh x.sh key\n", "z/x.sh": "",
			"z/key": "->../secret", "secret": "s",
		}, fails: "key: a link"},
		"a folder by a link": {files: map[string]string{
			"z/bot.txt": "build true\nrun sh x.sh d/key\n", "z/x.sh": "",
			"z/d": "->../home", "home/key": "s",
		}, fails: "d/key: a link"},
		"parameters by a link": {files: map[string]string{
			"z/main.sh": "", "z/params.json": "->../p",
			"p": `[{"name": "a", "default": 3, "low": 0, "high": 10}]`,
		}, fails: "params.json: a link"},
		"a name":  {files: map[string]string{"z/main.sh": "", "z/a b": ""}, fails: `"a b": a name has letters`},
		"nothing": {files: map[string]string{"z/x": ""}, fails: "a folder without a bot"},
		"two":     {files: map[string]string{"z/main.sh": "", "z/main.py": ""}, fails: "each could be the bot"},
	} {
		t.Run(name, func(t *testing.T) {
			plain := map[string]string{}
			for path, text := range test.files {
				if !strings.HasPrefix(text, "->") {
					plain[path] = text
				}
			}
			inFolder(t, plain)
			for path, text := range test.files {
				if to, isLink := strings.CutPrefix(text, "->"); isLink {
					require.NoError(t, os.Symlink(to, path))
				}
			}
			found, err := collect(t, "z")
			if test.fails != "" {
				require.ErrorContains(t, err, test.fails)
				return
			}
			require.NoError(t, err)
			parcel, err := botfile.NewParcel(found.Contents)
			require.NoError(t, err)
			m, err := parcel.Fill(botfile.Manifest{Name: "z", Kind: string(found.Kind), Start: found.Start})
			require.NoError(t, err)
			var paths []string
			for _, f := range m.Files {
				path, _ := f.Path()
				if f.Executable {
					path += "*"
				}
				paths = append(paths, path)
			}
			require.Equal(t, test.want, strings.Join(paths, " "))
		})
	}
}

// TestALinkBesideABotIsNotPacked: what it leads to may be a key of the user's.
func TestALinkBesideABotIsNotPacked(t *testing.T) {
	inFolder(t, map[string]string{"secret": "s", "z/x.py": "", "real/y.py": ""})
	require.NoError(t, os.Symlink("../secret", "z/arena.py"))
	_, err := collect(t, "z/x.py")
	require.ErrorContains(t, err, "arena.py: a link, which")
	require.NoError(t, os.Remove("secret"))
	_, err = collect(t, "z/x.py")
	require.ErrorContains(t, err, "arena.py: a link to what is not there")
	require.Regexp(t, "^remove it: rm .*arena.py$", hint.Of(err))

	require.NoError(t, os.Remove("z/arena.py"))
	require.NoError(t, os.Symlink("../real/y.py", "z/y.py"))
	_, err = collect(t, "z/y.py")
	require.NoError(t, err, "the user named that link")
}

func TestPlainName(t *testing.T) {
	for path, want := range map[string]string{
		"a/Zorg.py": "zorg", "AIDemo.cc": "aidemo", "my_bot": "my-bot", "ü": "bot",
		"-x-": "x", "averyverylongname": "averyverylon",
	} {
		require.Equal(t, want, pack.Options{}.NameFor(path))
		require.True(t, botfile.IsName(want))
	}
}

// TestTheSDKBesideAFileIsPackedWithIt, and not what else is called arena.
func TestTheSDKBesideAFileIsPackedWithIt(t *testing.T) {
	core, err := js.Files.ReadFile("arena/core.mjs")
	require.NoError(t, err)
	inFolder(t, map[string]string{
		"a/x.mjs": "", "a/rival.mjs": "", "a/arena/core.mjs": string(core), "a/arena/tron.mjs": "",
		"a/arena/key.pem": "secret",
		"b/x.mjs":         "", "b/arena/core.mjs": "own code", "b/arena/key.pem": "secret",
	})
	for typed, want := range map[string]string{"a/x.mjs": "arena/core.mjs arena/tron.mjs x.mjs", "b/x.mjs": "x.mjs"} {
		packed, err := collect(t, typed)
		require.NoError(t, err)
		var paths []string
		for _, c := range packed.Contents {
			paths = append(paths, c.Path)
		}
		require.Equal(t, want, strings.Join(paths, " "))
	}
}
