package results

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/web/results/resultpage"
)

// stage shows matches, and a test says when a match ends.
type stage struct {
	mu    sync.Mutex
	kept  map[string]bool
	end   chan error // of the match that is being played
	plays int
	pages int
}

func newStage() *stage { return &stage{kept: make(map[string]bool), end: make(chan error)} }

func (s *stage) Policy() string { return "default-src 'none'" }

func (s *stage) Page(_ context.Context, m ref) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.kept[m.Key] {
		return nil, nil
	}
	s.pages++
	return []byte("the page of " + m.Key), nil
}

func (s *stage) Picture(_ context.Context, m ref) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.kept[m.Key] {
		return nil, nil
	}
	s.pages++
	return []byte("the picture of " + m.Key), nil
}

func (s *stage) Play(ctx context.Context, m ref) error {
	s.mu.Lock()
	s.plays++
	s.mu.Unlock()
	select {
	case err := <-s.end:
		s.mu.Lock()
		s.kept[m.Key] = err == nil
		s.mu.Unlock()
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

const host = "127.0.0.1:1"

func newTestSite(t *testing.T, viewer matchViewer, matches int) *site {
	t.Helper()
	stored := &memory{}
	stored.add(madeUp(1, matches)...)
	s := newSite("127.0.0.1:0", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1}, viewer, stored)
	s.Reset(matches, matches)
	require.NoError(t, s.Show(resultpage.Page{Title: "a league"}))
	return s
}

// memory has matches, as a store has them.
type memory struct {
	mu    sync.Mutex
	all   map[int]played.Match
	reads int
	only  []archive.Filter // of charts
	read  func()           // called once, when matches have been read and are not sent yet
}

func (m *memory) add(all ...played.Match) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.all == nil {
		m.all = make(map[int]played.Match)
	}
	for _, one := range all {
		m.all[one.Number] = one
	}
}

func (m *memory) Between(_ context.Context, first, end int) (list []played.Match, err error) {
	defer func() {
		if read := m.read; read != nil {
			m.read = nil
			read()
		}
	}()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.reads++
	for number := first; number < end; number++ {
		if one, has := m.all[number]; has {
			list = append(list, one)
		}
	}
	return list, nil
}

func (m *memory) KeyOf(_ context.Context, number int) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, has := m.all[number]; !has {
		return "", nil
	}
	return keyOf(number), nil
}

func (m *memory) NumberOf(ctx context.Context, key string) (int, error) {
	for number := range 100 {
		if is, _ := m.KeyOf(ctx, number); is == key {
			return number, nil
		}
	}
	return -1, nil
}

func (m *memory) Chart(_ context.Context, name string, only archive.Filter) (*archive.Chart, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.only = append(m.only, only)
	return &archive.Chart{Name: name}, nil
}

// storeIn adds matches to the store, and then to the site.
func storeIn(t testing.TB, s *site, all []played.Match) {
	t.Helper()
	s.matches.(*memory).add(all...)
	require.NoError(t, s.Add(all))
}

// madeUp returns matches with the numbers from first to last.
func madeUp(first, last int) (all []played.Match) {
	for number := first; number <= last; number++ {
		all = append(all, played.Match{
			Planned: schedule.Planned{Number: number - 1, Seed: uint64(number), Seats: []int{0, 1}},
			Result:  match.Result{Scores: []int{2, 1}, Places: []int{1, 2}},
		})
	}
	return all
}

// keyOf is the key of the match with a number from 0.
func keyOf(number int) string { return fmt.Sprintf("%064x", number+1) }

// named is how the page of a match is asked for.
func named(m played.Match) string { return ref{Number: m.Number, Key: keyOf(m.Number)}.address() }

// at is the address of a path for who knows the secret.
func at(s *site, path string) string {
	return "http://" + host + s.Path() + strings.TrimPrefix(path, "/")
}

func get(s *site, path string) *httptest.ResponseRecorder {
	return ask(s, httptest.NewRequest(http.MethodGet, at(s, path), nil))
}

