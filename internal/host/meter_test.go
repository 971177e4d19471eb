package host

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
)

// metered is a meter with fake clocks, which the test moves.
type metered struct {
	*meter
	time        time.Time
	cpu, queued time.Duration
	fault       *match.Fault
}

func newMetered(limits Limits) *metered {
	f := &metered{time: time.Unix(1000, 0)}
	f.meter = &meter{
		clock:  func() time.Duration { return f.cpu },
		queued: func() time.Duration { return f.queued },
		now:    func() time.Time { return f.time },
		kill:   func(why *match.Fault) { f.fault = why },
		limits: limits, bank: limits.Bank, extra: limits.StartCPU,
		timer: time.NewTimer(forever),
	}
	return f
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

var limits = Limits{CPU: 50 * time.Millisecond, Bank: time.Second, StartCPU: time.Second, Round: 2 * time.Second}

func TestSleeperIsLate(t *testing.T) {
	f := newMetered(limits)
	f.ask()
	require.Equal(t, 2*time.Second, f.pass(time.Minute, 250*time.Millisecond, func() {}))
	require.Equal(t, &match.Fault{Kind: match.Late, Detail: "gave no answer for 2s"}, f.fault)
}

func TestWaitForAProcessorDoesNotCount(t *testing.T) {
	f := newMetered(limits)
	f.ask()
	busy := func() { f.queued += 250 * time.Millisecond }
	require.Zero(t, f.pass(30*time.Second, 250*time.Millisecond, busy))
	require.Equal(t, 10*time.Second, f.pass(time.Minute, 250*time.Millisecond, busy), "but not for ever")
}

func TestTimeThatNobodySawPassDoesNotCount(t *testing.T) {
	f := newMetered(limits)
	f.ask()
	require.Zero(t, f.pass(9*time.Second, 3*time.Second, func() {}), "the machine stood still three times")
	require.Positive(t, f.pass(time.Second, 250*time.Millisecond, func() {}))
}

func TestBurnerIsOverBudget(t *testing.T) {
	patient := limits
	patient.Round = time.Minute
	f := newMetered(patient)
	f.ask()
	burn := func() { f.cpu += 10 * time.Millisecond }
	require.Equal(t, 2060*time.Millisecond, f.pass(time.Minute, 10*time.Millisecond, burn), "round, bank and start")
	require.Equal(t, match.OverCPU, f.fault.Kind)
}

func TestBudgetIsChargedFromAnswerToAnswer(t *testing.T) {
	f := newMetered(limits)
	charge := func(cpu time.Duration) (match.Receipt, float64, error) {
		f.ask()
		asked := f.asked
		f.cpu += cpu
		f.time = f.time.Add(time.Millisecond)
		receipt, status, err := f.charge(f.read(), asked)
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

func TestWithoutACPULimitNothingIsCharged(t *testing.T) {
	f := newMetered(Limits{})
	f.ask()
	f.cpu = time.Hour
	receipt, status, err := f.charge(f.read(), f.asked)
	require.NoError(t, err)
	require.Zero(t, status)
	require.Equal(t, time.Hour, receipt.CPU)
}
