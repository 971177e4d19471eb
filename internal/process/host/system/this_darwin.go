package system

import (
	"maps"
	"os"
	"slices"
	"time"
)

// This is the system that the arena runs on. It does not tell how long a thread has waited for a processor, or what the
// kernel holds for a process.
var This = darwin()

func darwin() Abilities {
	a := likeUnix()
	a.CPUTime = cpuTime
	a.OwnTime = func(p *os.Process) time.Duration { return cpuTime(p.Pid) }
	a.Peak, a.Holds = peak, holds
	a.PeakOf = mostResident // in bytes, other than elsewhere
	a.Descendants, a.Relatives = descendants, relatives
	a.AwaitEnd = awaitEnd
	return a
}

// cpuTime returns the CPU time that all threads of a process have used so far, also those that
// have ended. A thread that runs just now may lag by what it has used since the system looked
// last, which is charged with the next answer. It returns 0 if the process is gone.
func cpuTime(pid int) time.Duration {
	u := usageInfoOf(pid)
	return ticks(u.user + u.system).in(ownTimebase())
}

// peak looks at a process.
func peak(pid int) Use {
	return Use{Memory: int64(usageInfoOf(pid).mostFootprint), Threads: int64(threadsOf(pid))} //nolint:gosec // fits
}

// holds returns nothing for a process that has ended. Its memory is all that the system
// charges it for, compressed and swapped out pages included.
func holds(pid int) Use {
	return Use{Memory: int64(usageInfoOf(pid).footprint), Threads: int64(threadsOf(pid))} //nolint:gosec // fits
}

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
