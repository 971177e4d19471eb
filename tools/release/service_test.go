package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
)

// setting returns what the unit sets a name to; the last one counts.
func setting(t *testing.T, name string) string {
	t.Helper()
	found := ""
	for line := range strings.Lines(string(serviceText)) {
		if value, ok := strings.CutPrefix(strings.TrimSpace(line), name+"="); ok {
			found = value
		}
	}
	require.NotEmpty(t, found, name)
	return found
}

// mostExposure is ten times the figure of systemd-analyze security above which the unit counts as too open.
const mostExposure = "30"

// TestSystemdKnowsTheService and does not find it open. Its program need not be installed.
func TestSystemdKnowsTheService(t *testing.T) {
	tier.Needs(t, "systemd-analyze")
	unit := filepath.Join(t.TempDir(), serviceName)
	text := bytes.ReplaceAll(serviceText, []byte("=/usr/bin/arena-league "), []byte("=/bin/true "))
	require.NotEqual(t, serviceText, text)
	require.NoError(t, os.WriteFile(unit, text, 0o600))
	said := command(t, "", "systemd-analyze", "verify", "--man=no", unit)
	require.NotContains(t, said, serviceName, "a setting that is not known is only warned of")
	command(t, "", "systemd-analyze", "security", "--offline=yes", "--threshold="+mostExposure, unit)
}

// TestServiceLeavesTheSandboxItsLayers: what was seen to cost one is not set.
func TestServiceLeavesTheSandboxItsLayers(t *testing.T) {
	for _, name := range []string{"MemoryDenyWriteExecute", "ProtectHostname", "ProtectControlGroups", "PrivateNetwork"} {
		require.NotContains(t, string(serviceText), "\n"+name+"=")
	}
	require.ElementsMatch(t, []string{"user", "mnt", "pid", "net", "ipc", "uts", "cgroup"},
		strings.Fields(setting(t, "RestrictNamespaces")))
	require.Equal(t, "EPERM", setting(t, "SystemCallErrorNumber"))
	allowed := strings.Fields(setting(t, "SystemCallFilter"))
	for _, name := range strings.Fields(
		`@system-service mount umount2 pivot_root open_tree move_mount mount_setattr sethostname
		seccomp landlock_create_ruleset landlock_add_rule landlock_restrict_self`) {
		require.Contains(t, allowed, name)
	}
}

// TestServiceIsSetUpAsTheDocumentSays: its own comment has the same commands, and those of the arena are typed by
// TestServiceKeepsItsLeague.
func TestServiceIsSetUpAsTheDocumentSays(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "league.md"))
	require.NoError(t, err)
	typed := ""
	for line := range strings.Lines(string(serviceText)) {
		if command, ok := strings.CutPrefix(line, "#   "); ok {
			typed += "    $ sudo " + command
		}
	}
	require.Contains(t, typed, "sudo arena league new orkisland /var/lib/arena/")
	require.Contains(t, string(text), "\n"+typed)
}

// served is what the unit runs, in a folder in place of /var, without systemd.
type served struct {
	t       *testing.T
	folder  string
	stderr  bytes.Buffer
	command *exec.Cmd
}

// run runs a program of the arena's as the user of the service, with its environment and without privileges.
func (s *served) run(ctx context.Context, words ...string) *exec.Cmd {
	s.t.Helper()
	words = append([]string{filepath.Join(s.folder, filepath.Base(words[0]))}, words[1:]...)
	if os.Getuid() == 0 {
		words = append(
			[]string{
				"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--no-new-privs", "--bounding-set=-all",
				"--inh-caps=-all",
			}, words...)
	}
	c := exec.CommandContext(ctx, words[0], words[1:]...)
	c.Dir = s.folder
	c.Env = []string{
		"PATH=/usr/bin:/bin", "HOME=" + s.folder, "XDG_CACHE_HOME=" + filepath.Join(s.folder, "cache"),
		"STATE_DIRECTORY=" + s.folder,
	}
	return c
}

