//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
)

// TestNoNameOfTheArenasLeadsToTheUsersFiles: in a folder that a stranger has sent, what a command writes by a name
// that nobody has typed may be there already, as a link to a file or a folder of the user's.
func TestNoNameOfTheArenasLeadsToTheUsersFiles(t *testing.T) {
	tier.Long(t, "plays matches")
	null := "null null null null --set nb_rounds=2 --bots " + botsOfTests(t)
	series := "series orkisland " + null + " -n 4"
	for _, c := range []struct {
		name, link string
		folder     bool // the link is to one
		typed      string
		says       string // "" if the link is replaced, or is no name that the command uses
	}{
		{"export", "match.html", false, "export match.arena", "match.html: is a link, .*\nhint: -o FILE names another"},
		{"picture", "match.png", false, "export match.arena --format png", "match.png: is a link"},
		{"pack", "fine-1.0.0.bot", false, "bot pack ./fine.sh --unsigned --version 1.0.0", "fine-1.0.0.bot: is a link"},
		{"install", "bots", true, "bot add fine.bot --trust unsigned", "bots: is a link, .*\nhint: --bots DIR names another"},
		{"store", "orkisland.db", false, series, "orkisland.db: is a link, .*\nhint: --store FILE names another"},
		{"store's log", "orkisland.db-wal", false, series, ""},
		{"store's memory", "orkisland.db-shm", false, series, ""},
		{"store's journal", "orkisland.db-journal", false, series, ""},
		{"comparison", "orkisland.db", false, "compare orkisland null random --set nb_rounds=2 --bots " + botsOfTests(t) +
			" -n 4", "orkisland.db: is a link"},
		{"faults", "faults", true, "play orkisland ./exits.sh " + null[len("null "):] + " -q -o none", "faults: is a link"},
		{"profile", "profile", true, "profile orkisland ./fine.sh " + null[len("null "):], "profile: is a link"},
		{
			"samples", "profile/cpu.pprof", false, "profile orkisland ./fine.sh " + null[len("null "):],
			"profile/cpu.pprof: is a link, .*\nhint: -o FOLDER names another",
		},
		{"page", "public/index.html", false, "site public --reader reader.wasm", "public/index.html: is a link"},
		{"pages", "x.html.d", true, "results orkisland.db --html x.html --with-replays", "x.html.d: is a link"},
		{
			"page of a match", "x.html.d/1-1.html", false, "results orkisland.db --html x.html --with-replays",
			"x.html.d/1-1.html: is a link",
		},
		{
			"parameters", "tuned/params.json", false,
			"tune orkisland ./tuned --write --set nb_rounds=2 --bots " + botsOfTests(t) + " -n 8",
			"tuned: params.json: a link out of its folder",
		},
		{"league", "l/inbox", true, "league serve l --for 3s", "l/inbox: is a link, .*\nhint: a league has no links"},
		{"new league", "l/bots", true, "league new orkisland l", "l/bots: is a link"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			a := unpacked(t, map[string]string{
				"fine.sh": lineBot, "exits.sh": "echo arena 1; read go; exit 1\n", "tuned/main.sh": lineBot,
				"reader.wasm": "\x00asm", "public/reader.wasm.gz": "",
			})
			a.env = append(a.env, "XDG_CONFIG_HOME="+filepath.Join(a.dir, "settings"), "HOME="+a.dir)
			before := a.usersFiles(t, c.link, c.folder, c.typed)
			said, _ := a.arena(strings.Fields(c.typed)...)
			if c.says != "" {
				require.Regexp(t, "(?m)"+c.says, said)
			}
			require.Equal(t, before, filesIn(t, filepath.Dir(before[0][0])), said)
		})
	}
}

// usersFiles makes a link in the stranger's folder to a file or a folder of the user's, and what a command needs. It
// returns what the user has.
func (a *unpackedFiles) usersFiles(t *testing.T, link string, folder bool, typed string) [][2]string {
	users := t.TempDir()
	file := filepath.Join(users, "letter")
	text := `[{"name": "a", "low": 0, "high": 9, "default": 1}]`
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	switch {
	case strings.Contains(typed, "match.arena"):
		a.does("play", "orkisland", "null", "null", "null", "null", "-q", "-o", "match.arena", "--set",
			"nb_rounds=2", "--bots", botsOfTests(t))
	case strings.HasPrefix(typed, "results"), strings.HasPrefix(link, "orkisland.db-"):
		a.does("series", "orkisland", "null", "null", "null", "null", "-n", "1", "--keep", "all", "--set", "nb_rounds=2",
			"--bots", botsOfTests(t), "--store", "orkisland.db")
	case strings.HasPrefix(typed, "bot add"):
		a.packageOf("fine.bot", map[string]string{"bot.txt": "run sh main.sh\n", "main.sh": lineBot})
	case strings.HasPrefix(typed, "league serve"):
		a.does("league", "new", "orkisland", "l", "--set", "nb_rounds=2")
	}
	at, to := filepath.Join(a.dir, link), file
	if folder {
		to = users
	}
	require.NoError(t, os.RemoveAll(at))
	require.NoError(t, os.MkdirAll(filepath.Dir(at), 0o755)) //nolint:gosec // see unpacked
	require.NoError(t, os.Symlink(to, at))
	return filesIn(t, users)
}

// filesIn returns the paths and texts of the files in a folder.
func filesIn(t *testing.T, folder string) (all [][2]string) {
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		text, _ := os.ReadFile(path) // a folder has none
		all = append(all, [2]string{path, string(text)})
	}
	return all
}
