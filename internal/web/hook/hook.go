// Package hook tells a program at an address what happens, by HTTP: each event is posted as JSON.
//
// Nobody waits for that program. Events wait in a short queue, in their order, and are numbered: who lacks a number has
// missed one. What it answers is not read.
package hook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync"
	"time"
)

const (
	mostWaiting = 1000 // events
	tryTime     = 10 * time.Second
	tries       = 3
	firstRest   = time.Second     // between two tries; each next one is four times as long
	endTime     = 5 * time.Second // for what waits when all is over
)

// Event is an event as it is posted: its number, from 1, the time, and the event itself.
type Event struct {
	Number int       `json:"event"`
	At     time.Time `json:"at"`
	What   any       `json:"what"`
}

// Hook posts events to an address. [New] makes it.
type Hook struct {
	to     *url.URL
	client http.Client
	warn   func(error)
	rest   time.Duration
	told   string // the last warning of an event that was lost, until one is taken

	mu      sync.Mutex
	count   int
	lost    bool // since the last event that was taken
	ended   bool
	waiting chan []byte
	stop    context.CancelFunc
	running sync.WaitGroup
}

// New returns a hook to an address, which [Check] has found good. Warn is told what went wrong, once as long as it is
// the same, without the path of the address, which may be a secret; it may be called from another goroutine. The hook
// must be closed.
func New(ctx context.Context, to *url.URL, warn func(error)) *Hook {
	return newHook(ctx, to, warn, firstRest)
}

func newHook(ctx context.Context, to *url.URL, warn func(error), rest time.Duration) *Hook {
	h := &Hook{to: to, warn: warn, rest: rest, waiting: make(chan []byte, mostWaiting)}
	h.client = http.Client{
		Timeout: tryTime,
		// Another place is for its owner to choose, not for who answers.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	ctx, h.stop = context.WithCancel(context.WithoutCancel(ctx))
	h.running.Go(func() {
		for text := range h.waiting {
			if ctx.Err() == nil {
				h.deliver(ctx, text)
			}
		}
	})
	return h
}

// Check reads an address to which events can be posted.
func Check(typed string) (*url.URL, error) {
	to, err := url.Parse(typed)
	if err != nil || to.Scheme != "http" && to.Scheme != "https" || to.Host == "" || to.Fragment != "" {
		return nil, errors.New("is not the address of a program on the web")
	}
	return to, nil
}

// Tell posts an event when its turn comes. It does not wait. If too many wait already, the event is lost.
func (h *Hook) Tell(at time.Time, what any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ended {
		return
	}
	h.count++
	text, err := json.Marshal(Event{h.count, at.UTC(), what})
	if err != nil {
		h.warn(err)
		return
	}
	select {
	case h.waiting <- text:
		h.lost = false
	default:
		if !h.lost {
			h.lost = true
			h.warn(fmt.Errorf("%s: %d events wait already; others are lost", h.to.Host, mostWaiting))
		}
	}
}

// Close ends the hook. What waits is posted first, if that does not take long.
func (h *Hook) Close() {
	h.mu.Lock()
	h.ended = true
	h.mu.Unlock()
	close(h.waiting)
	defer time.AfterFunc(endTime, h.stop).Stop()
	h.running.Wait()
	h.stop()
	h.client.CloseIdleConnections()
}

// deliver posts an event, and tries again if that may help.
func (h *Hook) deliver(ctx context.Context, text []byte) {
	rest := h.rest
	for try := 1; ; try++ {
		again, err := h.post(ctx, text)
		if err == nil {
			h.told = ""
			return
		}
		if !again || try == tries || ctx.Err() != nil {
			if h.told != err.Error() {
				h.told = err.Error()
				h.warn(fmt.Errorf("%s: an event is lost: %w", h.to.Host, err))
			}
			return
		}
		select {
		case <-time.After(rest):
		case <-ctx.Done():
		}
		rest *= 4
	}
}

// post posts an event once. If it fails, it says whether another time may be better.
func (h *Hook) post(ctx context.Context, text []byte) (again bool, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, h.to.String(), bytes.NewReader(text))
	if err != nil {
		return false, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "arena")
	answer, err := h.client.Do(r)
	if err != nil {
		if of := new(url.Error); errors.As(err, &of) {
			err = of.Err // without the address
		}
		return true, err
	}
	defer answer.Body.Close() //nolint:errcheck // nothing is read
	const little = 4 << 10
	_, _ = io.CopyN(io.Discard, answer.Body, little) // so that the connection can be used again
	switch code := answer.StatusCode; {
	case code >= http.StatusInternalServerError || code == http.StatusTooManyRequests:
		return true, fmt.Errorf("answered %s", answer.Status)
	case code >= http.StatusMultipleChoices:
		return false, fmt.Errorf("answered %s", answer.Status)
	}
	return false, nil
}
