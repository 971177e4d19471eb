package system

import (
	"maps"
	"slices"
	"time"
)

// descendants takes a census of all processes below one, and of those in its group: a process
// whose parent has ended has no parent here, but is still in the group unless it has left
// that. The times that each has waited for are read before those that any has used: one that
// is waited for meanwhile may be missed, but is never counted twice.
func descendants(pid int) Census {
	c := Census{Waited: usageInfoOf(pid).waited(), There: make(map[int]*Relative)}
	below(&c, pid, childrenOf(pid))
	below(&c, pid, groupOf(pid))
	for process, r := range c.There {
		r.Used = cpuTime(process)
	}
	return c
}

func relatives(pid int) []int { return slices.Collect(maps.Keys(descendants(pid).There)) }

// below adds processes, and all below them, but not the bot itself.
func below(c *Census, bot int, next []int) {
	for ; len(next) > 0 && len(c.There) < mostChildren; next = next[1:] {
		if next[0] == bot || c.There[next[0]] != nil {
			continue
		}
		r := &Relative{Waited: usageInfoOf(next[0]).waited()}
		children := childrenOf(next[0])
		r.Parent = len(children) > 0
		c.There[next[0]] = r
		next = append(next, children...)
	}
}

// waited returns the CPU time of all children that a process has waited for, and that of those
// for which these had waited, exactly.
func (u usageInfo) waited() time.Duration {
	return ticks(u.childUser + u.childSystem).in(ownTimebase())
}
