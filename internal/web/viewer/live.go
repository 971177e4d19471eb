package viewer

import (
	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/process/written"
	"github.com/botarena/arena/internal/web/viewer/pagedata"
)

// Live is the feed of a match that is being played. It is a [match.Watcher].
type Live struct {
	Feed *Feed
	*pagedata.Live
}

// NewLive returns the feed of a match that has not begun, and makes the match write its
// log for it.
func NewLive(m engine.Match, h replay.Header) *Live {
	l := &Live{}
	rounds, head := pagedata.NewLive(m, h, func(r pagedata.Round) { l.Feed.add(r) })
	l.Live, l.Feed = rounds, newFeed(head)
	return l
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
