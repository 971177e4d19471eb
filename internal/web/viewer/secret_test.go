package viewer

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/internal/integration/servertest"
	"github.com/botarena/arena/internal/integration/storytest"
)

// TestOtherUsersOfTheMachineGetNothing: whoever does not have the address that was printed reads
// nothing of a match and starts no bot, whatever the server answers. A match may be of bots that nobody
// else knows yet.
func TestOtherUsersOfTheMachineGetNothing(t *testing.T) {
	f := serveFolder(t, 3)
	starts := 0
	f.server.Offers(&brancherStub{
		match: readShow(t, storytest.Record(t, storytest.Setup(t, duel.Game, 5))),
		wait:  func() { starts++ },
	})
	seat, err := NewSeat(duel.Game, 0)
	require.NoError(t, err)
	f.server.Seats(seat)
	f.server.Show(NewFeed(readShow(t, storytest.Record(t, storytest.Setup(t, duel.Game, 2))))) // so that /events ends
	routes := servertest.Routes(t, "0.1")
	require.GreaterOrEqual(t, len(routes), 20)
	key := strings.Trim(f.server.Path(), "/")
	for _, route := range routes {
		headers := []string{
			"Origin: http://" + f.address,
			"X-Arena-Seat: " + seat.key,
			"X-Arena: " + strings.Trim(route.Path[strings.LastIndex(route.Path, "/"):], "/"),
		}
		body := `{"match": "", "round": 2, "seat": 1, "bot": "anna"}`
		ask := func(path string, headers ...string) *http.Response {
			return f.askAt(route.Method, path, strings.NewReader(body), headers...)
		}
		for _, path := range []string{
			route.Path, "/" + strings.ToLower(key) + route.Path, "/" + key[1:] + "A" + route.Path,
			"//" + key + route.Path,
		} {
			r := ask(path, append(headers, "Cookie: key="+key, "Referer: http://"+f.address+"/")...)
			require.Equal(t, http.StatusForbidden, r.StatusCode, "%s %s", route.Method, path)
			require.Equal(
				t,
				"this page is for the user who started it; use the whole address that arena printed, with the letters after the "+
					"port\n", bodyOf(t, r))
		}
		require.Zero(t, starts, "%s %s", route.Method, route.Path)
		r := ask("/"+key+route.Path, headers...)
		require.NotContains(t, []int{http.StatusForbidden, http.StatusNotFound, http.StatusMethodNotAllowed}, r.StatusCode,
			"%s %s", route.Method, route.Path)
		started := starts > 0
		require.Equal(t, route.Path == "/branch", started, "%s %s", route.Method, route.Path)
		starts = 0
	}
}
