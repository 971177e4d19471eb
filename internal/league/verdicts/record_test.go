package verdicts_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/league/verdicts"
)

var rivalProgram, other = verdicts.Program{1}, verdicts.Program{2}

// recordOf has 20 workers that have played 1000 matches each of both bots.
func recordOf() *verdicts.Record {
	r := verdicts.NewRecord()
	for worker := range 20 {
		for range 1000 {
			r.Played(fmt.Sprint(worker), []verdicts.Program{rivalProgram, other})
		}
	}
	return r
}

func refute(r *verdicts.Record, worker string, bot verdicts.Program, times int) {
	for range times {
		r.Refuted(worker, bot)
	}
}

// TestAloneWithItsVerdicts: six of one worker on one bot are no chance if nobody else has any.
func TestAloneWithItsVerdicts(t *testing.T) {
	r := recordOf()
	refute(r, "0", rivalProgram, 5)
	require.False(t, r.TooOften("0", rivalProgram))
	refute(r, "0", rivalProgram, 1)
	require.True(t, r.TooOften("0", rivalProgram))
	require.False(t, r.TooOften("0", other))
	require.False(t, r.TooOften("1", rivalProgram))
	require.Equal(t, 6, r.Of("0"))
	require.Equal(t, 6, r.On("0", rivalProgram))
	require.Zero(t, r.On("0", other))
}

// TestABotThatAllFreeze is no worker's fault.
func TestABotThatAllFreeze(t *testing.T) {
	r := recordOf()
	for worker := range 20 {
		refute(r, fmt.Sprint(worker), rivalProgram, 10)
	}
	require.False(t, r.TooOften("0", rivalProgram))
}

// TestABusyMachine freezes all bots more often than others do. If it is the rival alone, it is none.
func TestABusyMachine(t *testing.T) {
	r := recordOf()
	refute(r, "0", other, 30)
	for worker := range 20 {
		refute(r, fmt.Sprint(worker), other, 1)
	}
	refute(r, "0", rivalProgram, 12)
	require.False(t, r.TooOften("0", rivalProgram))
	refute(r, "1", rivalProgram, 12)
	require.True(t, r.TooOften("1", rivalProgram))
}

// TestWhoHasPlayedMoreMayErrMore: what counts is the share of a bot's own matches.
func TestWhoHasPlayedMoreMayErrMore(t *testing.T) {
	r, fresh := recordOf(), verdicts.Program{3}
	for _, worker := range []string{"0", "1"} {
		for range 10 {
			r.Played(worker, []verdicts.Program{fresh})
		}
		refute(r, worker, fresh, 6)
	}
	require.False(t, r.TooOften("0", fresh), "the other 18 have not played it at all")
}

// TestOneVerdictIsNoProof, also where no match of its worker is known, as after a restart.
func TestOneVerdictIsNoProof(t *testing.T) {
	r := recordOf()
	refute(r, "new", rivalProgram, 1)
	require.False(t, r.TooOften("new", rivalProgram))
	refute(r, "new", rivalProgram, 1)
	require.True(t, r.TooOften("new", rivalProgram), "it had one match in ten thousand, and has all unfounded verdicts")

	r = verdicts.NewRecord()
	refute(r, "new", rivalProgram, 50)
	require.False(t, r.TooOften("new", rivalProgram), "nobody else has played it")
}

// TestUseless is who freezes somebody in more than a tenth of its matches.
func TestUseless(t *testing.T) {
	r := recordOf()
	refute(r, "0", rivalProgram, 130)
	require.False(t, r.Useless("0"), "it may be chance")
	refute(r, "0", rivalProgram, 40)
	require.True(t, r.Useless("0"))
	refute(r, "new", rivalProgram, 6)
	require.False(t, r.Useless("new"))
	refute(r, "new", rivalProgram, 1)
	require.True(t, r.Useless("new"))
}
