package operator

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/integration/servertest"
	"github.com/botarena/arena/internal/web/server"
)

const host = "127.0.0.1:1"

// site is one of a league whose name and figures are somebody's joke, and which is ill or not.
func site(t *testing.T) (ask func(method, path string) *httptest.ResponseRecorder, ill *error) {
	t.Helper()
	ill = new(error)
	registry := prometheus.NewRegistry()
	up := prometheus.NewGauge(prometheus.GaugeOpts{Name: "up", Help: "Whether it is."})
	up.Set(1)
	registry.MustRegister(up)
	s := &Site{o: Options{
		Title: "<script>alert(1)</script>", Gatherer: registry,
		State: func(context.Context) (string, error) { return "2 bots & more", *ill },
		Sections: func(context.Context) []Section {
			return []Section{{"Disk", [][2]string{{"<b>free</b>", `"><img src=x>`}}}}
		},
	}}
	web := server.New(host, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1})
	web.ForEverybody()
	handler := s.handler(web)
	return func(method, path string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, "http://"+host, nil)
		r.URL.Path = path
		if strings.HasPrefix(path, "http://") {
			r = httptest.NewRequest(method, path, nil)
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w
	}, ill
}

func TestHealthIsShortJSON(t *testing.T) {
	ask, ill := site(t)
	w := ask(http.MethodGet, "/healthz")
	require.Equal(t, http.StatusOK, w.Code)
	require.Equal(t, "application/json", w.Header().Get("Content-Type"))
	var said map[string]any
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &said))
	require.Equal(t, map[string]any{"well": true, "state": "2 bots & more"}, said)
	*ill = errors.New("no room on its disk")
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		require.Equal(t, http.StatusServiceUnavailable, ask(method, "/healthz").Code)
	}
	require.JSONEq(t, `{"well": false, "reason": "no room on its disk"}`, ask(http.MethodGet, "/healthz").Body.String())
}

func TestPrometheusReadsTheMetrics(t *testing.T) {
	ask, _ := site(t)
	w := ask(http.MethodGet, "/metrics")
	require.Equal(t, http.StatusOK, w.Code)
	parser := expfmt.NewTextParser(model.LegacyValidation)
	families, err := parser.TextToMetricFamilies(w.Body)
	require.NoError(t, err)
	require.InDelta(t, 1, families["up"].GetMetric()[0].GetGauge().GetValue(), 0)
}

// TestThePageEscapesEverything, and its policy lets nothing run.
func TestThePageEscapesEverything(t *testing.T) {
	ask, ill := site(t)
	w := ask(http.MethodGet, "/")
	require.Equal(t, http.StatusOK, w.Code)
	text := w.Body.String()
	require.Contains(t, text, "&lt;script&gt;alert(1)&lt;/script&gt;")
	require.Contains(t, text, "&lt;b&gt;free&lt;/b&gt;")
	require.Contains(t, text, "2 bots &amp; more")
	for _, raw := range []string{"<script", "<b>", "<img"} {
		require.NotContains(t, text, raw)
	}
	style, _, _ := strings.Cut(text[strings.Index(text, "<style>")+len("<style>"):], "</style>")
	require.Contains(t, w.Header().Get("Content-Security-Policy"), server.PolicyHash(style), "the page's own style")
	require.NotContains(t, text, "role=\"alert\"")
	*ill = errors.New("<i>no room</i>")
	text = ask(http.MethodGet, "/").Body.String()
	require.Contains(t, text, `<p class="ill" role="alert">&lt;i&gt;no room&lt;/i&gt;</p>`)
	require.NotContains(t, text, "2 bots", "what it said before it was ill")
}

// TestAllAnswersAreGuarded: they have a policy, and no page of another server can read them.
func TestAllAnswersAreGuarded(t *testing.T) {
	ask, _ := site(t)
	routes := servertest.Routes(t, "")
	require.Len(t, routes, 3)
	for _, route := range routes {
		require.Equal(t, http.MethodGet, route.Method)
		w := ask(route.Method, route.Path)
		require.Equal(t, http.StatusOK, w.Code, route.Path)
		h := w.Header()
		require.Equal(t, policy, h.Get("Content-Security-Policy"))
		require.Contains(t, policy, "default-src 'none'")
		require.NotContains(t, policy, "unsafe")
		require.NotContains(t, policy, "script-src")
		require.Equal(t, "nosniff", h.Get("X-Content-Type-Options"))
		require.Equal(t, http.StatusForbidden, ask(route.Method, "http://evil.example:1"+route.Path).Code)
		require.Equal(t, http.StatusMethodNotAllowed, ask(http.MethodPost, route.Path).Code)
	}
	require.Equal(t, http.StatusNotFound, ask(http.MethodGet, "/debug/pprof/").Code)
}

// TestServedUntilItIsClosed.
func TestServedUntilItIsClosed(t *testing.T) {
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := Serve(t.Context(), Options{
		Title: "a", Listener: listener, Listen: "127.0.0.1:0", Gatherer: prometheus.NewRegistry(),
		State: func(context.Context) (string, error) { return "well", nil },
	})
	url := "http://" + listener.Addr().String() + "/healthz"
	get := func() (*http.Response, error) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
		require.NoError(t, err)
		return http.DefaultClient.Do(r) //nolint:gosec // our own server
	}
	answer, err := get()
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Equal(t, http.StatusOK, answer.StatusCode)
	require.NoError(t, s.Close())
	_, err = get() //nolint:bodyclose // there is none
	require.Error(t, err)
	require.NoError(t, (*Site)(nil).Close())
}

// TestThePageIsMadeAnewUnlessItIsToStandStill, for those who read slowly.
func TestThePageIsMadeAnewUnlessItIsToStandStill(t *testing.T) {
	ask, _ := site(t)
	w := ask(http.MethodGet, "/")
	require.Equal(t, "10", w.Header().Get("Refresh"))
	require.Contains(t, w.Body.String(), `<a href="./?still">`)
	w = ask(http.MethodGet, "http://"+host+"/?still")
	require.Empty(t, w.Header().Get("Refresh"))
	require.Contains(t, w.Body.String(), `<a href="./">`)
}
