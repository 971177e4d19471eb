package host

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/botarena/arena/internal/process/cgroup"
)

// IsDeaf reports whether a bot is taken for one that waits for no children.
func (p *Process) IsDeaf() bool {
	return p.run.CPU.IsDeaf()
}

// Census returns the CPU time that the bot is charged with up to now.
func (p *Process) Census() time.Duration { return p.run.CPU.Census() }

// Witness returns a function that says what a bot has used, with all children that it
// starts from now on: a control group that knows nothing of the charge, or the bot's own
// end, which knows nothing of those that nobody waited for.
func (p *Process) Witness(t *testing.T) (group bool, truth func() time.Duration) {
	t.Helper()
	if p.run.CPU.CountsFamily() && cgroup.CanCount() {
		g := cgroup.New()
		folders, _ := filepath.Glob(fmt.Sprintf("/sys/fs/cgroup/*/arena-%d-*", os.Getpid()))
		for _, folder := range folders {
			before := p.run.CPU.Census()
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
		return p.run.State().UserTime() + p.run.State().SystemTime()
	}
}

// MayHaveChildren reports whether a bot may start programs.
func MayHaveChildren(p *Process) bool { return p.run.MayHaveChildren() }
