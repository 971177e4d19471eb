package cgroup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// controllers are what limits need.
var controllers = []string{"memory", "pids", "cpu"}

// limits are the folders where a group is limited: the group itself, or, in version 1,
// one for each controller, which members have to enter one by one.
type limits struct {
	folders []string
	members []*os.File
	killed  string // the file that counts members which were killed for their memory
}

// setting is a value for a file of a controller.
type setting struct {
	file, value string
	optional    bool // not every kernel has it
}

// CanCount reports whether the CPU time of members can be counted.
func CanCount() bool {
	g := New()
	if g == nil {
		return false
	}
	g.Close()
	return true
}

// CanLimit returns nil if members can be limited, and why not otherwise.
func CanLimit() error {
	g := New()
	if g == nil {
		return ErrNone
	}
	defer g.Close()
	return g.Limit(Limits{Memory: 1 << 30, Threads: 64})
}

// Limit sets limits on the members.
func (g *Group) Limit(l Limits) error {
	threads := strconv.FormatInt(l.Threads, 10)
	const oneProcessor = 100_000 // microseconds of CPU time in as many of elapsed time
	period := strconv.Itoa(oneProcessor)
	if err := delegate(); err == nil {
		g.limits = &limits{killed: filepath.Join(g.path, "memory.events")}
		return set(g.path, []setting{
			{"memory.max", orElse(l.Memory, "max"), false},
			{"memory.swap.max", "0", true},
			{"memory.oom.group", "1", true},
			{"pids.max", threads, false},
			{"cpu.max", period + " " + period, false},
		})
	} else if ownGroup("memory") == "" { // nor are there the controllers of version 1
		return err
	}
	g.limits = new(limits)
	for _, c := range controllers {
		folder, err := g.limits.enter(c)
		if err != nil {
			return err
		}
		var all []setting
		switch c {
		case "memory":
			all = []setting{
				{"memory.limit_in_bytes", orElse(l.Memory, "-1"), false},
				{"memory.memsw.limit_in_bytes", orElse(l.Memory, "-1"), true},
			}
			g.limits.killed = filepath.Join(folder, "memory.oom_control")
		case "pids":
			all = []setting{{"pids.max", threads, false}}
		case "cpu":
			all = []setting{{"cpu.cfs_period_us", period, false}, {"cpu.cfs_quota_us", period, false}}
		}
		if err := set(folder, all); err != nil {
			return err
		}
	}
	return nil
}

func orElse(limit int64, none string) string {
	if limit == 0 {
		return none
	}
	return strconv.FormatInt(limit, 10)
}

func set(folder string, all []setting) error {
	for _, s := range all {
		err := os.WriteFile(filepath.Join(folder, s.file), []byte(s.value), 0)
		if s.optional && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Members returns the files that take the numbers of members, where a process has to enter
// by itself.
func (g *Group) Members() []*os.File {
	if g == nil || g.limits == nil {
		return nil
	}
	return g.limits.members
}

// WasOutOfMemory reports whether the kernel has killed a member for the memory of all.
func (g *Group) WasOutOfMemory() bool {
	if g == nil || g.limits == nil {
		return false
	}
	text, _ := os.ReadFile(g.limits.killed)
	for line := range strings.Lines(string(text)) {
		if count, is := strings.CutPrefix(strings.TrimSpace(line), "oom_kill "); is {
			return count != "0"
		}
	}
	return false
}

func (l *limits) close() {
	if l == nil {
		return
	}
	for _, members := range l.members {
		_ = members.Close()
	}
	for _, folder := range l.folders {
		remove(folder)
	}
}

// delegate lets groups below our own be limited, in version 2. A group that does that has
// no members itself, so that we move into one beside the bots'.
var delegate = sync.OnceValue(func() error {
	parent := own()
	if parent == "" {
		return ErrNone
	}
	for _, c := range controllers {
		if !slices.Contains(words(filepath.Join(parent, "cgroup.controllers")), c) {
			return fmt.Errorf("%s: the controller %s is missing", parent, c)
		}
	}
	const enable = "+memory +pids +cpu"
	control := filepath.Join(parent, "cgroup.subtree_control")
	err := os.WriteFile(control, []byte(enable), 0)
	if err == nil {
		return nil
	}
	us := filepath.Join(parent, fmt.Sprintf("arena-%d-0", os.Getpid()))
	if os.Mkdir(us, 0o755) != nil {
		return err
	}
	if moved := os.WriteFile(filepath.Join(us, "cgroup.procs"), []byte("0"), 0); moved != nil {
		_ = os.Remove(us)
		return err
	}
	return os.WriteFile(control, []byte(enable), 0)
})

func words(path string) []string {
	text, _ := os.ReadFile(path)
	return strings.Fields(string(text))
}

// enter makes a folder for a controller of version 1.
func (l *limits) enter(controller string) (string, error) {
	parent := ownGroup(controller)
	if parent == "" {
		return "", fmt.Errorf("the controller %s is missing", controller)
	}
	sweep(parent)
	folder := filepath.Join(parent, name())
	if err := os.Mkdir(folder, 0o755); err != nil {
		return "", err
	}
	l.folders = append(l.folders, folder)
	members, err := os.OpenFile(filepath.Join(folder, "cgroup.procs"), os.O_WRONLY, 0)
	if err != nil {
		return "", err
	}
	l.members = append(l.members, members)
	return folder, nil
}
