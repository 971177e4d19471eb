package pagedata

import (
	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/story"
)

// Live encodes a match while it is played. It is a [match.Watcher].
type Live struct {
	encoder *Encoder
	log     scene.Log
	scene   scene.Scene // before the next round
	tell    func(Round)
}

// NewLive returns a match that has not begun, as the page gets it, and what tells each of its rounds. The match writes
// its log for that from then on.
func NewLive(m engine.Match, h replay.Header, tell func(Round)) (*Live, Match) {
	begun := story.New(m, h)
	l := &Live{
		encoder: NewEncoder(begun.Legend), scene: begun.Scenes[0], log: scene.Log{Names: begun.Labels()}, tell: tell,
	}
	head := l.encoder.Begin(begun)
	head.Live = true
	m.Watch(&l.log)
	return l, head
}

// Round implements [match.Watcher].
func (l *Live) Round(m engine.Match, r match.Round) {
	after := m.Scene()
	l.tell(l.encoder.Round(l.scene, after, story.Happened(l.log, r)))
	l.scene = after
}

var _ match.Watcher = (*Live)(nil)
