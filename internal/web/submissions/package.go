package submissions

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/botarena/arena/internal/base/crowd"
	"github.com/botarena/arena/internal/web/playground"
)

// How long a package may be on its way. A line of 1 Mbit/s, as of a telephone, bears twice the least rate.
const (
	firstTime  = 30 * time.Second // before what has come counts
	leastRate  = 64 << 10         // bytes per second of what has come
	silentTime = 30 * time.Second // without a byte
	answerTime = time.Minute      // for the answer, once it is there
)

// takePackage takes a package, which is never in memory whole.
func (d *door) takePackage(w http.ResponseWriter, r *http.Request, by Person) (id string, err error) {
	switch {
	case r.ContentLength < 0:
		return "", &Refusal{Why: "its size must be said before it, in Content-Length"}
	case r.ContentLength > playground.MostPackage:
		return "", &http.MaxBytesError{Limit: playground.MostPackage}
	}
	control := http.NewResponseController(w)
	body := &arriving{from: r.Body, until: control.SetReadDeadline, begun: time.Now()}
	leave, err := enter(&d.packages, by.place(r), body.end)
	if err != nil {
		return "", err
	}
	defer leave()
	id, err = d.TakePackage(by, crowd.HomeOf(r.RemoteAddr), Package{nameOf(r), r.ContentLength, body})
	_ = control.SetWriteDeadline(time.Now().Add(answerTime)) // that of the request may be over
	return id, err
}

// nameOf is what the author calls the file of a package.
func nameOf(r *http.Request) string {
	_, said, err := mime.ParseMediaType(r.Header.Get("Content-Disposition"))
	if name := said["filename"]; err == nil && name != "" {
		return name[:min(len(name), longestName)]
	}
	return "package.bot"
}

// arriving is a body that must go on coming. The more has come, the longer it may take.
type arriving struct {
	from  io.Reader
	until func(deadline time.Time) error
	begun time.Time
	got   int64

	mu    sync.Mutex
	ended bool // its place is somebody else's
}

// Read implements [io.Reader].
func (a *arriving) Read(to []byte) (int, error) {
	if !a.wait() {
		return 0, errMany
	}
	n, err := a.from.Read(to)
	a.got += int64(n)
	switch {
	case err == nil || errors.Is(err, io.EOF):
		return n, err
	case errors.Is(err, os.ErrDeadlineExceeded) && a.wait():
		return n, &Refusal{Why: "it came too slowly, with less than 64 kB a second; submit it from a faster line"}
	case errors.Is(err, os.ErrDeadlineExceeded):
		return n, errMany
	}
	return n, errCut
}

// wait gives the next bytes their time. It returns false if the place is somebody else's.
func (a *arriving) wait() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.ended {
		return false
	}
	due := a.begun.Add(firstTime + time.Duration(a.got)*time.Second/leastRate)
	if silent := time.Now().Add(silentTime); silent.Before(due) {
		due = silent
	}
	_ = a.until(due) // if it can't, the time of the request ends it
	return true
}

// end lets no more come.
func (a *arriving) end() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ended = true
	_ = a.until(time.Now()) // if it can't, the next read ends
}
