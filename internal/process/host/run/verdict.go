package run

import (
	"cmp"
	"fmt"
	"os"
	"syscall"
	"time"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/host/said"
	"github.com/botarena/arena/internal/process/host/system"
	"github.com/botarena/arena/internal/process/lineproto"
)

// Ending is how a process ended and what it had used, for a report to its author.
type Ending struct {
	How     string        // in words that follow "it"
	CPU     time.Duration // since its start, with the children that it waited for
	Memory  int64         // the most bytes that it had in memory at a time; 0 if unknown
	AtMost  bool          // Memory is a bound: how much it really was, nobody has seen
	Threads int           // when it was killed; 0 if it ended by itself, or if unknown
	Said    []string      // the last lines of its output in the match
}

// Ending describes the end of a process. Of one that still runs, it has the last words
// only.
func (p *Process) Ending() Ending {
	e := Ending{How: "still runs", Said: p.Output.LastLines()}
	select {
	case <-p.exited:
	default:
		return e
	}
	if e.How = p.Exit(); e.How == "" {
		e.How = "was killed by the arena"
	}
	state := p.command.ProcessState
	e.CPU = state.UserTime() + state.SystemTime()
	p.mu.Lock()
	defer p.mu.Unlock()
	e.Memory, e.Threads = p.atKill.Memory, int(p.atKill.Threads)
	if e.Memory == 0 {
		e.Memory, e.AtMost = system.This.PeakOf(state), true
	}
	return e
}

// State returns how the process ended. It is nil as long as it is not reaped.
func (p *Process) State() *os.ProcessState {
	select {
	case <-p.exited:
		return p.command.ProcessState
	default:
		return nil
	}
}

// ExitTime is how long we wait for a process to end after its connection broke. A
// bot that closes its connection and runs on exceeds it. On a machine with too much to do, the
// end of a process may take a second and more.
const ExitTime = 3 * time.Second

// Exit describes how the process ended by itself, in words that follow "it". It
// returns "" if the process still runs or we killed it.
func (p *Process) Exit() string {
	select {
	case <-p.exited:
	case <-time.After(ExitTime):
		return ""
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	status, ok := p.command.ProcessState.Sys().(syscall.WaitStatus)
	signal, own := status.Signal(), p.ownSignal.Load()
	if own != 0 && p.why == nil {
		signal = syscall.Signal(own)
	}
	switch {
	case signal == syscall.SIGABRT && p.Command.Overhead > 0 && ok:
		return "was ended, as its runner could not go on: most likely it takes more memory to be run than a module of its " +
			"size may"
	case own != 0 && p.why == nil:
		return fmt.Sprintf("was ended by a signal (%v)", signal)
	case p.killed && system.This.IsOurCode(p.command.ProcessState.ExitCode()):
		return ""
	case !ok || !status.Signaled():
		how := system.This.ExitedWith(p.command.ProcessState.ExitCode())
		if p.Output.SaysNewer() {
			how += " (" + lineproto.IllegalInstruction + ")"
		}
		return how
	case status.Signal() == syscall.SIGILL:
		return fmt.Sprintf("was ended by a signal (%s)", lineproto.IllegalInstruction)
	case p.killed && status.Signal() == syscall.SIGKILL: // else it had ended before
		return ""
	case p.brokeRules():
		return "was ended by the sandbox: it asked the system for what no bot needs"
	}
	return fmt.Sprintf("was ended by a signal (%v)", status.Signal())
}

// Broke explains why a connection to a bot broke that we did not kill: the bot has ended,
// or it did what did says and runs on.
func (p *Process) Broke(did string) *match.Fault {
	exit := p.Exit()
	switch reason := p.Reason(); {
	case reason != nil:
		return reason
	case exit == "":
		return &match.Fault{Kind: match.Protocol, Detail: did}
	}
	return p.crash(exit)
}

// isLimited reports whether the bot has a limit, if there is one, on what it may have lacked. A
// job does not count threads.
func (p *Process) isLimited(lacked match.Kind) bool {
	return p.shim != nil || p.Command.Overhead > 0 || p.inJob && lacked == match.TooMuchMemory
}

// crash returns the verdict on a bot that has ended. If it said that something could not
// be had, and there is a limit on that, the limit is the reason.
func (p *Process) crash(exit string) *match.Fault {
	detail := exit
	uncaught := p.Output.Uncaught()
	if uncaught != "" {
		detail += ": " + lineproto.Cut(uncaught, lineproto.LongestDetail)
	}
	if where := said.LostFile(p.Command, p.shim != nil, cmp.Or(uncaught, p.Output.LastLine())); where != "" {
		detail += "; " + where
	}
	kind, line := p.Output.Exhausted()
	switch {
	case p.brokeRules():
		return &match.Fault{Kind: match.Violation, Detail: exit}
	case p.outOfMemory.Load():
		return &match.Fault{Kind: match.TooMuchMemory, Detail: fmt.Sprintf("needed more than %s of memory, and %s",
			lineproto.InBytes(int(p.Options.Limits.Memory)), exit)}
	case !p.isLimited(kind) || kind == match.TooMuchMemory && p.Options.Limits.Memory == 0: // there is no limit
	case kind == match.TooMuchMemory:
		return &match.Fault{Kind: kind, Detail: fmt.Sprintf("needed more than %s of memory, and %s: %s",
			lineproto.InBytes(int(p.Options.Limits.Memory)), exit, lineproto.Cut(line, lineproto.LongestDetail))}
	case kind == match.TooManyThreads && said.StartsProgram(line) && !p.MayHaveChildren():
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
func (p *Process) brokeRules() bool {
	return p.shim != nil && system.This.BrokeRules(p.command.ProcessState)
}
