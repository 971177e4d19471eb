package viewer

import (
	"bufio"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/web/viewer/pagedata"
)

// A page that shows a match of several is told of the next one, also if that came while
// it was away.
func TestAnotherMatchTakesThePlaceOfTheFirst(t *testing.T) {
	l := newLiveMatch(t, 3)
	l.play(3)
	l.live.End(nil)
	feed := l.live.Feed
	s := serve(t, feed)
	numberOf := func() (m pagedata.Match) {
		require.NoError(t, json.NewDecoder(s.get("/match.json").Body).Decode(&m))
		return m
	}
	require.Zero(t, numberOf().Number, "the only match")
	s.server.Show(feed)
	require.Equal(t, 1, numberOf().Number)

	events := bufio.NewScanner(s.get("/events?match=1&after=1000").Body)
	untilLine(t, events, "event: end")
	s.server.Show(feed)
	untilLine(t, events, "event: match")
	require.Equal(t, 2, numberOf().Number)

	untilLine(t, bufio.NewScanner(s.get("/events?match=1&after=1000").Body), "event: match")
}

func untilLine(t *testing.T, lines *bufio.Scanner, want string) {
	t.Helper()
	for lines.Scan() {
		if lines.Text() == want {
			return
		}
	}
	require.Fail(t, "no "+want)
}
