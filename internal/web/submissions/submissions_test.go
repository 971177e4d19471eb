package submissions_test

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"testing/fstest"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/web/playground"
	"github.com/botarena/arena/internal/web/submissions"
)

var site = fstest.MapFS{
	"play.json":         {Data: []byte(`{"version":"1","games":[{"name":"moria"}]}`)},
	"play.html":         {Data: []byte("<title>Playground</title>")},
	"bot.html":          {Data: []byte("<title>Bots</title>")},
	"play.js":           {Data: []byte(strings.Repeat("run();", 100))},
	"sdk/js/a/core.mjs": {Data: []byte("export {}")},
	"reader.wasm.gz":    {Data: []byte("\x1f\x8b")},
}

// league is what the page talks to.
type league struct {
	http.Handler

	takes error
	taken []string
	from  []netip.Prefix
	told  []error
}

func newLeague(t *testing.T) *league {
	t.Helper()
	l := &league{}
	var err error
	l.Handler, err = submissions.New(submissions.Options{
		Site: site, League: playground.League{Name: "class", Game: "moria", Submit: true},
		Admits: func(token string) bool { return token == "right" },
		Take: func(token string, from netip.Prefix, file []byte) (string, error) {
			require.Equal(t, "right", token)
			if l.takes != nil {
				return "", l.takes
			}
			l.taken, l.from = append(l.taken, string(file)), append(l.from, from)
			return "7", nil
		},
		Fate: func(id string) playground.Fate { return playground.Fate{Settled: true, Text: "fate of " + id} },
		Warn: func(err error) { l.told = append(l.told, err) },
	})
	require.NoError(t, err)
	return l
}

func (l *league) answer(r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	l.ServeHTTP(w, r)
	return w
}

// get asks for a file, with headers such as "If-None-Match: x".
func (l *league) get(path string, headers ...string) *httptest.ResponseRecorder {
	return l.answer(with(httptest.NewRequest(http.MethodGet, "http://course.school.edu"+path, nil), headers...))
}

// submit submits as the page does, but for some headers.
func (l *league) submit(body io.Reader, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, "http://course.school.edu/submissions", body)
	with(r, "X-Arena: submit", "Origin: https://course.school.edu", "Authorization: Bearer right")
	return l.answer(with(r, headers...))
}

func with(r *http.Request, headers ...string) *http.Request {
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		r.Header.Set(name, value)
	}
	return r
}

// TestTheSiteIsServedAsItIs, but for the league that its page is told of.
func TestTheSiteIsServedAsItIs(t *testing.T) {
	l := newLeague(t)
	require.Equal(t, "play.html", l.get("/").Header().Get("Location"))
	require.JSONEq(t, `{"version":"1","games":[{"name":"moria"}],"league":"league.json"}`,
		l.get("/play.json").Body.String())
	require.JSONEq(t, `{"name":"class","game":"moria","bots":null,"submit":true}`, l.get("/league.json").Body.String())
	for path, kind := range map[string]string{
		"/play.html": "text/html; charset=utf-8", "/sdk/js/a/core.mjs": "text/javascript; charset=utf-8",
		"/reader.wasm.gz": "application/octet-stream", "/play.js": "text/javascript; charset=utf-8",
	} {
		w := l.get(path)
		require.Equal(t, http.StatusOK, w.Code, path)
		require.Equal(t, kind, w.Header().Get("Content-Type"))
		require.Equal(t, "frame-ancestors 'self'", w.Header().Get("Content-Security-Policy"), "its pages have their own")
		require.Equal(t, "no-cache", w.Header().Get("Cache-Control"))
		require.Equal(t, string(site[path[1:]].Data), w.Body.String())
		again := l.get(path, "If-None-Match: "+w.Header().Get("ETag"))
		require.Equal(t, http.StatusNotModified, again.Code)
		require.Empty(t, again.Body.String())
	}
	packed := l.get("/play.js", "Accept-Encoding: gzip")
	require.Equal(t, "gzip", packed.Header().Get("Content-Encoding"))
	plain, err := gzip.NewReader(packed.Body)
	require.NoError(t, err)
	text, err := io.ReadAll(plain)
	require.NoError(t, err)
	require.Equal(t, string(site["play.js"].Data), string(text))
	require.Empty(t, l.get("/reader.wasm.gz", "Accept-Encoding: gzip").Header().Get("Content-Encoding"))
	require.Equal(t, http.StatusNotFound, l.get("/sdk").Code)
	require.Equal(t, http.StatusNotFound, l.get("/go.mod").Code)
}

