package results

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestHealthIsForEverybody who can reach the page, and for HEAD as for GET; it asks each time.
func TestHealthIsForEverybody(t *testing.T) {
	s := newSite(host, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1}, newStage(), &memory{})
	s.ForEverybody()
	answer := func(method string) (int, string) {
		r := httptest.NewRequest(method, "http://"+host+"/healthz", nil)
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}
	code, _ := answer(http.MethodGet)
	require.Equal(t, http.StatusNotFound, code, "nobody knows")
	var ill error
	s.TellHealth(func() (string, error) { return "2 bots, 7 matches", ill })
	code, body := answer(http.MethodGet)
	require.Equal(t, http.StatusOK, code)
	require.Equal(t, "is served: 2 bots, 7 matches\n", body)
	code, _ = answer(http.MethodHead)
	require.Equal(t, http.StatusOK, code)
	code, _ = answer(http.MethodPost)
	require.Equal(t, http.StatusMethodNotAllowed, code)
	ill = errors.New("its store can't be read")
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		code, body = answer(method)
		require.Equal(t, http.StatusServiceUnavailable, code)
		require.Equal(t, "its store can't be read\n", body)
	}
}
