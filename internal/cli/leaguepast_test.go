//go:build unix

package cli

import (
	"archive/tar"
	"encoding/binary"
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/contest/store"
)

// pastLeagues are the formats of the stores of leagues that older arenas made: testdata/past/league-FORMAT.sh has what
// was typed.
var pastLeagues = []int{2, 7, 8}

// pastMatches is how many matches each of them has.
const pastMatches = 10

// pastLeague is a folder in which an older arena has held a league that is called class.
func pastLeague(t *testing.T, format int) *netLeague {
	t.Helper()
	dir, temp := t.TempDir(), testkit.ShortDir(t)
	league := func(args ...string) *exec.Cmd {
		return arenaIn(t, dir, temp, append([]string{"league"}, args...)...)
	}
	unpackFolder(t, fmt.Sprintf("testdata/past/league-%d.tar.zst", format), dir)
	return &netLeague{t, dir, league, testkit.Address(t.Cleanup), make(map[string]string)}
}

func unpackFolder(t *testing.T, path, to string) {
	t.Helper()
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close() //nolint:errcheck // only read
	unpacked, err := zstd.NewReader(file)
	require.NoError(t, err)
	defer unpacked.Close()
	for all := tar.NewReader(unpacked); ; {
		one, err := all.Next()
		if err == io.EOF {
			return
		}
		require.NoError(t, err)
		path := filepath.Join(to, one.Name)
		if one.Typeflag == tar.TypeDir {
			require.NoError(t, os.Mkdir(path, 0o700))
			continue
		}
		text, err := io.ReadAll(all)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, text, one.FileInfo().Mode()))
	}
}

func (l *netLeague) read(name string) string {
	l.t.Helper()
	text, err := os.ReadFile(filepath.Join(l.dir, name))
	require.NoError(l.t, err)
	return string(text)
}

// shown is what arena league show tells of a folder, and of its matches.
func (l *netLeague) shown(folder string) (table, matches string) {
	l.t.Helper()
	table, _, _ = strings.Cut(mustRun(l.t, l.league("show", folder)), "worker  ")
	_, table, _ = strings.Cut(table, ":") // which is called after its folder
	return table, mustRun(l.t, l.league("show", folder, "--csv"))
}

// TestALeagueOfThePastIsReadAsItIs: all that only reads tells of it what the older arena has told, and changes nothing.
func TestALeagueOfThePastIsReadAsItIs(t *testing.T) {
	tier.Long(t, "starts the arena often")
	t.Parallel()
	for _, format := range pastLeagues {
		l := pastLeague(t, format)
		before := l.read("class/league.db")
		table, matches := l.shown("class")
		require.Equal(t, l.read("said.csv"), matches)
		for _, args := range [][]string{
			{"set", "class"},
			{"show", "class", "--grades"},
			{"show", "class", "--history"},
			{"show", "class", "--json"},
			{"show", "class", "--html", "page.html", "--with-replays"},
			{"people", "list", "class"},
			{"workers", "class"},
			{"similar", "class"},
			{"backup", "class", "new.backup"},
			{"restore", "new.backup", "new"},
			{"restore", "class.backup", "old"},
		} {
			mustRun(t, l.league(args...))
		}
		require.Equal(t, before, l.read("class/league.db"), "format %d was written to", format)
		for _, restored := range []string{"new", "old"} {
			again, same := l.shown(restored)
			require.Equal(t, table, again, "format %d: %s", format, restored)
			require.Equal(t, matches, same)
		}
		l.requireReplays("class")
	}
}

// requireReplays requires that the first matches of a league can be played again, and are the same.
func (l *netLeague) requireReplays(folder string) {
	l.t.Helper()
	replays := []string{"verify"}
	for n := range pastMatches {
		name := fmt.Sprintf("%s-%d.arena", folder, n+1)
		mustRun(l.t, l.arena("results", folder+"/league.db", "--match", fmt.Sprint(n+1), "-o", name))
		replays = append(replays, name)
	}
	said := mustRun(l.t, l.arena(replays...))
	require.Equal(l.t, pastMatches, strings.Count(said, "as recorded"), said)
}

// arena is another command than those of leagues.
func (l *netLeague) arena(args ...string) *exec.Cmd {
	c := l.league()
	c.Args = append(c.Args[:1:1], args...)
	return c
}

