package run

import (
	"syscall"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/host/system"
	"github.com/botarena/arena/internal/process/sandbox"
	"github.com/botarena/arena/internal/process/sandbox/filter"
)

const (
	// mostQuestions is how often a bot may ask what the machine is like. Runtimes do so once or
	// twice, and each time takes our time, not the bot's.
	mostQuestions = 10_000
	// mostAborts is how often a bot may ask to be aborted in a match, and catch that: far more often than
	// any runtime does, as each time takes our time, not the bot's.
	mostAborts = 16
	// mostSignals is likewise for the other signals that would end it.
	mostSignals = 1000
)

// allows decides on a system call that the filter of the sandbox asks about.
func (p *Process) allows(c sandbox.Call) bool {
	switch c.What {
	case filter.Attack:
		p.Kill(&match.Fault{Kind: match.Violation, Detail: c.Words + "; the sandbox did not let it"})
		return false
	case filter.Suicide:
		return p.signalled(c)
	case filter.Machine:
		if p.questions.Add(1) > mostQuestions {
			p.Kill(&match.Fault{Kind: match.Violation, Detail: "asked for the machine again and again"})
			return false
		}
	case filter.Thread:
		if fault := p.holdings.WithOneThreadMore(); fault != nil {
			p.Kill(fault)
			return false
		}
	case filter.Exit:
		p.CPU.Ends(c.Thread)
	case filter.Reap:
		p.CPU.Reaps(c.Thread, c.At)
	}
	return true
}

// signalled decides on a signal that the bot, or a child of it, sends to the bot. Where it is the first
// process of a namespace, the system forgets the signal unless the bot catches it; the arena does what the
// system would have done elsewhere.
func (p *Process) signalled(c sandbox.Call) (allowed bool) {
	switch {
	case p.survives(c):
		most, fault := int32(mostSignals), "sent signals to itself again and again"
		if c.Signal == syscall.SIGABRT {
			most, fault = mostAborts, "aborted again and again"
		}
		if p.signals.Add(1) > most {
			p.Kill(&match.Fault{Kind: match.Crash, Detail: fault})
			return false
		}
	case system.This.IsStop(c.Signal):
		system.This.Stop(p.command.Process.Pid) // then it gives no answer, and that is the verdict
	default:
		p.ownSignal.Store(int32(c.Signal)) //nolint:gosec // a small number
		p.Kill(nil)
		return false
	}
	return true
}

// survives reports whether a signal does not end the bot, as it is caught, ignored or held back.
func (p *Process) survives(c sandbox.Call) bool {
	if c.Signal == syscall.SIGKILL || system.This.IsStop(c.Signal) {
		return false
	}
	bot := p.command.Process.Pid
	if system.This.Takes(bot, c.Signal) {
		return true
	}
	if system.This.ProcessOf(c.Thread) == bot {
		bot = c.Thread // each thread holds back signals of its own
	}
	return system.This.HoldsBack(bot, c.Signal)
}
