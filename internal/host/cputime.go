package host

import "time"

// census is after how many readings of a bot's own clock the CPU time of its
// children is read as well, which takes much longer.
const census = 16

// cpuTime returns the CPU time that all threads of the bot have used so far. If
// the bot has a cgroup, it adds the time of its children at the last census.
func (p *process) cpuTime() time.Duration {
	p.clock.Lock()
	defer p.clock.Unlock()
	own := cpuTime(p.command.Process.Pid)
	if p.group != nil && own > 0 {
		if p.readings%census == 0 {
			// The group's time is in microseconds and lags behind running threads.
			// The maximum keeps the sum from falling.
			p.children = max(p.children, p.group.cpuTime()-own)
		}
		p.readings++
	}
	return own + p.children
}

// queueTime returns how long the bot has waited for a processor so far.
func (p *process) queueTime() time.Duration { return queueTime(p.command.Process.Pid) }

// CanHoldChildren reports whether this system can count the CPU time of a bot's
// children and kill even those that have left its process group.
func CanHoldChildren() bool {
	g := newCgroup()
	if g == nil {
		return false
	}
	g.close()
	return true
}
