package league

import (
	"testing"
	"time"
	_ "time/tzdata" // this machine may have none

	"github.com/stretchr/testify/require"
)

// TestAMomentIsOne: an hour that a clock leaves out or has twice is refused, unless its zone was typed.
func TestAMomentIsOne(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	require.NoError(t, err)
	for typed, want := range map[string]string{
		"never":                     "0001-01-01T00:00:00Z",
		"2026-12-06 23:59":          "2026-12-06T23:59:00+01:00",
		"2026-07-06 23:59":          "2026-07-06T23:59:00+02:00",
		"2026-12-06T23:59Z":         "2026-12-07T00:59:00+01:00",
		"2026-12-06T23:59:30-05:00": "2026-12-07T05:59:30+01:00",
		"2026-10-25 01:59":          "2026-10-25T01:59:00+02:00",
		"2026-10-25 03:00":          "2026-10-25T03:00:00+01:00",
		"2026-10-25T02:30+01:00":    "2026-10-25T02:30:00+01:00",
		"2026-03-29 03:00":          "2026-03-29T03:00:00+02:00",
	} {
		at, err := parseMoment(typed, berlin)
		require.NoError(t, err, typed)
		require.Equal(t, want, at.Format(time.RFC3339), typed)
	}
	for typed, why := range map[string]string{
		"2026-03-29 02:30": "a time that the clock leaves out on that day",
		"2026-10-25 02:30": "a time that the clock shows twice on that day: type its zone, as in 2026-10-25T02:30+0",
		"2026-12-06":       "neither now, never nor a time such as ",
		"23:59":            "neither now, never nor a time such as ",
		"2026-13-06 23:59": "neither now, never nor a time such as ",
		"":                 "neither now, never nor a time such as ",
	} {
		_, err := parseMoment(typed, berlin)
		require.ErrorContains(t, err, why, typed)
	}
}
