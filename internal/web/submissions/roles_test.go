package submissions_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/web/submissions"
)

// TestEachRuleHolds, by a request of each role.
func TestEachRuleHolds(t *testing.T) {
	sessions := map[submissions.Role]string{
		submissions.Visitor: "", submissions.Member: "anna", submissions.Organiser: "head",
	}
	wanted := map[string]submissions.Role{
		"GET /session": submissions.Visitor, "POST /session": submissions.Visitor, "DELETE /session": submissions.Visitor,
		"POST /submissions": submissions.Member, "GET /submissions/{id}": submissions.Member,
		"GET /submissions": submissions.Organiser,
		"GET /challenges":  submissions.Member, "POST /challenges": submissions.Member,
		"GET /sources": submissions.Member, "GET /sources/{bot}": submissions.Member,
	}
	require.Len(t, submissions.Rules(), len(wanted))
	for _, rule := range submissions.Rules() {
		require.Equal(t, wanted[rule.Asks], rule.Least, rule.Asks)
		require.Equal(t, strings.HasPrefix(rule.Asks, "GET "), rule.Says == "", rule.Asks)
		for role, session := range sessions {
			l := newLeague(t)
			method, path, _ := strings.Cut(rule.Asks, " ")
			body := "anna"
			if rule.Says == "challenge" {
				body = `{"bots":["a","b"]}`
			}
			path = strings.NewReplacer("{id}", "7", "{bot}", "7").Replace(path)
			r := httptest.NewRequest(method, school+path, strings.NewReader(body))
			with(r, "Origin: "+school, "Cookie: arena-7="+session, "X-Arena: "+rule.Says)
			w := l.answer(r)
			may := role >= rule.Least
			require.Equal(t, may, w.Code < 300, "%s: %v is answered %d %s", rule.Asks, role, w.Code, w.Body)
			if !may {
				require.Contains(t, []int{http.StatusUnauthorized, http.StatusForbidden}, w.Code)
				require.Empty(t, l.taken)
			}
			if rule.Says == "" || !may {
				continue
			}
			for _, other := range []string{"X-Arena: other", "Origin: https://evil.example", "Sec-Fetch-Site: cross-site"} {
				r := httptest.NewRequest(method, school+path, strings.NewReader("anna"))
				with(r, "Origin: "+school, "Cookie: arena-7="+session, "X-Arena: "+rule.Says)
				require.Equal(t, http.StatusForbidden, l.answer(with(r, other)).Code, "%s: %s", rule.Asks, other)
			}
		}
	}
}

// session asks for the session as the page does.
func (l *league) session(method, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, school+"/session", strings.NewReader(body))
	return l.answer(with(with(r, "X-Arena: session", "Origin: https://course.school.edu"), headers...))
}

// TestALinkSignsIn with a cookie that no script reads and no other site has sent, and signing out ends it.
func TestALinkSignsIn(t *testing.T) {
	l := newLeague(t)
	w := l.session(http.MethodPost, "anna\n")
	require.Equal(t, http.StatusOK, w.Code, w.Body)
	require.JSONEq(t, `{"role":"member","name":"Anna","group":"1","team":"Red","sources":true,"builds":true}`, w.Body.String())
	cookie := w.Result().Cookies()[0] //nolint:bodyclose // it has none
	require.Equal(t, "arena-7=anna; Expires=Fri, 01 Jan 2027 00:00:00 GMT; HttpOnly; Secure; SameSite=Strict", cookie.Raw)
	plain := l.session(http.MethodPost, "anna", "Origin: "+school).Header().Get("Set-Cookie")
	require.NotContains(t, plain, "Secure", "or the browser would not send it without TLS")

	require.JSONEq(t, `{"role":"visitor"}`, l.get("/session").Body.String())
	require.JSONEq(t, `{"role":"visitor"}`, l.get("/session", "Cookie: arena-7=wrong").Body.String())
	require.JSONEq(t, `{"role":"organiser","name":"organiser"}`, l.get("/session", "Cookie: arena-7=head").Body.String())
	require.JSONEq(t, `{"role":"member","name":"authors"}`, l.get("/session", "Cookie: arena-7=many").Body.String())

	w = l.session(http.MethodDelete, "", "Cookie: arena-7=anna")
	require.JSONEq(t, `{"role":"visitor"}`, w.Body.String())
	require.Equal(t, []string{"anna"}, l.out)
	require.True(t, w.Result().Cookies()[0].Expires.Before(time.Now())) //nolint:bodyclose // it has none

	for body, status := range map[string]int{
		"wrong": http.StatusForbidden, strings.Repeat("x", 401): http.StatusUnprocessableEntity,
	} {
		w := l.session(http.MethodPost, body)
		require.Equal(t, status, w.Code)
		require.Empty(t, w.Header().Get("Set-Cookie"))
	}
	l.takes = &submissions.Refusal{Why: "no room", Later: 10 * time.Second}
	require.Equal(t, http.StatusTooManyRequests, l.session(http.MethodPost, "anna").Code)
}
