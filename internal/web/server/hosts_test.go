package server

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNamesOfTheServer(t *testing.T) {
	at := &net.TCPAddr{IP: net.IPv4(10, 0, 0, 5), Port: 8080}
	for _, c := range []struct {
		listen, host string
		allowed      bool
	}{
		{"box.local:8080", "box.local:8080", true},
		{"box.local:8080", "Box.Local:8080", true},
		{"box.local:8080", "10.0.0.5:8080", true},
		{"box.local:8080", "10.0.0.6:8080", false},
		{"box.local:8080", "box.local:8081", false},
		{"0.0.0.0:8080", "10.9.9.9:8080", true},
		{":8080", "[fe80::1]:8080", true},
		{"0.0.0.0:8080", "evil.example:8080", false},
		{"0.0.0.0:8080", "", false},
		{"0.0.0.0:8080", ":8080", false},
		{"127.0.0.1:8080", "localhost", false}, // which is port 80
	} {
		require.Equal(t, c.allowed, newHosts(c.listen, at).allow(c.host), "%s at %s", c.host, c.listen)
	}
	named := newHosts("10.0.0.5:8080", at)
	named.given = map[string]bool{"course.school.edu": true}
	for host, allowed := range map[string]bool{
		"course.school.edu": true, "Course.School.edu:443": true, "course.school.edu:8443": true, "school.edu": false,
		"course.school.edu.evil.example": false, "10.0.0.5": false, "10.0.0.5:8080": true, "": false, ":443": false,
	} {
		require.Equal(t, allowed, named.allow(host), host)
	}
	at.Port = 80
	require.True(t, newHosts("127.0.0.1:80", at).allow("localhost"))
	require.True(t, newHosts("127.0.0.1:80", at).allow("[::1]"))
}

func TestWhatIsAName(t *testing.T) {
	for name, is := range map[string]bool{
		"course.school.edu": true, "localhost": true, "Course-2.school.edu": true, "1.example": true, "a": true,
		"": false, ".": false, "school.": false, "-a.edu": false, "a_b.edu": false, "192.0.2.7": false, "::1": false,
		"course.school.edu:80": false, "https://course.school.edu": false, "course.school.edu/": false, "schöl.edu": false,
		strings.Repeat("a", 64) + ".edu": false, strings.Repeat("a.", 127) + "edu": false,
	} {
		require.Equal(t, is, IsHostName(name), name)
	}
}

// TestWhoAsksIsSaidByAWebServerInFront, and by nobody else: limits go by who asks.
func TestWhoAsksIsSaidByAWebServerInFront(t *testing.T) {
	for _, c := range []struct {
		names []string
		peer  string
		said  []string
		from  string
	}{
		{[]string{"a.example"}, "127.0.0.1:9", []string{"192.0.2.7"}, "192.0.2.7:0"},
		{[]string{"a.example"}, "[::1]:9", []string{"192.0.2.8", "192.0.2.9, 2001:db8::1"}, "[2001:db8::1]:0"},
		{[]string{"a.example"}, "127.0.0.1:9", []string{"unknown"}, "127.0.0.1:9"},
		{[]string{"a.example"}, "127.0.0.1:9", nil, "127.0.0.1:9"},
		{[]string{"a.example"}, "192.0.2.1:9", []string{"192.0.2.7"}, "192.0.2.1:9"},
		{nil, "127.0.0.1:9", []string{"192.0.2.7"}, "127.0.0.1:9"},
	} {
		site := New("127.0.0.1:0", here)
		site.ForEverybody()
		site.AlsoAt(c.names)
		r := httptest.NewRequest(http.MethodGet, "http://127.0.0.1:1/", nil)
		r.RemoteAddr = c.peer
		r.Header["X-Forwarded-For"] = c.said
		from := ""
		site.Guard("", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { from = r.RemoteAddr })).
			ServeHTTP(httptest.NewRecorder(), r)
		require.Equal(t, c.from, from, "%+v", c)
	}
}
