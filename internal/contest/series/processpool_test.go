package series

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/process/host"
)

// TestCrewPlaysOnlyBotsThatItHasHeardOf, be it with the plan or with a job.
func named(name string) Entrant { return Entrant{Entrant: played.Entrant{Name: name}} }

func TestCrewPlaysOnlyBotsThatItHasHeardOf(t *testing.T) {
	plan := &Plan{Bots: []Entrant{named("a")}}
	c := &crew{plan: plan}
	c.add(plan.Bots)
	c.add([]Entrant{named("b"), named("c")})
	require.Equal(t, []Entrant{named("a"), named("b"), named("c")}, c.series.Bots)
	for seat, want := range map[int]string{-1: "there is no bot -1", 3: "there is no bot 3"} {
		_, err := c.play(t.Context(), schedule.Planned{Seats: []int{0, seat}})
		require.EqualError(t, err, want)
	}
	require.Len(t, plan.Bots, 1, "those that come later are none of the plan")
}

// TestABotThatIsNotReadyInTime is late, which a slow machine may be to blame for; one that is no bot has crashed.
func TestABotThatIsNotReadyInTime(t *testing.T) {
	for killed, want := range map[match.Kind]match.Kind{"": match.Crash, match.Late: match.Late} {
		no := &host.NotABotError{HintedError: *hint.New("zorg", "not a bot", ""), Kind: killed}
		require.Equal(t, &match.Fault{Kind: want, Detail: "not a bot"}, faultOf(no))
	}
}