func (s *served) must(words ...string) string {
	s.t.Helper()
	text, err := s.run(s.t.Context(), append([]string{"arena"}, words...)...).CombinedOutput()
	require.NoError(s.t, err, "%q: %s", words, text)
	return string(text)
}

// start starts what the unit's ExecStart says, and waits until the league says that it is well.
func (s *served) start() {
	s.t.Helper()
	words := strings.Fields(strings.ReplaceAll(setting(s.t, "ExecStart"), "/var/lib/arena/%i", "tuesdays"))
	require.Equal(s.t, []string{"/usr/bin/arena-league", "serve", "tuesdays", "$OPTIONS"}, words)
	s.stderr.Reset()
	s.command = s.run(s.t.Context(), append(words[:len(words)-1], "--http", "127.0.0.1:0", "-j", "1")...)
	s.command.Stderr = &s.stderr
	require.NoError(s.t, s.command.Start())
	require.Eventually(s.t, func() bool {
		return s.run(s.t.Context(), "arena", "league", "health", "tuesdays").Run() == nil
	}, time.Minute, 200*time.Millisecond)
}

// stop ends it as systemd does.
func (s *served) stop() {
	s.t.Helper()
	limit, err := time.ParseDuration(setting(s.t, "TimeoutStopSec") + "s")
	require.NoError(s.t, err)
	require.Equal(s.t, "mixed", setting(s.t, "KillMode"), "the arena alone gets the signal")
	require.NoError(s.t, s.command.Process.Signal(syscall.SIGTERM))
	late := time.AfterFunc(limit, func() { _ = s.command.Process.Kill() })
	err = s.command.Wait()
	require.True(s.t, late.Stop(), "it takes longer than systemd waits")
	require.NoError(s.t, err, s.stderr.String())
}

// played waits until the league has more matches, and returns how many.
func (s *served) played(more int) int {
	s.t.Helper()
	count := 0
	require.Eventually(s.t, func() bool {
		count = strings.Count(s.must("league", "show", "tuesdays", "--csv"), "\n") / 4
		return count > more
	}, time.Minute, 500*time.Millisecond)
	return count
}

// TestServiceKeepsItsLeague over a stop, an upgrade of the arena, and a kill. No systemd runs: what it
// would start is started in its place.
func TestServiceKeepsItsLeague(t *testing.T) {
	tier.Long(t, "builds the arena and plays matches")
	if os.Getuid() == 0 {
		tier.Needs(t, "setpriv")
	}
	folder, err := os.MkdirTemp("", "svc") //nolint:usetesting // another user must reach it
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	require.NoError(t, os.Chmod(folder, 0o777))
	s := &served{t: t, folder: folder}
	build := func(version string) {
		t.Helper()
		for _, program := range programs {
			path := filepath.Join(folder, program)
			command(t, filepath.Join("..", ".."), "go", "build", "-o", path+".new",
				"-ldflags=-X "+arenaModule+"/internal/cli/shell.release="+version, "./cmd/"+program)
			require.NoError(t, os.Rename(path+".new", path)) // as dpkg does
		}
	}
	bot := filepath.Join(folder, "null")
	command(t, filepath.Join("..", ".."), "go", "build", "-o", bot, "./examples/null")
	build("v99.0.0")
	s.must("league", "new", "orkisland", "tuesdays", "--set", "nb_rounds=5")
	program, err := os.ReadFile(bot)
	require.NoError(t, err)
	join := func(name string) {
		t.Helper()
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), append(program, name...), 0o755)) // another program
		s.must("league", "add", "tuesdays", "./"+name, "--name", name)
	}
	for _, name := range []string{"anna", "ben", "carl", "dora"} {
		join(name)
	}

	s.start()
	join("emil")
	first := s.played(0)
	s.stop()

	build("v99.0.1")
	require.Contains(t, s.must("version"), "v99.0.1")
	s.start()
	second := s.played(first)
	require.NoError(t, s.command.Process.Kill())
	_ = s.command.Wait()

	s.start()
	require.GreaterOrEqual(t, s.played(second), second)
	s.stop()
	table := s.must("league", "show", "tuesdays")
	for _, name := range []string{"anna", "emil"} {
		require.Contains(t, table, name)
	}
}
