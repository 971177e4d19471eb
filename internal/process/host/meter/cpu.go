package meter

import (
	"os"
	"sync"
	"time"

	"github.com/botarena/arena/internal/process/cgroup"
	"github.com/botarena/arena/internal/process/host/system"
)

// CPU is the clock of a bot: the CPU time of its process and of its children. The zero value is that of a bot that has
// not begun.
type CPU struct {
	mu          sync.Mutex
	process     *os.Process
	group       *cgroup.Group // counts the children; nil if there is none
	hasChildren bool          // it may have some that matter
	readings    int           // how often the bot's clock was read
	children    time.Duration // CPU time of the children at the last census
	family      family        // counted if there is no cgroup
}

// Begin is called when the process has begun.
func (c *CPU) Begin(process *os.Process, group *cgroup.Group, hasChildren bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.process, c.group, c.hasChildren = process, group, hasChildren
}

// ForgetGroup is called before the group is closed.
func (c *CPU) ForgetGroup() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.group = nil
}

// censusEvery is after how many readings of a bot's own clock the CPU time of its
// children is read as well, which takes much longer.
const censusEvery = 16

// Time returns the CPU time that all threads of the bot have used so far, and that of
// its children as of the last census.
func (c *CPU) Time() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.readings++
	return c.read(c.readings%censusEvery == 1)
}

// Census returns the CPU time with that of the children up to now.
func (c *CPU) Census() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.read(true)
}

// CountsFamily reports whether the bot may have children that no cgroup counts.
func (c *CPU) CountsFamily() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.countsFamily()
}

func (c *CPU) countsFamily() bool { return c.group == nil && c.hasChildren }

func (c *CPU) read(children bool) time.Duration {
	own := system.This.OwnTime(c.process)
	switch {
	case children && c.group != nil && own > 0:
		// The group's time is in microseconds and lags behind running threads.
		// The maximum keeps the sum from falling.
		c.children = max(c.children, c.group.Others(c.process, own))
	case c.countsFamily():
		if children {
			before := c.family.least()
			found := system.This.Descendants(c.process.Pid)
			if system.This.TellsOfEnds { // else no family is taken for deaf: all that it lost would be charged at a guess
				found.Before = before
			}
			c.family.count(found, time.Now())
		}
		c.children = max(c.children, c.family.used())
	}
	return own + c.children
}

// Queues returns how long each thread of the bot has waited for a processor so far.
func (c *CPU) Queues() map[int]time.Duration { return system.This.QueueTimes(c.process.Pid) }

// Ends is told of a thread of a child that has asked for its end. Other threads of it run on until they take notice.
func (c *CPU) Ends(thread int) {
	if process := system.This.ProcessOf(thread); process != c.process.Pid {
		c.family.reads(process, system.This.CPUTime(process), system.This.IsAlone(thread))
	}
}

// Reaps is told of a thread that says, at an address, who waits for the children of its process.
func (c *CPU) Reaps(thread int, at uintptr) {
	if system.This.LeavesNone(thread, at, c.process.Pid) {
		c.family.deafen()
	}
}

// Rests is told that nothing of the bot has run since the last census.
func (c *CPU) Rests() { c.family.rests(time.Now()) }

// IsDeaf reports whether the bot counts as one that waits for no children, so that their lost time is guessed.
func (c *CPU) IsDeaf() bool {
	c.family.mu.Lock()
	defer c.family.mu.Unlock()
	return c.family.deaf
}
