//go:build unix

package cli

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"

	"github.com/botarena/arena/internal/cli/shell"
)

// ofStrangers has a test for each row of the table in docs/security.md, by its first column.
var ofStrangers = map[string]func(*testing.T){
	"a store (`.db`)": strangersStore,
	"the log or journal beside a store (`-wal`, `-journal`)": strangersJournal,
	"a replay (`.arena`)":                       strangersReplay,
	"a report on a verdict (`faults/…`)":        strangersReport,
	"a league's folder":                         strangersLeague,
	"a backup of a league":                      strangersBackup,
	"what lies in the inbox of a league":        strangersInbox,
	"an invitation to a league":                 strangersInvitation,
	"what is handed in on the page of a league": strangersHandedIn,
	"a package (`.bot`)":                        strangersPackage,
	"a module (`.wasm`)":                        strangersModule,
	"a program or a script":                     strangersScript,
	"a bot's folder with sources":               strangersSources,
	"`bot.txt`":                                 strangersBotTxt,
	"`params.json`":                             strangersParams,
	"a board (`.cnf`)":                          strangersBoard,
	"a record of an original program (`.out`, `.res`, `.br`, also packed)": strangersRecord,
	"orders (`--orders @FILE`)":                     strangersOrders,
	"a page of a match or of results (`.html`)":     strangersPage,
	"a folder for a site (`arena site`)":            strangersSite,
	"a reader for a site (`--reader`)":              strangersReader,
	"a link to the playground (`arena new --from`)": strangersLink,
}

// TestFilesOfStrangers: the table in the docs has a row for each kind of file, and each row a test.
func TestFilesOfStrangers(t *testing.T) {
	tier.Long(t, "tries files of every kind")
	text, err := os.ReadFile("../../docs/security.md")
	require.NoError(t, err)
	_, table, found := strings.Cut(string(text), "<!-- Files of strangers -->\n")
	require.True(t, found)
	table, _, found = strings.Cut(table, "<!-- The end of files of strangers -->")
	require.True(t, found)
	rows := regexp.MustCompile(`(?m)^\| (.+?) \| .+ \| .+ \|$`).FindAllStringSubmatch(table, -1)
	require.Len(t, rows, len(ofStrangers)+1, "a heading, and a row for each test")
	for _, row := range rows[1:] {
		require.Contains(t, ofStrangers, row[1], "a row without a test")
	}
	for kind, test := range ofStrangers {
		t.Run(kind, test)
	}
}

// pwned is the file that a stranger's command makes.
const pwned = "PWNED"

// lineBot answers nothing in every round, and can't be told from a bot.
const lineBot = `echo arena 1
while read -r word round; do
  if [ "$word" = go ]; then echo "done $round"; fi
done
`

// unpackedFiles is a folder of a stranger's, in which the user types something.
type unpackedFiles struct {
	t    *testing.T
	dir  string
	temp string
	env  []string
	most int64 // the memory that the last command took, in bytes
}

