package results

import (
	"compress/gzip"
	"context"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/botarena/arena/internal/web/server"
)

// body is an answer that many ask for.
type body struct{ plain, packed []byte }

func newBody(plain []byte) (body, error) {
	packed, err := server.Pack(plain, gzip.DefaultCompression)
	return body{plain, packed}, err
}

func (b body) answer(w http.ResponseWriter, r *http.Request, kind string) {
	if server.AcceptsPacked(r) {
		server.AnswerPacked(w, kind, b.packed)
		return
	}
	server.Answer(w, r, kind, b.plain)
}

// bodies are answers that are kept, the newest of them.
type bodies[Key comparable] struct {
	most  int
	order []Key // the oldest first
	by    map[Key]body
}

func newBodies[Key comparable](most int) bodies[Key] {
	return bodies[Key]{most: most, by: make(map[Key]body)}
}

func (b *bodies[Key]) get(key Key) (body, bool) {
	kept, known := b.by[key]
	return kept, known
}

func (b *bodies[Key]) put(key Key, one body) {
	b.drop(key)
	if len(b.order) == b.most {
		b.drop(b.order[0])
	}
	b.order, b.by[key] = append(b.order, key), one
}

func (b *bodies[Key]) drop(key Key) {
	if _, known := b.by[key]; known {
		delete(b.by, key)
		b.order = slices.Delete(b.order, slices.Index(b.order, key), slices.Index(b.order, key)+1)
	}
}

// maker lets one make an answer at a time, and rests as long as that took: who asks for all that there is does not
// take more than half of a processor from those who play.
type maker struct {
	place chan struct{}

	mu   sync.Mutex
	free time.Time // when the next may begin
}

func newMaker() *maker { return &maker{place: make(chan struct{}, 1)} }

// enter waits until it is the caller's turn.
func (m *maker) enter(ctx context.Context) (leave func(), err error) {
	select {
	case m.place <- struct{}{}:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	m.mu.Lock()
	rest := time.NewTimer(time.Until(m.free))
	m.mu.Unlock()
	defer rest.Stop()
	select {
	case <-rest.C:
	case <-ctx.Done():
		<-m.place
		return nil, context.Cause(ctx)
	}
	begun := time.Now()
	return func() {
		m.mu.Lock()
		m.free = time.Now().Add(time.Since(begun))
		m.mu.Unlock()
		<-m.place
	}, nil
}
