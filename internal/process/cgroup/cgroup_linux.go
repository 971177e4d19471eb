package cgroup

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// Group holds a bot and all its descendants, even those that have left the process group.
// Whether one can be made depends on the system and on the user's rights.
type Group struct {
	path   string
	dir    *os.File
	stat   *os.File
	limits *limits // nil: none
}

var made atomic.Int64 // for names

// New makes a group below our own. It returns nil if that is not possible.
func New() *Group {
	parent := own()
	if parent == "" {
		return nil
	}
	g := &Group{path: filepath.Join(parent, name())}
	if os.Mkdir(g.path, 0o755) != nil {
		return nil
	}
	var err error
	if g.dir, err = os.Open(g.path); err == nil {
		g.stat, err = os.Open(filepath.Join(g.path, "cpu.stat"))
	}
	if err != nil {
		g.Close()
		return nil
	}
	return g
}

func name() string { return fmt.Sprintf("arena-%d-%d", os.Getpid(), made.Add(1)) }

// own returns the folder of the group (version 2) that we are in, or were in when this was
// asked first, or "" if we are in none.
var own = sync.OnceValue(func() string {
	found := ownGroup("")
	if found != "" {
		sweep(found)
	}
	return found
})

// sweep removes the empty groups of arenas that were killed.
func sweep(parent string) {
	left, _ := filepath.Glob(filepath.Join(parent, "arena-*-*"))
	for _, path := range left {
		var pid, n int
		if _, err := fmt.Sscanf(filepath.Base(path), "arena-%d-%d", &pid, &n); err != nil {
			continue
		}
		if errors.Is(unix.Kill(pid, 0), unix.ESRCH) {
			_ = os.Remove(path)
		}
	}
}

// Hold makes the command start inside the group.
func (g *Group) Hold(command *exec.Cmd) {
	command.SysProcAttr.UseCgroupFD = true
	command.SysProcAttr.CgroupFD = int(g.dir.Fd())
}

// CPUTime returns the CPU time of all processes that are or were in the group, exact to
// the microsecond.
func (g *Group) CPUTime() time.Duration {
	text := make([]byte, 256)
	n, _ := unix.Pread(int(g.stat.Fd()), text, 0)
	_, rest, _ := bytes.Cut(text[:max(n, 0)], []byte("usage_usec "))
	number, _, _ := bytes.Cut(rest, []byte("\n"))
	used, _ := strconv.ParseInt(string(number), 10, 64)
	return time.Duration(used) * time.Microsecond
}

// Others returns the CPU time of all members but the first process, which has used so much.
func (g *Group) Others(_ *os.Process, own time.Duration) time.Duration { return g.CPUTime() - own }

// Begun does nothing: a process begins in its group.
func (*Group) Begun(*os.Process) error { return nil }

// Kill kills all members.
func (g *Group) Kill() {
	_ = os.WriteFile(filepath.Join(g.path, "cgroup.kill"), []byte("1"), 0)
}

// Close removes the group. It tries for a while, since a killed process takes a moment to
// be gone.
func (g *Group) Close() {
	_ = g.dir.Close()
	_ = g.stat.Close()
	remove(g.path)
	g.limits.close()
}

func remove(path string) {
	for pause := time.Millisecond; pause < 2*time.Second; pause *= 2 {
		if err := os.Remove(path); err == nil || os.IsNotExist(err) {
			return
		}
		time.Sleep(pause)
	}
}