// watchMemory looks every few milliseconds at the most memory that a process has had, until it has ended. What
// the system says in the end would be that of this process, if that is more. Only Linux tells.
func (a *unpackedFiles) watchMemory(pid int, ended <-chan struct{}) {
	for a.most = 0; ; {
		text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if _, after, found := strings.Cut(string(text), "VmHWM:"); found {
			kilobytes, _ := strconv.ParseInt(strings.Fields(after)[0], 10, 64)
			a.most = kilobytes << 10
		}
		select {
		case <-ended:
			return
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func unpacked(t *testing.T, files map[string]string) *unpackedFiles {
	t.Helper()
	temp := testkit.ShortDir(t)
	a := &unpackedFiles{t: t, dir: t.TempDir(), temp: temp, env: []string{"ARENA_BOTS="}}
	require.NoError(t, os.Chmod(a.dir, 0o755)) //nolint:gosec // a confined bot may run as another user
	for path, text := range files {
		a.write(path, text)
	}
	return a
}

func (a *unpackedFiles) write(path, text string) {
	a.t.Helper()
	path = filepath.Join(a.dir, path)
	require.NoError(a.t, os.MkdirAll(filepath.Dir(path), 0o755))  //nolint:gosec // see unpacked
	require.NoError(a.t, os.WriteFile(path, []byte(text), 0o755)) //nolint:gosec // see unpacked
}

// arena runs the arena there, and returns all that it said, and its exit code.
func (a *unpackedFiles) arena(args ...string) (said string, code int) {
	a.t.Helper()
	ctx := testkit.Patiently(a.t)
	c := arenaIn(a.t, a.dir, a.temp, args...)
	c.Env = append(c.Env, a.env...)
	c = &exec.Cmd{Path: c.Path, Args: c.Args, Dir: c.Dir, Env: c.Env}
	var all bytes.Buffer
	c.Stdout, c.Stderr = &all, &all
	require.NoError(a.t, c.Start())
	defer context.AfterFunc(ctx, func() { _ = c.Process.Kill() })()
	ended := make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() { a.watchMemory(c.Process.Pid, ended) })
	_ = c.Wait()
	close(ended)
	watching.Wait()
	require.NoError(a.t, ctx.Err(), "it did not end: %s", &all)
	return all.String(), c.ProcessState.ExitCode()
}

// refuses requires an error that says this, and that nothing of the stranger's ran.
func (a *unpackedFiles) refuses(want string, args ...string) {
	a.t.Helper()
	said, code := a.arena(args...)
	require.NotZero(a.t, code, said)
	require.Regexp(a.t, want, said)
	a.unharmed()
}

// does requires that a command succeeds, and that nothing of the stranger's ran but what it allows.
func (a *unpackedFiles) does(args ...string) string {
	a.t.Helper()
	said, code := a.arena(args...)
	require.Zero(a.t, code, said)
	a.unharmed()
	return said
}

// unharmed requires that no command of the stranger's has run.
func (a *unpackedFiles) unharmed() {
	a.t.Helper()
	require.NoError(a.t, filepath.WalkDir(a.dir, func(path string, e fs.DirEntry, err error) error {
		require.NotEqual(a.t, pwned, e.Name(), path)
		return err
	}))
}

// storeOf makes a store with one match of a bot, which played in all seats, without its replay.
func (a *unpackedFiles) storeOf(path, typed string, program [32]byte, limits string) {
	a.t.Helper()
	if limits == "" {
		limits = host.DefaultLimits().Text()
	}
	ctx := a.t.Context()
	to, err := store.Open(ctx, filepath.Join(a.dir, path), store.Options{})
	require.NoError(a.t, err)
	defer func() { require.NoError(a.t, to.Close()) }()
	setup := orkisland.Game.Default()
	for _, one := range setup.Settings() {
		if one.Name == "nb_rounds" {
			*one.Value = 2
		}
	}
	game, err := to.Begin(ctx, store.Tournament{
		Kind: store.KindSeries, Format: "x", First: 1,
		Entrants: []store.Entrant{{Entrant: played.Entrant{Name: "evil", Typed: typed, Program: program}}},
		Conditions: store.Conditions{
			Game: "orkisland", Rules: orkisland.Game.Info().Version, Setup: setup.Text(), Random: engine.ChaCha8,
			Limits: limits, Sandbox: string(sandbox.Usual()),
		},
	}, time.Now())
	require.NoError(a.t, err)
	m := schedule.Planned{Seats: []int{0, 0, 0, 0}, Seed: 1}
	one := store.Match{Key: game.Facts(m).Key(), Match: played.Match{
		Planned: m, Result: match.Result{Rounds: 2, Places: []int{1, 1, 1, 1}, Scores: make([]int, 4)},
		CPU: make([]time.Duration, 4), MostCPU: make([]time.Duration, 4), Ended: time.Now(),
	}}
	_, err = to.Add(ctx, game.ID, one, nil)
	require.NoError(a.t, err)
}

// evilFolder has a bot that must be built first.
func evilFolder(name string) map[string]string {
	return map[string]string{name + "/bot.txt": "build touch " + pwned + "\nrun sh main.sh\n", name + "/main.sh": lineBot}
}

func strangersStore(t *testing.T) {
	strangersSchema(t)
	a := unpacked(t, evilFolder("evil"))
	a.storeOf("first.db", "evil", [32]byte{1}, "")
	if a.startsNothing("results", "first.db", "--match", "1") {
		return
	}
	for path, text := range evilFolder("bots/evil") {
		a.write(path, text)
	}
	a.write("bots/fine.sh", lineBot)
	a.write("fine.sh", lineBot)
	whole := filepath.Join(a.dir, "evil")
	for _, typed := range []string{
		"evil", "./evil", "bots/evil", whole, "../" + filepath.Base(a.dir) + "/evil", `.\evil`,
		"", ".", "evil:a=1", "~/evil",
	} {
		require.NoError(t, os.RemoveAll(filepath.Join(a.dir, "s.db")))
		a.storeOf("s.db", typed, [32]byte{1}, "")
		a.refuses(
			`has changed since match 1 was played|no such file or folder in bots|not the name of a bot|has no parameters`,
			"results", "s.db", "--match", "1")
	}
	a.click("s.db")

	// The very program plays if it is in the bots folder, or named; a path that leads elsewhere is not followed.
	sum := sha256.Sum256([]byte(lineBot))
	a.storeOf("fine.db", "fine.sh", sum, "")
	require.Contains(t, a.does("results", "fine.db", "--match", "1"), "played again")
	require.NoError(t, os.Remove(filepath.Join(a.dir, "bots/fine.sh")))
	a.storeOf("path.db", "./fine.sh", sum, "")
	a.refuses(`^note: .*\nfine.sh: no such file or folder in bots\nhint: --bot BOT names a bot that played`, "results",
		"path.db", "--match", "1")
	a.does("results", "path.db", "--match", "1", "--bot", "./fine.sh")
	a.storeOf("again.db", "./fine.sh", sum, "")
	a.does("results", "again.db", "--match", "1", "--bots", ".")

	// Neither do bots play without limits because a store says so.
	loose := host.DefaultLimits()
	loose.CPU, loose.Memory = time.Hour, 0
	a.storeOf("loose.db", "fine.sh", sum, loose.Text())
	a.refuses(
		"match 1: was played with looser limits than the usual ones: cpu, mem\nhint: --stored-limits plays it so again",
		"results", "loose.db", "--match", "1", "--bots", ".")
	a.does("results", "loose.db", "--match", "1", "--bots", ".", "--stored-limits")

	// Who names the folder has what is in it built.
	said, _ := a.arena("results", "s.db", "--match", "1", "--bots", "bots", "--bot", "evil")
	require.FileExists(t, filepath.Join(a.dir, "evil", pwned), said)
}

// strangersSchema is what a store could run when it is read.
func strangersSchema(t *testing.T) {
	a := unpacked(t, nil)
	a.storeOf("view.db", "x", [32]byte{}, "")
	a.sql(
		"view.db",
		"pragma legacy_alter_table = on; "+ // or what refers to the table would refer to its new name
			"drop index part_match; alter table part rename to parts; "+
			"create view part as with recursive n(i) as (select 1 union all select i + 1 from n) "+
			"select 1 as tournament, i as number, 0 as board, '1' as seed, '[0,0,0,0]' as entrants, 1 as match from n")
	a.storeOf("trigger.db", "x", [32]byte{}, "")
	a.sql("trigger.db", "create trigger t after insert on match begin update seat set score = 0; end")
	for file, what := range map[string]string{"view.db": "has a table parts", "trigger.db": "has a trigger t"} {
		for _, command := range [][]string{
			{"results", file},
			{"results", file, "--match", "1"},
			{"results", file, "--html", "x.html"},
			{"results", file, "--csv"},
			{"results", file, "--http", "127.0.0.1:0"},
			{
				"series", "orkisland", "null", "null", "null", "null", "-n", "4", "--set", "nb_rounds=2", "--bots", botsOfTests(t),
				"--store", file,
			},
		} {
			a.refuses(file+": "+what+", which no store has\nhint: choose another file", command...)
		}
	}
}

func botsOfTests(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("null")
	require.NoError(t, err)
	return filepath.Dir(path)
}

func (a *unpackedFiles) sql(path, query string) {
	a.t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(a.dir, path))
	require.NoError(a.t, err)
	_, err = db.ExecContext(a.t.Context(), query)
	require.NoError(a.t, err)
	require.NoError(a.t, db.Close())
}

// startsNothing requires that nothing that a file names is started where there is no sandbox, and reports
// whether that is so here.
func (a *unpackedFiles) startsNothing(args ...string) bool {
	a.t.Helper()
	if sandbox.Usual() != sandbox.None {
		return false
	}
	a.refuses("nothing would confine it, and you have not named it\nhint: name it", args...)
	return true
}

// click has a match of a store played again by a click on the page.
func (a *unpackedFiles) click(file string) {
	a.t.Helper()
	address, stop := a.serves("results", file, "--http", "127.0.0.1:0")
	defer stop()
	key := a.asked(http.MethodGet, address+"match/1", "").Request.URL.String()
	require.Regexp(a.t, `match/1-[0-9a-f]{64}$`, key)
	var state string
	testkit.Await(a.t, "the match is over", func() bool {
		text, err := io.ReadAll(a.asked(http.MethodPost, key+"/play", "play").Body)
		require.NoError(a.t, err)
		state = string(text)
		return !strings.Contains(state, `"waiting"`) && !strings.Contains(state, `"playing"`)
	})
	require.Contains(a.t, state, "has changed since match 1 was played")
	a.unharmed()
}

// asked asks a page of the arena as it asks itself.
func (a *unpackedFiles) asked(method, address, what string) *http.Response {
	a.t.Helper()
	r, err := http.NewRequestWithContext(a.t.Context(), method, address, nil)
	require.NoError(a.t, err)
	if what != "" {
		r.Header.Set("X-Arena", what)
		r.Header.Set("Origin", r.URL.Scheme+"://"+r.URL.Host)
	}
	answer, err := http.DefaultClient.Do(r)
	require.NoError(a.t, err)
	a.t.Cleanup(func() { _ = answer.Body.Close() })
	return answer
}

// serves starts a command that serves a page, and returns its address.
func (a *unpackedFiles) serves(args ...string) (address string, stop func()) {
	a.t.Helper()
	c := arenaIn(a.t, a.dir, a.temp, args...)
	c.Env = append(c.Env, a.env...)
	out, err := c.StdoutPipe()
	require.NoError(a.t, err)
	var errs bytes.Buffer
	c.Stderr = &errs
	require.NoError(a.t, c.Start())
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(a.t, err, &errs)
	return strings.TrimSpace(line), func() {
		_ = c.Process.Signal(os.Interrupt)
		_ = c.Wait()
	}
}

func strangersJournal(t *testing.T) {
	a := unpacked(t, map[string]string{"mine.txt": "the user's"})
	a.storeOf("s.db", "x", [32]byte{}, "")
	a.write("s.db-wal", strings.Repeat("garbage ", 1000))
	a.does("results", "s.db")

	// A hot journal that names a file of the user's as its super-journal: SQLite would remove that.
	a.storeOf("hot.db", "x", [32]byte{}, "")
	a.sql("hot.db", "pragma wal_checkpoint(truncate); pragma journal_mode = delete")
	journal := make([]byte, 512)
	copy(journal, "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7")
	copy(journal[20:], "\x00\x00\x02\x00\x00\x00\x10\x00") // sectors of 512 bytes, pages of 4096
	name := filepath.Join(a.dir, "mine.txt")
	sum := 0
	for _, b := range []byte(name) {
		sum += int(int8(b)) //nolint:gosec // as SQLite does
	}
	journal = fmt.Appendf(journal, "\x00\x00\x00\x00%s", name)
	journal = append(journal, 0, 0, 0, byte(len(name)), byte(sum>>24), byte(sum>>16), byte(sum>>8), byte(sum)) //nolint:gosec // bytes of it
	journal = append(journal, journal[:8]...)
	a.write("hot.db-journal", string(journal))
	_, _ = a.arena("results", "hot.db")
	_, _ = a.arena("series", "orkisland", "null", "null", "null", "null", "-n", "4", "--set", "nb_rounds=2", "--bots",
		botsOfTests(t), "--store", "hot.db")
	require.FileExists(t, name)
}

// recordOf makes a replay in which a bot of the name evil has played.
func (a *unpackedFiles) recordOf(file string, flags ...string) {
	a.t.Helper()
	a.write("made/evil.sh", lineBot)
	a.does(
		append(
			[]string{
				"play", "orkisland", "made/evil.sh", "made/evil.sh", "made/evil.sh", "made/evil.sh", "-s", "1", "--set",
				"nb_rounds=3", "-q", "-o", file,
			}, flags...)...)
	require.NoError(a.t, os.RemoveAll(filepath.Join(a.dir, "made")))
}

// strangersBombs are files that are no replay, or unpack to very much.
func strangersBombs(t *testing.T) {
	a := unpacked(t, nil)
	a.write("gzip.arena", string(packedZeros(t, 300)))
	a.refuses("^gzip.arena: more than 32 MB when unpacked", "verify", "gzip.arena")
	const zeros = 4 << 30
	a.does("play", "orkisland", "null", "null", "null", "null", "-q", "-o", "long.arena", "--bots", botsOfTests(t))
	a.longReplay("long.arena", "rounds.arena", "", 3<<20)
	a.write("zeros.arena", zstdZeros("", zeros))
	a.write("header.arena", zstdZeros("arena replay 1\n\x80\x80\x80\x08", zeros)) // of 16 MB
	a.write("larger.arena", zstdZeros("arena replay 1\n\xff\xff\xff\xff\x0f", zeros))
	for file, why := range map[string]string{
		"zeros.arena":  "not a replay of the arena",
		"header.arena": "damaged in its header: an item whose checksum is wrong",
		"larger.arena": "damaged in its header: an item of 4294967295 bytes",
		"rounds.arena": "damaged after round [0-9]+: more than 536870912 bytes when unpacked",
	} {
		a.refuses("^"+file+": "+why, "verify", file)
		require.Less(t, a.most, int64(mostOfABomb), file)
		t.Logf("%s: %d bytes in the file, %d MB in memory", file, sizeOf(t, a, file), a.most>>20)
	}
}

func strangersReplay(t *testing.T) {
	strangersBombs(t)
	a := unpacked(t, nil)
	a.recordOf("match.arena")
	for path, text := range evilFolder("evil") {
		a.write(path, text)
	}
	a.write("made/evil.sh", lineBot) // the very program, where the replay says that it was; nothing is started by that
	if a.startsNothing("rerun", "match.arena", "--seat", "1") {
		return
	}
	a.refuses("^evil: no such file or folder in bots\nhint: name the bot: ", "rerun", "match.arena", "--seat", "1")
	a.refuses("^evil: no such file or folder in bots\nhint: name the bot: ", "branch", "match.arena", "--round", "1")
	for path, text := range evilFolder("bots/evil") {
		a.write(path, text)
	}
	const other = "^evil: not the program that played: its SHA-256 is [0-9a-f]+…, that of the match [0-9a-f]+…\nhint: " +
		"name the bot: "
	for _, command := range [][]string{
		{"rerun", "match.arena", "--seat", "1"},
		{"branch", "match.arena", "--round", "1"},
	} {
		a.refuses(other, command...)
		a.refuses("evil: (not the program that played|nothing would confine it)", append(command, "--no-limits")...)
	}
	a.refuses("evil: nothing would confine it, and you have not named it\nhint: name it", "rerun", "match.arena", "--seat",
		"1", "--attach")
	a.refuses("evil: not the program that played", "branch", "match.arena", "--round", "1", "0=-")

	// The page of arena view: the recorded bots go on as recorded, and one that is clicked on is not built.
	const asRecorded = `"command":"arena branch match.arena --round 1 0=- 1=- 2=- 3=-"`
	page, stop := a.serves("view", "match.arena", "--no-open", "--http", "127.0.0.1:0")
	defer stop()
	a.branchOnPage(page, `{"round": 1, "seat": 0, "bot": ""}`, asRecorded)
	for path, text := range evilFolder("mine") {
		a.write(path, text)
	}
	for _, elsewhere := range []string{
		"mine", "./mine", "../" + filepath.Base(a.dir) + "/mine",
		filepath.Join(a.dir, "mine"), "bots/evil", "./bots/evil",
	} {
		a.branchOnPage(page, fmt.Sprintf(`{"round": 1, "seat": 0, "bot": %q}`, elsewhere), "no such bot in the bots folder")
	}
	a.write("bots/unbuilt/bot.txt", "build touch "+pwned+"\nrun ./prog\n")
	a.branchOnPage(page, `{"round": 1, "seat": 0, "bot": "unbuilt"}`,
		"unbuilt: must be built first, and only a bot that you name is built")
	// Who clicks on a bot of the folder has it started, as it is.
	a.branchOnPage(page, `{"round": 1, "seat": 0, "bot": "evil"}`, `--round 1 0=evil 1=- 2=- 3=-"`)

	// The very program plays.
	require.NoError(t, os.RemoveAll(filepath.Join(a.dir, "bots/evil")))
	a.write("bots/evil", "#!/bin/sh\n"+lineBot)
	a.refuses(other, "rerun", "match.arena", "--seat", "1")
	a.write("named/evil.sh", lineBot)
	require.Contains(t, a.does("rerun", "match.arena", "--seat", "1", "named/evil.sh"), "the recorded commands in all 3")

	// Its limits hold as far as they are no looser than the usual ones.
	a.recordOf("loose.arena", "--cpu", "9s", "--wall", "1000h")
	a.write("named/evil.sh", lineBot)
	require.Contains(t, a.does("rerun", "loose.arena", "--seat", "1", "named/evil.sh"),
		"note: the match had looser limits than the usual ones, which hold now; the same again: --cpu 9s --wall 1000h0m0s\n")
	require.NotContains(
		t, a.does("rerun", "loose.arena", "--seat", "1", "named/evil.sh", "--cpu", "9s", "--wall", "1000h"), "looser")
}

// branchOnPage asks a page of arena view to play on, and fails if that has built anything.
func (a *unpackedFiles) branchOnPage(page, asked, want string) {
	a.t.Helper()
	r, err := http.NewRequestWithContext(a.t.Context(), http.MethodPost, page+"branch", strings.NewReader(asked))
	require.NoError(a.t, err)
	r.Header.Set("X-Arena", "branch")
	r.Header.Set("Origin", r.URL.Scheme+"://"+r.URL.Host)
	answer, err := http.DefaultClient.Do(r)
	require.NoError(a.t, err)
	text, err := io.ReadAll(answer.Body)
	require.NoError(a.t, err)
	require.NoError(a.t, answer.Body.Close())
	require.Contains(a.t, string(text[:min(len(text), 500)]), want)
	a.unharmed()
}

// mostOfABomb is the memory that reading a replay of little may take, in bytes: some 130 MB, and with -race more.
const mostOfABomb = 512 << 20

func sizeOf(t *testing.T, a *unpackedFiles, file string) int64 {
	t.Helper()
	info, err := os.Stat(filepath.Join(a.dir, file))
	require.NoError(t, err)
	return info.Size()
}

// zstdZeros is a frame of a text and so many zeros, in blocks of one byte that is repeated.
func zstdZeros(text string, zeros int) string {
	const size, window, last, repeated = 128 << 10, 13 << 3, 1, 1 << 1
	frame := []byte{0x28, 0xb5, 0x2f, 0xfd, 0, window}
	block := func(header int) { frame = append(frame, byte(header), byte(header>>8), byte(header>>16)) } //nolint:gosec // its bytes
	block(len(text) << 3)
	frame = append(frame, text...)
	for range zeros / size {
		block(size<<3 | repeated)
		frame = append(frame, 0)
	}
	block(last)
	return string(frame)
}

// packedZeros is a file of so many megabytes of zeros, packed.
func packedZeros(t *testing.T, megabytes int) []byte {
	t.Helper()
	var one bytes.Buffer
	w := gzip.NewWriter(&one)
	_, err := w.Write(make([]byte, 1<<20))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return bytes.Repeat(one.Bytes(), megabytes) // of as many parts, of which one is packed
}

func strangersReport(t *testing.T) {
	a := unpacked(t, evilFolder("bots/evil"))
	a.recordOf("match.arena")
	a.write("faults/x/about.txt", "to run the bot again with the same States:\n\n  touch "+pwned+"\n")
	require.NoError(t, os.Rename(filepath.Join(a.dir, "match.arena"), filepath.Join(a.dir, "faults/x/match.arena")))
	a.refuses("not a replay of the arena", "rerun", "faults/x/about.txt", "evil")
	if !a.startsNothing("rerun", "faults/x/match.arena") {
		a.refuses("^evil: not the program that played", "rerun", "faults/x/match.arena")
	}
}

// leagueOf makes a league with a bot.
func leagueOf(t *testing.T) *unpackedFiles {
	a := unpacked(
		t, map[string]string{
			"one.sh": lineBot, "two.sh": lineBot + "# two\n", "three.sh": lineBot + "# three\n",
			"four.sh": lineBot + "# four\n",
		})
	madeOnce(t, "strangers", filepath.Join(a.dir, "l"), func() {
		a.does("league", "new", "orkisland", "l", "--set", "nb_rounds=2")
		a.does("league", "add", "l", "./one.sh", "./two.sh", "./three.sh", "./four.sh")
	})
	return a
}

func strangersLeague(t *testing.T) {
	a := leagueOf(t)
	for path, text := range evilFolder("evil") {
		a.write(path, text)
	}
	for path, text := range evilFolder("l/bots/evil") {
		a.write(path, text)
	}
	for _, typed := range []string{"evil", "../evil", filepath.Join(a.dir, "evil"), "../../evil"} {
		a.sql("l/league.db", "update entrant set typed = '"+typed+"' where number = 0")
		a.refuses("^one: .*(has changed since it joined|no bot of this league|no such file)", "league", "serve", "l", "--for",
			"3s", "-j", "1")
	}
	a.sql("l/league.db", "update entrant set typed = 'evil' where number = 0")
	said, _ := a.arena("results", "l/league.db", "--match", "1", "--bots", "l/bots")
	require.Contains(t, said, "no match")

	// The bot at the gate.
	a = leagueOf(t)
	for path, text := range evilFolder("evil") {
		a.write(path, text)
	}
	a.write("new.sh", lineBot+"# new\n")
	for _, gate := range []string{"evil", "./evil", filepath.Join(a.dir, "evil"), "../../evil"} {
		a.sql("l/league.db", "update league set gate = '"+gate+"', gate_most = 4")
		a.refuses("no such file or folder in .*l/bots", "league", "add", "l", "./new.sh")
	}
}

func strangersInbox(t *testing.T) {
	a := leagueOf(t)
	a.does("league", "remove", "l", "one") // too few are left to play meanwhile
	for path, text := range evilFolder("l/inbox/lined") {
		a.write(path, text)
	}
	a.write("l/inbox/gobot/main.go", "package main\n\nfunc main() {}\n")
	a.write("l/inbox/gobot/go.mod", "module evil\n\ngo 1.21\n")
	c := arenaIn(t, a.dir, a.temp, "league", "serve", "l", "--for", "3m", "-j", "1")
	require.NoError(t, c.Start())
	defer func() {
		_ = c.Process.Signal(os.Interrupt)
		_ = c.Wait()
	}()
	why := filepath.Join(a.dir, "l/inbox/refused/gobot.txt")
	testkit.Await(t, "both are refused", func() bool {
		return fileExists(why) && !fileExists(filepath.Join(a.dir, "l/inbox/lined"))
	})
	text, err := os.ReadFile(why)
	require.NoError(t, err)
	require.Contains(t, string(text), "would have to be built, and the bots of others are not")
	a.unharmed()
}

func strangersHandedIn(t *testing.T) {
	a := leagueOf(t)
	a.does("league", "remove", "l", "one") // too few are left to play meanwhile
	for path, text := range evilFolder("lined") {
		a.write(path, text)
	}
	a.write("gobot/main.go", "package main\n\nfunc main() {}\n")
	a.write("gobot/go.mod", "module evil\n\ngo 1.21\n")
	a.write("people.csv", "name\nEve\n")
	log, err := os.Create(filepath.Join(a.dir, "log"))
	require.NoError(t, err)
	defer log.Close() //nolint:errcheck // it is read by its name
	c := arenaIn(t, a.dir, a.temp, "league", "serve", "l", "--for", "3m", "-j", "1", "--http", "127.0.0.1:0")
	c.Stderr = log
	require.NoError(t, c.Start())
	defer func() {
		_ = c.Process.Signal(os.Interrupt)
		_ = c.Wait()
	}()
	testkit.Await(t, "the page", func() bool {
		told, err := os.ReadFile(log.Name())
		return err == nil && bytes.Contains(told, []byte("league people add"))
	})
	links := a.does("league", "people", "add", "l", "people.csv")
	link := regexp.MustCompile(`http://\S+#submit=(\S+)`).FindStringSubmatch(links)
	require.NotNil(t, link, links)
	a.does("league", "submit", link[0], "lined") // what its build line says does not run
	a.refuses("would have to be built, and the bots of others are not", "league", "submit", link[0], "gobot")
	require.NoError(t, filepath.WalkDir(a.dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		require.NotContains(t, string(text), link[1], path)
		return err
	}))
}

