package host

import (
	goplugin "github.com/hashicorp/go-plugin"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/cgroup"
	"github.com/botarena/arena/internal/process/sandbox"
)

// startConfined starts the process as a shim, which becomes the program.
func (p *process) startConfined() (err error) {
	limits := sandbox.DefaultLimits()
	limits.Memory = p.memory
	if p.memory > 0 {
		limits.Memory += p.origin.Overhead
	}
	if p.sandbox.Level() == sandbox.Strict {
		if err := p.limitGroup(limits); err != nil {
			return &sandbox.StepError{Step: "cgroups", Cause: err}
		}
	}
	p.shim, err = p.sandbox.Confine(p.command, sandbox.Program{
		Bot: p.bot, Folder: p.dir, Reads: p.origin.Reads, Limits: limits,
		Counted: p.group != nil, Groups: p.group.Members(),
	})
	if err != nil {
		return err
	}
	if p.group != nil {
		p.group.Hold(p.command)
	}
	if err = p.sandbox.Run(p.command.Start); err != nil {
		p.shim.Stop()
	}
	p.shim.Begun()
	return err
}

// limitGroup limits what the bot and its children use together.
func (p *process) limitGroup(l sandbox.Limits) error {
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
func (p *process) awaitProgram() error {
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

// allows decides on a system call that the filter of the sandbox asks about.
func (p *process) allows(c sandbox.Call) bool {
	switch c.What {
	case sandbox.Attack:
		p.kill(&match.Fault{Kind: match.Violation, Detail: c.Words + "; the sandbox did not let it"})
		return false
	case sandbox.Suicide:
		return p.signalled(c)
	case sandbox.Machine:
		if p.questions.Add(1) > mostQuestions {
			p.kill(&match.Fault{Kind: match.Violation, Detail: "asked for the machine again and again"})
			return false
		}
	case sandbox.Thread:
		if fault := p.holdings.WithOneThreadMore(); fault != nil {
			p.kill(fault)
			return false
		}
	case sandbox.Exit:
		p.cpu.Ends(c.Thread)
	case sandbox.Reap:
		p.cpu.Reaps(c.Thread, c.At)
	}
	return true
}

// mostQuestions is how often a bot may ask what the machine is like. Runtimes do so once or
// twice, and each time takes our time, not the bot's.
const mostQuestions = 10_000

// socketFolder tells a bot's server where to put its socket, if not where go-plugin
// thinks: a confined bot has its folder elsewhere.
func (p *process) socketFolder() []string {
	if !p.sandbox.Confines() {
		return nil
	}
	return []string{goplugin.EnvUnixSocketDir + "=" + p.sandbox.Home(p.dir)}
}
