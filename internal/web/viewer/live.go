package viewer

import (
	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/process/written"
	"github.com/botarena/arena/internal/web/viewer/pagedata"
)

// Live is the feed of a match that is being played. It is a [match.Watcher].
type Live struct {
	Feed    *Feed
	encoder *pagedata.Encoder
	log     scene.Log
	scene   scene.Scene // before the next round
}

// NewLive returns the feed of a match that has not begun, and makes the match write its
// log for it.
func NewLive(m engine.Match, h replay.Header) *Live {
	begun := story.New(m, h)
	l := &Live{encoder: pagedata.NewEncoder(begun.Legend), scene: begun.Scenes[0], log: scene.Log{Names: begun.Labels()}}
	head := l.encoder.Begin(begun)
	head.Live = true
	l.Feed = newFeed(head)
	m.Watch(&l.log)
	return l
}

// Round implements [match.Watcher].
func (l *Live) Round(m engine.Match, r match.Round) {
	after := m.Scene()
	l.Feed.add(l.encoder.Round(l.scene, after, story.Happened(l.log, r)))
	l.scene = after
}

// Kept tells spectators which files of the bots were kept, and where. It comes before End.
func (l *Live) Kept(files []written.Seat) {
	l.Feed.change(func() { l.Feed.match.Kept = pagedata.EncodeKept(files) })
}

// End tells spectators that the match is over. It takes the reason if the match was
// stopped before its end, and nil otherwise.
func (l *Live) End(stopped error) {
	why := ""
	if stopped != nil {
		why = stopped.Error()
	}
	l.Feed.end(stopped == nil, why)
}

var _ match.Watcher = (*Live)(nil)