func strangersInvitation(t *testing.T) {
	a := unpacked(
		t, map[string]string{"line.txt": "arena://127.0.0.1:1/#garbage", "long.txt": strings.Repeat("arena://", 1<<20)})
	for line, why := range map[string]string{
		"line.txt":             "^the invitation has no whole digest of the server's certificate",
		"long.txt":             "^the invitation has no host and port",
		"arena://127.0.0.1:1/": "^the invitation has no ",
	} {
		a.refuses(why, "worker", line)
	}
}

func strangersPackage(t *testing.T) {
	a := unpacked(t, nil)
	a.env = append(a.env, "XDG_CONFIG_HOME="+filepath.Join(a.dir, "settings"), "HOME="+a.dir) // who is trusted
	four := func(bot string, more ...string) []string {
		return append([]string{"play", "orkisland", bot, bot, bot, bot, "-q", "--set", "nb_rounds=2", "-o", "none"}, more...)
	}
	a.packageOf("line.bot", evilFolder("")) // a build line
	a.refuses("^line.bot: line: not signed, so nobody knows who made it\nhint: .*--trust unsigned", four("line.bot")...)
	a.refuses("^line.bot: would have to be built", four("line.bot", "--trust", "unsigned")...)
	a.packageOf("fine.bot", map[string]string{"bot.txt": "run sh main.sh\n", "main.sh": lineBot})
	a.does(four("fine.bot", "--trust", "unsigned")...)
	a.packageOf("sources.bot", map[string]string{"main.go": "package main\n", "go.mod": "module evil\n\ngo 1.21\n"})
	a.refuses("^sources.bot: .*would have to be built", four("sources.bot", "--trust", "unsigned")...)
	a.write("cut.bot", "PK\x03\x04 nothing")
	a.refuses("^cut.bot: ", "bot", "info", "cut.bot")
}

