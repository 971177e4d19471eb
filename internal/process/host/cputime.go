package host

import (
	"time"

	"github.com/botarena/arena/internal/process/host/system"
)

// censusEvery is after how many readings of a bot's own clock the CPU time of its
// children is read as well, which takes much longer.
const censusEvery = 16

// cpuTime returns the CPU time that all threads of the bot have used so far, and that of
// its children as of the last census.
func (p *process) cpuTime() time.Duration {
	p.clock.Lock()
	defer p.clock.Unlock()
	p.readings++
	return p.read(p.readings%censusEvery == 1)
}

// countsFamily reports whether the bot may have children that no cgroup counts.
func (p *process) countsFamily() bool { return p.group == nil && p.mayHaveChildren() }

// mayHaveChildren reports whether the bot may have children that matter. Those of one that
// nobody confines do only where all are watched.
func (p *process) mayHaveChildren() bool {
	if p.shim == nil {
		return p.watched
	}
	return p.shim.Children
}

// census returns the CPU time with that of the children up to now.
func (p *process) census() time.Duration {
	p.clock.Lock()
	defer p.clock.Unlock()
	return p.read(true)
}

func (p *process) read(children bool) time.Duration {
	own := system.This.OwnTime(p.command.Process)
	switch {
	case children && p.group != nil && own > 0:
		// The group's time is in microseconds and lags behind running threads.
		// The maximum keeps the sum from falling.
		p.children = max(p.children, p.group.Others(p.command.Process, own))
	case p.countsFamily():
		if children {
			before := p.family.least()
			found := system.This.Descendants(p.command.Process.Pid)
			if tellsOfEnds {
				found.Before = before
			}
			p.family.count(found, time.Now())
		}
		p.children = max(p.children, p.family.used())
	}
	return own + p.children
}

// queueTimes returns how long each thread of the bot has waited for a processor so far.
func (p *process) queueTimes() map[int]time.Duration {
	return system.This.QueueTimes(p.command.Process.Pid)
}