// TestALeagueOfThePastGoesOn: it is served, its people and workers are who they were, bots keep their owners, and none
// of what was known of it is lost.
func TestALeagueOfThePastGoesOn(t *testing.T) {
	tier.Long(t, "holds leagues")
	t.Parallel()
	for _, format := range pastLeagues {
		t.Run(fmt.Sprint(format), func(t *testing.T) {
			t.Parallel()
			l := pastLeague(t, format)
			page, serve := l.serveThePast()
			l.handsInAsBefore(page, format)
			worker := strings.Replace(l.read("worker.txt"), "127.0.0.1:18746", l.address, 1)
			l.worker("anna", worker, "--sandbox", "none", "--cpu", "2s", "--wall", "20s")
			testkit.Await(t, "a match that the worker has played", func() bool {
				return storedIn(t, filepath.Join(l.dir, "class")) > pastMatches
			})
			require.Contains(t, l.saidBy("anna"), "joined")
			mustRun(t, l.league("prefer", "class", "yeti", "-n", "1"))
			for _, path := range []string{"", "match/1", "match/10", "bot/1", "bot/2", "tables", "feed.atom"} {
				status, text := page.ask(http.MethodGet, path, nil)
				require.Equal(t, http.StatusOK, status, "%s: %s", path, text)
			}
			require.NoError(t, serve.Process.Signal(os.Interrupt))
			l.ends(serve)
			l.requireNothingIsLost(format)
		})
	}
}

// serveThePast serves a league with a page, and plays nothing on this machine.
func (l *netLeague) serveThePast() (*author, *exec.Cmd) {
	l.t.Helper()
	http := testkit.Address(l.t.Cleanup)
	serve := l.league("serve", "class", "-j", "0", "--sandbox", "none", "--stored-limits", "--http", http,
		"--listen", l.address)
	l.start("league", serve)
	l.waitFor("league", "the page is at ")
	l.listens()
	return &author{T: l.t, page: "http://" + http + "/"}, serve
}

// handsInAsBefore hands in bots by the links that the older arena made.
func (l *netLeague) handsInAsBefore(page *author, format int) {
	l.t.Helper()
	better := "# better\n" + l.read("class/bots/"+yetis+"/yeti.sh")
	require.NoError(l.t, os.WriteFile(filepath.Join(l.dir, "yeti.sh"), []byte(better), 0o600))
	require.NoError(l.t, os.WriteFile(filepath.Join(l.dir, "mine.sh"), []byte(better+"# mine\n"), 0o600))
	if format < 7 { // there were no people, but a line for all authors
		_, token, found := strings.Cut(strings.TrimSpace(l.read("authors.txt")), "#")
		require.True(l.t, found)
		_, token, _ = strings.Cut(token, ".")
		require.Equal(l.t, http.StatusOK, page.signsIn(token))
		said := refusedBy(l.t, l.league("submit", page.page+"#submit="+token, "mine.sh"))
		require.Contains(l.t, said, "your link is for many people, so only a signed package counts")
		return
	}
	links := make(map[string]string)
	rows, err := csv.NewReader(strings.NewReader(l.read("links.csv"))).ReadAll()
	require.NoError(l.t, err)
	for _, row := range rows[1:] {
		links[row[0]] = strings.Replace(row[3], "http://127.0.0.1:18745/", page.page, 1)
		_, token, _ := strings.Cut(row[3], "#submit=")
		want := http.StatusOK
		if row[0] == "Cleo" { // whose link had ended
			want = http.StatusForbidden
		}
		require.Equal(l.t, want, page.signsIn(token), row[0])
	}
	require.ElementsMatch(l.t, []string{"Ada Lovelace", "Ben", "Cleo"}, slices.Collect(maps.Keys(links)))
	require.Contains(l.t, mustRun(l.t, l.league("submit", links["Ada Lovelace"], "yeti.sh")), "yeti joins class")
	require.Contains(l.t, refusedBy(l.t, l.league("submit", links["Ada Lovelace"], "mine.sh")), "belongs to")
	refusedBy(l.t, l.league("submit", links["Cleo"], "yeti.sh"))
}

// yetis is the digest of a bot of the past.
const yetis = "83c23acfd0b5c0cffd513ac318e68f40e0c390e0e7306bd0ccf692559129d99b"

// refusedBy runs a command that must fail, and returns what it says.
func refusedBy(t *testing.T, c *exec.Cmd) string {
	t.Helper()
	said, err := c.CombinedOutput()
	require.Error(t, err, string(said))
	return string(said)
}