// packageOf makes a package of files as a program of a stranger's would: arena bot pack would refuse some.
func (a *unpackedFiles) packageOf(file string, files map[string]string) {
	a.t.Helper()
	var contents []botfile.Content
	for path, text := range files {
		contents = append(contents, botfile.Content{Path: strings.TrimPrefix(path, "/"), Open: func() (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader(text)), nil
		}})
	}
	parcel, err := botfile.NewParcel(contents)
	require.NoError(a.t, err)
	var packed bytes.Buffer
	name := strings.TrimSuffix(file, botfile.Ending)
	require.NoError(a.t, parcel.Write(&packed, botfile.Manifest{Name: name, Kind: "bot.txt", AnyGame: true}, nil))
	a.write(file, packed.String())
}

func strangersModule(t *testing.T) {
	a := unpacked(
		t, map[string]string{"x.wasm": "\x00asm\x01\x00\x00\x00\xff\xff\xff", "y.wasm": "#!/bin/sh\ntouch " + pwned + "\n"})
	a.refuses("^x.wasm: is damaged or cut off", "check", "x.wasm", "--game", "orkisland")
	a.refuses("^y.wasm: is not a WebAssembly module", "check", "y.wasm", "--game", "orkisland")
	a.write("env.wasm", moduleWith("env", "system"))
	a.refuses(`^env.wasm: needs the function "env.system", which is not of WASI preview 1`, "check", "env.wasm", "--game",
		"orkisland")
	a.write("net.wasm", moduleWith("wasi_snapshot_preview1", "sock_connect"))
	a.refuses(`^net.wasm: needs the function "wasi_snapshot_preview1.sock_connect"`, "check", "net.wasm", "--game",
		"orkisland")
}

