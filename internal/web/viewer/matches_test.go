package viewer

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/internal/integration/pagedatatest"
	"github.com/botarena/arena/internal/integration/storytest"
	"github.com/botarena/arena/internal/web/viewer/pagedata"
)

// matchFolder is a folder with matches, which are served.
type matchFolder struct {
	*served
	path string
}

func serveFolder(t *testing.T, rounds int) *matchFolder {
	f := &matchFolder{path: t.TempDir()}
	f.write(t, "a.arena", storytest.Record(t, storytest.Setup(t, duel.Game, rounds), "anna", "ben"), time.Hour)
	m := NewMatches([]string{f.path}, func(name string) bool { return strings.HasSuffix(name, ".arena") })
	require.Equal(t, filepath.Join(f.path, "a.arena"), m.First())
	text, err := os.ReadFile(m.First())
	require.NoError(t, err)
	f.served = serve(t, NewFeed(readShow(t, text)))
	f.server.Offer(m)
	return f
}

// write writes a file that was changed some time ago.
func (f *matchFolder) write(t *testing.T, name string, text []byte, ago time.Duration) {
	t.Helper()
	path := filepath.Join(f.path, name)
	require.NoError(t, os.WriteFile(path, text, 0o600))
	at := time.Now().Add(-ago)
	require.NoError(t, os.Chtimes(path, at, at))
}

func (f *matchFolder) list() (listed []Listed) {
	f.t.Helper()
	require.NoError(f.t, json.NewDecoder(f.get("/matches").Body).Decode(&listed))
	return listed
}

func TestTheListFollowsTheFolder(t *testing.T) {
	f := serveFolder(t, 2)
	require.Equal(t, []Listed{{"0.1", "a.arena"}}, f.list())
	page, err := io.ReadAll(f.get("/").Body)
	require.NoError(t, err)
	require.Contains(t, string(page), `data-several="0.1"`)

	f.write(t, "b.arena", []byte("junk"), 0)
	f.write(t, "notes.txt", []byte("junk"), 0)
	require.NoError(t, os.Mkdir(filepath.Join(f.path, "folder.arena"), 0o700))
	require.Equal(t, []Listed{{"0.1", "a.arena"}, {"1.1", "b.arena"}}, f.list())
	require.NoError(t, os.Remove(filepath.Join(f.path, "b.arena")))
	f.write(t, "a.arena", []byte("changed"), 0)
	require.Equal(t, []Listed{{"0.2", "a.arena"}}, f.list())
	require.Equal(t, http.StatusNotFound, f.get("/matches/0.1").StatusCode, "of the file as it was")
}

func TestAMatchOfTheListAndHowItEnded(t *testing.T) {
	f := serveFolder(t, 5)
	var whole, end, again pagedata.Match
	require.NoError(t, json.NewDecoder(f.get("/matches/0.1").Body).Decode(&whole))
	require.Len(t, whole.Played, 5)
	require.NoError(t, json.NewDecoder(f.get("/matches/0.1/end").Body).Decode(&end))
	require.Empty(t, end.Played)
	all, _ := pagedatatest.Decode(whole)
	last, _ := pagedatatest.Decode(end)
	require.Equal(t, all[5:], last)
	require.NoError(t, json.NewDecoder(f.get("/matches/0.1/end").Body).Decode(&again))
	require.Equal(t, end, again)
}

func TestOnlyMatchesOfTheListAreSent(t *testing.T) {
	f := serveFolder(t, 2)
	f.write(t, "b.arena", []byte("junk"), 0)
	f.list()
	for _, path := range []string{"/matches/1.1", "/matches/1.1/end"} {
		answer := f.get(path)
		require.Equal(t, http.StatusUnprocessableEntity, answer.StatusCode)
		text, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		require.Equal(t, "neither a replay nor a record of an original program\n", string(text))
	}
	for _, path := range []string{"/matches/9.1", "/matches/..%2f..%2fetc%2fpasswd", "/matches/a.arena/end"} {
		require.Equal(t, http.StatusNotFound, f.get(path).StatusCode, path)
	}
	alone := serve(t, NewFeed(readShow(t, storytest.Record(t, storytest.Setup(t, duel.Game, 2)))))
	for _, path := range []string{"/matches", "/matches/0.1", "/matches/0.1/end"} {
		require.Equal(t, http.StatusNotFound, alone.get(path).StatusCode, path)
	}
}
