package playground_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/bot/trust"
	"github.com/botarena/arena/internal/web/playground"
)

// standIn is a league as the page knows one. It records what it was sent.
type standIn struct {
	tokens   []string
	packages [][]byte
	asked    int
}

func (s *standIn) handler() http.Handler {
	routes := http.NewServeMux()
	answer := func(w http.ResponseWriter, status int, v any) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(v)
	}
	routes.HandleFunc("GET /play/"+playground.LeagueAddress, func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, playground.League{
			Name: "class", Game: "orkisland", Bots: []playground.LeagueBot{}, Submit: true,
		})
	})
	routes.HandleFunc("POST /"+playground.SubmitAddress, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == "" {
			http.Error(w, "open the link of your invitation first", http.StatusUnauthorized)
			return
		}
		file, err := io.ReadAll(http.MaxBytesReader(w, r.Body, playground.MostSubmitted))
		if err != nil {
			http.Error(w, "the package is larger than 1 MB", http.StatusRequestEntityTooLarge)
			return
		}
		s.tokens, s.packages = append(s.tokens, r.Header.Get("Authorization")), append(s.packages, file)
		answer(w, http.StatusAccepted, playground.Submitted{ID: "7"})
	})
	routes.HandleFunc("GET /"+playground.SubmitAddress+"/7", func(w http.ResponseWriter, _ *http.Request) {
		s.asked++
		answer(w, http.StatusOK, playground.Fate{Settled: s.asked > 1, Admitted: s.asked > 1, Text: "it plays"})
	})
	return routes
}

// page does what the page does, as contract.go says it.
type page struct {
	*testing.T
	at, token string
}

func (p page) send(method, address string, body []byte) (int, []byte) {
	p.Helper()
	r, err := http.NewRequestWithContext(p.Context(), method, p.at+"/"+address, bytes.NewReader(body))
	require.NoError(p, err)
	if body != nil {
		r.Header.Set("Content-Type", "application/zip")
		r.Header.Set("Authorization", "Bearer "+p.token)
	}
	answer, err := http.DefaultClient.Do(r)
	require.NoError(p, err)
	defer answer.Body.Close() //nolint:errcheck // only read
	text, err := io.ReadAll(answer.Body)
	require.NoError(p, err)
	return answer.StatusCode, text
}

// TestAPackageOfThePageArrivesAtALeague: whole, signed by the key of the page, with the token of its author, and the
// page is told what becomes of it.
func TestAPackageOfThePageArrivesAtALeague(t *testing.T) {
	league := &standIn{}
	server := httptest.NewServer(league.handler())
	defer server.Close()
	tab, page := newTab(t), page{t, server.URL, "secret"}

	status, text := page.send(http.MethodGet, "play/"+playground.LeagueAddress, nil)
	require.Equal(t, http.StatusOK, status)
	var told playground.League
	require.NoError(t, json.Unmarshal(text, &told))
	require.True(t, told.Submit)

	var key playground.Key
	text, err := tab.call("key", playground.KeyWanted{Whose: "zoe"})
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &key))
	b := bundle()
	b.Game, b.Seed = told.Game, key.Seed
	file, err := tab.call("pack", b)
	require.NoError(t, err)
	require.Less(t, len(file), playground.MostSubmitted)

	status, text = page.send(http.MethodPost, playground.SubmitAddress, file)
	require.Equal(t, http.StatusAccepted, status)
	var taken playground.Submitted
	require.NoError(t, json.Unmarshal(text, &taken))
	var fate playground.Fate
	for range 2 {
		status, text = page.send(http.MethodGet, playground.SubmitAddress+"/"+taken.ID, nil)
		require.Equal(t, http.StatusOK, status)
		require.NoError(t, json.Unmarshal(text, &fate))
	}
	require.Equal(t, playground.Fate{Settled: true, Admitted: true, Text: "it plays"}, fate)

	require.Equal(t, []string{"Bearer secret"}, league.tokens)
	sent, err := botfile.Open(bytes.NewReader(league.packages[0]), int64(len(league.packages[0])))
	require.NoError(t, err)
	manifest, err := sent.Manifest.Text()
	require.NoError(t, err)
	_, err = trust.Verify(manifest, sent.Signature)
	require.NoError(t, err)

	status, _ = page.send(http.MethodPost, playground.SubmitAddress, make([]byte, playground.MostSubmitted+1))
	require.Equal(t, http.StatusRequestEntityTooLarge, status)
	require.Len(t, league.packages, 1)
}
