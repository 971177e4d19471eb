package host

import "time"

// census is how often the CPU time of a bot's children is looked up: each time
// that so many readings were taken of its own clock, which is much quicker.
const census = 16

// cpuTime is the CPU time that the bot has used so far, with all its threads,
// and as of the last census with its children, where there is a cgroup.
func (p *process) cpuTime() time.Duration {
	p.clock.Lock()
	defer p.clock.Unlock()
	own := cpuTime(p.command.Process.Pid)
	if p.group != nil && own > 0 {
		if p.readings%census == 0 {
			// The group tells microseconds, and those that a thread is spending
			// just now only later: never take back what was counted.
			p.children = max(p.children, p.group.cpuTime()-own)
		}
		p.readings++
	}
	return own + p.children
}

// queueTime is how long the bot has waited for a processor so far.
func (p *process) queueTime() time.Duration { return queueTime(p.command.Process.Pid) }

// CanHoldChildren says whether the CPU time of a bot's children counts here, and
// whether they are killed with it even if they have left its process group.
func CanHoldChildren() bool {
	g := newCgroup()
	if g == nil {
		return false
	}
	g.close()
	return true
}