// moduleWith is a module that calls nothing, but asks for a function.
func moduleWith(module, function string) string {
	named := func(name string) string { return string(rune(len(name))) + name }
	section := func(number rune, content string) string { return string(number) + named(content) }
	return "\x00asm\x01\x00\x00\x00" + section(1, "\x01\x60\x00\x00") +
		section(2, "\x01"+named(module)+named(function)+"\x00\x00") +
		section(3, "\x01\x00") + section(5, "\x01\x00\x01") +
		section(7, "\x02"+named("_start")+"\x00\x01"+named("memory")+"\x02\x00") +
		section(10, "\x01\x02\x00\x0b")
}

func strangersScript(t *testing.T) {
	if sandbox.Usual() == sandbox.None {
		tier.Lacks(t, "nothing confines bots here")
	}
	a := unpacked(t, nil)
	a.write("x.sh", "echo x > "+filepath.Join(a.dir, pwned)+"\n"+lineBot)
	a.does("play", "orkisland", "./x.sh", "./x.sh", "./x.sh", "./x.sh", "-q", "--set", "nb_rounds=2", "-o", "none")
}

func strangersSources(t *testing.T) {
	a := unpacked(t, evilFolder("bots/evil"))
	a.recordOf("match.arena")
	if !a.startsNothing("rerun", "match.arena", "--seat", "0") {
		a.refuses("not the program that played", "rerun", "match.arena", "--seat", "0")
	}
	said, _ := a.arena("rerun", "match.arena", "--seat", "0", "evil")
	require.FileExists(t, filepath.Join(a.dir, "bots/evil", pwned), "who names it has it built: %s", said)
}

