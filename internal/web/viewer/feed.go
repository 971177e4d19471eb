package viewer

import (
	"encoding/json"
	"slices"
	"sync"

	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/web/viewer/pagedata"
)

// Feed is a match as sent to spectators. Each round is encoded once, and every
// spectator reads it at its own pace; the match never waits for a spectator.
type Feed struct {
	mu     sync.Mutex
	match  pagedata.Match // without its rounds
	rounds []json.RawMessage
	more   chan struct{} // closed and replaced when there is more
}

// NewFeed returns the feed of a match that is over.
func NewFeed(s *story.Story) *Feed {
	match := pagedata.Encode(s)
	f := newFeed(match)
	for _, r := range match.Played {
		f.rounds = append(f.rounds, mustJSON(r))
	}
	return f
}

func newFeed(m pagedata.Match) *Feed {
	m.Played = nil
	return &Feed{match: m, more: make(chan struct{})}
}

// mustJSON encodes our own types, which JSON can always represent.
func mustJSON(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

// add adds the next round.
func (f *Feed) add(r pagedata.Round) {
	text := mustJSON(r)
	f.change(func() { f.rounds = append(f.rounds, text) })
}

// end tells spectators that there will be no more rounds.
func (f *Feed) end(ended bool, damage string) {
	f.change(func() { f.match.Live, f.match.Ended, f.match.Damage = false, ended, damage })
}

func (f *Feed) change(by func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	by()
	close(f.more)
	f.more = make(chan struct{})
}

// title returns the title of the page.
func (f *Feed) title() string { return title(f.match.Title, f.match.Players) }

// whole returns the match so far as JSON, with its number if another may follow.
func (f *Feed) whole(number int) []byte {
	f.mu.Lock()
	m, rounds := f.match, slices.Clip(f.rounds)
	f.mu.Unlock()
	m.Number = number
	if rounds == nil {
		rounds = []json.RawMessage{}
	}
	return mustJSON(struct {
		pagedata.Match
		Played []json.RawMessage `json:"played"` // instead of the match's
	}{m, rounds})
}

// from returns the rounds from a number on. If there are none yet, wait will be closed
// when there may be some; it is nil if there will never be any.
func (f *Feed) from(number int) (rounds []json.RawMessage, wait <-chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if number < len(f.rounds) {
		return slices.Clip(f.rounds[number:]), nil
	}
	if !f.match.Live {
		return nil, nil
	}
	return nil, f.more
}

// ending returns the last event of spectators.
func (f *Feed) ending() pagedata.Ending {
	f.mu.Lock()
	defer f.mu.Unlock()
	return pagedata.Ending{Ended: f.match.Ended, Damage: f.match.Damage, Kept: f.match.Kept}
}
