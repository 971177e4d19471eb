package playsite

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/web/viewer"
)

const module = "\x00asm\x01\x00\x00\x00"

// folderOf writes files of bots.
func folderOf(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	return folder
}

func TestASiteHasItsBots(t *testing.T) {
	all, err := ReadOpponents(folderOf(t, map[string]string{
		"zorg.mjs": "zorg", "old-1.js": "old", "rock.wasm": module, ".DS_Store": "x", "snake.py": "snake",
		"many/bot.mjs": "bot", "many/Aim.mjs": "aim", "many/README.md": "x", "many/bot.test.mjs": "x", "many/.hid.mjs": "x",
		"many/arena/core.mjs": "x", "many/other.py": "x",
	}))
	require.NoError(t, err)
	p := Playground{
		Games: engine.NewGames(games.All()...), Bots: bots, Page: page, Opponents: all, Pyodide: []viewer.SiteFile{},
	}
	files, told := written(t, p)
	require.Equal(t, []opponent{
		{"many", "js", []string{"opponents/many/bot.mjs", "opponents/many/Aim.mjs"}},
		{"old-1", "js", []string{"opponents/old-1.js"}},
		{"rock", "wasm", []string{"opponents/rock.wasm"}},
		{"snake", "py", []string{"opponents/snake.py"}},
		{"zorg", "js", []string{"opponents/zorg.mjs"}},
	}, told.Opponents)
	require.Equal(t, "aim", files["opponents/many/Aim.mjs"])
	require.Equal(t, module, files["opponents/rock.wasm"])

	p.Opponents = all[1:]
	_, fewer := written(t, p)
	require.NotEqual(t, told.Version, fewer.Version, "browsers keep what is of one version")
}

func TestBotsThatNoBrowserPlaysAreRefused(t *testing.T) {
	many := map[string]string{}
	for n := range mostOpponents + 1 {
		many[fmt.Sprintf("bot%d.mjs", n)] = ""
	}
	large := strings.Repeat("x", 1<<20)
	for want, files := range map[string]map[string]string{
		"README.md: not a bot that a browser runs":                    {"a.mjs": "", "README.md": ""},
		"zorg.bot: not a bot that a browser runs":                     {"zorg.bot": ""},
		"zorg: not a bot that a browser runs":                         {"zorg": ""},
		"zorg: has no bot.mjs, bot.js or bot.py":                      {"zorg/main.go": ""},
		"zorg: has several bots":                                      {"zorg/bot.mjs": "", "zorg/bot.py": ""},
		"mars: has no bot.mjs, bot.js or bot.py":                      {"mars/bot.mjs/bot.mjs": ""},
		"a.b.mjs: no name for a bot of a site":                        {"a.b.mjs": ""},
		"<b>x: no name for a bot of a site":                           {"<b>x/bot.mjs": ""},
		"-rf.mjs: no name for a bot of a site":                        {"-rf.mjs": ""},
		strings.Repeat("x", 21) + ".py: no name for a bot of a site":  {strings.Repeat("x", 21) + ".py": ""},
		"zorg.py: has the name of zorg.mjs":                           {"zorg.mjs": "", "zorg.py": ""},
		"zorg.mjs: has the name of zorg":                              {"zorg/bot.mjs": "", "zorg.mjs": ""},
		"zorg.mjs: larger than 1 MB":                                  {"zorg.mjs": large + "x"},
		"zorg: larger than 1 MB":                                      {"zorg/bot.mjs": "x", "zorg/x.mjs": large},
		"rock.wasm: not a WebAssembly module, whatever its name says": {"rock.wasm": "MZ"},
		"zorg.mjs: not a text in UTF-8":                               {"zorg.mjs": "\xff"},
		": has no bots in it":                                         {".hidden.mjs": ""},
		": has more than 64 bots":                                     many,
	} {
		folder := folderOf(t, files)
		_, err := ReadOpponents(folder)
		require.Error(t, err, want)
		said := strings.ReplaceAll(err.Error(), folder+string(filepath.Separator), "")
		said = filepath.ToSlash(strings.ReplaceAll(said, folder, ""))
		require.True(t, strings.HasPrefix(said, want), "%s: %s", want, said)
		require.NotEmpty(t, hint.Of(err), want)
	}
	_, err := ReadOpponents(filepath.Join(t.TempDir(), "none"))
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestNoLinkIsFollowed: what is read is published.
func TestNoLinkIsFollowed(t *testing.T) {
	secret := filepath.Join(folderOf(t, map[string]string{"secret": "key"}), "secret")
	for _, name := range []string{"zorg.mjs", "zorg", "zorg/more.mjs", "zorg/bot.mjs"} {
		folder := folderOf(t, map[string]string{"other/bot.mjs": "x"})
		path := filepath.Join(folder, filepath.FromSlash(name))
		if name == "zorg/more.mjs" {
			require.NoError(t, os.Mkdir(filepath.Dir(path), 0o700))
			require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(path), "bot.mjs"), nil, 0o600))
		}
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		if err := os.Symlink(secret, path); err != nil {
			require.Equal(t, "windows", runtime.GOOS, err)
			tier.Lacks(t, err) // it lets few users
		}
		_, err := ReadOpponents(folder)
		require.EqualError(t, err, path+": not a file", name)
	}
}

func TestPlayersOfAPageHaveNamesOfTheirOwn(t *testing.T) {
	for name, want := range map[string]string{
		"Demo.mjs": "another player of the page has its name", "me.mjs": "another player of the page has its name",
		"human.wasm": "another player of the page has its name", "snake.py": "this site has no Python",
	} {
		folder := folderOf(t, map[string]string{name: module})
		all, err := ReadOpponents(folder)
		require.NoError(t, err)
		_, err = Playground{Games: engine.NewGames(games.All()...), Bots: bots, Page: page, Opponents: all}.Files()
		require.EqualError(t, err, filepath.Join(folder, name)+": "+want)
		require.NotEmpty(t, hint.Of(err))
	}
}