func strangersBotTxt(t *testing.T) {
	a := unpacked(t, map[string]string{
		"up/bot.txt": "run ../x.sh\n", "pipe/bot.txt": "run sh x | sh\n",
		"system/bot.txt": "run /bin/sh -c 'touch " + pwned + "'\n",
		"many/bot.txt":   strings.Repeat("# x\n", 1<<16), "x.sh": "touch " + pwned + "\n",
	})
	a.write("path/bot.txt", "run "+filepath.Join(a.dir, "x.sh")+"\n")
	a.refuses("not a bot: it exited with code 0", "check", "./system", "--game", "orkisland") // confined, as run sh is
	for folder, why := range map[string]string{
		"path": "which is neither in the folder nor a program of the system",
		"up":   "which is neither in the folder nor a program of the system",
		"pipe": "no shell reads this", "many": "larger than 64 KB",
	} {
		a.refuses(folder+": .*"+why, "check", "./"+folder, "--game", "orkisland")
	}
}

func strangersParams(t *testing.T) {
	a := unpacked(t, map[string]string{"x/main.sh": lineBot, "x/params.json": strings.Repeat("[", 1<<16)})
	a.refuses("params.json", "check", "./x", "--game", "orkisland")
	a.write("x/params.json", strings.Repeat(" ", 8<<20)+"{}")
	a.refuses("params.json", "check", "./x", "--game", "orkisland")
}

