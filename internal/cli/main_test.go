package cli

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/bot/find/linked"
	"github.com/botarena/arena/internal/bot/sdks"
	"github.com/botarena/arena/internal/process/sandbox"
	"github.com/botarena/arena/sdk"

	"github.com/botarena/arena/internal/cli/league"
	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/leagues"
)

// TestMain makes this binary the arena and such bots as need what is here, all of them real processes. The name under
// which it is started chooses what it is.
func TestMain(m *testing.M) {
	programs := map[string]func(){
		"arena":         arenaOfTests,
		leagues.Program: leagueOfTests,
	}
	maps.Copy(programs, hostileBots)
	maps.Copy(programs, profiledBots)
	testscript.Main(waiting{m}, programs)
}

// waiting runs tests that mostly wait for processes.
type waiting struct{ *testing.M }

func (w waiting) Run() int {
	testkit.AtOnce(2)
	sdks.Sources = testkit.Source()
	if err := addScriptBots(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return testkit.Run(w.M)
}

// addScriptBots puts the other bots beside those that this binary is.
func addScriptBots() error {
	arena, err := exec.LookPath("arena")
	if err != nil {
		return err
	}
	file := func(name string) string { return filepath.Join(filepath.Dir(arena), name+filepath.Ext(arena)) }
	all := file("scriptbots")
	// A bot of a commit would have its number as a version.
	build := exec.Command("go", "build", "-buildvcs=false", "-ldflags=-s", "-o", all, "../integration/scriptbots")
	build.Env = append(os.Environ(), testkit.Settings()...)
	if said, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("go build scriptbots: %w: %s", err, said)
	}
	names, err := exec.Command(all).Output()
	for name := range strings.FieldsSeq(string(names)) {
		err = errors.Join(err, os.Link(all, file(name)))
	}
	return errors.Join(err, os.Remove(all))
}

// arenaOfTests is the arena, as on a system without a sandbox if the environment says so.
func arenaOfTests() {
	maybeUnconfined()
	Main(games.All(), linked.Bots(), testkit.Source())
}

// leagueOfTests is arena-league, on the same system.
func leagueOfTests() {
	maybeUnconfined()
	sdks.Sources = testkit.Source()
	league.Main(games.All(), linked.Bots())
}

func maybeUnconfined() {
	if os.Getenv("NO_SANDBOX") != "" {
		shell.UsualLevel = func() sandbox.Level { return sandbox.None }
	}
}

func serve(play func(*orkisland.State, *orkisland.Commands)) func() {
	return func() { sdk.Serve(sdk.Play(orkisland.Bot, play)) }
}

// TestScripts runs the arena as users do. Scripts name the bots, which are in the bots
// folder $BOTS.
func TestScripts(t *testing.T) {
	goEnv := goEnvironment(t)
	home := t.TempDir()
	t.Setenv("GOTMPDIR", testkit.ShortDir(t)) // where a folder stays if scripts are chosen by -run
	testscript.Run(t, testscript.Params{
		Dir:       "testdata/script",
		Condition: condition,
		Setup: func(env *testscript.Env) error {
			arena, err := exec.LookPath("arena")
			if err != nil {
				return err
			}
			env.Setenv("BOTS", filepath.Dir(arena))
			env.Setenv("ARENA_BOTS", filepath.Dir(arena))
			records, err := filepath.Abs("../../engine/games")
			if err != nil {
				return err
			}
			env.Setenv("GAMES", records)
			env.Setenv("HOME", home)
			env.Setenv("GORACE", os.Getenv("GORACE"))
			env.Setenv("XDG_CACHE_HOME", os.Getenv("XDG_CACHE_HOME"))
			env.Values[testOfScript{}] = env.T()
			env.Setenv("TMPDIR", testkit.ShortDir(env.T().(testing.TB)))
			env.Vars = append(env.Vars, goEnv...)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"tamper": tamper,
			"cut":    cut,
			"hashes": hashes,

			"newleague": newLeague,

			"playercompiler": playerCompiler,

			"freeport": freeport,
			"ask":      askPage,
			"order":    orderBy,
			"gunzip":   gunzip,
			"zeros":    zeros,
			"sparse":   sparse,

			"wordless": wordless,
			"until":    until,

			"hostilestore":   hostileStore,
			"same-but-paths": sameButPaths,
		},
	})
}

