package cli

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bots"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/params"
	"github.com/botarena/arena/internal/schedule"
	"github.com/botarena/arena/internal/tune"
)

// In a step, each duel has its own two entrants. The store has all steps as one schedule
// of two.
func TestDuelsAreMatchesOfOneSchedule(t *testing.T) {
	versus, err := schedule.NewVersus(schedule.Mixture{New: 1, Old: 1, Field: 2}, 2, matchesOfGroup, 100)
	require.NoError(t, err)
	r := &tuning{
		manyMatches: &manyMatches{}, versus: versus, groups: 16,
		space: params.Space{{Name: "zeal", Default: 1, Low: 0, High: 10, Integer: true}},
		bot:   lineup.Entrant{Name: "eager", Bot: bots.Bot{Typed: "eager:zeal=1"}}, field: []lineup.Entrant{{Name: "demo"}, {Name: "null"}},
	}
	duels := []tune.Duel{{A: params.Values{1}, B: params.Values{2}}, {A: params.Values{3}, B: params.Values{4}}}
	r.seat(duels)
	var typed, names []string
	for _, one := range r.bots.Entrants {
		typed, names = append(typed, one.Bot.Typed), append(names, one.Name)
	}
	require.Equal(t, []string{"eager:zeal=1", "eager:zeal=2", "eager:zeal=3", "eager:zeal=4", "", ""}, typed)
	require.Equal(t, []string{"eager", "eager", "eager", "eager", "demo", "null"}, names)

	planned := slices.Collect(r.matches(duels))
	require.Len(t, planned, 4)
	for number, m := range planned {
		require.Equal(t, number, m.Number)
		require.Equal(t, versus.At(32+number), r.memory.file(m))
		for _, bot := range m.Seats {
			if bot < 4 {
				require.Equal(t, number/matchesOfGroup, bot/2, "a duel is between its own two")
			}
		}
	}
	require.Equal(t, uint64(116), planned[0].Seed)
}
