package viewer

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/integration/pagedatatest"
	"github.com/botarena/arena/internal/integration/storytest"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/web/viewer/pagedata"
)

// served is a server on a port of this machine.
type served struct {
	t       testing.TB
	server  *Server
	address string
	stop    func() error // and wait
}

func serve(t testing.TB, feed *Feed) *served {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := &served{
		t: t, server: NewServer(feed, allGames(), "127.0.0.1:0", listener.Addr()),
		address: listener.Addr().String(),
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.server.Serve(ctx, listener) }()
	s.stop = func() error {
		cancel()
		err := <-ended
		ended <- err // for whoever asks again
		return err
	}
	t.Cleanup(func() { require.NoError(t, s.stop()) })
	return s
}

// ask sends a request of somebody who knows the secret; each header is "Name: value".
func (s *served) ask(method, path string, body io.Reader, headers ...string) *http.Response {
	s.t.Helper()
	return s.askAt(method, s.server.Path()+strings.TrimPrefix(path, "/"), body, headers...)
}

// askAt sends a request with the whole path.
func (s *served) askAt(method, path string, body io.Reader, headers ...string) *http.Response {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, "http://"+s.address+path, body)
	require.NoError(s.t, err)
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		if name == "Host" {
			r.Host = value
		}
		r.Header.Set(name, value)
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Do(r)
	require.NoError(s.t, err)
	s.t.Cleanup(func() { _ = response.Body.Close() })
	return response
}

func (s *served) get(path string, headers ...string) *http.Response {
	s.t.Helper()
	return s.ask(http.MethodGet, path, nil, headers...)
}

func bodyOf(t testing.TB, r *http.Response) string {
	t.Helper()
	text, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	return string(text)
}

func TestServerGivesThePage(t *testing.T) {
	shown := readShow(t, storytest.Record(t, storytest.Setup(t, duel.Game, 5), "</title><b>"))
	s := serve(t, NewFeed(shown))
	for path, kind := range map[string]string{
		"/": "text/html; charset=utf-8", "/page.js": "text/javascript; charset=utf-8",
		"/second.js": "text/javascript; charset=utf-8", "/third.js": "text/javascript; charset=utf-8",
		"/page.css": "text/css; charset=utf-8", "/match.json": "application/json",
		"/ca.json": "application/json", "/es.json": "application/json",
	} {
		r := s.get(path)
		require.Equal(t, http.StatusOK, r.StatusCode, path)
		require.Equal(t, kind, r.Header.Get("Content-Type"))
		require.Equal(t, policy, r.Header.Get("Content-Security-Policy"))
		require.Equal(t, "nosniff", r.Header.Get("X-Content-Type-Options"))
		require.Equal(t, "no-referrer", r.Header.Get("Referrer-Policy"))
		require.Equal(t, "same-origin", r.Header.Get("Cross-Origin-Resource-Policy"))
		require.Empty(t, r.Header.Get("Access-Control-Allow-Origin"))
		require.NotContains(t, bodyOf(t, r), "</title><b>")
	}
	require.Contains(t, bodyOf(t, s.get("/")), "<title>Duel: &lt;/title&gt;&lt;b&gt;, b</title>")
	require.Equal(t, http.StatusNotFound, s.get("/nothing").StatusCode)
	require.Equal(t, http.StatusMethodNotAllowed, s.ask(http.MethodPut, "/", nil).StatusCode)

	var got pagedata.Match
	require.NoError(t, json.Unmarshal([]byte(bodyOf(t, s.get("/match.json"))), &got))
	require.Equal(t, pagedatatest.ThroughJSON(t, pagedata.Encode(shown)), got)

	packed := s.get("/match.json", "Accept-Encoding: gzip")
	require.Equal(t, "gzip", packed.Header.Get("Content-Encoding"))
	in, err := gzip.NewReader(packed.Body)
	require.NoError(t, err)
	require.NoError(t, json.NewDecoder(in).Decode(&got))
}

// Somebody else's page, whose name points to this machine, gets nothing.
func TestServerRefusesAForeignHost(t *testing.T) {
	s := serve(t, NewFeed(readShow(t, storytest.Record(t, storytest.Setup(t, duel.Game, 2)))))
	_, port, err := net.SplitHostPort(s.address)
	require.NoError(t, err)
	for _, host := range []string{"127.0.0.1:" + port, "localhost:" + port, "LOCALHOST:" + port, "[::1]:" + port} {
		require.Equal(t, http.StatusOK, s.get("/match.json", "Host: "+host).StatusCode, host)
	}
	for _, host := range []string{
		"evil.example:" + port, "evil.example", "127.0.0.1", "localhost:1", "192.168.0.1:" + port,
		"127.0.0.1.evil.example:" + port,
	} {
		for _, path := range []string{"/", "/match.json", "/events", "/page.js"} {
			r := s.get(path, "Host: "+host)
			require.Equal(t, http.StatusForbidden, r.StatusCode, "%s of %s", path, host)
			require.Equal(t, fmt.Sprintf("%q is not a name of this server; use the address that arena printed\n", host),
				bodyOf(t, r))
		}
	}
}

