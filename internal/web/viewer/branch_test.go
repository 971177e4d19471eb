package viewer

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/internal/integration/pagedatatest"
	"github.com/botarena/arena/internal/integration/storytest"
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/web/viewer/pagedata"
)

// brancherStub answers as it is told, and keeps what it was asked.
type brancherStub struct {
	match *story.Story
	err   error
	wait  func()
	asked Asked
}

func (b *brancherStub) Bots() []string { return []string{"anna", "<b>"} }

func (b *brancherStub) Branch(_ context.Context, a Asked) (*story.Story, string, error) {
	if b.wait != nil {
		b.wait()
	}
	b.asked = a
	return b.match, "arena branch", b.err
}

// branch asks for a branch as the page does.
func (s *served) branch(text string, headers ...string) *http.Response {
	return s.ask(http.MethodPost, "/branch", strings.NewReader(text), headers...)
}

func TestPagePlaysOn(t *testing.T) {
	f := serveFolder(t, 3)
	stub := &brancherStub{match: readShow(t, storytest.Record(t, storytest.Setup(t, duel.Game, 5), "carl", "dora"))}
	f.server.Offers(stub)
	own := []string{"X-Arena: branch", "Origin: http://" + f.address}
	require.JSONEq(t, `["anna", "<b>"]`, bodyOf(t, f.get("/bots")))
	require.Contains(t, bodyOf(t, f.get("/words?game=duel")), `{"word":"north","rows":-1,"cols":0}`)
	require.Equal(t, http.StatusBadRequest, f.get("/words?game=chess").StatusCode)

	r := f.branch(`{"match": "", "round": 2, "seat": 1, "bot": "anna", "orders": "do 1 north"}`, own...)
	require.Equal(t, http.StatusOK, r.StatusCode)
	var got branched
	require.NoError(t, json.Unmarshal([]byte(bodyOf(t, r)), &got))
	require.Equal(t, branched{"arena branch", pagedatatest.ThroughJSON(t, pagedata.Encode(stub.match))}, got)
	require.Equal(t, Asked{Round: 2, Seat: 1, Bot: "anna", Orders: "do 1 north"}, stub.asked)

	require.Equal(t, http.StatusOK, f.branch(`{"match": "0.1", "round": 2}`, own...).StatusCode)
	require.True(t, strings.HasSuffix(stub.asked.Path, "a.arena"), stub.asked.Path)

	for name, c := range map[string]struct {
		text    string
		headers []string
		status  int
	}{
		"another page":    {`{}`, []string{"X-Arena: branch", "Origin: http://evil.example"}, http.StatusForbidden},
		"without header":  {`{}`, own[1:], http.StatusForbidden},
		"another header":  {`{}`, []string{"X-Arena: open", own[1]}, http.StatusForbidden},
		"no JSON":         {`junk`, own, http.StatusBadRequest},
		"too much":        {`{"bot": "` + strings.Repeat("x", 1<<20) + `"}`, own, http.StatusBadRequest},
		"an unknown file": {`{"match": "7.1"}`, own, http.StatusNotFound},
	} {
		stub.asked.Bot = "nobody was asked"
		require.Equal(t, c.status, f.branch(c.text, c.headers...).StatusCode, name)
		require.Equal(t, "nobody was asked", stub.asked.Bot, name)
	}
	stub.err = errors.New("no such \x1bbot")
	r = f.branch(`{}`, own...)
	require.Equal(t, http.StatusUnprocessableEntity, r.StatusCode)
	require.NotContains(t, bodyOf(t, r), "\x1b")
}

// TestOneMatchIsPlayedOnAtATime: whoever asks meanwhile is told.
func TestOneMatchIsPlayedOnAtATime(t *testing.T) {
	s := serve(t, NewFeed(readShow(t, storytest.Record(t, storytest.Setup(t, duel.Game, 2)))))
	own := []string{"X-Arena: branch", "Origin: http://" + s.address}
	second := 0
	stub := &brancherStub{err: errors.New("no")}
	stub.wait = func() { second = s.branch(`{}`, own...).StatusCode }
	s.server.Offers(stub)
	require.Equal(t, http.StatusUnprocessableEntity, s.branch(`{}`, own...).StatusCode)
	require.Equal(t, http.StatusServiceUnavailable, second)
	stub.wait = nil
	require.Equal(t, http.StatusUnprocessableEntity, s.branch(`{}`, own...).StatusCode, "its place is free again")
}

// TestNobodyPlaysOnWithoutABrancher: as it is where other machines can reach the page.
func TestNobodyPlaysOnWithoutABrancher(t *testing.T) {
	s := serve(t, NewFeed(readShow(t, storytest.Record(t, storytest.Setup(t, duel.Game, 2)))))
	require.Equal(t, http.StatusNotFound, s.get("/bots").StatusCode)
	require.Equal(t, http.StatusNotFound, s.get("/words?game=duel").StatusCode)
	require.Equal(t, http.StatusNotFound, s.branch(`{}`, "X-Arena: branch", "Origin: http://"+s.address).StatusCode)
}
