package host

import (
	"context"
	"time"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/host/system"
)

// drainTime is how long output is read after a bot has ended. Without it, a child
// that holds the pipes open would keep us waiting for ever.
const drainTime = 100 * time.Millisecond

// reap waits until the process has ended and its output was read.
func (p *process) reap() {
	go func() {
		defer close(p.drained)
		p.stderr.Copy()
		p.output.End()
	}()
	p.waitAndKill()
	p.forgetGroup()
	if p.shim != nil {
		<-p.awaited
		p.shim.Stop()
		p.watching.Wait()
	}
	_ = p.stdin.Close()
	_ = p.stdout.SetReadDeadline(time.Now().Add(drainTime))
	_ = p.stderr.File.SetReadDeadline(time.Now().Add(drainTime))
	<-p.drained
	_ = p.stderr.File.Close()
	if p.pipes != nil {
		_ = p.pipes.Close() // a child may hold the other ends open
	}
	p.die()
	close(p.exited)
}

// during returns a context that ends with ctx, with the process, or when it is killed:
// no call to a bot may outlast it, even if a child of the bot keeps the connection open.
func (p *process) during(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	unhook := context.AfterFunc(p.alive, cancel)
	return ctx, func() {
		unhook()
		cancel()
	}
}

// forgetGroup is called once the process was reaped. From then on its group must
// not be killed, since the number may belong to another process.
func (p *process) forgetGroup() {
	p.mu.Lock()
	p.cpu.ForgetGroup()
	group := p.group
	p.outOfMemory.Store(group.WasOutOfMemory())
	p.reaped, p.group = true, nil
	p.mu.Unlock()
	if group != nil {
		group.Close()
	}
}

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

// kill ends the process and all its children. The first non-nil reason is kept.
// A process that was reaped already is left alone.
func (p *process) kill(why *match.Fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.reaped {
		return
	}
	if p.why == nil {
		p.why = why
	}
	if p.started {
		if !p.killed {
			p.atKill = system.This.Peak(p.command.Process.Pid)
		}
		p.killed = true
		p.signal()
	}
	p.die()
}

// signal kills the process, its group, and where there is a cgroup all that it started.
func (p *process) signal() {
	if system.This.ForgetsPeak && p.atKill.Memory == 0 {
		p.atKill = system.This.Peak(p.command.Process.Pid)
	}
	strays := p.strays()
	system.This.KillGroup(p.command.Process)
	for _, child := range strays {
		system.This.KillOne(child)
	}
	if p.group != nil {
		p.group.Kill()
	}
}

// wait waits until the process is reaped. It returns at once if the process never
// started.
func (p *process) wait() {
	p.mu.Lock()
	started := p.started
	p.mu.Unlock()
	if started {
		<-p.exited
		_ = p.stdout.Close()
	}
}

// reason returns why we killed the process, or nil if we did not.
func (p *process) reason() *match.Fault {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.why
}

// refusal returns why the system did not start the process, or nil if it did.
func (p *process) refusal() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.refused
}

// ended reports whether the process has exited or was killed.
func (p *process) ended() bool {
	select {
	case <-p.exited:
		return true
	default:
		return p.reason() != nil
	}
}
