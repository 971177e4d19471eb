// Package meter charges a bot for its answers: it has the limits, the clocks of processes and their children, and looks
// at what they hold.
package meter

import (
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/host/system"
	"github.com/botarena/arena/internal/process/lineproto"
)

// Meter charges a bot for its answers, and watches over all that it owes: that it
// takes a message off our hands, that it answers, that it leaves a match that is over.
// As long as it owes something, the meter looks at its clocks and kills it when a limit
// is exceeded. What a bot sends settles what it owes and nothing else.
//
// CPU time is charged from answer to answer, not from question to answer, so that a
// bot also pays for thinking while others are asked. The meter reads the bot's clock
// at the earliest moment when the bot could have used up its budget, with all
// processors at work. If the bot answers before that, its clock is read only once,
// with the answer.
//
// Some elapsed time does not count towards the limit on wall-clock time: the time
// that the bot waited for a processor, and long gaps between two looks, since the
// bot stood still too when the machine did.
type Meter struct {
	// Excuse says what may be the reason why no answer came. It is nil if nobody knows.
	Excuse func(idle bool) string
	// FromAsked charges CPU time from question to answer instead: a person takes minutes for a round, in which bots do
	// what they do between two questions.
	FromAsked bool

	clocks clocks
	limits Limits
	kill   func(*match.Fault)
	timer  *time.Timer

	mu       sync.Mutex
	due      time.Time // when the timer goes off; zero if it does not
	owed     Debt
	wait     wait          // for all that is owed
	spent    time.Duration // the bot's clock at its last answer
	seen     time.Duration // the bot's clock at the last look
	bank     time.Duration // the rest of Limits.Bank
	wallBank time.Duration // the rest of Limits.WallBank
	extra    time.Duration // added to this round's budget: StartCPU until the first answer, then 0
}

// Debt is what a bot owes, as a set.
type Debt int

// The debts.
const (
	ToReceive Debt = 1 << iota // the message that we are sending
	ToAnswer
	ToLeave // the match, which is over
)

// clocks are a bot's, and ours.
type clocks struct {
	cpu    func() time.Duration         // CPU time of the bot so far, its children's as of the last census
	census func() time.Duration         // the same, with a census
	queues func() map[int]time.Duration // time that each of its threads has waited for a processor so far
	now    func() time.Time
}

// Reading is what the clocks showed when an answer arrived.
type Reading struct {
	at   time.Time
	cpu  time.Duration
	wall time.Duration // elapsed time that counts towards the limit
}

// wait measures how long a bot has kept us waiting.
type wait struct {
	since  time.Time
	looked time.Time     // the last look
	counts time.Duration // elapsed time that counts towards the limit
	cpu    time.Duration // the bot's clock when its queues were read
	queues map[int]time.Duration
}

// New returns a meter for a bot, which it kills when a limit is exceeded.
func New(cpu *CPU, limits Limits, kill func(*match.Fault)) *Meter {
	m := &Meter{
		clocks: clocks{cpu.Time, cpu.Census, cpu.Queues, time.Now}, kill: kill,
		limits: limits, spent: cpu.Time(), bank: limits.Bank, wallBank: limits.WallBank, extra: limits.StartCPU,
	}
	m.timer = time.AfterFunc(Forever, m.look)
	return m
}

// Await starts to wait for all that is owed from now on. After End, a limit of its own
// counts.
func (m *Meter) Await(owed Debt) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if owed&ToLeave != 0 {
		m.limits.Wall, m.wallBank, m.extra = m.limits.End, 0, 0
	}
	m.owed = owed
	if m.FromAsked {
		m.spent = max(m.spent, m.clocks.cpu())
	}
	now := m.clocks.now()
	m.wait = wait{since: now, looked: now}
	// A timer that goes off earlier is left alone: answers come much faster than timers
	// go off, and to set one costs more than to look once too often.
	if next := m.untilNextLook(0); m.due.IsZero() || now.Add(next).Before(m.due) {
		m.arm(now, next)
	}
}

func (m *Meter) arm(now time.Time, next time.Duration) {
	m.due = now.Add(next)
	m.timer.Reset(next)
}

// Sent settles the receipt of a message.
func (m *Meter) Sent() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.owed &^= ToReceive
}

// Arrived reads the clocks for a message, and settles the answer. It returns which of
// ToAnswer and ToLeave were owed: neither if nobody had asked for anything.
func (m *Meter) Arrived() (Reading, Debt) {
	r := Reading{cpu: m.clocks.cpu(), at: m.clocks.now()}
	m.mu.Lock()
	defer m.mu.Unlock()
	r.cpu = max(r.cpu, m.seen) // a killed bot has no clock any more
	owed := m.owed &^ ToReceive
	if owed == ToAnswer {
		m.seen = r.cpu
		m.count(r.at)
		r.wall = m.wait.counts
		m.owed &^= ToAnswer
	}
	return r, owed
}

// Stop settles everything.
func (m *Meter) Stop() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.owed, m.due = 0, time.Time{}
	m.timer.Stop()
}

