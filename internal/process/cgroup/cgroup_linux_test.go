package cgroup

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
)

func TestFolderOfAGroup(t *testing.T) {
	const (
		two = `24 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 23 0:26 / /sys/fs/cgroup rw,nosuid,nodev,noexec,relatime shared:4 - cgroup2 cgroup2 rw,nsdelegate
`
		one = `31 30 0:27 / /sys/fs/cgroup/cpu,cpuacct rw,nosuid shared:5 - cgroup cgroup rw,cpu,cpuacct
32 30 0:28 / /sys/fs/cgroup/memory rw,nosuid shared:6 - cgroup cgroup rw,memory
`
		unified   = "33 30 0:29 / /sys/fs/cgroup/unified rw,nosuid - cgroup2 cgroup2 rw\n"
		container = `40 39 0:26 /docker/8f /sys/fs/cgroup ro,nosuid - cgroup2 cgroup rw
41 39 0:28 /docker/8f /sys/fs/cgroup/memory ro,nosuid - cgroup cgroup rw,memory
`
		spaces = `50 23 0:26 / /mnt/my\040groups\134 rw - cgroup2 cgroup2 rw` + "\n"

		groupsOfTwo  = "0::/user.slice/user-1000.slice/session:2.scope\n"
		groupsOfOne  = "5:memory:/process/7\n4:cpu,cpuacct:/\n1:name=systemd:/init.scope\n"
		groupsOfBoth = groupsOfOne + "0::/\n"
	)
	for _, c := range []struct {
		name, mounts, groups, controller, want string
	}{
		{"version 2", two, groupsOfTwo, "", "/sys/fs/cgroup/user.slice/user-1000.slice/session:2.scope"},
		{"version 2 has no trees of controllers", two, groupsOfTwo, "memory", ""},
		{"version 1", one, groupsOfOne, "memory", "/sys/fs/cgroup/memory/process/7"},
		{"version 1, two controllers in a tree", one, groupsOfOne, "cpu", "/sys/fs/cgroup/cpu,cpuacct"},
		{"version 1, not mounted", one, groupsOfOne, "pids", ""},
		{"version 1 alone", one, groupsOfOne, "", ""},
		{"hybrid, version 2", one + unified, groupsOfBoth, "", "/sys/fs/cgroup/unified"},
		{"hybrid, version 1", unified + one, groupsOfBoth, "memory", "/sys/fs/cgroup/memory/process/7"},
		{"in a container, version 2", container, "0::/docker/8f/bots\n", "", "/sys/fs/cgroup/bots"},
		{"in a container, version 1", container, "5:memory:/docker/8f\n", "memory", "/sys/fs/cgroup/memory"},
		{"the mount shows another container", container, "0::/docker/8f2\n", "", ""},
		{"out of the namespace", two, "0::/../../other\n", "", ""},
		{"letters that the kernel replaces", spaces, "0::/a\n", "", `/mnt/my groups\/a`},
		{"nothing", "", "", "", ""},
		{"nonsense", "- - -\nx - cgroup2\n", "0:\n::\n", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, folderOf(c.mounts, c.groups, c.controller)) })
	}
}

// The processes of these tests, by the name that they are started under.
const (
	burner = "burner"
	hog    = "hog"
)

func TestMain(m *testing.M) {
	switch os.Args[0] {
	case burner:
		for { //nolint:revive,staticcheck // until it is killed
		}
	case hog:
		_, _ = os.Stdin.Read(make([]byte, 1)) // until it is in its group
		var all [][]byte
		for range 256 {
			all = append(all, make([]byte, 1<<20))
			for i := range all[len(all)-1] {
				all[len(all)-1][i] = 1
			}
		}
		os.Exit(len(all) % 2)
	}
	os.Exit(testkit.Run(m))
}

// group makes a group. Most machines of CI are containers, where nobody may.
func group(t *testing.T) *Group {
	t.Helper()
	g := New()
	if g == nil {
		t.Skip("this user may make no control group (version 2) here")
	}
	return g
}

// start starts this test under another name, in a group.
func start(t *testing.T, g *Group, name string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	c := &exec.Cmd{Path: self, Args: []string{name}, SysProcAttr: &syscall.SysProcAttr{}}
	input, err := c.StdinPipe()
	require.NoError(t, err)
	g.Hold(c)
	require.NoError(t, c.Start())
	t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	for _, members := range g.Members() {
		_, err := members.WriteString(pid(c))
		require.NoError(t, err)
	}
	require.NoError(t, input.Close())
	return c
}

func TestAGroupCountsAndKills(t *testing.T) {
	g := group(t)
	require.Zero(t, g.CPUTime())
	c := start(t, g, burner)
	testkit.Await(t, "CPU time of the group", func() bool { return g.CPUTime() > 50*time.Millisecond })
	require.False(t, g.WasOutOfMemory())
	g.Kill()
	var exit *exec.ExitError
	require.ErrorAs(t, c.Wait(), &exit)
	require.Equal(t, "signal: killed", exit.Error())
	g.Close()
	require.NoDirExists(t, g.path)
}

func TestAGroupLimitsMemory(t *testing.T) {
	g := group(t)
	if err := g.Limit(Limits{Memory: 64 << 20, Threads: 64}); err != nil {
		g.Close()
		t.Skipf("this user may limit no control group here: %v", err)
	}
	c := start(t, g, hog)
	var exit *exec.ExitError
	require.ErrorAs(t, c.Wait(), &exit)
	require.Equal(t, "signal: killed", exit.Error())
	require.True(t, g.WasOutOfMemory())
	folders := append([]string{g.path}, g.limits.folders...)
	g.Close()
	for _, folder := range folders {
		require.NoDirExists(t, folder)
	}
}

// TestGroupsOfDeadArenasAreRemoved: those of arenas that run are not.
func TestGroupsOfDeadArenasAreRemoved(t *testing.T) {
	parent := t.TempDir()
	dead := exec.CommandContext(t.Context(), "/bin/true")
	require.NoError(t, dead.Run())
	gone := filepath.Join(parent, "arena-"+pid(dead)+"-1")
	own := filepath.Join(parent, name())
	other := filepath.Join(parent, "arena-of-somebody")
	for _, folder := range []string{gone, own, other} {
		require.NoError(t, os.Mkdir(folder, 0o755))
	}
	sweep(parent)
	require.NoDirExists(t, gone)
	require.DirExists(t, own)
	require.DirExists(t, other)
}

func pid(c *exec.Cmd) string { return strconv.Itoa(c.Process.Pid) }
