package host

import (
	"cmp"
	"fmt"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/host/said"
	"github.com/botarena/arena/internal/process/host/system"
	"github.com/botarena/arena/internal/process/lineproto"
)

// watchHoldings kills a confined bot that holds more memory or threads than its limits.
func (p *process) watchHoldings() {
	if p.shim == nil && !p.watched {
		return
	}
	if fault := p.holdings.Watch(p.alive, &p.cpu); fault != nil {
		p.kill(fault)
	}
}

// mayHaveChildren reports whether the bot may have children that matter. Those of one that
// nobody confines do only where all are watched.
func (p *process) mayHaveChildren() bool {
	if p.shim == nil {
		return p.watched
	}
	return p.shim.Children
}

// isLimited reports whether the bot has a limit, if there is one, on what it may have lacked. A
// job does not count threads.
func (p *process) isLimited(lacked match.Kind) bool {
	return p.shim != nil || p.origin.Overhead > 0 || p.inJob && lacked == match.TooMuchMemory
}

// crash returns the verdict on a bot that has ended. If it said that something could not
// be had, and there is a limit on that, the limit is the reason.
func (p *process) crash(exit string) *match.Fault {
	detail := exit
	uncaught := p.output.Uncaught()
	if uncaught != "" {
		detail += ": " + lineproto.Cut(uncaught, lineproto.LongestDetail)
	}
	if where := said.LostFile(p.origin, p.shim != nil, cmp.Or(uncaught, p.output.LastLine())); where != "" {
		detail += "; " + where
	}
	kind, line := p.output.Exhausted()
	switch {
	case p.brokeRules():
		return &match.Fault{Kind: match.Violation, Detail: exit}
	case p.outOfMemory.Load():
		return &match.Fault{Kind: match.TooMuchMemory, Detail: fmt.Sprintf("needed more than %s of memory, and %s",
			lineproto.InBytes(int(p.memory)), exit)}
	case !p.isLimited(kind) || kind == match.TooMuchMemory && p.memory == 0: // there is no limit
	case kind == match.TooMuchMemory:
		return &match.Fault{Kind: kind, Detail: fmt.Sprintf("needed more than %s of memory, and %s: %s",
			lineproto.InBytes(int(p.memory)), exit, lineproto.Cut(line, lineproto.LongestDetail))}
	case kind == match.TooManyThreads && said.StartsProgram(line) && !p.mayHaveChildren():
		return &match.Fault{Kind: match.Crash, Detail: fmt.Sprintf(
			"%s: %s; in this sandbox a bot may start no program (arena doctor: children)", exit,
			lineproto.Cut(line, lineproto.LongestDetail),
		)}
	case kind == match.TooManyThreads:
		return &match.Fault{Kind: kind, Detail: fmt.Sprintf("needed more than %d threads, and %s: %s", p.threads, exit,
			lineproto.Cut(line, lineproto.LongestDetail))}
	}
	return &match.Fault{Kind: match.Crash, Detail: detail}
}

// brokeRules reports whether the filter of a sandbox has ended the process.
func (p *process) brokeRules() bool {
	return p.shim != nil && system.This.BrokeRules(p.command.ProcessState)
}
