package submissions_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/web/playground"
	"github.com/botarena/arena/internal/web/submissions"
)

// TestAProgramHandsInByALink, which may be in a mail, and waits while the league is down or busy.
func TestAProgramHandsInByALink(t *testing.T) {
	l := newLeague(t)
	down := []int{http.StatusBadGateway, http.StatusTooManyRequests}
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.String())
		if len(down) > 0 {
			w.WriteHeader(down[0])
			down = down[1:]
			return
		}
		l.ServeHTTP(w, r)
	}))
	defer server.Close()
	var said []string
	c, is := submissions.NewClient("Dear Anna,\n"+server.URL+"/#submit=anna\n", func(s string) { said = append(said, s) })
	require.True(t, is)
	id, err := c.Send(t.Context(), "zorg", []submissions.File{{Path: "zorg/bot.py", Data: []byte("one")}})
	require.NoError(t, err)
	require.Equal(t, "7", id)
	require.Equal(t, []string{c.Page.Host + ": it is down; this waits until it is there"}, said, "once")
	require.Equal(t, []string{"zorg/bot.py=one"}, l.taken)
	require.Equal(t, []submissions.Person{anna}, l.by)
	fate, err := c.Fate(t.Context(), id)
	require.NoError(t, err)
	require.Equal(t, playground.Fate{Settled: true, Text: "fate of 7 for Anna"}, fate)
	require.NotContains(t, strings.Join(asked, " "), "anna", "a token is in no address")

	l.takes = &submissions.Refusal{Why: "the zip file\x1b[31m can't be read"}
	_, err = c.Send(t.Context(), "", []submissions.File{{Path: "a", Data: nil}})
	require.ErrorContains(t, err, "the zip file")
	require.NotContains(t, err.Error(), "\x1b")
}

// TestALeagueThatStaysDownIsTold after ten minutes.
func TestALeagueThatStaysDownIsTold(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	synctest.Test(t, func(t *testing.T) {
		said, began := 0, time.Now()
		c, is := submissions.NewClient(server.URL+"/#submit=anna", func(string) { said++ })
		require.True(t, is)
		_, err := c.Fate(t.Context(), "7")
		told := new(hint.HintedError)
		require.ErrorAs(t, err, &told)
		require.Equal(t, "ask the organiser whether the league is served", told.Hint())
		require.Equal(t, 1, said)
		require.InDelta(t, 10, time.Since(began).Minutes(), 1)
	})
}

// TestAProgramChallenges by a link, and is told where the result will be, or why there is none.
func TestAProgramChallenges(t *testing.T) {
	l := newLeague(t)
	server := httptest.NewServer(l)
	defer server.Close()
	c, is := submissions.NewClient(server.URL+"/#submit=anna", func(string) {})
	require.True(t, is)
	page, err := c.Challenge(t.Context(), []string{"zorg", "yeti"})
	require.NoError(t, err)
	require.Equal(t, server.URL+"/challenge/9", page)
	require.Equal(t, []string{"zorg", "yeti"}, l.taken)
	require.Equal(t, []submissions.Person{anna}, l.by)
	l.takes = &submissions.Refusal{Why: "another one of yours waits"}
	_, err = c.Challenge(t.Context(), nil)
	require.EqualError(t, err, "another one of yours waits")
	_, err = c.Challenge(t.Context(), []string{strings.Repeat("x", 5000)})
	require.ErrorContains(t, err, "it did not come whole")
}

// TestATokenGoesToNoOtherServer, and a page that is none of a league's is told as such.
func TestATokenGoesToNoOtherServer(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("it was asked")
	}))
	defer other.Close()
	for name, answer := range map[string]http.HandlerFunc{
		"answers 307, as no page of a league does": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
		},
		"answers 404, as no page of a league does": http.NotFound,
		"its answer can't be read": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte("<html>"))
		},
	} {
		server := httptest.NewServer(answer)
		c, is := submissions.NewClient(server.URL+"/#submit=anna", nil)
		require.True(t, is)
		_, err := c.Send(t.Context(), "", nil)
		require.EqualError(t, err, c.Page.Host+": "+name)
		require.NotEmpty(t, hint.Of(err))
		server.Close()
	}
	for _, wrong := range []string{"", "https://x", "#submit=x", "ftp://x/#submit=x", "https:///#submit=x"} {
		_, is := submissions.NewClient(wrong, nil)
		require.False(t, is, wrong)
	}
}
