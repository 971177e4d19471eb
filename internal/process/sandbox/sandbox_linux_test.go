//go:build linux && (amd64 || arm64)

package sandbox_test

import (
	"bytes"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/process/sandbox"
	"github.com/botarena/arena/internal/process/sandbox/filter"
)

func TestMain(m *testing.M) {
	if os.Args[0] == parent {
		runParent()
	}
	if filepath.Base(os.Args[0]) == "probe" {
		runProbe(os.Args[1:])
		syscall.Exit(0) // os.Exit waits a second under the race detector
	}
	os.Exit(testkit.Run(m))
}

// another returns a program that does what this one does and is another file, as bots are: the arena's own is started
// as it is.
var another = sync.OnceValues(func() (string, error) {
	self, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		return "", err
	}
	folder, err := testkit.Shared("sandbox")
	if err != nil {
		return "", err
	}
	path := filepath.Join(folder, "program")
	return path, os.WriteFile(path, self, 0o755) //nolint:gosec // it is a program
})

// standard returns the sandbox, or skips a test where there can be none.
func standard(t testing.TB) *sandbox.Sandbox {
	t.Helper()
	s, err := sandbox.New(sandbox.Standard)
	if err != nil {
		tier.Lacks(t, err)
	}
	return s
}

// place returns a folder that every user may look into.
func place(t testing.TB) string {
	t.Helper()
	dir := testkit.ShortDir(t)
	require.NoError(t, os.Chmod(dir, 0o755)) //nolint:gosec // that is what it is for
	return dir
}

// run runs a program, confined if there is a sandbox, and returns what it printed and
// how it ended.
func run(t testing.TB, s *sandbox.Sandbox, bot string, limits sandbox.Limits, args ...string) (string, error) {
	t.Helper()
	folder := place(t)
	path := args[0]
	if path == "probe" {
		var err error
		path, err = another()
		require.NoError(t, err)
	}
	c := exec.CommandContext(testkit.Patiently(t), path)
	c.Args = args
	c.Dir = folder
	var output bytes.Buffer
	c.Stdout, c.Stderr = &output, &output
	c.Env = []string{
		"PATH=/usr/local/bin:/usr/bin:/bin", "GOMAXPROCS=1", "LANG=C.UTF-8",
		"PYTHONPATH=" + os.Getenv("PYTHONPATH"), "ARENA_BOT_DIR=" + os.Getenv("ARENA_BOT_DIR"),
	}
	c.WaitDelay = time.Second
	if s == nil {
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		err := runAnd(c, nil)
		return output.String(), err
	}
	start, err := s.Confine(c, sandbox.Program{Bot: bot, Folder: folder, Limits: limits, Counted: true})
	if err != nil {
		return "", err
	}
	err = runAnd(c, start)
	return output.String(), err
}

// attackError says what a program did that only an attack does.
type attackError string

func (e attackError) Error() string { return string(e) }

func runAnd(c *exec.Cmd, start *sandbox.Start) error {
	err := c.Start()
	if start == nil {
		if err == nil {
			err = c.Wait()
		}
		return err
	}
	start.Begun()
	if err != nil {
		start.Stop()
		return err
	}
	refused := start.Await()
	var did attackError
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		start.Watch(func(call sandbox.Call) bool {
			if call.What == filter.Attack {
				did = attackError(call.Words)
				_ = c.Process.Kill()
			}
			return call.What != filter.Attack
		})
	}()
	err = c.Wait()
	start.Stop()
	<-watched
	if did != "" {
		return did
	}
	if refused != nil {
		return refused
	}
	return err
}

// victims are what probes attack.
func victims(t *testing.T) []string {
	t.Helper()
	dir := place(t)
	secret := filepath.Join(dir, "id_ed25519")
	require.NoError(t, os.WriteFile(secret, []byte("secret"), 0o644)) //nolint:gosec // so that only the sandbox protects it
	path := filepath.Join(dir, "socket")
	for network, name := range map[string]string{"unix": path, "unixgram": path + ".datagrams"} {
		if network == "unix" {
			for _, name := range []string{name, "@" + name} {
				l, err := net.Listen(network, name)
				require.NoError(t, err)
				t.Cleanup(func() { _ = l.Close() })
			}
			continue
		}
		l, err := net.ListenUnixgram(network, &net.UnixAddr{Name: name, Net: network})
		require.NoError(t, err)
		t.Cleanup(func() { _ = l.Close() })
	}
	rival := exec.Command("/bin/sleep", "1h")
	require.NoError(t, rival.Start())
	t.Cleanup(func() { _ = rival.Process.Kill(); _ = rival.Wait() })
	file := filepath.Join(dir, "leak")
	require.NoError(t, os.WriteFile(file, []byte(leak), 0o600))
	fd, err := unix.Open(file, unix.O_RDONLY, 0) // without O_CLOEXEC
	require.NoError(t, err)
	t.Cleanup(func() { _ = unix.Close(fd) })
	return []string{secret, strconv.Itoa(os.Getpid()), path, strconv.Itoa(rival.Process.Pid)}
}