func ask(s *site, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

func play(s *site, key string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, at(s, "/match/"+key+"/play"), nil)
	r.Header.Set("X-Arena", "play")
	r.Header.Set("Origin", "http://"+host)
	return ask(s, r)
}

// place is where the list of matches says the stream goes on.
func place(t *testing.T, s *site) string {
	t.Helper()
	var list struct{ At string }
	require.NoError(t, json.Unmarshal(get(s, "/matches.json").Body.Bytes(), &list))
	return list.At
}

// reader reads the events of a stream.
type reader struct {
	t     *testing.T
	lines *bufio.Scanner
	stop  context.CancelFunc
}

func read(t *testing.T, at string, header ...string) *reader {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	require.NoError(t, err)
	if len(header) > 0 {
		r.Header.Set(header[0], header[1])
	}
	r.Host = host
	answer, err := http.DefaultClient.Do(r) //nolint:gosec // our own server
	require.NoError(t, err)
	t.Cleanup(func() {
		stop()
		_ = answer.Body.Close()
	})
	require.Equal(t, http.StatusOK, answer.StatusCode)
	return &reader{t, bufio.NewScanner(answer.Body), stop}
}

// next returns the next event: its name, ID and data.
func (r *reader) next() (event, id, data string) {
	r.t.Helper()
	for r.lines.Scan() {
		name, value, _ := strings.Cut(r.lines.Text(), ": ")
		switch name {
		case "event":
			event = value
		case "id":
			id = value
		case "data":
			data = value
		case "data:":
		case "":
			if event != "" {
				return event, id, data
			}
		}
	}
	require.Fail(r.t, "the stream has ended")
	return "", "", ""
}

func serve(t *testing.T, s *site) string {
	t.Helper()
	server := httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	return server.URL + strings.TrimSuffix(s.Path(), "/")
}

func TestNoMatchIsLostBetweenListAndStream(t *testing.T) {
	s := newTestSite(t, newStage(), 3)
	at := place(t, s)
	storeIn(t, s, madeUp(5, 5))
	storeIn(t, s, madeUp(4, 4))
	url := serve(t, s)
	r := read(t, url+"/events?after="+at)
	_, last, data := r.next()
	require.Equal(t, `[5,"5",0,[0,1],[2,1],[1,2],[]]`, data)
	_, _, data = r.next()
	require.Contains(t, data, "[4,")
	event, id, _ := r.next()
	require.Equal(t, "table", event)
	require.Empty(t, id, "tables don't move the place in the stream")
	require.NoError(t, s.Show(resultpage.Page{}))
	event, _, _ = r.next()
	require.Equal(t, "table", event)

	again := read(t, url+"/events?after="+at, "Last-Event-ID", last)
	_, _, data = again.next()
	require.Contains(t, data, "[4,", "a reader who connects again gets the rest")
}

func TestReadersOfAnotherSessionReadAllAnew(t *testing.T) {
	s := newTestSite(t, newStage(), 3)
	url := serve(t, s)
	before := place(t, s)
	r := read(t, url+"/events?after="+before)
	r.next()
	s.Reset(2, 2)
	event, _, _ := r.next()
	require.Equal(t, "again", event)
	require.NotEqual(t, before, place(t, s), "the list is of the new session at once")
	restarted := newTestSite(t, newStage(), 3)
	event, _, _ = read(t, serve(t, restarted)+"/events?after="+before).next()
	require.Equal(t, "again", event)
	at := place(t, s)
	storeIn(t, s, madeUp(3, 3+mostKept))
	event, _, _ = read(t, url+"/events?after="+at).next()
	require.Equal(t, "again", event, "too much was missed")
	require.Equal(t, http.StatusBadRequest, get(s, "/events?after=x").Code)
}

func TestReadersAreLimited(t *testing.T) {
	s := newTestSite(t, newStage(), 1)
	for range mostReaders {
		_, _, err := s.readers.Enter("192.0.2.1:1") // where requests of tests come from
		require.NoError(t, err)
	}
	require.Equal(t, http.StatusServiceUnavailable, get(s, "/events?after=x.0").Code)
	require.Equal(t, mostReaders, s.readers.Now())
}

