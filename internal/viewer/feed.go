package viewer

import (
	"encoding/json"
	"slices"
	"sync"
)

// Feed is a match as spectators are given it: each round is encoded once, and
// every spectator reads from there at its own pace. What writes to it never waits
// for them.
type Feed struct {
	mu     sync.Mutex
	match  Match // without its rounds
	rounds []json.RawMessage
	more   chan struct{} // closed when there is more, and replaced
}

// NewFeed returns a feed of a match that is over.
func NewFeed(s *Show) *Feed {
	match := Encode(s)
	f := newFeed(match)
	for _, r := range match.Played {
		f.rounds = append(f.rounds, mustJSON(r))
	}
	return f
}

func newFeed(m Match) *Feed {
	m.Played = nil
	return &Feed{match: m, more: make(chan struct{})}
}

// mustJSON is for our own types, which have nothing that JSON lacks.
func mustJSON(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

// add adds the next round.
func (f *Feed) add(r Round) {
	text := mustJSON(r)
	f.change(func() { f.rounds = append(f.rounds, text) })
}

// end says that there will be no more rounds.
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

// title names the match, for the page.
func (f *Feed) title() string { return title(f.match.Title, f.match.Players) }

// whole is the match as it stands, as JSON.
func (f *Feed) whole() []byte {
	f.mu.Lock()
	m, rounds := f.match, slices.Clip(f.rounds)
	f.mu.Unlock()
	if rounds == nil {
		rounds = []json.RawMessage{}
	}
	return mustJSON(struct {
		Match
		Played []json.RawMessage `json:"played"` // in the place of the match's
	}{m, rounds})
}

// from returns the rounds from a number on. If there are none yet, wait is closed
// when there may be; it is nil if there won't be any.
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

// ending is what is told last.
func (f *Feed) ending() Ending {
	f.mu.Lock()
	defer f.mu.Unlock()
	return Ending{f.match.Ended, f.match.Damage}
}
