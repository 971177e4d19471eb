package host

import (
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
)

// meter charges a bot for its answers. CPU time is charged from answer to answer
// and not from question to answer, so that a bot which thinks while others are
// asked pays for that too.
//
// While an answer is out, the meter looks at the bot's clock when the bot could
// at the earliest have used up what it has left, with all processors. A bot that
// answers in time is looked at once, with its answer.
//
// Of the time that passes, what the bot had to wait for a processor does not
// count, nor what nobody saw pass: when the machine stood still, so did the bot.
type meter struct {
	clock  func() time.Duration // CPU time of the bot so far
	queued func() time.Duration // time that the bot has waited for a processor so far
	now    func() time.Time
	limits Limits
	kill   func(*match.Fault)
	timer  *time.Timer

	mu    sync.Mutex
	asked time.Time     // when the answer that is out was asked for; zero: none is
	wait  wait          // for it
	spent time.Duration // the bot's clock at its last answer
	seen  time.Duration // the bot's clock when it was last looked at
	bank  time.Duration // what is left of it
	extra time.Duration // for this round: the allowance for the start of the match
}

// reading is what the clocks showed when an answer came.
type reading struct {
	at  time.Time
	cpu time.Duration
}

// wait is how long a bot has been waited for, as far as that is its own doing.
type wait struct {
	looked time.Time     // when we looked last
	queued time.Duration // the bot's queueing then; negative: not looked at yet
	counts time.Duration
}

func newMeter(run *process, limits Limits) *meter {
	m := &meter{
		clock: run.cpuTime, queued: run.queueTime, now: time.Now, kill: run.kill,
		limits: limits, spent: run.cpuTime(), bank: limits.Bank, extra: limits.StartCPU,
	}
	m.timer = time.AfterFunc(forever, m.look)
	return m
}

// ask begins to wait for an answer.
func (m *meter) ask() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.begin()
}

// end begins to wait for the bot to leave the match.
func (m *meter) end() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.limits = Limits{Round: m.limits.End}
	m.begin()
}

func (m *meter) begin() {
	m.asked = m.now()
	m.wait = wait{looked: m.asked, queued: -1}
	m.timer.Reset(m.untilNextLook(0))
}

// read reads the clocks, and ends the wait.
func (m *meter) read() reading {
	r := reading{cpu: m.clock(), at: m.now()}
	m.mu.Lock()
	defer m.mu.Unlock()
	r.cpu = max(r.cpu, m.seen) // the clock of a bot that was killed is gone
	m.idle()
	return r
}

func (m *meter) stop() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.idle()
}

func (m *meter) idle() {
	m.asked = time.Time{}
	m.timer.Stop()
}

// finestLook is how often the clock of a bot is looked at that has used up its
// budget but for next to nothing. It bounds by how much a limit is exceeded.
const finestLook = 200 * time.Microsecond

// longestLook is how often a bot is looked at that takes its time, as a part of
// the limit: often enough to tell waiting from a machine that stands still.
const longestLook = 8

// untilNextLook is when a limit could be exceeded at the earliest.
func (m *meter) untilNextLook(cpu time.Duration) time.Duration {
	next := orForever(m.limits.Round)
	if m.limits.Round > 0 {
		next = min(m.limits.Round-m.wait.counts, m.limits.Round/longestLook)
	}
	if m.limits.CPU > 0 {
		left := m.allowance() - cpu
		if HasCPUClock {
			left /= time.Duration(runtime.NumCPU())
		}
		next = min(next, left)
	}
	return max(next, finestLook)
}

// allowance is all that the bot can use until its next answer.
func (m *meter) allowance() time.Duration { return m.limits.CPU + m.bank + m.extra }

// look kills a bot that has exceeded a limit, and otherwise comes back later.
func (m *meter) look() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.asked.IsZero() {
		return
	}
	now := m.now()
	m.seen = m.clock()
	m.count(now)
	cpu := m.used(reading{cpu: m.seen, at: now}, m.asked)
	switch {
	case m.isLate(now):
		m.kill(&match.Fault{Kind: match.Late, Detail: fmt.Sprintf("gave no answer for %v", m.limits.Round)})
	case m.limits.CPU > 0 && cpu > m.allowance():
		m.kill(m.overBudget(cpu))
	default:
		m.timer.Reset(m.untilNextLook(cpu))
	}
}

// count adds to the wait what has passed since the last look.
func (m *meter) count(now time.Time) {
	passed := min(now.Sub(m.wait.looked), 2*m.limits.Round/longestLook)
	m.wait.looked = now
	if now.Sub(m.asked) < m.limits.Round/longestLook {
		m.wait.counts += passed // nothing to worry about yet
		return
	}
	queued := m.queued()
	if m.wait.queued >= 0 {
		passed -= queued - m.wait.queued
	}
	m.wait.queued = queued
	m.wait.counts += max(passed, 0)
}

// longestWait is when a wait ends whatever it was for, as a multiple of the limit.
const longestWait = 20

func (m *meter) isLate(now time.Time) bool {
	limit := m.limits.Round
	return limit > 0 && (m.wait.counts >= limit || now.Sub(m.asked) >= longestWait*limit)
}

func (m *meter) overBudget(used time.Duration) *match.Fault {
	what := "CPU time"
	if !HasCPUClock {
		what = "time"
	}
	return &match.Fault{Kind: match.OverCPU, Detail: fmt.Sprintf("used %v of %s; it had %v for a round and %v in its bank",
		round(used), what, m.limits.CPU, round(m.bank))}
}

// round leaves of a time what a reader wants to know.
func round(d time.Duration) time.Duration {
	if d < time.Millisecond {
		return d.Round(time.Microsecond)
	}
	return d.Round(100 * time.Microsecond)
}

// used is what the bot is to be charged at a reading.
func (m *meter) used(r reading, asked time.Time) time.Duration {
	if !HasCPUClock {
		return max(r.at.Sub(asked), 0)
	}
	return max(r.cpu-m.spent, 0)
}

// charge books an answer that was asked for at a time.
func (m *meter) charge(r reading, asked time.Time) (receipt match.Receipt, status engine.Status, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	used := m.used(r, asked)
	receipt = match.Receipt{CPU: used, Wall: max(r.at.Sub(asked), 0)}
	if m.limits.CPU == 0 {
		m.spent = max(r.cpu, m.spent)
		return receipt, 0, nil
	}
	if used > m.allowance() {
		return receipt, 0, m.overBudget(used)
	}
	charged := max(used-m.extra, 0)
	m.bank -= max(charged-m.limits.CPU, 0)
	m.spent, m.extra = max(r.cpu, m.spent), 0
	part := min(float64(charged)/float64(m.limits.CPU), 1)
	return receipt, engine.Status(part * 1e6), nil
}