// signsIn posts the token of a link, as the page does, and returns the status.
func (a *author) signsIn(token string) int {
	a.Helper()
	r, err := http.NewRequestWithContext(a.Context(), http.MethodPost, a.page+"session", strings.NewReader(token))
	require.NoError(a, err)
	r.Header.Set("X-Arena", "session")
	r.Header.Set("Origin", strings.TrimSuffix(a.page, "/"))
	answer, err := http.DefaultClient.Do(r)
	require.NoError(a, err)
	require.NoError(a, answer.Body.Close())
	require.Equal(a, answer.StatusCode == http.StatusOK, len(answer.Cookies()) == 1)
	return answer.StatusCode
}

// requireNothingIsLost of a league that has gone on, nor of its backup.
func (l *netLeague) requireNothingIsLost(format int) {
	l.t.Helper()
	table, matches := l.shown("class")
	require.True(l.t, strings.HasPrefix(matches, l.read("said.csv")), "the matches of the past are as they were")
	conditions := mustRun(l.t, l.league("set", "class"))
	require.Contains(l.t, conditions, "prefer for 1 match: yeti")
	if format >= 8 {
		require.Contains(l.t, conditions, "prefer for 2 matches: north")
	}
	if format >= 7 {
		for _, noted := range []string{
			"people: 3 added", "rejudge: mine, 6 matches", "pause: south", "people: 1 removed",
			"deadline         Sun 2030-01-06", "author-uploads   9",
		} {
			require.Contains(l.t, conditions, noted)
		}
		require.Contains(l.t, table, "south (paused)")
		require.Regexp(l.t, `zorg +SHA256:\S+ +Anna <anna@example.org>`, table)
	}
	l.requireReplays("class")
	mustRun(l.t, l.league("backup", "class", "later.backup"))
	mustRun(l.t, l.league("restore", "later.backup", "later"))
	again, same := l.shown("later")
	require.Equal(l.t, table, again)
	require.Equal(l.t, matches, same)
	requireLeagueWhole(l.t, filepath.Join(l.dir, "later", "league.db"), storedIn(l.t, filepath.Join(l.dir, "class")))
}

// TestANewerLeagueIsLeftAlone, and is named.
func TestANewerLeagueIsLeftAlone(t *testing.T) {
	t.Parallel()
	l := pastLeague(t, 7)
	path := filepath.Join(l.dir, "class", "league.db")
	newer := []byte(l.read("class/league.db"))
	const version = 60 // where SQLite has it
	require.EqualValues(t, 7, binary.BigEndian.Uint32(newer[version:]))
	binary.BigEndian.PutUint32(newer[version:], 99)
	require.NoError(t, os.WriteFile(path, newer, 0o600))
	for _, args := range [][]string{
		{"show", "class"}, {"serve", "class", "--sandbox", "none"}, {"prefer", "class", "yeti"}, {"backup", "class", "x"},
	} {
		said := refusedBy(t, l.league(args...))
		require.Contains(t, said, "class/league.db: was made by a newer arena: it has format 99, this arena knows")
		require.Contains(t, said, "\nhint: use that arena")
	}
	require.Equal(t, string(newer), l.read("class/league.db"))
}

// TestAnUpgradeThatIsCutOffHarmsNoLeague: whenever the process that brings its store up to date is killed, the store
// has the old format or the new one, and all matches; and the next process does the rest.
func TestAnUpgradeThatIsCutOffHarmsNoLeague(t *testing.T) {
	t.Parallel()
	for _, format := range pastLeagues {
		l := pastLeague(t, format)
		path := filepath.Join(l.dir, "class", "league.db")
		want := rowsIn(t, filepath.Dir(path))
		require.Len(t, want, pastMatches)
		s, err := store.Open(t.Context(), path, store.Options{})
		require.NoError(t, err)
		base, log := l.read("class/league.db"), l.read("class/league.db-wal")
		require.NoError(t, s.Close())
		const header, frame = 32, 24 + 4096
		require.Zero(t, (len(log)-header)%frame)
		found := make(map[uint32]bool)
		for end := header; end <= len(log); end += frame {
			require.NoError(t, os.WriteFile(path, []byte(base), 0o600))
			require.NoError(t, os.WriteFile(path+"-wal", []byte(log[:end]), 0o600))
			require.Equal(t, want, rowsIn(t, filepath.Dir(path)), "format %d, cut off at %d", format, end)
			s, err := store.Open(t.Context(), path, store.Options{})
			require.NoError(t, err)
			require.NoError(t, s.Close())
			found[binary.BigEndian.Uint32([]byte(l.read("class/league.db"))[60:])] = true
			require.Equal(t, want, rowsIn(t, filepath.Dir(path)), "format %d, cut off at %d, and written", format, end)
		}
		require.Equal(t, map[uint32]bool{uint32(store.Format()): true}, found)
	}
}