func TestOnlyThePageItselfOpensFiles(t *testing.T) {
	s := serve(t, NewFeed(readShow(t, storytest.Record(t, storytest.Setup(t, duel.Game, 2)))))
	file := storytest.Record(t, storytest.Setup(t, duel.Game, 9))
	long := storytest.Record(t, storytest.Setup(t, duel.Game, storytest.ManyRounds))
	open := func(file []byte, headers ...string) (int, string) {
		r := s.ask(http.MethodPost, "/open", bytes.NewReader(file), headers...)
		return r.StatusCode, bodyOf(t, r)
	}
	own := "Origin: http://" + s.address
	for _, headers := range [][]string{
		{},
		{own},
		{"X-Arena: open"},
		{"X-Arena: yes", own},
		{"X-Arena: open", "Origin: http://evil.example"},
		{"X-Arena: open", "Origin: null"},
		{"X-Arena: open", own, "Sec-Fetch-Site: cross-site"},
	} {
		code, told := open(file, headers...)
		require.Equal(t, http.StatusForbidden, code, headers)
		require.Equal(t, "only the page itself may open a file\n", told)
	}

	code, told := open(file, "X-Arena: open", own)
	require.Equal(t, http.StatusOK, code)
	var got pagedata.Match
	require.NoError(t, json.Unmarshal([]byte(told), &got))
	require.Len(t, got.Played, 9)
	require.Equal(t, pagedatatest.ThroughJSON(t, pagedata.Encode(readShow(t, file))), got)

	code, told = open(long[:len(long)/2], "X-Arena: open", own)
	require.Equal(t, http.StatusOK, code)
	require.NoError(t, json.Unmarshal([]byte(told), &got))
	require.Contains(t, got.Damage, "damaged after round ")

	code, told = open([]byte("<b>Remember the milk.</b>"), "X-Arena: open", own)
	require.Equal(t, http.StatusUnprocessableEntity, code)
	require.Equal(t, "neither a replay nor a record of an original program\n", told)

	code, told = open(make([]byte, story.MaxFile+1), "X-Arena: open", own)
	require.Equal(t, http.StatusRequestEntityTooLarge, code)
	require.Equal(t, "larger than 32 MB\n", told)
}

// Neither a browser that sends slowly nor one that reads slowly keeps others from
// opening a file, and there is an end to how many may try.
func TestASlowFileHoldsUpNobody(t *testing.T) {
	file := storytest.Record(t, storytest.Setup(t, duel.Game, 2))
	s := serve(t, NewFeed(readShow(t, file)))
	own := "Origin: http://" + s.address
	open := func(body io.Reader) *http.Response {
		return s.ask(http.MethodPost, "/open", body, "X-Arena: open", own)
	}
	send := func() {
		conn, err := net.Dial("tcp", s.address)
		require.NoError(t, err)
		t.Cleanup(func() { _ = conn.Close() })
		_, err = fmt.Fprintf(
			conn, "POST %sopen HTTP/1.1\r\nHost: %s\r\nX-Arena: open\r\n%s\r\nContent-Length: 99\r\n\r\nhalf", s.server.Path(),
			s.address, own)
		require.NoError(t, err)
	}
	for range maxArriving - 1 {
		send()
	}
	r := open(bytes.NewReader(file))
	require.Equal(t, http.StatusOK, r.StatusCode, bodyOf(t, r))
	testkit.Await(t, "a refusal", func() bool {
		send() // may come too early, and be refused itself
		r := open(bytes.NewReader(file))
		told := bodyOf(t, r)
		return r.StatusCode == http.StatusServiceUnavailable && told == "busy with other files; try again\n"
	})
}

