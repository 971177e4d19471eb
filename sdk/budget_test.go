package sdk

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

func TestBudgetIsCountedAsTheArenaDoes(t *testing.T) {
	const ms = time.Millisecond
	now := 5 * time.Second // what the process used before the match
	a := newAccount(&arenav1.Seat{CpuPerRound: int64(50 * ms), CpuBank: int64(1000 * ms), CpuStart: int64(700 * ms)},
		func() time.Duration { return now })
	require.Equal(t, engine.Budget{Round: 750 * ms, Bank: 1000 * ms}, a.left())
	now += 720 * ms
	require.Equal(t, engine.Budget{Round: 30 * ms, Bank: 1000 * ms}, a.left())
	a.answered()
	require.Equal(t, engine.Budget{Round: 50 * ms, Bank: 1000 * ms}, a.left(), "what is left of a round is lost")
	now += 80 * ms
	require.Equal(t, engine.Budget{Round: 0, Bank: 970 * ms}, a.left())
	now += 20 * ms
	require.Equal(t, engine.Budget{Round: 0, Bank: 950 * ms}, a.left())
	a.answered()
	require.Equal(t, engine.Budget{Round: 50 * ms, Bank: 950 * ms}, a.left())
	now += 10 * time.Second
	require.Equal(t, engine.Budget{}, a.left())
}

func TestWithoutALimitThereIsNoAccount(t *testing.T) {
	a := newAccount(&arenav1.Seat{CpuBank: 5}, cpuTime)
	require.Nil(t, a)
	a.asked()
	a.answered()
	require.Equal(t, engine.Unlimited, engine.NewSeat(0, nil, 1).Budget())
	seat := engine.WithBudget(engine.NewSeat(0, []string{"a", "b"}, 1), func() engine.Budget {
		return engine.Budget{Round: 1, Bank: 2}
	})
	require.Equal(t, engine.Budget{Round: 1, Bank: 2}, seat.Budget())
	require.Equal(t, engine.Budget{Round: 1, Bank: 2}, engine.SeatAs(seat, 1).Budget(), "the time is the same, whoever is looked at")
}

func TestTheClockOfThisProcessRuns(t *testing.T) {
	before := cpuTime()
	for cpuTime() == before { // for ever, if it does not
	}
}