func strangersBoard(t *testing.T) {
	a := unpacked(
		t, map[string]string{
			"long.cnf": strings.Repeat("1 ", 64<<20),
			"wide.cnf": "OrkIsland 1.0\nnb_players 4\nrows 1000000000\ncols 1000000000\n",
		})
	for _, file := range []string{"long.cnf", "wide.cnf"} {
		a.refuses("^"+file+":", "play", "orkisland", "null", "null", "null", "null", "--bots", botsOfTests(t), "-i", file,
			"-q")
	}
}

func strangersRecord(t *testing.T) {
	a := unpacked(t, map[string]string{"match.res": strings.Repeat("x", 1<<20)})
	a.write("bomb.out.gz", string(packedZeros(t, 600)))
	for _, file := range []string{"match.res", "bomb.out.gz"} {
		a.refuses("^"+regexp.QuoteMeta(file)+": ", "export", file, "-o", "x.html")
		a.refuses("^"+regexp.QuoteMeta(file)+": ", "view", file, "--no-open")
	}
}

func strangersOrders(t *testing.T) {
	a := unpacked(
		t, map[string]string{"orders.txt": "touch " + pwned + "\n", "long.txt": strings.Repeat("do 1 north\n", 4<<20)})
	a.recordOf("match.arena")
	for file, why := range map[string]string{
		"orders.txt": `^orders.txt: line 1, column 1: this is not an order: do UNIT DIRECTION\n`,
		"long.txt":   `^long.txt: larger than 16 MB\n`,
		"/dev/zero":  `^/dev/zero: a device, not a file\n`,
	} {
		a.refuses(why, "branch", "match.arena", "--round", "1", "0=-", "1=-", "2=-", "3=-", "--orders", "0=@"+file)
	}
}

func strangersPage(t *testing.T) {
	a := unpacked(t, map[string]string{"page.html": "<script>x</script>"})
	a.refuses("^page.html: neither a replay nor a record", "view", "page.html", "--no-open")
	a.recordOf("match.arena")
	a.does("export", "match.arena", "-o", "match.html")
	text, err := os.ReadFile(filepath.Join(a.dir, "match.html"))
	require.NoError(t, err)
	require.Contains(t, string(text), `<meta http-equiv="Content-Security-Policy" content="default-src`)
}