func TestWhatIsNoPlaygroundOfTheGame(t *testing.T) {
	_, err := submissions.New(submissions.Options{Site: fstest.MapFS{"index.html": {}}})
	require.ErrorIs(t, err, submissions.ErrNotSite)
	_, err = submissions.New(submissions.Options{Site: site, League: playground.League{Game: "orkisland"}})
	require.EqualError(t, err, "play.json: its playground does not have the game orkisland")
	broken := fstest.MapFS{"play.json": {Data: []byte("x")}, "play.html": {}}
	_, err = submissions.New(submissions.Options{Site: broken})
	require.ErrorContains(t, err, "play.json: invalid character")
}

// TestAPackageIsTakenFromWhomIsInvited, and its fate is told to whoever is, too.
func TestAPackageIsTakenFromWhomIsInvited(t *testing.T) {
	l := newLeague(t)
	w := l.submit(strings.NewReader("package"))
	require.Equal(t, http.StatusAccepted, w.Code)
	var taken playground.Submitted
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &taken))
	require.Equal(t, "7", taken.ID)
	require.Equal(t, []string{"package"}, l.taken)
	require.Equal(t, []netip.Prefix{netip.MustParsePrefix("192.0.2.1/32")}, l.from)

	fate := l.get("/submissions/7", "Authorization: Bearer right")
	require.JSONEq(t, `{"settled":true,"admitted":false,"text":"fate of 7"}`, fate.Body.String())
	require.Equal(t, http.StatusUnauthorized, l.get("/submissions/7").Code)
	require.Equal(t, http.StatusForbidden, l.get("/submissions/7", "Authorization: Bearer wrong").Code)
}

// TestNobodyElseSubmits: each is told why, and nothing is taken.
func TestNobodyElseSubmits(t *testing.T) {
	most := strings.Repeat("x", playground.MostSubmitted)
	for _, c := range []struct {
		header, body string
		status       int
		says         string
	}{
		{"X-Arena: play", "x", http.StatusForbidden, "only the page itself may submit"},
		{"Origin: ", "x", http.StatusForbidden, "only the page itself may submit"},
		{"Origin: https://evil.example", "x", http.StatusForbidden, "only the page itself may submit"},
		{"Sec-Fetch-Site: cross-site", "x", http.StatusForbidden, "only the page itself may submit"},
		{"Authorization: ", "x", http.StatusUnauthorized, "open the link of your invitation first"},
		{"Authorization: right", "x", http.StatusUnauthorized, "open the link of your invitation first"},
		{"Authorization: Bearer " + most, "x", http.StatusUnauthorized, "open the link of your invitation first"},
		{
			"Authorization: Bearer wrong", "x", http.StatusForbidden,
			"this invitation counts no more; ask the organiser for another link",
		},
		{"", most + "x", http.StatusRequestEntityTooLarge, "the package is larger than 1 MB"},
	} {
		l := newLeague(t)
		w := l.submit(strings.NewReader(c.body), c.header)
		require.Equal(t, c.status, w.Code, c.header)
		require.Equal(t, c.says+"\n", w.Body.String())
		require.Empty(t, l.taken)
	}
	l := newLeague(t)
	require.Equal(t, http.StatusAccepted, l.submit(strings.NewReader(most)).Code)
	w := l.submit(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("xx"))))
	require.Equal(t, http.StatusUnprocessableEntity, w.Code)
	require.Equal(t, "the package did not come whole; submit it again\n", w.Body.String())
	require.Len(t, l.taken, 1)
}

// TestWhyAPackageIsNotTaken is for its author; what is the league's own trouble is for the organiser.
func TestWhyAPackageIsNotTaken(t *testing.T) {
	l := newLeague(t)
	l.takes = &submissions.Refusal{Why: "no room", Later: 10 * time.Second}
	w := l.submit(strings.NewReader("x"))
	require.Equal(t, http.StatusTooManyRequests, w.Code)
	require.Equal(t, "10", w.Header().Get("Retry-After"))
	require.Equal(t, "no room\n", w.Body.String())
	l.takes = &submissions.Refusal{Why: "it is empty"}
	require.Equal(t, http.StatusUnprocessableEntity, l.submit(strings.NewReader("x")).Code)
	require.Empty(t, l.told)
	l.takes = errors.New("/home/anna/class/inbox: no space left on device")
	w = l.submit(strings.NewReader("x"))
	require.Equal(t, http.StatusInternalServerError, w.Code)
	require.NotContains(t, w.Body.String(), "anna")
	require.Equal(t, []error{l.takes}, l.told)
}
