package host

import (
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
)

// meter charges a bot for its answers. CPU time is charged from answer to answer,
// not from question to answer, so that a bot also pays for thinking while others
// are asked.
//
// While an answer is due, the meter reads the bot's clock at the earliest moment
// when the bot could have used up its budget, with all processors at work. If the
// bot answers before that, its clock is read only once, with the answer.
//
// Some elapsed time does not count towards the limit on wall-clock time: the time
// that the bot waited for a processor, and long gaps between two looks, since the
// bot stood still too when the machine did.
type meter struct {
	clock  func() time.Duration // CPU time of the bot so far
	queued func() time.Duration // time that the bot has waited for a processor so far
	now    func() time.Time
	limits Limits
	kill   func(*match.Fault)
	timer  *time.Timer

	mu    sync.Mutex
	asked time.Time     // when the answer was asked for; zero if none is due
	wait  wait          // for that answer
	spent time.Duration // the bot's clock at its last answer
	seen  time.Duration // the bot's clock at the last look
	bank  time.Duration // what is left of Limits.Bank
	extra time.Duration // added to this round's budget: StartCPU until the first answer, then 0
}

// reading is what the clocks showed when an answer arrived.
type reading struct {
	at  time.Time
	cpu time.Duration
}

// wait measures how long a bot has kept us waiting.
type wait struct {
	looked time.Time     // the last look
	queued time.Duration // the bot's wait for a processor then; negative if not read yet
	counts time.Duration // elapsed time that counts towards the limit
}

func newMeter(run *process, limits Limits) *meter {
	m := &meter{
		clock: run.cpuTime, queued: run.queueTime, now: time.Now, kill: run.kill,
		limits: limits, spent: run.cpuTime(), bank: limits.Bank, extra: limits.StartCPU,
	}
	m.timer = time.AfterFunc(forever, m.look)
	return m
}

// ask starts the wait for an answer.
func (m *meter) ask() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.begin()
}

// end starts the wait for the bot to leave the match.
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

// read reads the clocks and ends the wait.
func (m *meter) read() reading {
	r := reading{cpu: m.clock(), at: m.now()}
	m.mu.Lock()
	defer m.mu.Unlock()
	r.cpu = max(r.cpu, m.seen) // a killed bot has no clock any more
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

// finestLook is the shortest time between two looks, for a bot that has nearly used
// up its budget. It bounds by how much a bot can exceed a limit.
const finestLook = 200 * time.Microsecond

// longestLook is the longest time between two looks, as a fraction of the limit: a
// longer gap means that the machine stood still.
const longestLook = 8

// untilNextLook returns the time until a limit could be exceeded at the earliest.
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

// allowance is the CPU time that the bot may use until its next answer.
func (m *meter) allowance() time.Duration { return m.limits.CPU + m.bank + m.extra }

// look kills the bot if it has exceeded a limit, and otherwise sets the timer for
// the next look.
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

// count adds the time since the last look to the wait.
func (m *meter) count(now time.Time) {
	passed := min(now.Sub(m.wait.looked), 2*m.limits.Round/longestLook)
	m.wait.looked = now
	if now.Sub(m.asked) < m.limits.Round/longestLook {
		m.wait.counts += passed // early in the wait: not worth reading the queueing time
		return
	}
	queued := m.queued()
	if m.wait.queued >= 0 {
		passed -= queued - m.wait.queued
	}
	m.wait.queued = queued
	m.wait.counts += max(passed, 0)
}

// longestWait is when a wait ends even if little of it counts, as a multiple of
// the limit.
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

// round rounds a time for a message.
func round(d time.Duration) time.Duration {
	if d < time.Millisecond {
		return d.Round(time.Microsecond)
	}
	return d.Round(100 * time.Microsecond)
}

// used returns the time to charge the bot for at a reading.
func (m *meter) used(r reading, asked time.Time) time.Duration {
	if !HasCPUClock {
		return max(r.at.Sub(asked), 0)
	}
	return max(r.cpu-m.spent, 0)
}

// charge charges the bot for an answer and returns the part of the budget that it
// used as its status. asked is when it was asked for the answer.
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
