package series

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/schedule"
)

// TestCrewPlaysOnlyBotsThatItHasHeardOf, be it with the plan or with a job.
func TestCrewPlaysOnlyBotsThatItHasHeardOf(t *testing.T) {
	plan := &Plan{Bots: []Entrant{{Name: "a"}}}
	c := &crew{plan: plan}
	c.add(plan.Bots)
	c.add([]Entrant{{Name: "b"}, {Name: "c"}})
	require.Equal(t, []Entrant{{Name: "a"}, {Name: "b"}, {Name: "c"}}, c.series.Bots)
	for seat, want := range map[int]string{-1: "there is no bot -1", 3: "there is no bot 3"} {
		_, err := c.play(t.Context(), schedule.Planned{Seats: []int{0, seat}})
		require.EqualError(t, err, want)
	}
	require.Len(t, plan.Bots, 1, "those that come later are none of the plan")
}
