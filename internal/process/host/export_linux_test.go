package host

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/botarena/arena/internal/process/cgroup"
	"github.com/botarena/arena/internal/process/host/system"
)

// WithoutCgroups runs the bots of a test as on a system without control groups.
func WithoutCgroups(t *testing.T) {
	t.Helper()
	system.This.NewGroup = func() *cgroup.Group { return nil }
	t.Cleanup(func() { system.This.NewGroup = cgroup.New })
}

// HasCgroups reports whether the bots of a test are counted by control groups.
func HasCgroups() bool { return cgroup.CanCount() }

// IsDeaf reports whether a bot is taken for one that waits for no children.
func (p *Process) IsDeaf() bool {
	return p.run.cpu.IsDeaf()
}

// Census returns the CPU time that the bot is charged with up to now.
func (p *Process) Census() time.Duration { return p.run.cpu.Census() }

// Witness returns a function that says what a bot has used, with all children that it
// starts from now on: a control group that knows nothing of the charge, or the bot's own
// end, which knows nothing of those that nobody waited for.
func (p *Process) Witness(t *testing.T) (group bool, truth func() time.Duration) {
	t.Helper()
	if p.run.group == nil && cgroup.CanCount() {
		g := cgroup.New()
		folders, _ := filepath.Glob(fmt.Sprintf("/sys/fs/cgroup/*/arena-%d-*", os.Getpid()))
		for _, folder := range folders {
			before := p.run.cpu.Census()
			if os.WriteFile(filepath.Join(folder, "cgroup.procs"), []byte(strconv.Itoa(p.PID())), 0) == nil {
				return true, func() time.Duration {
					defer g.Close()
					p.Close()
					return before + g.CPUTime()
				}
			}
		}
	}
	return false, func() time.Duration {
		p.Close()
		return p.run.command.ProcessState.UserTime() + p.run.command.ProcessState.SystemTime()
	}
}

// MayHaveChildren reports whether a bot may start programs.
func MayHaveChildren(p *Process) bool { return p.run.mayHaveChildren() }