// testOfScript is where the commands of scripts find the test.
type testOfScript struct{}

// await waits in a script until something is true.
func await(ts *testscript.TestScript, what string, is func() bool) {
	testkit.Await(ts.Value(testOfScript{}).(testing.TB), what, is)
}

// condition is what scripts ask: [long], where the long tier is run, [night], where all is, and [tool:NAME], where a
// program is there.
func condition(asked string) (bool, error) {
	switch asked {
	case "long":
		return tier.IsLong(), nil
	case "night":
		return tier.IsNight(), nil
	}
	tool, ok := strings.CutPrefix(asked, "tool:")
	if !ok {
		return false, fmt.Errorf("%s: no such condition", asked)
	}
	// Like exec:, but where everything must be tested, it must be there.
	_, err := exec.LookPath(tool)
	if err != nil && tier.InCI() {
		return false, err
	}
	return err == nil, nil
}

// until is the script command "until CONDITION": it waits until the shell finds that the condition holds.
func until(ts *testscript.TestScript, _ bool, args []string) {
	await(ts, args[0], func() bool { return ts.Exec("sh", "-c", args[0]) == nil })
}

// newLeague is the script command "newleague FOLDER": it makes a league of four bots that has played nothing.
func newLeague(ts *testscript.TestScript, _ bool, args []string) {
	madeOnce(ts.Value(testOfScript{}).(testing.TB), "script", ts.MkAbs(args[0]), func() {
		ts.Check(ts.Exec("arena", "league", "new", "orkisland", args[0], "--set", "nb_rounds=5", "-s", "7"))
		ts.Check(ts.Exec("arena", "league", "add", args[0], "random", "gandalf", "null", "maporder"))
	})
}

// madeOnce makes a folder, or copies it if another test has made it before. It is for leagues: each bot that joins one
// is checked in more matches than most tests play.
func madeOnce(t testing.TB, name, folder string, makes func()) {
	t.Helper()
	made, err := testkit.Shared("cli-" + name)
	require.NoError(t, err)
	making.Lock()
	defer making.Unlock()
	whole := filepath.Join(made, "whole")
	if _, err := os.Stat(whole); err == nil {
		require.NoError(t, os.CopyFS(folder, os.DirFS(whole)))
		return
	}
	makes()
	part := filepath.Join(made, "part")
	require.NoError(t, errors.Join(os.RemoveAll(part), os.CopyFS(part, os.DirFS(folder)), os.Rename(part, whole)))
}

var making sync.Mutex

// playerCompiler is the script command "playercompiler": from then on, player files of the original programs are
// compiled by a compiler that has read their standard headers before.
func playerCompiler(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Setenv("CXX", testkit.PlayerCompiler(ts.Value(testOfScript{}).(testing.TB)))
}

// zeros is the script command "zeros FILE MEGABYTES": it writes a file of so many megabytes of zeros, packed with gzip.
func zeros(ts *testscript.TestScript, _ bool, args []string) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	megabytes, err := strconv.Atoi(args[1])
	ts.Check(err)
	for range megabytes {
		_, err := w.Write(make([]byte, 1<<20))
		ts.Check(err)
	}
	ts.Check(w.Close())
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), packed.Bytes(), 0o600))
}

// sparse is the script command "sparse FILE MEGABYTES": it makes a file of zeros that takes no room on the disk.
func sparse(ts *testscript.TestScript, _ bool, args []string) {
	megabytes, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	file, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(file.Truncate(megabytes << 20))
	ts.Check(file.Close())
}

// goEnvironment lets a Go command in a script use the caches of this machine.
func goEnvironment(t *testing.T) []string {
	t.Helper()
	said, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE", "GOFLAGS").Output()
	if err != nil {
		t.Fatal(err)
	}
	values := strings.Split(string(said), "\n")
	return []string{
		"GOCACHE=" + values[0], "GOMODCACHE=" + values[1], "GOFLAGS=" + values[2],
		"GOPROXY=off", "GOTOOLCHAIN=local", "GOWORK=off",
	}
}