// notHere are what a probe can't do unconfined on every system.
var notHere = []string{"writes in root", "types on a terminal", "types with high bits"}

// notHeld are what only namespaces can forbid.
var notHeld = []string{"makes many files", "starts many threads", "sees the arena's number"}

// onlyFiltered are what only the filter of system calls forbids.
var onlyFiltered = []string{
	"connects by TCP", "sends by UDP", "talks to the kernel", // of a network without anything else in it
	"forks", "starts itself", "starts a shell", "becomes a shell", "links to a file", "locks a file",
	"makes a file of memory", "makes a growing stack",
	"makes shared memory", "outlives the arena", "uses all processors", "raises its limits", "types on a terminal",
	"types with high bits", "signals everybody", "uses io_uring", "changes its policy",
}

// provesSomething are the probes that have succeeded unconfined in this process, which nothing in it changes.
var provesSomething = map[string]bool{}

// TestHostile runs every probe unconfined, where it must succeed, or else it would prove
// nothing, and confined, where it must fail. That holds for what a system has that lacks a layer, too.
func TestHostile(t *testing.T) {
	s := standard(t)
	args := victims(t)
	noNamespaces, err := sandbox.WithoutNamespaces()
	require.NoError(t, err)
	noLandlock, err := sandbox.WithoutLandlock()
	require.NoError(t, err)
	noFilter, err := sandbox.WithoutFilter()
	require.NoError(t, err)
	for way, s := range map[string]*sandbox.Sandbox{
		"all": s, "no namespaces": noNamespaces, "no Landlock": noLandlock,
		"no filter": noFilter,
	} {
		t.Run(way, func(t *testing.T) {
			if way != "all" {
				tier.Long(t, "tries all attacks once more")
			}
			t.Log(s)
			for _, name := range slices.Sorted(maps.Keys(probes)) {
				if name == "idle" || way == "no namespaces" && slices.Contains(notHeld, name) ||
					way == "no Landlock" && name == "lists root" ||
					way == "no filter" && slices.Contains(onlyFiltered, name) {
					continue
				}
				t.Run(name, func(t *testing.T) { testProbe(t, s, name, args) })
			}
		})
	}
}

func testProbe(t *testing.T, s *sandbox.Sandbox, name string, args []string) {
	all := append([]string{"probe", name}, args...)
	unsafe := name == "signals everybody" // it would reach whoever runs the test
	if !slices.Contains(notHere, name) && !unsafe && !provesSomething[name] {
		output, err := run(t, nil, "", sandbox.Limits{}, all...)
		require.NoError(t, err, output)
		require.Equal(t, "YES", strings.TrimSpace(output), "unconfined")
		provesSomething[name] = true
	}
	output, err := run(t, s, "/nowhere/bot", sandbox.DefaultLimits(), all...)
	first, _, _ := strings.Cut(strings.TrimSpace(output), "\n")
	t.Logf("confined: %s %v", first, err)
	require.NotContains(t, output, "YES", "confined")
	if err == nil {
		require.Contains(t, output, "no:")
	}
}

func TestDeadlyCalls(t *testing.T) {
	s := standard(t)
	silent, err := sandbox.WithoutReports()
	require.NoError(t, err)
	for _, name := range slices.Sorted(maps.Keys(deadlyProbes)) {
		t.Run(name, func(t *testing.T) {
			_, err := run(t, nil, "", sandbox.Limits{}, "probe", name)
			require.NoError(t, err, "unconfined")
			_, err = run(t, s, "/nowhere", sandbox.DefaultLimits(), "probe", name)
			var attacked attackError
			require.ErrorAs(t, err, &attacked)
			require.Equal(t, deadlyProbes[name].words, attacked.Error())
			output, err := run(t, silent, "/nowhere", sandbox.DefaultLimits(), "probe", name)
			var exit *exec.ExitError
			require.ErrorAs(t, err, &exit, output)
			require.Equal(t, syscall.SIGSYS, exit.Sys().(syscall.WaitStatus).Signal())
		})
	}
}

