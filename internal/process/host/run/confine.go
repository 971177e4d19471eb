package run

import (
	"fmt"

	"github.com/botarena/arena/internal/process/cgroup"
	"github.com/botarena/arena/internal/process/host/system"
	"github.com/botarena/arena/internal/process/sandbox"
)

// startConfined starts the process as a shim, which becomes the program.
func (p *Process) startConfined() (err error) {
	limits := sandbox.DefaultLimits()
	limits.Memory = p.Options.Limits.Memory
	if p.Options.Limits.Memory > 0 {
		limits.Memory += p.Command.Overhead
	}
	if p.Options.Sandbox.Level() == sandbox.Strict {
		if err := p.limitGroup(limits); err != nil {
			return &sandbox.StepError{Step: "cgroups", Cause: err}
		}
	}
	p.shim, err = p.Options.Sandbox.Confine(p.command, sandbox.Program{
		Bot: p.Command.Path, Folder: p.Dir, Reads: p.Command.Reads, Limits: limits,
		Counted: p.group != nil, Groups: p.group.Members(),
	})
	if err != nil {
		return err
	}
	if p.group != nil {
		p.group.Hold(p.command)
	}
	if err = p.Options.Sandbox.Run(p.command.Start); err != nil {
		p.shim.Stop()
	}
	p.shim.Begun()
	return err
}

// limitGroup limits what the bot and its children use together.
func (p *Process) limitGroup(l sandbox.Limits) error {
	if p.group == nil {
		return cgroup.ErrNone
	}
	limits := cgroup.Limits{Threads: l.Threads + 1}
	if l.Memory > 0 {
		limits.Memory = l.Memory + sandbox.Overhead + l.Disk
	}
	return p.group.Limit(limits)
}

// awaitProgram waits until a shim has become the program, and returns why it could not.
func (p *Process) awaitProgram() error {
	if p.shim == nil {
		return nil
	}
	defer close(p.awaited)
	err := p.shim.Await()
	if err != nil {
		p.mu.Lock()
		p.refused = err
		p.mu.Unlock()
	}
	p.home = p.shim.Home()
	p.watching.Go(func() { p.shim.Watch(p.allows) })
	return err
}

// startInGroup starts the process, which is not confined, in its group. A job of Windows limits
// it there: a process begins suspended, is put in the job, and only then runs.
func (p *Process) startInGroup() error {
	if err := p.limitJob(); err != nil {
		return err
	}
	p.group.Hold(p.command)
	if err := p.command.Start(); err != nil {
		return err
	}
	err := p.group.Begun(p.command.Process)
	if err != nil {
		system.This.KillGroup(p.command.Process)
		_ = p.command.Wait()
	}
	return err
}

// limitJob limits what the bot and its children use together, if they are in a job. It counts
// processes and not threads, of which there are no fewer.
func (p *Process) limitJob() error {
	if !system.This.HasJobs {
		return nil
	}
	limits := cgroup.Limits{Threads: p.threads}
	if p.Options.Limits.Memory > 0 {
		limits.Memory = p.Options.Limits.Memory + p.Command.Overhead + sandbox.Overhead
	}
	if err := p.group.Limit(limits); err != nil {
		return fmt.Errorf("its job can't be limited: %w", err)
	}
	p.inJob = true
	return nil
}

// watchHoldings kills a confined bot that holds more memory or threads than its limits.
func (p *Process) watchHoldings() {
	if p.shim == nil && !p.watched {
		return
	}
	if fault := p.holdings.Watch(p.alive, &p.CPU); fault != nil {
		p.Kill(fault)
	}
}

// MayHaveChildren reports whether the bot may have children that matter. Those of one that
// nobody confines do only where all are watched.
func (p *Process) MayHaveChildren() bool {
	if p.shim == nil {
		return p.watched
	}
	return p.shim.Children
}
