package host

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// cgroup holds a bot and all its descendants. It measures their CPU time, and can
// kill even those that have left the process group. Whether one can be made
// depends on the system and on the user's rights.
type cgroup struct {
	path string
	dir  *os.File
	stat *os.File
}

var cgroups atomic.Int64 // for names

// newCgroup makes a cgroup below our own. It returns nil if that is not possible.
func newCgroup() *cgroup {
	parent := ownCgroup()
	if parent == "" {
		return nil
	}
	g := &cgroup{path: filepath.Join(parent, fmt.Sprintf("arena-%d-%d", os.Getpid(), cgroups.Add(1)))}
	if os.Mkdir(g.path, 0o755) != nil {
		return nil
	}
	var err error
	if g.dir, err = os.Open(g.path); err == nil {
		g.stat, err = os.Open(filepath.Join(g.path, "cpu.stat"))
	}
	if err != nil {
		g.close()
		return nil
	}
	return g
}

// ownCgroup returns the folder of the cgroup (version 2) that we are in, or "" if
// we are in none.
var ownCgroup = sync.OnceValue(func() string {
	mounts, _ := os.ReadFile("/proc/self/mountinfo")
	own, _ := os.ReadFile("/proc/self/cgroup")
	for line := range strings.Lines(string(mounts)) {
		// For example: 30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw
		head, tail, _ := strings.Cut(line, " - ")
		fields := strings.Fields(head)
		if !strings.HasPrefix(tail, "cgroup2 ") || len(fields) < 5 {
			continue
		}
		for line := range strings.Lines(string(own)) {
			if path, ok := strings.CutPrefix(strings.TrimSpace(line), "0::"); ok {
				found := filepath.Join(fields[4], path)
				sweep(found)
				return found
			}
		}
	}
	return ""
})

// sweep removes the empty cgroups of arenas that were killed.
func sweep(parent string) {
	left, _ := filepath.Glob(filepath.Join(parent, "arena-*-*"))
	for _, path := range left {
		var pid, n int
		if _, err := fmt.Sscanf(filepath.Base(path), "arena-%d-%d", &pid, &n); err != nil {
			continue
		}
		if isGone(pid) {
			_ = os.Remove(path)
		}
	}
}

// hold makes the command start inside the cgroup.
func (g *cgroup) hold(command *exec.Cmd) {
	command.SysProcAttr.UseCgroupFD = true
	command.SysProcAttr.CgroupFD = int(g.dir.Fd())
}

// cpuTime returns the CPU time of all processes that are or were in the cgroup,
// exact to the microsecond.
func (g *cgroup) cpuTime() time.Duration {
	text := make([]byte, 256)
	n, _ := unix.Pread(int(g.stat.Fd()), text, 0)
	_, rest, _ := bytes.Cut(text[:max(n, 0)], []byte("usage_usec "))
	number, _, _ := bytes.Cut(rest, []byte("\n"))
	used, _ := strconv.ParseInt(string(number), 10, 64)
	return time.Duration(used) * time.Microsecond
}

func (g *cgroup) kill() {
	_ = os.WriteFile(filepath.Join(g.path, "cgroup.kill"), []byte("1"), 0)
}

// close removes the cgroup. It tries for a while, since a killed process takes a
// moment to be gone.
func (g *cgroup) close() {
	_ = g.dir.Close()
	_ = g.stat.Close()
	for range 100 {
		if err := os.Remove(g.path); err == nil || os.IsNotExist(err) {
			return
		}
		time.Sleep(time.Millisecond)
	}
}