func strangersSite(t *testing.T) {
	a := unpacked(
		t, map[string]string{"reader.wasm": "\x00asm", "public/index.html": "the user's", "public/letter.txt": "the user's"})
	a.refuses("^public: has other files\nhint: arena site public/viewer\n", "site", "public", "--reader", "reader.wasm")
	for _, name := range []string{"index.html", "letter.txt"} {
		text, err := os.ReadFile(filepath.Join(a.dir, "public", name))
		require.NoError(t, err)
		require.Equal(t, "the user's", string(text))
	}
	a.does("site", "public/viewer", "--reader", "reader.wasm")
	if tier.IsNight() { // as the script site does
		a.does("site", "public/viewer", "--reader", "reader.wasm") // a site of the arena's is written again
	}
}

// strangersLink has a bot that would make a file when it is imported.
func strangersLink(t *testing.T) {
	a := unpacked(t, nil)
	code := func(text string) string {
		var small bytes.Buffer
		w, err := flate.NewWriter(&small, flate.BestCompression)
		require.NoError(t, err)
		_, err = w.Write([]byte(text))
		require.NoError(t, err)
		require.NoError(t, w.Close())
		return base64.RawURLEncoding.EncodeToString(small.Bytes())
	}
	const bot = "open('" + pwned + "', 'w')\n"
	a.does("new", "mine", "--from", "https://example.org/play.html#game=moria&bots=me&lang=py&code="+code(bot))
	text, err := os.ReadFile(filepath.Join(a.dir, "mine", "bot.py"))
	require.NoError(t, err)
	require.Equal(t, bot, string(text))
	a.refuses("^--from: the link names no game\n", "new", "other", "--from",
		"#game=../../moria&bots=me&lang=py&code="+code(bot))
	const rest = "#game=moria&bots=me&lang=py&code="
	a.refuses(`^--from: line 1 of the code in the link has the control character U\+001B, .*
hint: don't play it`, "new", "other", "--from", rest+code("print('evil')#\x1b[1K\x1b[G"))
	a.refuses("^--from: line 2 .* U.000D", "new", "other", "--from", rest+code("\nevil()#\rprint('good')"))
	said := a.does("new", "bidi", "--from", rest+code("x = 1\n"+strings.Repeat("# \u202e\n", 9)))
	require.Contains(t, said, "warning: line 2: U+202E is not seen, or changes the order of what is")
	require.Contains(t, said, "warning: line 6: U+202E")
	require.Contains(t, said, "warning: 4 such characters more\n")
	require.NotContains(t, said, "\u202e")
	a.refuses("^--from: the link or its bot is larger than 200 kB\n", "new", "other", "--from",
		"#game=moria&bots=me&lang=py&code="+code(strings.Repeat(bot, 1_000_000)))
	require.NoDirExists(t, filepath.Join(a.dir, "other"))
}

func strangersReader(t *testing.T) {
	a := unpacked(t, map[string]string{"reader.wasm": "#!/bin/sh\ntouch " + pwned + "\n"})
	a.refuses("^reader.wasm: ", "site", "public", "--reader", "reader.wasm")
}

// TestAFaultIsHadAgain: with the flags that a replay does not decide about.
func TestAFaultIsHadAgain(t *testing.T) {
	f := &shell.BotFlags{Dir: shell.DefaultBotsDir(), Level: sandbox.Usual()}
	f.UsualLimits()
	require.Empty(t, f.AgainWords())
	f.Typed.CPU, f.Typed.Wall = 9*time.Second, time.Millisecond
	require.Equal(t, []string{"--cpu", "9s"}, f.AgainWords())
}

// TestASignalEndsWhatOnlyReads, before what it waits for ends.
func TestASignalEndsWhatOnlyReads(t *testing.T) {
	a := unpacked(t, nil)
	a.storeOf("held.db", "x", [32]byte{}, "")
	a.sql("held.db", "pragma wal_checkpoint(truncate); pragma journal_mode = delete")
	db, err := sql.Open("sqlite", filepath.Join(a.dir, "held.db"))
	require.NoError(t, err)
	defer db.Close() //nolint:errcheck // of this test
	holder, err := db.Conn(t.Context())
	require.NoError(t, err)
	_, err = holder.ExecContext(t.Context(), "begin exclusive") // who reads waits for ten seconds
	require.NoError(t, err)
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		c := arenaIn(t, a.dir, a.temp, "results", "held.db")
		var errs bytes.Buffer
		c.Stderr = &errs
		require.NoError(t, c.Start())
		awaitKept(t, c.Process.Pid, nil, true)
		require.NoError(t, c.Process.Signal(signal))
		require.Error(t, c.Wait())
		require.Regexp(t, "^(interrupt|terminated) signal received\n$", errs.String())
		require.Equal(t, shell.Failed, c.ProcessState.ExitCode())
	}
}

// TestASignalLosesNothingThatIsPlayed: the last resort waits for whoever plays or writes.
func TestASignalLosesNothingThatIsPlayed(t *testing.T) {
	r := &shell.Reading{}
	require.False(t, r.OnlyReads(), "a command that has not said so")
	read := r.Reads()
	require.True(t, r.OnlyReads())
	played := r.Plays()
	require.False(t, r.OnlyReads())
	played()
	require.True(t, r.OnlyReads())
	read()
	require.False(t, r.OnlyReads())
}