// A packed file of some kilobytes may hold anything.
func TestAFileThatUnpacksToALotIsRefusedAtOnce(t *testing.T) {
	tier.Long(t, "packs and unpacks tens of megabytes, which takes minutes with the race detector")
	s := serve(t, NewFeed(readShow(t, storytest.Record(t, storytest.Setup(t, duel.Game, 2)))))
	for filling, want := range map[string]string{
		"\x00": "neither a replay nor a record of an original program\n",
		" ":    "neither a replay nor a record of an original program\n",
		"x\n":  "more than 32 MB when unpacked\n",
	} {
		var packed bytes.Buffer
		w, err := gzip.NewWriterLevel(&packed, gzip.BestSpeed)
		require.NoError(t, err)
		_, err = w.Write(bytes.Repeat([]byte(filling), story.MaxFile-1))
		require.NoError(t, err)
		require.NoError(t, w.Close())
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r := s.ask(http.MethodPost, "/open", &packed, "X-Arena: open", "Origin: http://"+s.address)
		require.Equal(t, http.StatusUnprocessableEntity, r.StatusCode)
		require.Equal(t, want, bodyOf(t, r))
		runtime.ReadMemStats(&after)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(12*story.MaxFile))
	}
}

// event is an event of the stream.
type event struct{ name, id, data string }

// readEvents reads so many events, or all if n is 0.
func readEvents(t testing.TB, r *http.Response, n int) (events []event) {
	t.Helper()
	require.Equal(t, "text/event-stream", r.Header.Get("Content-Type"))
	lines := bufio.NewScanner(r.Body)
	lines.Buffer(nil, 1<<20)
	var one event
	for (n == 0 || len(events) < n) && lines.Scan() {
		field, value, _ := strings.Cut(lines.Text(), ": ")
		switch field {
		case "event":
			one.name = value
		case "id":
			one.id = value
		case "data":
			one.data = value
		case "":
			if one.name != "" {
				events = append(events, one)
			}
			one = event{}
		}
	}
	return events
}

// liveMatch is a match that is played round by round.
type liveMatch struct {
	live *Live
	play func(rounds int)
	show func() *story.Story // what was played; called once, at the end
}

func newLiveMatch(t testing.TB, rounds int) *liveMatch {
	t.Helper()
	setup := storytest.Setup(t, duel.Game, rounds)
	h := replay.Header{Setup: setup, Seed: 3, Random: engine.ChaCha8, Seats: []replay.Seat{{Name: "a"}, {Name: "b"}}}
	m, err := setup.New(h.Names(), h.Seed, h.Random)
	require.NoError(t, err)
	var file bytes.Buffer
	w, err := replay.NewWriter(&file, m, h)
	require.NoError(t, err)
	live := NewLive(m, h)
	random := duel.Game.Random()
	return &liveMatch{live: live, play: func(rounds int) {
		for range rounds {
			r := match.Round{Number: m.Round(), Receipts: make([]match.Receipt, 2)}
			for seat := range 2 {
				r.Turns = append(r.Turns, engine.Turn[engine.Commands]{Commands: random.Play(m, seat)})
			}
			m.Step(r.Turns)
			live.Round(m, r)
			w.Round(m, r)
		}
	}, show: func() *story.Story {
		require.NoError(t, w.Close(match.Result{}, false))
		return readShow(t, file.Bytes())
	}}
}

// Spectators that come late, or leave and come back, still get the whole match.
func TestSpectatorsGetEveryRoundOnce(t *testing.T) {
	l := newLiveMatch(t, 30)
	s := serve(t, l.live.Feed)
	early := s.get("/events")
	l.play(10)
	require.Len(t, readEvents(t, early, 4), 4)

	var late pagedata.Match
	require.NoError(t, json.Unmarshal([]byte(bodyOf(t, s.get("/match.json"))), &late))
	require.True(t, late.Live)
	require.False(t, late.Ended)
	require.Len(t, late.Played, 10)
	follow := s.get("/events?after=9")
	again := s.get("/events?after=-1", "Last-Event-ID: 3") // the header counts, not the address
	l.play(20)
	l.live.End(nil)

	events := readEvents(t, follow, 0)
	require.Len(t, events, 21)
	require.Equal(t, event{"end", "", `{"ended":true,"damage":""}`}, events[20])
	for i, e := range events[:20] {
		require.Equal(t, "round", e.name)
		require.Equal(t, fmt.Sprint(10+i), e.id)
		var r pagedata.Round
		require.NoError(t, json.Unmarshal([]byte(e.data), &r))
		late.Played = append(late.Played, r)
	}
	pagedatatest.RequireShown(t, l.show(), late)
	events = readEvents(t, again, 0)
	require.Len(t, events, 27)
	require.Equal(t, "4", events[0].id)
	require.Len(t, readEvents(t, s.get("/events"), 0), 31, "after the end")
	require.Len(t, readEvents(t, s.get("/events?after=29"), 0), 1)
	require.Equal(t, http.StatusBadRequest, s.get("/events?after=x").StatusCode)
	require.NoError(t, json.Unmarshal([]byte(bodyOf(t, s.get("/match.json"))), &late))
	require.False(t, late.Live)
	require.True(t, late.Ended)
}

