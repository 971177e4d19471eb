package league

import (
	"crypto/sha256"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/integration/archivetest"
	"github.com/botarena/arena/internal/league"

	"github.com/botarena/arena/internal/cli/shell"
)

// TestAProgramIsToldWhatHappens in a league: matches, and which bots join and leave.
func TestAProgramIsToldWhatHappens(t *testing.T) {
	came := make(chan string, 20)
	program := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		came <- string(text)
	}))
	defer program.Close()
	f := archivetest.New(t, store.KindLeague, nil)
	enter := func(name, version string, next int) {
		_, err := f.Enter(t.Context(), f.ID, store.Entrant{Entrant: played.Entrant{
			Name: name, Version: version, Typed: name, Program: sha256.Sum256([]byte(name + version)),
		}, Person: "p1", Author: "Zoe Zorn"})
		require.NoError(t, err)
		_, err = f.Settle(t.Context(), f.ID, next)
		require.NoError(t, err)
	}
	enter("zorg", "1", 0)
	l, err := f.League(t.Context())
	require.NoError(t, err)
	o := hookOption{program.URL}
	require.NoError(t, o.Check())
	s := shell.New(archivetest.Games, io.Discard, io.Discard)
	h := o.begin(t.Context(), s, &openLeague{League: &league.League{League: l, Store: f.Store}})
	enter("zorg\x1b[2J", "2", 1)
	enter("zorg", "3", 2)
	h.tell(league.Event{Kind: league.Changed})
	m := archivetest.Scored(2, 1).Match
	m.Planned = archivetest.Match(4, 2, 1)
	m.Verdicts = []match.Verdict{{Seat: 1, Round: 3, Kind: match.Crash, Detail: "what it said"}}
	h.tell(league.Event{Kind: league.Played, Match: m, Worker: "attic"})
	h.tell(league.Event{Kind: league.Lonely})
	h.tell(league.Event{Kind: league.Failed, Match: played.Match{Planned: m.Planned}, Reason: "no room"})
	h.close()
	for _, want := range []string{
		`{"league":"tuesdays","kind":"left","bot":{"bot":0,"name":"zorg","version":"1"}}`,
		`{"league":"tuesdays","kind":"joined","bot":{"bot":1,"name":"zorg[2J","version":"2"}}`,
		`{"league":"tuesdays","kind":"joined","bot":{"bot":2,"name":"zorg","version":"3"}}`,
		`{"league":"tuesdays","kind":"played","match":{"match":5,"bots":[{"bot":2,"name":"zorg","version":"3"},` +
			`{"bot":1,"name":"zorg[2J","version":"2"}],"scores":[2,1],"places":[1,2],` +
			`"verdicts":[{"seat":1,"round":3,"kind":"crash"}]}}`,
		`{"league":"tuesdays","kind":"failed","match":{"match":5,"bots":[{"bot":2,"name":"zorg","version":"3"},` +
			`{"bot":1,"name":"zorg[2J","version":"2"}]},"reason":"no room"}`,
	} {
		var e struct{ What json.RawMessage }
		require.NoError(t, json.Unmarshal([]byte(testkit.Receive(t, want, came)), &e))
		require.JSONEq(t, want, string(e.What))
	}
	require.Empty(t, came)
	none := (&hookOption{}).begin(t.Context(), s, nil)
	none.tell(league.Event{Kind: league.Played})
	none.close()
	require.ErrorContains(t, (&hookOption{"chat.example.org"}).Check(), "--hook chat.example.org: is not the address")
}
