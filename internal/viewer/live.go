package viewer

import (
	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/replay"
)

// Live is the feed of a match that is being played. It is a [match.Watcher].
type Live struct {
	Feed    *Feed
	encoder *encoder
	log     scene.Log
	scene   scene.Scene // before the next round
	call    caller
}

// NewLive begins the feed of a match that has not begun. It watches the match's
// log.
func NewLive(m engine.Match, h replay.Header) *Live {
	show := newShow(m, h)
	l := &Live{encoder: newEncoder(show.Legend), scene: show.Scenes[0], call: callers(show.Players)}
	head := l.encoder.begin(show)
	head.Live = true
	l.Feed = newFeed(head)
	m.Watch(&l.log)
	return l
}

// Round implements [match.Watcher].
func (l *Live) Round(m engine.Match, r match.Round) {
	after := m.Scene()
	l.Feed.add(l.encoder.round(l.scene, after, happened(l.log, r, l.call)))
	l.scene = after
}

// End says that the match is over: played to its end, or, with the reason, not.
func (l *Live) End(stopped error) {
	why := ""
	if stopped != nil {
		why = stopped.Error()
	}
	l.Feed.end(stopped == nil, why)
}

var _ match.Watcher = (*Live)(nil)
