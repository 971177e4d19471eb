package server

import (
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var here = &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1}

// guarded is a site for this machine whose only answer is the path that was asked for.
func guarded(t *testing.T) (*Site, func(method, path string) *http.Response) {
	t.Helper()
	site := New("127.0.0.1:0", here)
	handler := site.Guard("default-src 'none'", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "asked for "+r.URL.String())
	}))
	return site, func(method, path string) *http.Response {
		r := httptest.NewRequest(method, "http://127.0.0.1:1"+path, nil)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w.Result()
	}
}

func text(t *testing.T, r *http.Response) string {
	t.Helper()
	all, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	return string(all)
}

func TestASiteForThisMachineAnswersWhoKnowsItsSecret(t *testing.T) {
	site, ask := guarded(t)
	require.Regexp(t, `^/[A-Z2-7]{26,}/$`, site.Path(), "at least 128 bits")
	key := strings.Trim(site.Path(), "/")
	other, _ := guarded(t)
	require.NotEqual(t, site.Path(), other.Path())

	for _, path := range []string{"", "x", "x/y?after=3", "../x", "%41"} {
		r := ask(http.MethodGet, site.Path()+path)
		require.Equal(t, http.StatusOK, r.StatusCode, path)
	}
	require.Equal(t, "asked for /x/y?after=3", text(t, ask(http.MethodPost, site.Path()+"x/y?after=3")))
	require.Equal(t, "default-src 'none'", ask(http.MethodGet, site.Path()).Header.Get("Content-Security-Policy"))
	for _, path := range []string{
		"/", "/x", "//", "/%20/", other.Path(), "/" + strings.ToLower(key) + "/", "/" + key[1:] + "/", "/" + key + "A/",
		"/x" + site.Path(),
		"//" + key + "/", "/x/../" + key + "/", "/?key=" + key, "/" + key[:25] + "/x", "/%2F" + key + "/",
	} {
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodHead, http.MethodOptions} {
			r := ask(method, path)
			require.Equal(t, http.StatusForbidden, r.StatusCode, path)
			require.Equal(t, errSecret+"\n", text(t, r), path)
			require.Equal(t, "no-store", r.Header.Get("Cache-Control"))
		}
	}
	r := ask(http.MethodGet, "/"+key)
	require.Equal(t, site.Path(), r.Header.Get("Location"), "the stroke at the end may be forgotten")
}

func TestWhatOthersCanReachHasNoSecret(t *testing.T) {
	public := New("10.0.0.5:0", &net.TCPAddr{IP: net.IPv4(10, 0, 0, 5), Port: 1})
	everywhere := New(":0", &net.TCPAddr{IP: net.IPv6unspecified, Port: 1})
	open, ask := guarded(t)
	open.ForEverybody()
	for _, site := range []*Site{public, everywhere, open} {
		require.Equal(t, "/", site.Path())
		require.Equal(t, "/", site.Ticket())
	}
	require.Equal(t, "asked for http://127.0.0.1:1/x", text(t, ask(http.MethodGet, "/x")))
	require.NotEqual(t, "/", New("[::1]:0", &net.TCPAddr{IP: net.IPv6loopback, Port: 1}).Path())
}

// served is a site at a port of this machine.
func served(t *testing.T, listen string) (*Site, net.Addr) {
	t.Helper()
	listener, err := net.Listen("tcp", listen)
	if err != nil {
		t.Skipf("%s: %v", listen, err)
	}
	site := New(listen, listener.Addr())
	handler := site.Guard(
		"", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.URL.String()) }))
	done := make(chan struct{})
	go func() { defer close(done); _ = site.Serve(t.Context(), listener, handler) }()
	t.Cleanup(func() { <-done })
	return site, listener.Addr()
}

// TestABrowserIsLetInOnce: who reads its arguments afterwards comes too late.
func TestABrowserIsLetInOnce(t *testing.T) {
	for _, listen := range []string{"127.0.0.1:0", "[::1]:0"} {
		t.Run(listen, func(t *testing.T) {
			site, at := served(t, listen)
			ticket := site.Ticket()
			require.NotContains(t, ticket, site.Path())
			r, err := http.Post("http://"+at.String()+ticket, "", nil)
			require.NoError(t, err)
			require.Equal(t, http.StatusForbidden, r.StatusCode)
			r, err = http.Get("http://" + at.String() + ticket + "beside?left=1")
			require.NoError(t, err)
			require.Equal(t, site.Path()+"beside?left=1", r.Request.URL.RequestURI(), "where it was sent to")
			require.Equal(t, "/beside?left=1", text(t, r))
			for range 2 {
				r, err = http.Get("http://" + at.String() + ticket)
				require.NoError(t, err)
				require.Equal(t, http.StatusForbidden, r.StatusCode)
			}
			require.Equal(t, http.StatusOK, status(t, at, site.Path()))
			require.Equal(t, http.StatusOK, status(t, at, site.Ticket()), "another one")
		})
	}
}

func status(t *testing.T, at net.Addr, path string) int {
	t.Helper()
	r, err := http.Get("http://" + at.String() + path)
	require.NoError(t, err)
	require.NoError(t, r.Body.Close())
	return r.StatusCode
}

// TestNobodyServesWithoutAGuard: there is one place that serves, and it takes guarded handlers only.
func TestNobodyServesWithoutAGuard(t *testing.T) {
	files := 0
	err := filepath.WalkDir("../../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && d.Name() == "node_modules" {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(source), `"net/http"`) {
			return err
		}
		files++
		want := 0
		if filepath.ToSlash(path) == "../../../internal/web/server/site.go" {
			want = 1
		}
		require.Len(t, serving.FindAll(source, -1), want, path)
		return nil
	})
	require.NoError(t, err)
	require.Greater(t, files, 5)
}

var serving = regexp.MustCompile(`\bhttp\.(Server\{|ListenAndServe|Serve\(|ServeTLS\(|Handle\(|HandleFunc\()|/pprof"`)

// TestATicketLeadsToWhatOthersMustNotRead: the query is in no argument of a program. It does so, too, where there is no
// secret.
func TestATicketLeadsToWhatOthersMustNotRead(t *testing.T) {
	for _, open := range []bool{false, true} {
		site, at := served(t, "127.0.0.1:0")
		if open {
			site.ForEverybody()
		}
		ticket := site.TicketTo("me=abc")
		require.NotContains(t, ticket, "abc", "tickets are in capitals")
		r, err := http.Get("http://" + at.String() + ticket)
		require.NoError(t, err)
		require.Equal(t, site.Path()+"?me=abc", r.Request.URL.RequestURI(), "where it was sent to")
		require.NoError(t, r.Body.Close())
		r, err = http.Get("http://" + at.String() + ticket)
		require.NoError(t, err)
		require.NotContains(t, text(t, r)+r.Request.URL.String(), "abc", "once")
		require.NotContains(t, site.Ticket(), "abc")
	}
}
