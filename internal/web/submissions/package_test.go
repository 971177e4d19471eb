package submissions_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/web/playground"
	"github.com/botarena/arena/internal/web/submissions"
)

// TestAPackageIsTakenAsItComes, under the name of its file, and nothing of one that is too large or has no size.
func TestAPackageIsTakenAsItComes(t *testing.T) {
	l := newLeague(t)
	const name = `Content-Disposition: attachment; filename*=utf-8''z%C3%B6rg.bot`
	w := l.submit(strings.NewReader("package"), name)
	require.Equal(t, http.StatusAccepted, w.Code, w.Body)
	require.Equal(t, []string{"zörg.bot of 7=package"}, l.taken)
	l.submit(strings.NewReader("x"), "Content-Disposition: attachment; filename="+strings.Repeat("n", 300))
	require.Equal(t, strings.Repeat("n", 200)+" of 1=x", l.taken[1])
	for size, says := range map[int64]string{
		playground.MostPackage + 1: "the bot is larger than 256 MB", -1: "its size must be said before it, in Content-Length",
	} {
		w := l.submit(iotest.ErrReader(errors.New("it is read")), fmt.Sprint("Content-Length: ", size))
		require.GreaterOrEqual(t, w.Code, 400)
		require.Equal(t, says+"\n", w.Body.String())
	}
	w = l.submit(iotest.ErrReader(io.ErrUnexpectedEOF), "Content-Length: 9")
	require.Equal(t, http.StatusUnprocessableEntity, w.Code)
	require.Equal(t, "it did not come whole; submit it again\n", w.Body.String())
	require.Len(t, l.taken, 2)
	require.Empty(t, l.told)
}

// TestAPackageMustGoOnComing: the time in which it must be there grows with what has come.
func TestAPackageMustGoOnComing(t *testing.T) {
	for name, c := range map[string]struct {
		part  int           // bytes
		every time.Duration // a part
		ends  time.Duration // when it is too slow; 0 if it comes whole
	}{
		"twice the least rate":       {part: 128 << 10, every: time.Second},
		"slow, but soon there":       {part: 512 << 10, every: 25 * time.Second / 2},
		"half the least rate":        {part: 32 << 10, every: time.Second, ends: 60 * time.Second},
		"a byte now and then":        {part: 1, every: 20 * time.Second, ends: 30 * time.Second},
		"nothing":                    {part: 1, every: time.Hour, ends: 30 * time.Second},
		"much at once, then nothing": {part: 3 << 20, every: time.Hour, ends: 30 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			l := newLeague(t)
			body := &slowBody{begun: time.Now(), part: c.part, every: c.every, left: 4 << 20}
			if c.every < time.Minute && c.ends == 0 {
				body.left = 2 * c.part
			}
			r := httptest.NewRequest(http.MethodPost, school+"/submissions", body)
			r.ContentLength = int64(body.left)
			w := &limited{ResponseRecorder: httptest.NewRecorder(), body: body}
			l.ServeHTTP(w, with(r, "X-Arena: submit", "Origin: "+school, "Cookie: arena-7=anna"))
			if c.ends == 0 {
				require.Equal(t, http.StatusAccepted, w.Code, name)
				require.Equal(t, time.Now().Add(time.Minute), w.write, "for the answer")
				return
			}
			require.Equal(t, http.StatusUnprocessableEntity, w.Code, name)
			require.Equal(t, "it came too slowly, with less than 64 kB a second; submit it from a faster line\n",
				w.Body.String(), name)
			require.InDelta(t, c.ends.Seconds(), time.Since(body.begun).Seconds(), 2, name)
			require.Empty(t, l.taken)
		})
	}
}

// slowBody comes in parts, unless it must be there before.
type slowBody struct {
	begun, until time.Time
	part, left   int
	every        time.Duration
	came         int
}

func (b *slowBody) Read(to []byte) (int, error) {
	if b.left == 0 {
		return 0, io.EOF
	}
	if b.came == 0 {
		wait := b.every
		if b.part > 1<<20 && b.left == 4<<20 {
			wait = 0
		}
		if next := time.Now().Add(wait); !b.until.IsZero() && next.After(b.until) {
			time.Sleep(time.Until(b.until))
			return 0, os.ErrDeadlineExceeded
		}
		time.Sleep(wait)
		b.came = min(b.part, b.left)
	}
	n := min(b.came, len(to))
	b.came -= n
	b.left -= n
	return n, nil
}

// limited is a connection with a body.
type limited struct {
	*httptest.ResponseRecorder

	body  *slowBody
	write time.Time
}

func (l *limited) SetReadDeadline(at time.Time) error  { l.body.until = at; return nil }
func (l *limited) SetWriteDeadline(at time.Time) error { l.write = at; return nil }

// TestWhoIsRefusedIsToldBeforeMuchWasSent, over a real connection, and whose package breaks off sends it again.
func TestWhoIsRefusedIsToldBeforeMuchWasSent(t *testing.T) {
	l := newLeague(t)
	server := httptest.NewServer(l)
	defer server.Close()
	c, is := submissions.NewClient(server.URL+"/#submit=anna", func(string) {})
	require.True(t, is)
	const size = 200 << 20
	sent := int64(0)
	l.takes = &submissions.Refusal{Why: "3 of yours wait already"}
	_, err := c.SendPackage(t.Context(), "zorg.bot", endless{}, size, func(bytes int64) { sent = bytes })
	require.EqualError(t, err, "3 of yours wait already")
	require.Zero(t, sent)
	l.takes = nil
	_, err = c.SendPackage(t.Context(), "zorg.bot", endless{}, 3<<20, func(bytes int64) { sent = bytes })
	require.NoError(t, err)
	require.EqualValues(t, 3<<20, sent)
	require.Equal(t, []string{fmt.Sprintf("zorg.bot of %d=%s", 3<<20, strings.Repeat("x", 40))}, l.taken)
}

// endless is a file of x.
type endless struct{}

func (endless) ReadAt(to []byte, _ int64) (int, error) {
	for i := range to {
		to[i] = 'x'
	}
	return len(to), nil
}

// TestWhatBreaksOffIsSentAgain, from its beginning.
func TestWhatBreaksOffIsSentAgain(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	bodies := make(chan int, 2)
	go func() {
		for try := range 2 {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			r, err := http.ReadRequest(bufio.NewReader(conn))
			if err == nil {
				_, _ = io.WriteString(conn, "HTTP/1.1 100 Continue\r\n\r\n")
				part := io.Reader(r.Body)
				if try == 0 {
					part = io.LimitReader(part, 1000)
				}
				n, _ := io.Copy(io.Discard, part)
				bodies <- int(n)
			}
			if try == 1 {
				_, _ = io.WriteString(conn, "HTTP/1.1 202 Accepted\r\nContent-Length: 10\r\n\r\n{\"id\":\"7\"}")
			}
			_ = conn.Close()
		}
	}()
	defer listener.Close() //nolint:errcheck // a test
	var said []string
	link := "http://" + listener.Addr().String() + "/#submit=anna"
	c, is := submissions.NewClient(link, func(s string) { said = append(said, s) })
	require.True(t, is)
	id, err := c.SendPackage(t.Context(), "zorg.bot", endless{}, 1<<20, nil)
	require.NoError(t, err)
	require.Equal(t, "7", id)
	require.Equal(t, 1000, <-bodies)
	require.Equal(t, 1<<20, <-bodies)
	require.Len(t, said, 1)
	require.Contains(t, said[0], "this waits until it is there")
}
