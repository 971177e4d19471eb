package run

import (
	"context"
	"fmt"
	"time"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/host/meter"
	"github.com/botarena/arena/internal/process/host/system"
)

// Starting is called before the start. The context that it returns ends with the process, or with ctx; until the
// function is called that it returns, the process is killed if ctx is done, or if it takes too long.
func (p *Process) Starting(ctx context.Context) (context.Context, func()) {
	most := p.Options.Limits.Start
	late := time.AfterFunc(meter.OrForever(most), func() {
		did := "said nothing"
		if p.SpeaksLines() {
			did = "did not end its first line"
		}
		p.Kill(&match.Fault{Kind: match.Late, Detail: fmt.Sprintf("%s for %v", did, most)})
	})
	interrupted := context.AfterFunc(ctx, func() { p.Kill(nil) })
	during, release := p.During(ctx)
	return during, func() {
		release()
		late.Stop()
		interrupted()
	}
}

// drainTime is how long output is read after a bot has ended. Without it, a child
// that holds the pipes open would keep us waiting for ever.
const drainTime = 100 * time.Millisecond

// reap waits until the process has ended and its output was read.
func (p *Process) reap() {
	go func() {
		defer close(p.drained)
		p.stderr.Copy()
		p.Output.End()
	}()
	p.waitAndKill()
	p.forgetGroup()
	if p.shim != nil {
		<-p.awaited
		p.shim.Stop()
		p.watching.Wait()
	}
	_ = p.Stdin.Close()
	_ = p.Stdout.SetReadDeadline(time.Now().Add(drainTime))
	_ = p.stderr.File.SetReadDeadline(time.Now().Add(drainTime))
	<-p.drained
	_ = p.stderr.File.Close()
	if p.Pipes != nil {
		_ = p.Pipes.Close() // a child may hold the other ends open
	}
	p.die()
	close(p.exited)
}

// During returns a context that ends with ctx, with the process, or when it is killed:
// no call to a bot may outlast it, even if a child of the bot keeps the connection open.
func (p *Process) During(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	unhook := context.AfterFunc(p.alive, cancel)
	return ctx, func() {
		unhook()
		cancel()
	}
}

// forgetGroup is called once the process was reaped. From then on its group must
// not be killed, since the number may belong to another process.
func (p *Process) forgetGroup() {
	p.mu.Lock()
	p.CPU.ForgetGroup()
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
func (p *Process) waitAndKill() {
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
func (p *Process) strays() (all []int) {
	if !p.watched || p.group != nil {
		return nil
	}
	for child := range system.This.Descendants(p.command.Process.Pid).There {
		all = append(all, child)
	}
	return all
}

// Kill ends the process and all its children. The first non-nil reason is kept.
// A process that was reaped already is left alone.
func (p *Process) Kill(why *match.Fault) {
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
func (p *Process) signal() {
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

// Exited is closed when the process was reaped and its output read.
func (p *Process) Exited() <-chan struct{} { return p.exited }

// Done is closed when the process has ended, or when it is killed.
func (p *Process) Done() <-chan struct{} { return p.alive.Done() }

// Wait waits until the process is reaped. It returns at once if the process never
// started.
func (p *Process) Wait() {
	p.mu.Lock()
	started := p.started
	p.mu.Unlock()
	if started {
		<-p.exited
		_ = p.Stdout.Close()
	}
}

// Reason returns why we killed the process, or nil if we did not.
func (p *Process) Reason() *match.Fault {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.why
}

// Refusal returns why the system did not start the process, or nil if it did.
func (p *Process) Refusal() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.refused
}

// Ended reports whether the process has exited or was killed.
func (p *Process) Ended() bool {
	select {
	case <-p.exited:
		return true
	default:
		return p.Reason() != nil
	}
}
