package host

import (
	"testing"
	"time"

	"github.com/botarena/arena/internal/cgroup"
)

// WithoutCgroups runs the bots of a test as on a system without control groups.
func WithoutCgroups(t *testing.T) {
	t.Helper()
	newGroup = func() *cgroup.Group { return nil }
	t.Cleanup(func() { newGroup = cgroup.New })
}

// HasCgroups reports whether the bots of a test are counted by control groups.
func HasCgroups() bool { return cgroup.CanCount() }

// Census returns the CPU time that the bot is charged with up to now.
func (p *Process) Census() time.Duration { return p.run.census() }

// Truth returns the CPU time of a bot that has ended, and of all that was waited for.
func (p *Process) Truth() time.Duration {
	return p.run.command.ProcessState.UserTime() + p.run.command.ProcessState.SystemTime()
}