// TestAsAnOrdinaryUser runs the other tests as a user without any rights, if we are root.
func TestAsAnOrdinaryUser(t *testing.T) {
	const nobody = 65534
	if os.Geteuid() != 0 {
		t.Skip("we are an ordinary user already")
	}
	tier.Long(t, "runs all other tests once more")
	dir := place(t)
	self, err := os.ReadFile("/proc/self/exe")
	require.NoError(t, err)
	binary := filepath.Join(dir, "sandbox.test")
	require.NoError(t, os.WriteFile(binary, self, 0o755)) //nolint:gosec // it is to be started
	own := filepath.Join(dir, "tmp")
	require.NoError(t, os.Mkdir(own, 0o700))
	require.NoError(t, os.Chown(own, nobody, nobody))
	// The one is about pages, not users; the other reads the unit, and tries a user of its own.
	const elsewhere = "^(TestTablesAreWhatHolds|TestTheServiceLeavesAllLayers)$"
	c := exec.CommandContext(t.Context(), binary, "-test.v", "-test.skip="+elsewhere)
	c.Dir = own
	c.Env = append(os.Environ(), "TMPDIR="+own, "HOME="+own)
	if !tier.IsNight() {
		c.Env = append(c.Env, "ARENA_LONG=0")
	}
	c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	output, err := c.CombinedOutput()
	t.Logf("%s", output)
	require.NoError(t, err)
	require.Contains(t, string(output), "--- PASS: TestHostile")
}

// TestRightsAreGivenUp: no user's, no capabilities, none that could be got.
func TestRightsAreGivenUp(t *testing.T) {
	s := standard(t)
	if os.Geteuid() == 0 { // often in no group at all
		before, err := syscall.Getgroups()
		require.NoError(t, err)
		require.NoError(t, syscall.Setgroups([]int{0}))
		t.Cleanup(func() { require.NoError(t, syscall.Setgroups(before)) })
	}
	output, err := run(t, nil, "", sandbox.Limits{}, "probe", "rights")
	require.NoError(t, err)
	require.Contains(t, output, "could: true", "unconfined")
	output, err = run(t, s, "/nowhere", sandbox.DefaultLimits(), "probe", "rights")
	require.NoError(t, err)
	require.Contains(t, output, "root: false own: false could: false\n", "confined") // the race detector says more
}

// TestOwnFolderCannotBeWrittenTo: a bot can read it, which a probe that is dynamic shows
// by running at all.
func TestOwnFolderCannotBeWrittenTo(t *testing.T) {
	noLandlock, err := sandbox.WithoutLandlock()
	require.NoError(t, err)
	noNamespaces, err := sandbox.WithoutNamespaces()
	require.NoError(t, err)
	args := victims(t)
	folder := filepath.Dir(args[0])
	require.NoError(t, os.Chmod(folder, 0o777)) //nolint:gosec // so that only the sandbox protects it
	self, err := os.ReadFile("/proc/self/exe")
	require.NoError(t, err)
	program := filepath.Join(folder, "probe")
	require.NoError(t, os.WriteFile(program, self, 0o755)) //nolint:gosec // it is to be started
	for way, s := range map[string]*sandbox.Sandbox{"no Landlock": noLandlock, "no namespaces": noNamespaces} {
		for probe, want := range map[string]string{"reads a secret": "YES", "writes beside": "no: "} {
			output, err := run(t, s, folder, sandbox.DefaultLimits(), append([]string{program, probe}, args...)...)
			require.NoError(t, err)
			require.Contains(t, output, want, "%s: %s", way, probe)
		}
	}
}

func TestSealedProgramsCannotBeWrittenTo(t *testing.T) {
	copied, err := sandbox.Seal("/bin/sh")
	require.NoError(t, err)
	file, err := os.OpenFile("/proc/self/fd/"+strconv.Itoa(int(copied.Fd())), os.O_RDWR, 0)
	if err == nil {
		_, err = file.WriteAt([]byte("x"), 0)
	}
	require.ErrorIs(t, err, syscall.EPERM)
}

// TestLandlockAlone: what it forbids, it forbids without any other layer.
func TestLandlockAlone(t *testing.T) {
	standard(t)
	args := victims(t)
	for _, name := range []string{
		"reads a secret", "writes beside", "signals the arena", "stops the arena",
		"connects to a name", "traces the arena",
	} {
		t.Run(name, func(t *testing.T) { testProbe(t, sandbox.OnlyLandlock(), name, args) })
	}
}