func TestAStoppedMatchSaysWhy(t *testing.T) {
	l := newLiveMatch(t, 30)
	s := serve(t, l.live.Feed)
	l.play(1)
	l.live.End(errors.New("stopped after round 1 of 30: <interrupt>"))
	events := readEvents(t, s.get("/events"), 0)
	require.Equal(t, `{"ended":false,"damage":"stopped after round 1 of 30: \u003cinterrupt\u003e"}`, events[1].data)
}

// The match is played to its end while the spectators read nothing: writes to them
// block until they leave.
func TestASlowSpectatorSlowsNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLiveMatch(t, 50)
		s := NewServer(l.live.Feed, nil, "127.0.0.1:0", &net.TCPAddr{Port: 1})
		begun := time.Now()
		var spectators []*quietWriter
		done := make(chan struct{})
		for range 3 {
			w := newQuietWriter()
			spectators = append(spectators, w)
			go func() {
				s.Handler().ServeHTTP(w, eventsRequest(t, t.Context()))
				done <- struct{}{}
			}()
		}
		synctest.Wait()
		l.play(50)
		l.live.End(nil)
		require.Zero(t, time.Since(begun), "it waited for a spectator")
		for _, w := range spectators {
			seen := ""
			for !strings.Contains(seen, "event: end") {
				seen += <-w.seen
			}
			require.Equal(t, 50, strings.Count(seen, "event: round"))
			<-done
		}
	})
}

// Serve ends although a spectator would stay for ever, and although browsers keep spare connections open.
func TestServeEnds(t *testing.T) {
	l := newLiveMatch(t, 10)
	s := serve(t, l.live.Feed)
	spare, err := net.Dial("tcp", s.address)
	require.NoError(t, err)
	defer func() { _ = spare.Close() }()
	stays := s.get("/events")
	l.play(1)
	require.Len(t, readEvents(t, stays, 1), 1)
	require.NoError(t, s.stop())
	require.Zero(t, s.server.spectators.Now())
	_, err = http.Get("http://" + s.address)
	require.Error(t, err)
}

func TestTooManySpectators(t *testing.T) {
	l := newLiveMatch(t, 10)
	s := serve(t, l.live.Feed)
	for range maxSpectators {
		_, leave, err := s.server.spectators.Enter("127.0.0.1:1")
		require.NoError(t, err)
		defer leave()
	}
	r := s.get("/events")
	require.Equal(t, http.StatusServiceUnavailable, r.StatusCode)
	require.Equal(t, "there are 200 spectators already\n", bodyOf(t, r))
}

// quietWriter is a browser without a network in between. A write blocks until somebody
// reads from seen.
type quietWriter struct {
	http.ResponseWriter
	seen   chan string
	header http.Header
}

func newQuietWriter() *quietWriter {
	return &quietWriter{seen: make(chan string), header: http.Header{}}
}

func eventsRequest(t *testing.T, ctx context.Context) *http.Request {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://127.0.0.1:1/events", nil)
	require.NoError(t, err)
	return r
}

func (q *quietWriter) Header() http.Header              { return q.header }
func (q *quietWriter) WriteHeader(int)                  {}
func (q *quietWriter) FlushError() error                { return nil }
func (q *quietWriter) SetReadDeadline(time.Time) error  { return nil }
func (q *quietWriter) SetWriteDeadline(time.Time) error { return nil }
func (q *quietWriter) Write(text []byte) (int, error) {
	q.seen <- string(text)
	return len(text), nil
}

// During a long round the server sends heartbeats, so that neither side takes the other
// for gone.
func TestHeartbeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLiveMatch(t, 10)
		s := NewServer(l.live.Feed, nil, "127.0.0.1:0", &net.TCPAddr{Port: 1})
		ctx, cancel := context.WithCancel(t.Context())
		w := newQuietWriter()
		done := make(chan struct{})
		go func() { defer close(done); s.Handler().ServeHTTP(w, eventsRequest(t, ctx)) }()
		require.Equal(t, "retry: 1000\n\n", <-w.seen)
		begun := time.Now()
		require.Equal(t, ": still here\n\n", <-w.seen)
		require.Equal(t, ": still here\n\n", <-w.seen)
		require.Equal(t, 30*time.Second, time.Since(begun))
		cancel()
		<-done
	})
}
