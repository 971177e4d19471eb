package submissions_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"sync"
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
	mu    sync.Mutex // of what Take notes
	taken []string
	names []string
	by    []submissions.Person
	from  []netip.Prefix
	told  []error
	out   []string // sessions that have ended

	sources string // a folder
}

var (
	anna = submissions.Person{Role: submissions.Member, ID: "00000000000000aa", Name: "Anna", Group: "1", Team: "Red"}
	ben  = submissions.Person{Role: submissions.Member, ID: "00000000000000bb", Name: "Ben"}
	head = submissions.Person{Role: submissions.Organiser, Name: "organiser"}
	many = submissions.Person{Role: submissions.Member, Name: "authors"}
)

// known are those who have a token or a session.
func known(secret string) submissions.Person {
	return map[string]submissions.Person{"anna": anna, "ben": ben, "head": head, "many": many}[secret]
}

func newLeague(t *testing.T) *league {
	t.Helper()
	l := &league{sources: t.TempDir()}
	handlers, err := submissions.New(submissions.Options{
		Site: site, League: playground.League{Name: "class", Game: "moria", Submit: true}, Sources: true, Builds: true,
		Cookie: "arena-7", Link: known, Session: known,
		SignIn: func(token string, from netip.Prefix) (string, time.Time, error) {
			if l.takes != nil {
				return "", time.Time{}, l.takes
			}
			l.from = append(l.from, from)
			if known(token).Role == submissions.Visitor {
				return "", time.Time{}, nil
			}
			return token, time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC), nil
		},
		SignOut: func(secret string) error {
			l.out = append(l.out, secret)
			return nil
		},
		Take: func(by submissions.Person, from netip.Prefix, name string, files []submissions.File) (string, error) {
			if l.takes != nil {
				return "", l.takes
			}
			l.mu.Lock()
			defer l.mu.Unlock()
			for _, f := range files {
				l.taken = append(l.taken, f.Path+"="+string(f.Data))
			}
			l.by, l.from, l.names = append(l.by, by), append(l.from, from), append(l.names, name)
			return "7", nil
		},
		TakePackage: func(by submissions.Person, from netip.Prefix, p submissions.Package) (string, error) {
			if l.takes != nil {
				return "", l.takes
			}
			data, err := io.ReadAll(p.Body)
			if err != nil {
				return "", err
			}
			l.mu.Lock()
			defer l.mu.Unlock()
			l.taken = append(l.taken, fmt.Sprintf("%s of %d=%.40s", p.Name, p.Size, data))
			l.by, l.from = append(l.by, by), append(l.from, from)
			return "7", nil
		},
		Fate: func(_ context.Context, by submissions.Person, id string) playground.Fate {
			return playground.Fate{Settled: true, Text: "fate of " + id + " for " + by.Name}
		},
		Kept: func(_ context.Context, by submissions.Person) ([]string, error) {
			if l.takes != nil {
				return nil, l.takes
			}
			return map[string][]string{"Anna": {"zorg"}, "organiser": {"zorg", "borg"}}[by.Name], nil
		},
		Source: func(_ context.Context, by submissions.Person, bot string) (*os.Root, error) {
			if l.takes != nil || bot != "zorg" && bot != "7" || by == ben {
				return nil, l.takes
			}
			return os.OpenRoot(l.sources)
		},
		HandedIn: func(context.Context) []playground.HandedIn { return []playground.HandedIn{{Who: "Anna"}} },
		Challenging: func(_ context.Context, by submissions.Person) (playground.Challenging, error) {
			return playground.Challenging{Seats: 2, Bots: []string{by.Name}}, l.takes
		},
		Challenge: func(_ context.Context, by submissions.Person, _ netip.Prefix, bots []string) (string, error) {
			l.taken, l.by = append(l.taken, bots...), append(l.by, by)
			return "9", l.takes
		},
		Warn: func(err error) { l.told = append(l.told, err) },
	})
	require.NoError(t, err)
	mux := http.NewServeMux()
	mux.Handle("/", handlers.People)
	mux.Handle("GET /play/", http.StripPrefix("/play", handlers.Play))
	l.Handler = mux
	return l
}

func (l *league) answer(r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	l.ServeHTTP(w, r)
	return w
}

const school = "http://course.school.edu"

// get asks for a file, with headers such as "If-None-Match: x".
func (l *league) get(path string, headers ...string) *httptest.ResponseRecorder {
	return l.answer(with(httptest.NewRequest(http.MethodGet, school+path, nil), headers...))
}

