package host

import "github.com/botarena/arena/internal/process/host/system"

// waitAndKill waits until the process has ended, kills the children that it left behind, and
// reaps it. Where nobody can tell that it has ended before it is reaped, its children are
// killed a moment later: to kill it sooner would be to kill it while it plays.
func (p *process) waitAndKill() {
	pid := p.command.Process.Pid
	err := system.This.AwaitEnd(pid)
	if err == nil {
		p.mu.Lock()
		p.signal()
		p.mu.Unlock()
	}
	_ = p.command.Wait()
	if err != nil {
		system.This.KillHeirs(pid)
		if p.group != nil {
			p.group.Kill()
		}
	}
}

// strays returns those below the process that may have left its group, where no cgroup has them
// and all bots are watched. Once it has ended, nobody knows them any more.
func (p *process) strays() (all []int) {
	if !p.watched || p.group != nil {
		return nil
	}
	for child := range system.This.Descendants(p.command.Process.Pid).There {
		all = append(all, child)
	}
	return all
}
