package host

import (
	"time"

	"github.com/botarena/arena/internal/process/host/system"
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
	run := p.run
	e := Ending{How: "still runs", Said: run.output.LastLines()}
	select {
	case <-run.exited:
	default:
		return e
	}
	if e.How = run.exit(); e.How == "" {
		e.How = "was killed by the arena"
	}
	state := run.command.ProcessState
	e.CPU = state.UserTime() + state.SystemTime()
	run.mu.Lock()
	defer run.mu.Unlock()
	e.Memory, e.Threads = run.atKill.Memory, int(run.atKill.Threads)
	if e.Memory == 0 {
		e.Memory, e.AtMost = system.This.PeakOf(state), true
	}
	return e
}

// ended is a player whose moves come from a process.
type ended interface{ Process() *Process }

var (
	_ ended = (*player)(nil)
	_ ended = (*linePlayer)(nil)
)

// Process returns the process that plays.
func (p *player) Process() *Process { return p.process }

// Process returns the process that plays.
func (p *linePlayer) Process() *Process { return p.process }
