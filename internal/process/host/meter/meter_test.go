package meter

import (
	"maps"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/host/system"
)

// metered is a meter with fake clocks, which the test moves.
type metered struct {
	*Meter
	time   time.Time
	cpu    time.Duration
	queues map[int]time.Duration // by thread
	fault  *match.Fault
}

func newMetered(t *testing.T, limits Limits) *metered {
	t.Helper()
	usual := system.HasCPUClock
	system.HasCPUClock = func() bool { return true } // the fake one
	t.Cleanup(func() { system.HasCPUClock = usual })
	f := &metered{time: time.Unix(1000, 0), queues: map[int]time.Duration{}}
	f.Meter = &Meter{
		clocks: clocks{
			cpu:    func() time.Duration { return f.cpu },
			census: func() time.Duration { return f.cpu },
			queues: func() map[int]time.Duration { return maps.Clone(f.queues) },
			now:    func() time.Time { return f.time },
		},
		kill:   func(why *match.Fault) { f.fault = why },
		limits: limits, bank: limits.Bank, wallBank: limits.WallBank, extra: limits.StartCPU,
		timer: time.NewTimer(Forever),
	}
	return f
}

// ask asks for an answer; the message is taken at once.
func (f *metered) ask() {
	f.Await(ToReceive | ToAnswer)
	f.Sent()
}

// answer books an answer that arrives now.
func (f *metered) answer() (match.Receipt, engine.Status, error) {
	r, owed := f.Arrived()
	if owed != ToAnswer {
		panic("nobody asked")
	}
	return f.Charge(r, f.wait.since)
}

// pass lets time pass in steps, with a look after each, and returns the time after
// which the bot was killed, or 0 if it was not.
func (f *metered) pass(long, step time.Duration, meanwhile func()) time.Duration {
	for passed := step; passed <= long; passed += step {
		f.time = f.time.Add(step)
		meanwhile()
		if f.look(); f.fault != nil {
			return passed
		}
	}
	return 0
}

var limits = Limits{
	CPU: 50 * time.Millisecond, Bank: time.Second, StartCPU: time.Second,
	Wall: 200 * time.Millisecond, WallBank: 1800 * time.Millisecond, End: time.Second,
}

const step = 25 * time.Millisecond // between two looks

func nothing() {}

func TestSleeperIsLate(t *testing.T) {
	f := newMetered(t, limits)
	f.ask()
	require.Equal(t, 2*time.Second, f.pass(time.Minute, step, nothing))
	require.Equal(
		t, &match.Fault{Kind: match.Late, Detail: "gave no answer for 2s; it had 200ms for a round and 1.8s in its bank"},
		f.fault)
}

func TestBotThatTakesNoMessageIsLateWhateverItAnswers(t *testing.T) {
	f := newMetered(t, limits)
	f.Await(ToReceive | ToAnswer)
	require.Zero(t, f.pass(time.Second, step, nothing))
	_, owed := f.Arrived()
	require.Equal(t, ToAnswer, owed)
	require.Equal(t, time.Second, f.pass(time.Minute, step, nothing))
	require.Equal(t, "took no message for 2s; it had 200ms for a round and 1.8s in its bank", f.fault.Detail)
}

func TestAnswerThatNobodyAskedForSettlesNothing(t *testing.T) {
	f := newMetered(t, limits)
	_, owed := f.Arrived()
	require.Zero(t, owed)
	f.Await(ToReceive)
	_, owed = f.Arrived()
	require.Zero(t, owed)
	require.Equal(t, 2*time.Second, f.pass(time.Minute, step, nothing))
}

func TestWhatComesAfterTheEndProlongsNothing(t *testing.T) {
	f := newMetered(t, limits)
	f.Await(ToReceive | ToLeave)
	f.Sent()
	require.Equal(t, time.Second, f.pass(time.Minute, step, func() {
		_, owed := f.Arrived()
		require.Equal(t, ToLeave, owed)
	}))
	require.Equal(t, &match.Fault{Kind: match.Late, Detail: "did not leave the match for 1s"}, f.fault)
}

func TestCPUTimeIsLimitedAfterTheEnd(t *testing.T) {
	f := newMetered(t, limits)
	f.Await(ToReceive | ToLeave)
	f.limits.Wall = time.Hour
	require.Equal(
		t, 1060*time.Millisecond, f.pass(time.Minute, 10*time.Millisecond, func() { f.cpu += 10 * time.Millisecond }),
		"round and bank")
	require.Equal(t, match.OverCPU, f.fault.Kind)
}

// TestNobodyPaysForThePersonsTime: between two questions a bot does this and that, for as long as a person thinks.
func TestNobodyPaysForThePersonsTime(t *testing.T) {
	for _, fromAsked := range []bool{false, true} {
		f := newMetered(t, limits)
		f.FromAsked = fromAsked
		f.ask()
		f.cpu += 10 * time.Millisecond
		_, _, err := f.answer()
		require.NoError(t, err)
		f.cpu += time.Hour // meanwhile
		f.ask()
		f.cpu += 20 * time.Millisecond
		receipt, _, err := f.answer()
		if !fromAsked {
			require.Error(t, err)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, 20*time.Millisecond, receipt.CPU)
		f.ask()
		require.NotZero(t, f.pass(time.Minute, step, func() { f.cpu += step }), "for its own it pays")
		require.Equal(t, match.OverCPU, f.fault.Kind)
	}
}