// submit submits as the page does, but for some headers.
func (l *league) submit(body io.Reader, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, school+"/submissions", body)
	with(r, "X-Arena: submit", "Origin: https://course.school.edu", "Cookie: arena-7=anna")
	return l.answer(with(r, headers...))
}

func with(r *http.Request, headers ...string) *http.Request {
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		if name == "Content-Length" {
			r.ContentLength, _ = strconv.ParseInt(value, 10, 64)
			continue
		}
		r.Header.Set(name, value)
	}
	return r
}

// TestTheSiteIsServedAsItIs, but for the league that its page is told of.
func TestTheSiteIsServedAsItIs(t *testing.T) {
	l := newLeague(t)
	require.Equal(t, "play.html", l.get("/play/").Header().Get("Location"))
	require.JSONEq(t, `{"version":"1","games":[{"name":"moria"}],"league":"league.json"}`,
		l.get("/play/play.json").Body.String())
	require.JSONEq(t, `{"name":"class","game":"moria","bots":null,"submit":true}`, l.get("/play/league.json").Body.String())
	for path, kind := range map[string]string{
		"/play/play.html": "text/html; charset=utf-8", "/play/sdk/js/a/core.mjs": "text/javascript; charset=utf-8",
		"/play/reader.wasm.gz": "application/octet-stream", "/play/play.js": "text/javascript; charset=utf-8",
	} {
		w := l.get(path)
		require.Equal(t, http.StatusOK, w.Code, path)
		require.Equal(t, kind, w.Header().Get("Content-Type"))
		require.Equal(t, "frame-ancestors 'self'", w.Header().Get("Content-Security-Policy"), "its pages have their own")
		require.Equal(t, "no-cache", w.Header().Get("Cache-Control"))
		require.Equal(t, string(site[strings.TrimPrefix(path, "/play/")].Data), w.Body.String())
		again := l.get(path, "If-None-Match: "+w.Header().Get("ETag"))
		require.Equal(t, http.StatusNotModified, again.Code)
		require.Empty(t, again.Body.String())
	}
	packed := l.get("/play/play.js", "Accept-Encoding: gzip")
	require.Equal(t, "gzip", packed.Header().Get("Content-Encoding"))
	plain, err := gzip.NewReader(packed.Body)
	require.NoError(t, err)
	text, err := io.ReadAll(plain)
	require.NoError(t, err)
	require.Equal(t, string(site["play.js"].Data), string(text))
	require.Empty(t, l.get("/play/reader.wasm.gz", "Accept-Encoding: gzip").Header().Get("Content-Encoding"))
	require.Equal(t, http.StatusNotFound, l.get("/play/sdk").Code)
	require.Equal(t, http.StatusNotFound, l.get("/play/go.mod").Code)
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

// TestABotIsTakenFromWhoIsKnown by a cookie, or as a program by a token.
func TestABotIsTakenFromWhoIsKnown(t *testing.T) {
	l := newLeague(t)
	w := l.submit(strings.NewReader("package"))
	require.Equal(t, http.StatusAccepted, w.Code, w.Body)
	require.JSONEq(t, `{"id":"7"}`, w.Body.String())
	require.Equal(t, http.StatusAccepted,
		l.submit(strings.NewReader("another"), "Cookie: ", "Authorization: Bearer many").Code)
	require.Equal(t, []string{"package.bot of 7=package", "package.bot of 7=another"}, l.taken)
	require.Equal(t, []submissions.Person{anna, many}, l.by)
	require.Equal(t, "192.0.2.1/32", l.from[0].String())
	require.JSONEq(t, `{"settled":true,"admitted":false,"text":"fate of a for Anna"}`,
		l.get("/submissions/a", "Cookie: arena-7=anna").Body.String())
	w = l.submit(strings.NewReader("x"), "Authorization: Bearer wrong")
	require.Equal(t, http.StatusForbidden, w.Code, "a cookie does not stand for a token that is wrong")
}

// form is what a browser sends of files, by their paths.
func form(t *testing.T, name string, files ...string) (body io.Reader, kind string) {
	t.Helper()
	var text bytes.Buffer
	w := multipart.NewWriter(&text)
	require.NoError(t, w.WriteField("name", name))
	for i := 0; i < len(files); i += 2 {
		part, err := w.CreateFormFile("/"+files[i], "x")
		require.NoError(t, err)
		_, err = io.WriteString(part, files[i+1])
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return &text, "Content-Type: " + w.FormDataContentType()
}

// TestFilesComeWithTheirPaths, within the limits of what is handed in.
func TestFilesComeWithTheirPaths(t *testing.T) {
	l := newLeague(t)
	w := l.submit(form(t, " zorg ", "zorg/bot.py", "one", "zorg/a b/../c", "two"))
	require.Equal(t, http.StatusAccepted, w.Code, w.Body)
	require.Equal(t, []string{"zorg/bot.py=one", "zorg/a b/../c=two"}, l.taken, "the league looks at the paths")
	require.Equal(t, []string{"zorg"}, l.names)
	most := strings.Repeat("x", playground.MostSubmitted)
	require.Equal(t, http.StatusRequestEntityTooLarge, l.submit(form(t, "", "a", most, "b", "x")).Code)
	w = l.submit(form(t, "", "a", most+most))
	require.Equal(t, http.StatusRequestEntityTooLarge, w.Code)
	require.Equal(t, "the bot is larger than 1 MB\n", w.Body.String())
	require.Equal(t, http.StatusUnprocessableEntity,
		l.submit(strings.NewReader("no form"), "Content-Type: multipart/form-data; boundary=x").Code)
	require.Equal(t, http.StatusUnprocessableEntity,
		l.submit(strings.NewReader("no form"), "Content-Type: multipart/form-data").Code)
	var crowd []string
	for n := range 501 {
		crowd = append(crowd, fmt.Sprint(n), "")
	}
	require.Equal(t, http.StatusUnprocessableEntity, l.submit(form(t, "", crowd...)).Code)
	require.Len(t, l.by, 1)
}

// TestNobodyElseSubmits: each is told why, and nothing is taken.
func TestNobodyElseSubmits(t *testing.T) {
	most := strings.Repeat("x", playground.MostSubmitted)
	const only = "only the page itself may do that"
	for _, c := range []struct {
		header, body string
		status       int
		says         string
	}{
		{"X-Arena: play", "x", http.StatusForbidden, only},
		{"X-Arena: ", "x", http.StatusForbidden, only},
		{"Origin: ", "x", http.StatusForbidden, only},
		{"Origin: null", "x", http.StatusForbidden, only},
		{"Origin: https://evil.example", "x", http.StatusForbidden, only},
		{"Sec-Fetch-Site: cross-site", "x", http.StatusForbidden, only},
		{"Sec-Fetch-Site: same-site", "x", http.StatusForbidden, only},
		{"Cookie: ", "x", http.StatusUnauthorized, "open the link of your invitation first"},
		{"Cookie: arena-8=anna", "x", http.StatusUnauthorized, "open the link of your invitation first"},
		{"Authorization: Bearer " + most, "x", http.StatusUnauthorized, "open the link of your invitation first"},
		{
			"Authorization: Bearer wrong", "x", http.StatusForbidden,
			"this invitation counts no more; ask the organiser for another link",
		},
		{
			"Cookie: arena-7=wrong", "x", http.StatusForbidden,
			"this invitation counts no more; ask the organiser for another link",
		},
	} {
		l := newLeague(t)
		w := l.submit(strings.NewReader(c.body), c.header)
		require.Equal(t, c.status, w.Code, c.header)
		require.Equal(t, c.says+"\n", w.Body.String())
		require.Empty(t, l.taken)
	}
	l := newLeague(t)
	require.Equal(t, http.StatusAccepted, l.submit(strings.NewReader(most+"x")).Code, "a package may be larger than files")
	body, kind := form(t, "", "a", most)
	w := l.submit(io.MultiReader(io.LimitReader(body, 9), iotest.ErrReader(io.ErrUnexpectedEOF)), kind)
	require.Equal(t, http.StatusUnprocessableEntity, w.Code)
	require.Equal(t, "it did not come whole; submit it again\n", w.Body.String())
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

// TestNobodyKeepsAllPlaces behind the address of a class, with bots that never come.
func TestNobodyKeepsAllPlaces(t *testing.T) {
	t.Run("files", func(t *testing.T) { keepsPlaces(t, 64, "Content-Type: multipart/form-data; boundary=x") })
	t.Run("packages", func(t *testing.T) { keepsPlaces(t, 12, "Content-Length: 3") })
}

func keepsPlaces(t *testing.T, places int, kind string) {
	t.Helper()
	l := newLeague(t)
	var slow sync.WaitGroup
	defer slow.Wait()
	for range places {
		body, author := io.Pipe()
		defer author.Close() //nolint:errcheck // it never fails
		slow.Go(func() { l.submit(body, kind) })
		_, err := author.Write([]byte("x")) // it is read by who has a place
		require.NoError(t, err)
	}
	require.Equal(t, http.StatusTooManyRequests, l.submit(strings.NewReader("bot"), kind).Code)
	other := l.submit(strings.NewReader("bot"), kind, "Authorization: Bearer ben").Code
	require.NotEqual(t, http.StatusTooManyRequests, other)
}