func TestOnlyThePageItselfHasMatchesPlayed(t *testing.T) {
	s := newTestSite(t, newStage(), 1)
	key := named(madeUp(1, 1)[0])
	for _, other := range []string{"1", keyOf(0)} { // also as it was once
		require.Equal(t, key, get(s, "/match/"+other).Header().Get("Location"))
	}
	for _, none := range []string{
		"2", "0", "999999999", keyOf(7), "2-" + keyOf(0), "1-" + keyOf(1), "x", "1-", "-1", "1%2F2",
	} {
		require.Equal(t, http.StatusNotFound, get(s, "/match/"+none).Code, none)
	}
	require.Contains(t, get(s, "/match/"+key).Body.String(), "is played again")
	for _, headers := range []map[string]string{
		{}, {"X-Arena": "play"}, {"X-Arena": "play", "Origin": "http://evil.example"}, {"Origin": "http://" + host},
	} {
		r := httptest.NewRequest(http.MethodPost, at(s, "/match/"+key+"/play"), nil)
		for name, value := range headers {
			r.Header.Set(name, value)
		}
		require.Equal(t, http.StatusForbidden, ask(s, r).Code)
	}
	require.Empty(t, s.shows.order)
	r := httptest.NewRequest(http.MethodGet, "http://evil.example/", nil)
	require.Equal(t, http.StatusForbidden, ask(s, r).Code)
	require.Equal(t, resultpage.Policy(), get(s, "/").Header().Get("Content-Security-Policy"))
}

func TestMatchesArePlayedOneAfterTheOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		viewer := newStage()
		s := newTestSite(t, viewer, 40)
		ctx, stop := context.WithCancel(t.Context())
		var playing sync.WaitGroup
		playing.Go(func() { s.shows.play(ctx) })
		all := madeUp(1, 40)
		for _, m := range all[:3] {
			play(s, named(m))
			synctest.Wait()
		}
		require.Equal(t, `{"state":"playing","ahead":0}`, play(s, named(all[0])).Body.String())
		require.Equal(t, `{"state":"waiting","ahead":2}`, play(s, named(all[2])).Body.String())
		require.Equal(t, 1, viewer.plays)

		viewer.end <- nil
		synctest.Wait()
		require.Equal(t, `{"state":"kept","ahead":0}`, play(s, named(all[0])).Body.String())
		page := get(s, "/match/"+named(all[0]))
		require.Equal(t, "the page of "+keyOf(0), page.Body.String())
		require.Equal(t, "default-src 'none'; frame-ancestors 'none'", page.Header().Get("Content-Security-Policy"))
		get(s, "/match/"+named(all[0]))
		require.Equal(t, 1, viewer.pages, "the page is kept")

		viewer.end <- errors.New("it is \x1b[31mgone")
		synctest.Wait()
		failed := play(s, named(all[1])).Body.String()
		require.Contains(t, failed, `"state":"failed","ahead":0,"reason":"it is `)
		require.NotContains(t, failed, `\u001b`)

		for _, m := range all[3 : 3+mostWaiting] {
			require.Equal(t, http.StatusOK, play(s, named(m)).Code)
		}
		require.Equal(t, http.StatusServiceUnavailable, play(s, named(all[39])).Code)
		stop()
		playing.Wait()
	})
}

func TestFewPagesAreKept(t *testing.T) {
	viewer := newStage()
	s := newTestSite(t, viewer, 40)
	for _, m := range madeUp(1, 40) {
		viewer.kept[keyOf(m.Number)] = true
		require.Equal(t, http.StatusOK, get(s, "/match/"+named(m)).Code)
	}
	require.Len(t, s.shows.pages, mostPages)
	require.Len(t, s.shows.kept, mostPages)
}

func BenchmarkAdd(b *testing.B) {
	s := newSite("127.0.0.1:0", &net.TCPAddr{}, newStage(), &memory{})
	for i := 0; b.Loop(); i++ {
		require.NoError(b, s.Add(madeUp(i, i)))
	}
}
