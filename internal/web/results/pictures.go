package results

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/web/results/resultpage"
)

const (
	// mostPictures is how many are kept, of some 100 kB each.
	mostPictures = 32
	// pictureAgain is how often a match is played again at most to have its picture.
	pictureAgain = 30 * time.Second
)

// picture answers with the picture of a match whose replay is kept. Each is drawn once as long as it is remembered, and
// one at a time, with a rest between.
func (s *site) picture(w http.ResponseWriter, r *http.Request) {
	m, whole, found, err := s.find(r.Context(), r.PathValue("key"))
	var drawn []byte
	if err == nil && found && whole {
		drawn, err = s.drawn(r.Context(), m)
	}
	switch {
	case err != nil:
		s.failed(w, r, err)
	case drawn == nil:
		http.Error(w, "there is no such picture", http.StatusNotFound)
	default:
		w.Header().Set("Content-Type", "image/png")
		w.Header().Set("Cache-Control", "private, max-age=86400, immutable") // another match has another address
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(drawn))
	}
}

// drawn returns the picture of a match, or nil if its replay is not kept.
func (s *site) drawn(ctx context.Context, m ref) ([]byte, error) {
	if kept, known := s.keptPicture(m); known {
		return kept, nil
	}
	leave, err := s.drawing.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	if kept, known := s.keptPicture(m); known { // it was drawn meanwhile
		return kept, nil
	}
	drawn, err := s.shows.viewer.Picture(ctx, m)
	if err != nil || drawn == nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pictures.put(m.Key, body{plain: drawn})
	return drawn, nil
}

func (s *site) keptPicture(m ref) ([]byte, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept, known := s.pictures.get(m.Key)
	return kept.plain, known
}

// pictured are the pictures of the matches to watch.
type pictured struct {
	next  time.Time               // when a match may be played again
	lacks bool                    // one may have its picture later
	asked map[store.Key]bool      // played again for it
	since map[store.Key]time.Time // when the matches to watch became that
}

// picture says which matches to watch have a picture, and has the others played again one by one, if the page may.
// Their replays are dropped when others are to be watched.
func (f *follower) picture(ctx context.Context, p *resultpage.Page) error {
	since := make(map[store.Key]time.Time)
	lacking := make(map[store.Key]ref)
	f.pictured.lacks = false
	for i := range p.Watch {
		w := &p.Watch[i]
		key, found, err := f.o.Archive.Store.KeyOf(ctx, f.t.ID, w.Match-1)
		if err != nil {
			return err
		}
		if !found {
			continue
		}
		if since[key] = f.clock(); !f.pictured.since[key].IsZero() {
			since[key] = f.pictured.since[key]
		}
		m := ref{Number: w.Match - 1, Key: key.String()}
		switch _, kept, err := f.o.Archive.Store.Replay(ctx, key); {
		case err != nil:
			return err
		case kept:
			w.Picture = m.address()
		case f.o.Pictures:
			lacking[key] = m
		}
	}
	f.pictured.since = since
	older := func(a, b store.Key) int { // which is the more likely to stay
		return cmp.Or(since[a].Compare(since[b]), lacking[a].Number-lacking[b].Number)
	}
	for _, key := range slices.SortedFunc(maps.Keys(lacking), older) {
		f.pictured.lacks = f.askFor(lacking[key], key) || f.pictured.lacks
	}
	return f.dropPictured(ctx, since)
}

// dropPictured drops the replays of matches that were played again for their pictures, unless those are watched.
func (f *follower) dropPictured(ctx context.Context, watched map[store.Key]time.Time) error {
	for key := range f.pictured.asked {
		if _, stays := watched[key]; stays {
			continue
		}
		if err := f.o.Archive.Store.DropReplay(ctx, key); err != nil {
			return err
		}
		delete(f.pictured.asked, key)
	}
	return nil
}

// askFor has a match played again, if it is time for one. It returns false if there will be no replay.
func (f *follower) askFor(m ref, key store.Key) bool {
	now := f.clock()
	if now.Before(f.pictured.next) {
		return true
	}
	state, room := f.site.shows.ask(m)
	if state.State == "failed" {
		return false // and the next one has its turn
	}
	if f.pictured.next = now.Add(pictureAgain); room {
		if f.pictured.asked == nil {
			f.pictured.asked = make(map[store.Key]bool)
		}
		f.pictured.asked[key] = true
	}
	return true
}
