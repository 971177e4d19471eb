package main_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
)

// patience is how long any command may take, under an emulator and on a busy machine.
const patience = 2 * time.Minute

// programsVariable names a folder with the arena, arena-league, null, demo and the modules, for systems without Go.
const programsVariable = "ARENA_TEST_PROGRAMS"

// executable is what names of programs end with.
var executable = map[string]string{"windows": ".exe"}[runtime.GOOS]

// user has an arena, a bots folder, and folders of their own for everything else.
type user struct {
	t       *testing.T
	arena   string
	bots    string
	modules string // a folder of bots in WebAssembly
	dir     string // where commands are typed
	temp    string
}

func newUser(t *testing.T) *user {
	t.Helper()
	programs := os.Getenv(programsVariable)
	if programs == "" {
		programs = build(t)
	}
	u := &user{t: t, arena: filepath.Join(absolute(t, programs), "arena"+executable)}
	dir := t.TempDir()
	require.NoError(t, os.Chmod(filepath.Dir(dir), 0o711)) //nolint:gosec // if root tests, a bot is another user
	u.dir = filepath.Join(dir, "Zoë's arena, 100%")
	u.bots, u.modules = filepath.Join(u.dir, "the bots"), filepath.Join(u.dir, "the modules")
	for _, folder := range []string{u.bots, u.modules} {
		require.NoError(t, os.MkdirAll(folder, 0o755)) //nolint:gosec // the same
	}
	for _, name := range modules() {
		copyProgram(t, filepath.Join(programs, name+".wasm"), filepath.Join(u.modules, name+".wasm"))
	}
	for _, name := range []string{"null", "demo"} {
		copyProgram(t, filepath.Join(programs, name+executable), filepath.Join(u.bots, name+executable))
	}
	own, err := os.Executable()
	require.NoError(t, err)
	for name := range lineBots {
		copyProgram(t, own, filepath.Join(u.bots, name+executable))
	}
	copyProgram(t, own, filepath.Join(u.bots, "child"+executable))
	u.temp = testkit.ShortDir(t) // the bots' sockets are in it
	return u
}

// modules are the names of those that play here.
func modules() []string {
	if playsDemoModule() {
		return []string{"demo", "peeks"}
	}
	return []string{"peeks"}
}

// built is the folder of the programs, once they are.
var built string

// build makes the programs, as a user would, once for all tests.
func build(t *testing.T) string {
	t.Helper()
	if built != "" {
		return built
	}
	if _, err := exec.LookPath("go"); err != nil {
		tier.Lacks(t, fmt.Sprintf("%v; without Go, %s names a folder with both programs, null, demo and the modules", err,
			programsVariable))
	}
	dir, err := testkit.Shared("programs")
	require.NoError(t, err)
	testkit.Build(t, dir, nil, ".", "../arena-league", "../../examples/null", "../../examples/demo")
	sources := map[string]string{"demo": "../../examples/demo", "peeks": "./testdata/peeks"}
	for _, name := range modules() {
		made := testkit.Build(t, "", []string{"GOOS=wasip1", "GOARCH=wasm"}, sources[name])
		require.NoError(t, os.Rename(filepath.Join(made, name), filepath.Join(dir, name+".wasm")))
	}
	built = dir
	return built
}

// copyProgram copies one. Under a second name for the same file, Windows would not let it be removed as long as this
// test runs.
func copyProgram(t *testing.T, from, to string) {
	t.Helper()
	program, err := os.ReadFile(from)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(to, program, 0o755)) //nolint:gosec // it is to be executed, also by other users
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	require.NoError(t, err)
	return path
}

// in is the same user in another test.
func (u *user) in(t *testing.T) *user {
	same := *u
	same.t = t
	return &same
}

// command is one of the arena, in the user's folder. It does not outlast its test.
func (u *user) command(args ...string) *running {
	ctx, cancel := context.WithTimeout(u.t.Context(), patience)
	u.t.Cleanup(cancel)
	c := &running{t: u.t, Cmd: exec.CommandContext(ctx, u.arena, args...)}
	c.Dir = u.dir
	c.Env = append(os.Environ(), "ARENA_BOTS="+u.bots, "HOME="+u.dir, "USERPROFILE="+u.dir, "LOCALAPPDATA="+u.dir,
		"XDG_CACHE_HOME="+u.dir, "XDG_CONFIG_HOME="+u.dir, "TMPDIR="+u.temp, "TMP="+u.temp, "TEMP="+u.temp)
	c.Stdout, c.Stderr = &c.out, &c.err
	c.WaitDelay = 5 * time.Second
	ownGroup(c.Cmd)
	return c
}

// does runs a command, which must succeed.
func (u *user) does(args ...string) *running {
	u.t.Helper()
	c := u.command(args...)
	require.NoError(u.t, c.Run(), "arena %s\n%s%s", strings.Join(args, " "), &c.out, &c.err)
	return c
}

// begins runs a command that goes on.
func (u *user) begins(args ...string) *running {
	u.t.Helper()
	c := u.command(args...)
	require.NoError(u.t, c.Start())
	return c
}

// states returns the hashes of a replay's states, one for each round.
func (u *user) states(path string) (hashes []string) {
	u.t.Helper()
	for _, found := range stateHash.FindAllStringSubmatch(u.does("replay", path, "--json").out.String(), -1) {
		hashes = append(hashes, found[1])
	}
	return hashes
}

var stateHash = regexp.MustCompile(`"hash":"([0-9a-f]{16})"`)

// hasEnded fails the test unless a bot has run and runs no more, nor what it has started.
func (u *user) hasEnded(name string) {
	u.t.Helper()
	address, err := os.ReadFile(filepath.Join(u.bots, name+answers))
	require.NoError(u.t, err, "%s never ran", name)
	testkit.Await(u.t, "the end of "+name, func() bool { // a process may end a little after it was killed
		answered, err := net.Dial("tcp", string(address))
		if err == nil {
			_ = answered.Close()
		}
		return err != nil
	})
}

// leavesNothing fails the test if there are temporary folders.
func (u *user) leavesNothing() {
	u.t.Helper()
	left, err := os.ReadDir(u.temp)
	require.NoError(u.t, err)
	require.Empty(u.t, left, "temporary folders are left")
}

// running is a command and what it has printed so far.
type running struct {
	*exec.Cmd

	t        *testing.T
	out, err printed
}

// says waits until a command has printed what is looked for, and returns it.
func (c *running) says(pattern *regexp.Regexp) string {
	c.t.Helper()
	for ctx := testkit.Patiently(c.t); ctx.Err() == nil; time.Sleep(20 * time.Millisecond) {
		if found := pattern.FindString(c.out.String() + c.err.String()); found != "" {
			return found
		}
	}
	require.FailNow(c.t, "it never says it", "%s\n%s%s", pattern, &c.out, &c.err)
	return ""
}

// interrupted ends a command as Ctrl-C does, and returns how it ended.
func (c *running) interrupted() error {
	c.t.Helper()
	err := interrupt(c.Process)
	if err != nil {
		_ = c.Process.Kill()
	}
	ended := c.Wait()
	if err != nil {
		c.t.Skipf("no Ctrl-C can be sent, as without a console: %v", err)
	}
	return ended
}

// killed ends a command that needs no better end.
func (c *running) killed() {
	_ = c.Process.Kill()
	_ = c.Wait()
}

// printed is text that comes while it is read.
type printed struct {
	mu   sync.Mutex
	text strings.Builder
}

func (p *printed) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.Write(text)
}

func (p *printed) String() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.String()
}