func TestWaitForAProcessorDoesNotCount(t *testing.T) {
	f := newMetered(t, limits)
	f.cpu = time.Hour / 2 // before the match
	f.spent = f.cpu
	f.ask()
	busy := func() { f.queues[1] += step }
	require.Zero(t, f.pass(15*time.Second, step, busy))
	require.Equal(t, 5*time.Second, f.pass(time.Minute, step, busy), "but not for ever")
}

// TestManyThreadsDoNotSlowTheClockDown: on one processor, each of four busy threads
// waits for three quarters of the time, while the bot itself never does.
func TestManyThreadsDoNotSlowTheClockDown(t *testing.T) {
	free := limits
	free.CPU = 0
	f := newMetered(t, free)
	f.ask()
	require.Equal(t, 2*time.Second, f.pass(time.Minute, step, func() {
		for thread := range 4 {
			f.queues[thread] += step * 3 / 4
		}
		f.cpu += step
	}))
}

// TestShortWaitsOfManyThreadsAreOne: they wait at the same time.
func TestShortWaitsOfManyThreadsAreOne(t *testing.T) {
	f := newMetered(t, limits)
	f.ask()
	took := f.pass(time.Minute, step, func() {
		for thread := range 100 {
			f.queues[thread] += step / 5
		}
	})
	require.InDelta(t, 2.5, took.Seconds(), 0.05, "a fifth of it")
}

func TestLateAnswersDrawOnTheBankOfWallClockTime(t *testing.T) {
	f := newMetered(t, limits)
	for range 3 {
		f.ask()
		require.Zero(t, f.pass(600*time.Millisecond, step, nothing))
		receipt, _, err := f.answer()
		require.NoError(t, err)
		require.Equal(t, 600*time.Millisecond, receipt.Wall)
		require.Equal(t, 400*time.Millisecond, receipt.WallBank)
	}
	f.ask()
	require.Zero(t, f.pass(200*time.Millisecond, step, nothing))
	receipt, _, err := f.answer()
	require.NoError(t, err)
	require.Zero(t, receipt.WallBank)
	f.ask()
	require.Equal(t, 800*time.Millisecond, f.pass(time.Minute, step, nothing))
	require.Equal(t, "gave no answer for 800ms; it had 200ms for a round and 600ms in its bank", f.fault.Detail)
}

func TestWithoutABankOfWallClockTime(t *testing.T) {
	strict := limits
	strict.WallBank = 0
	f := newMetered(t, strict)
	f.ask()
	require.Equal(t, 200*time.Millisecond, f.pass(time.Minute, step, nothing))
	require.Equal(t, "gave no answer for 200ms", f.fault.Detail)
}

func TestTimeThatNobodySawPassDoesNotCount(t *testing.T) {
	f := newMetered(t, limits)
	f.ask()
	require.Zero(t, f.pass(9*time.Second, 3*time.Second, nothing), "the machine stood still three times")
	require.Positive(t, f.pass(2*time.Second, step, nothing))
}

func TestBurnerIsOverBudget(t *testing.T) {
	patient := limits
	patient.Wall = time.Minute
	f := newMetered(t, patient)
	f.ask()
	burn := func() { f.cpu += 10 * time.Millisecond }
	require.Equal(t, 2060*time.Millisecond, f.pass(time.Minute, 10*time.Millisecond, burn), "round, bank and start")
	require.Equal(t, match.OverCPU, f.fault.Kind)
}

func TestBudgetIsChargedFromAnswerToAnswer(t *testing.T) {
	f := newMetered(t, limits)
	charge := func(cpu time.Duration) (match.Receipt, float64, error) {
		f.ask()
		f.cpu += cpu
		f.time = f.time.Add(time.Millisecond)
		receipt, status, err := f.answer()
		return receipt, status.Fraction(), err
	}
	_, status, err := charge(time.Second)
	require.NoError(t, err)
	require.Zero(t, status, "the start has its own allowance")

	f.cpu += 20 * time.Millisecond // while others are asked
	receipt, status, err := charge(5 * time.Millisecond)
	require.NoError(t, err)
	require.Equal(t, match.Receipt{CPU: 25 * time.Millisecond, Wall: time.Millisecond}, receipt)
	require.InDelta(t, 0.5, status, 1e-6)

	for range 9 {
		_, status, err = charge(150 * time.Millisecond)
		require.NoError(t, err)
		require.InDelta(t, 1, status, 1e-6)
	}
	require.Equal(t, 100*time.Millisecond, f.bank)
	_, _, err = charge(151 * time.Millisecond)
	require.EqualError(t, err, "cpu: used 151ms of CPU time; it had 50ms for a round and 100ms in its bank")
}

func TestShortTimesAreToldInMicroseconds(t *testing.T) {
	f := newMetered(t, Limits{CPU: 100 * time.Microsecond})
	f.ask()
	f.cpu = 151_600
	_, _, err := f.answer()
	require.EqualError(t, err, "cpu: used 152µs of CPU time; it had 100µs for a round and 0s in its bank")
}

func TestWithoutACPULimitNothingIsCharged(t *testing.T) {
	f := newMetered(t, Limits{})
	f.clocks.queues = func() map[int]time.Duration { panic("nobody needs to know, and it takes long") }
	f.ask()
	f.cpu = time.Hour
	f.time = f.time.Add(time.Hour)
	receipt, status, err := f.answer()
	require.NoError(t, err)
	require.Zero(t, status)
	require.Equal(t, time.Hour, receipt.CPU)
}
