package meter

import (
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
)

// TestWhatABotIsCharged: also one that was killed, or has crashed, or may use what it wants. Each row
// is what its clock showed at the answers, one a round.
func TestWhatABotIsCharged(t *testing.T) {
	unlimited := Limits{}
	for name, c := range map[string]struct {
		limits Limits
		clock  []time.Duration
		want   []time.Duration
	}{
		"each answer from the one before":   {limits, seconds(0.02, 0.05, 0.05), seconds(0.02, 0.03, 0)},
		"without a limit too":               {unlimited, seconds(1, 2, 3), seconds(1, 1, 1)},
		"a clock that falls is of the dead": {unlimited, seconds(3, 0, 4), seconds(3, 0, 1)},
	} {
		t.Run(name, func(t *testing.T) {
			f := newMetered(t, c.limits)
			for i, shows := range c.clock {
				f.ask()
				f.cpu = shows
				receipt, _, err := f.answer()
				require.NoError(t, err)
				require.Equal(t, c.want[i], receipt.CPU, "round %d", i)
			}
		})
	}
}

func seconds(all ...float64) (list []time.Duration) {
	for _, s := range all {
		list = append(list, time.Duration(s*float64(time.Second)))
	}
	return list
}

// TestAKilledBotIsChargedWhatItHadUsed, though a process that is gone has no clock.
func TestAKilledBotIsChargedWhatItHadUsed(t *testing.T) {
	f := newMetered(t, limits)
	f.ask()
	f.cpu = 3 * time.Second
	f.time = f.time.Add(2 * step)
	f.look()
	require.Equal(t, match.OverCPU, f.fault.Kind)
	f.cpu = 0
	receipt, _, err := f.answer()
	require.ErrorContains(t, err, f.fault.Detail)
	require.Equal(t, 3*time.Second, receipt.CPU)
	require.Equal(t, 2*step, receipt.Wall)
}

// TestChildrenCountWhileABotThinks: it is over its budget when they are, not when it is late.
func TestChildrenCountWhileABotThinks(t *testing.T) {
	f := newMetered(t, limits)
	f.clocks.census = func() time.Duration { return f.cpu + 3*time.Second }
	f.ask()
	f.time = f.time.Add(2 * step)
	f.look()
	require.NotNil(t, f.fault)
	require.Equal(t, match.OverCPU, f.fault.Kind)
}

// TestTheBankOfWallClockTimeIsNeverOverdrawn by an answer that comes later than bank and round allow.
func TestTheBankOfWallClockTimeIsNeverOverdrawn(t *testing.T) {
	f := newMetered(t, limits)
	f.ask()
	f.wait.counts = time.Hour // it was read before we looked
	receipt, _, err := f.answer()
	require.NoError(t, err)
	require.Equal(t, limits.WallBank, receipt.WallBank)
	f.ask()
	require.Equal(t, limits.Wall, f.pass(time.Minute, step, nothing), "it has a round's time")
}

// TestLooksReckonWithAllProcessors: threads may use up a budget so many times as fast.
func TestLooksReckonWithAllProcessors(t *testing.T) {
	f := newMetered(t, Limits{CPU: time.Minute})
	require.Equal(t, time.Minute/time.Duration(runtime.NumCPU()), f.untilNextLook(0))
	require.Equal(t, time.Second/time.Duration(runtime.NumCPU()), f.untilNextLook(59*time.Second))
	require.Equal(t, finestLook, f.untilNextLook(time.Minute))
}
