package admission_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league/admission"
)

// TestHoursOfALeague bind authors, by when they handed in, however long it took until that was looked at; and not the
// organiser.
func TestHoursOfALeague(t *testing.T) {
	before, deadline, hour := noon.Add(-time.Hour), noon.Add(time.Hour), time.Hour
	summer, winter := time.FixedZone("", 2*60*60), time.FixedZone("", 60*60) // of one clock, which shows 02:29 twice
	twice := time.Date(2026, time.October, 25, 2, 30, 0, 0, summer)
	for name, test := range map[string]struct {
		hours store.Hours
		came  time.Time
		late  time.Duration
		why   string
	}{
		"no bounds":          {store.Hours{}, noon, 0, ""},
		"at the opening":     {store.Hours{Opens: noon}, noon, 0, ""},
		"before the opening": {store.Hours{Opens: noon}, before, 0, "no bots before Fri 2026-05-01 12:00 "},
		"at the deadline":    {store.Hours{Deadline: deadline}, deadline, 0, ""},
		"after the deadline": {store.Hours{Deadline: deadline}, deadline.Add(1), 0, "deadline was Fri 2026-05-01 13:00 "},
		"late":               {store.Hours{Deadline: deadline, Late: hour}, deadline.Add(time.Minute), time.Minute, ""},
		"at the end of late": {store.Hours{Deadline: deadline, Late: hour}, deadline.Add(hour), time.Hour, ""},
		"later than that":    {store.Hours{Deadline: deadline, Late: hour}, deadline.Add(hour + 1), 0, "the deadline"},
		"before summer ends": {store.Hours{Deadline: twice}, twice.Add(-time.Minute), 0, ""},
		"after summer": {
			store.Hours{Deadline: twice, Late: hour},
			time.Date(2026, time.October, 25, 2, 29, 0, 0, winter),
			59 * time.Minute, "",
		},
		"without a deadline": {store.Hours{Late: hour}, noon, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, nil)
			require.NoError(t, h.League.Store.SetHours(t.Context(), h.League.ID, test.hours))
			sub := h.sent(1, "zorg", "1", "anna", "one")
			sub.Came = test.came
			if test.why == "" {
				joined := h.joins(sub)
				require.Equal(t, test.late, joined.Late)
				require.True(t, test.came.Equal(joined.Came), joined.Came)
				return
			}
			refused := h.refused(sub)
			require.Equal(t, admission.Closed, refused.Reason)
			require.Contains(t, refused.Why, test.why)
			require.NotEmpty(t, refused.Fix)
			require.Zero(t, h.joins(h.byOrganiser("zorg", "1", "anna", "one")).Late)
		})
	}
}

// TestWhenABotWasHandedIn: what came over the network when the league wrote it, also if that is found again after a
// restart; what was put there by hand when it was first seen as it is, whatever time its file has.
func TestWhenABotWasHandedIn(t *testing.T) {
	_, inbox, put := newInbox(t)
	early := noon.Add(-24 * time.Hour)
	wire := "0123456789abcdef0123456789abcdef.bot"
	for _, path := range []string{put("zorg", "x"), put(wire, "x")} {
		require.NoError(t, os.Chtimes(path, early, early))
	}
	require.Empty(t, whole(t, inbox, 0))
	found, err := inbox.Whole(noon.Add(5 * time.Second))
	require.NoError(t, err)
	came := make(map[string]time.Time)
	for _, s := range found {
		came[filepath.Base(s.Typed)] = s.Came
	}
	require.Len(t, came, 2)
	require.True(t, came["zorg"].Equal(noon), came)
	require.True(t, came[wire].Equal(early), came)
}
