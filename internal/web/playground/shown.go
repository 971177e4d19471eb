package playground

import (
	"encoding/json"
	"errors"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/web/viewer/pagedata"
)

// shown is what is seen of a match while it is played.
type shown struct {
	*pagedata.Live
	begun  pagedata.Match
	rounds []pagedata.Round // that the page has not been given yet
}

// newShown returns what is seen of a match that has not begun.
func newShown(m engine.Match, h replay.Header) *shown {
	s := &shown{rounds: []pagedata.Round{}}
	s.Live, s.begun = pagedata.NewLive(m, h, func(r pagedata.Round) { s.rounds = append(s.rounds, r) })
	return s
}

// errNotShown is the error of whoever wants to see a match that was not begun for that.
var errNotShown = errors.New("the match is not shown")

// Page returns the match that was begun last, for the page that shows it: a [pagedata.Match] without rounds, as JSON.
func (r *Room) Page() ([]byte, error) {
	if r.session == nil || r.session.shown == nil {
		return nil, errNotShown
	}
	return json.Marshal(r.session.shown.begun)
}

// Rounds returns the rounds of that match that were played since the last call: a list of [pagedata.Round], as JSON.
func (r *Room) Rounds() ([]byte, error) {
	if r.session == nil || r.session.shown == nil {
		return nil, errNotShown
	}
	rounds := r.session.shown.rounds
	r.session.shown.rounds = []pagedata.Round{}
	return json.Marshal(rounds)
}
