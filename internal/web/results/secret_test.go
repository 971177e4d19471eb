package results

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/integration/servertest"
	"github.com/botarena/arena/internal/web/results/resultpage"
)

// TestOtherUsersOfTheMachineGetNothing: whoever does not have the address that was printed reads
// nothing and has no match played.
func TestOtherUsersOfTheMachineGetNothing(t *testing.T) {
	healthy := func() *site {
		stage := newStage()
		stage.kept[keyOf(0)] = true
		s := newTestSite(t, stage, resultpage.MatchesOfPart+1)
		p := aBot()
		p.Entrants = []resultpage.Entrant{{Name: "zorg", Author: "a key", Owner: "a key"}}
		require.NoError(t, s.Show(p))
		s.play = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusAccepted) })
		s.people, s.challenges = s.play, s.play
		s.TellHealth(func() (string, error) { return "well", nil })
		return s
	}
	s := healthy()
	require.NotEqual(t, "/", s.Path())
	request := func(route servertest.Route, path string) *http.Request {
		r := httptest.NewRequest(route.Method, "http://"+host+path, nil)
		r.Header.Set("X-Arena", "play")
		r.Header.Set("Origin", "http://"+host)
		if route.Path == "/events" {
			r.Header.Set("Last-Event-ID", "none") // else it would not end
		}
		return r
	}
	routes := servertest.Routes(t, named(madeUp(1, 1)[0]))
	require.GreaterOrEqual(t, len(routes), 6)
	for _, route := range routes {
		for _, path := range []string{
			route.Path, strings.ToLower(s.Path()) + route.Path[1:],
			"/" + s.Path() + route.Path[1:],
		} {
			w := ask(s, request(route, path))
			require.Equal(t, http.StatusForbidden, w.Code, "%s %s", route.Method, path)
			require.Contains(t, w.Body.String(), "use the whole address that arena printed")
		}
		require.Empty(t, s.shows.waiting, "%s %s", route.Method, route.Path)
		w := ask(s, request(route, s.Path()+route.Path[1:]))
		require.NotContains(t, []int{http.StatusForbidden, http.StatusNotFound, http.StatusMethodNotAllowed}, w.Code, "%s %s",
			route.Method, route.Path)
		plays := route.Method == http.MethodPost && strings.HasPrefix(route.Path, "/match/")
		require.Equal(t, plays, len(s.shows.waiting) > 0, "%s %s", route.Method, route.Path)
		if route.Method == http.MethodPost {
			s = healthy()
		}
	}
}

// TestThePageOfALeagueIsForAllWhoReachIt, also on this machine.
func TestThePageOfALeagueIsForAllWhoReachIt(t *testing.T) {
	s := newTestSite(t, newStage(), 3)
	s.ForEverybody()
	require.Equal(t, "/", s.Path())
	require.Equal(t, http.StatusOK, get(s, "/matches.json").Code)
}
