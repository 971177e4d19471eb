package viewer

import (
	"bufio"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/written"
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

// TestAPageIsToldWhereTheFilesOfBotsAre: at the end, whether it looked on or comes later.
func TestAPageIsToldWhereTheFilesOfBotsAre(t *testing.T) {
	l := newLiveMatch(t, 2)
	s := serve(t, l.live.Feed)
	l.play(2)
	l.live.Kept([]written.Seat{
		{Seat: 1, Files: written.Files{Dir: "kept/duel-1-1", Files: []written.File{{Name: "log.txt", Size: 3}}}},
		{Seat: 2, Files: written.Files{Left: []written.Left{{Name: "link", Why: "is a link"}}}},
	})
	l.live.End(nil)
	events := readEvents(t, s.get("/events"), 0)
	const want = `{"seat":1,"dir":"kept/duel-1-1","files":"log.txt (3 bytes)"}`
	require.Equal(t, `{"ended":true,"damage":"","kept":[`+want+`]}`, events[2].data)
	require.Contains(t, bodyOf(t, s.get("/match.json")), `"kept":[`+want+`]`)
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
