package results

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/stats"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/integration/archivetest"
)

// challenged is a site of a league that has a challenge.
func challenged(t *testing.T) (
	f *followed, shown *challenges, c store.Challenge, status func(path string) (int, string),
) {
	t.Helper()
	f = newFollowed(t, store.KindLeague)
	shown = &challenges{f.o, f.site}
	f.site.people, f.site.challenges = http.NotFoundHandler(), shown.handler()
	c.Tournament = f.Now()
	c.Kind, c.First = store.KindSeries, 7
	for _, name := range []string{"a", "b"} {
		c.Entrants = append(c.Entrants, store.Entrant{Entrant: played.Entrant{Name: name, Typed: name}})
	}
	most := store.ChallengeBounds{Waiting: 9, Day: 9, Kept: 9}
	c, err := f.BeginChallenge(t.Context(), f.ID, c, most, archivetest.Noon)
	require.NoError(t, err)
	require.NoError(t, f.begin(t.Context()))
	handler := f.site.Handler()
	return f, shown, c, func(path string) (int, string) {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://127.0.0.1:1"+f.site.Path()+path, nil))
		return w.Code, w.Body.String()
	}
}

// scored is a match of a challenge, which the bot in the first seat has won.
func scored(c store.Challenge, number int, seats ...int) store.Match {
	m := archivetest.Scored(2, 1)
	m.Planned = schedule.Planned{Number: number, Group: number, Seed: c.First + uint64(number), Seats: seats} //nolint:gosec // small
	m.Key = c.Facts(m.Planned).Key()
	return m
}

// TestAChallengeHasAPage while it waits, when it was played, and when it can't be; and a page for each match whose
// replay is kept. There is none for what is no challenge of the league, nor while that is hidden.
func TestAChallengeHasAPage(t *testing.T) {
	f, _, c, status := challenged(t)
	page := func(path string) string {
		code, text := status(path)
		require.Equal(t, http.StatusOK, code, text)
		return text
	}
	require.Contains(t, page("challenge"), `<a href="challenge/2"><bdi>a, b</bdi></a></td><td>waits, or is played: 0 matches so far`)
	require.Contains(t, page("challenge/2"), "It waits, or is played: 0 matches so far. Load the page again for more.")
	require.Contains(t, page(""), `<a href="challenge">Challenges</a>`)
	for number := range 10 {
		m := scored(c, number, 0, 1)
		var replay []byte
		if number == 3 {
			replay = []byte("no replay")
		}
		_, err := f.Store.Add(t.Context(), c.ID, m, replay)
		require.NoError(t, err)
	}
	require.NoError(t, f.EndChallenge(t.Context(), c.ID, "", archivetest.Noon))
	require.Contains(t, page("challenge"), "<td>played</td>")
	text := page("challenge/2")
	require.Contains(t, text, "10 matches prove little: a is ahead of b, each with a chance of 95 %")
	require.Contains(t, text, `<a href="../challenge">All challenges</a>`)
	require.Contains(t, text, `"./2/4"`)
	require.NotContains(t, text, `"./2/5"`)
	code, said := status("challenge/2/4")
	require.Equal(t, http.StatusInternalServerError, code, "the replay is asked for, and is none: %s", said)
	require.NotContains(t, said, "replay", "why is not for strangers")
	for _, path := range []string{
		"challenge/1", "challenge/3", "challenge/x", "challenge/-1", "challenge/2/5", "challenge/2/11", "challenge/2/x",
		"challenge/2/0", "challenge/1/1",
	} {
		code, _ := status(path)
		require.Equal(t, http.StatusNotFound, code, path)
	}
	require.NoError(t, f.EndChallenge(t.Context(), c.ID, "a has left <b>", archivetest.Noon))
	require.Contains(t, page("challenge/2"), "It could not be played: a has left &lt;b&gt;. 10 matches")
}

// TestAFreezeHidesChallengesOnThePage, and their matches.
func TestAFreezeHidesChallengesOnThePage(t *testing.T) {
	f, shown, c, status := challenged(t)
	require.NoError(t, f.EndChallenge(t.Context(), c.ID, "", archivetest.Noon))
	require.NoError(t, f.SetHours(t.Context(), f.ID, store.Hours{Freeze: archivetest.Noon.Add(-1)}))
	shown.o.Archive.Store = f.Public(nil)
	for _, path := range []string{"challenge/2", "challenge/2/1"} {
		code, _ := status(path)
		require.Equal(t, http.StatusNotFound, code, path)
	}
	_, text := status("challenge")
	require.Contains(t, text, "Nobody has asked for one")
}

// TestWhatAFewMatchesProve follows from the intervals, and is nothing where they have one half in them.
func TestWhatAFewMatchesProve(t *testing.T) {
	f, _, c, _ := challenged(t)
	require.Equal(t, "Nothing is known yet.", proves(stats.Summary{}, nil))
	a := f.Archive()
	for number := range 10 {
		m := scored(c, number, number%2, 1-number%2)
		_, err := f.Store.Add(t.Context(), c.ID, m, nil)
		require.NoError(t, err)
	}
	read, err := a.Read(t.Context(), c.Tournament)
	require.NoError(t, err)
	summary, err := read.Summary(t.Context())
	require.NoError(t, err)
	require.Equal(t, "10 matches prove nothing here: chance alone may put each of these bots before each other one.",
		proves(summary, []string{"a", "b"}))
}