// finestLook is the shortest time between two looks, for a bot that has nearly used
// up its budget. It bounds by how much a bot can exceed a limit.
const finestLook = 200 * time.Microsecond

// longestLook is the longest time between two looks, as a fraction of the limit for a
// round: a longer gap means that the machine stood still.
const longestLook = 8

// untilNextLook returns the time until the bot could exceed a limit at the earliest,
// given the CPU time that it has used since its last answer.
func (m *Meter) untilNextLook(cpu time.Duration) time.Duration {
	next := OrForever(m.limits.Wall)
	if m.limits.Wall > 0 {
		next = min(m.patience()-m.wait.counts, m.limits.Wall/longestLook)
	}
	if m.limits.CPU > 0 {
		left := m.allowance() - cpu
		if system.HasCPUClock() {
			left /= time.Duration(runtime.NumCPU())
		}
		next = min(next, left)
	}
	return max(next, finestLook)
}

// allowance returns the CPU time that the bot may use until its next answer.
func (m *Meter) allowance() time.Duration { return m.limits.CPU + m.bank + m.extra }

// patience returns the wall-clock time that the bot may take for what it owes.
func (m *Meter) patience() time.Duration { return m.limits.Wall + m.wallBank }

// look kills the bot if it has exceeded a limit, and sets the timer otherwise.
func (m *Meter) look() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.due = time.Time{}
	if m.owed == 0 {
		return
	}
	now := m.clocks.now()
	m.seen = max(m.seen, m.clocks.census())
	m.count(now)
	cpu := m.used(Reading{cpu: m.seen, at: now}, m.wait.since)
	switch {
	case m.isLate(now):
		m.kill(m.late())
	case m.limits.CPU > 0 && cpu > m.allowance():
		m.kill(m.overBudget(cpu))
	default:
		m.arm(now, m.untilNextLook(cpu))
	}
}

// count adds the part of the time since the last look that counts to the wait. A bot that
// waits for a processor has one thread at least that does, and nothing of it runs: so
// neither many threads nor busy ones make the time that counts pass more slowly.
func (m *Meter) count(now time.Time) {
	if m.limits.Wall == 0 {
		return // nothing to count towards
	}
	step := m.limits.Wall / longestLook
	passed := min(now.Sub(m.wait.looked), 2*step)
	m.wait.looked = now
	if now.Sub(m.wait.since) < step {
		m.wait.counts += passed // too early to matter
		return
	}
	queues, ran := m.clocks.queues(), m.seen-m.wait.cpu
	if m.wait.queues != nil {
		passed -= max(min(longestQueue(m.wait.queues, queues), passed-ran), 0)
	}
	m.wait.queues, m.wait.cpu = queues, m.seen
	m.wait.counts += passed
}

// longestQueue returns the longest time that one thread has waited for a processor
// between two readings.
func longestQueue(before, after map[int]time.Duration) time.Duration {
	longest := time.Duration(0)
	for thread, waited := range after {
		longest = max(longest, waited-before[thread])
	}
	return longest
}

// longestWait is the longest elapsed time for all that is owed, whatever the reason, as
// a multiple of the limit.
const longestWait = 10

func (m *Meter) isLate(now time.Time) bool {
	limit := m.patience()
	return m.limits.Wall > 0 && (m.wait.counts >= limit || now.Sub(m.wait.since) >= longestWait*limit)
}

func (m *Meter) late() *match.Fault {
	what := lineproto.NoAnswer
	switch {
	case m.owed&ToLeave != 0:
		what = "did not leave the match"
	case m.owed&ToReceive != 0:
		what = "took no message"
	}
	why := ""
	if m.Excuse != nil && m.owed == ToAnswer {
		why = m.Excuse(m.seen-m.spent < m.limits.Wall/10)
	}
	may := lineproto.Patience{Wall: m.limits.Wall, Bank: m.wallBank}
	return may.Exceeded(what, m.limits.WallBank > 0 && m.owed&ToLeave == 0, why)
}

func (m *Meter) overBudget(used time.Duration) *match.Fault {
	what := "CPU time"
	if !system.HasCPUClock() {
		what = "time"
	}
	return &match.Fault{Kind: match.OverCPU, Detail: fmt.Sprintf("used %v of %s; it had %v for a round and %v in its bank",
		lineproto.Rounded(used), what, m.limits.CPU, lineproto.Rounded(m.bank))}
}

// used returns the CPU time between the last answer and a reading; where the system
// has no clock for it, the elapsed time since the answer was asked for.
func (m *Meter) used(r Reading, asked time.Time) time.Duration {
	if !system.HasCPUClock() {
		return max(r.at.Sub(asked), 0)
	}
	return max(r.cpu-m.spent, 0)
}

// Charge books the answer to the question that was asked at the given time.
func (m *Meter) Charge(r Reading, asked time.Time) (match.Receipt, engine.Status, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	used := m.used(r, asked)
	receipt := match.Receipt{CPU: used, Wall: max(r.at.Sub(asked), 0)}
	if m.limits.Wall > 0 {
		receipt.WallBank = max(min(r.wall-m.limits.Wall, m.wallBank), 0)
		m.wallBank -= receipt.WallBank
	}
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
