package admission

import (
	"context"
	"encoding/hex"

	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/league/wire"
)

// Bound says how large a submission may be, and how much stays of those that were refused.
func (i *Inbox) Bound(largest, refused int64, files, refusals int) {
	i.largest, i.refused = bound{files, largest}, bound{refusals, refused}
}

// Decide lets a submission in, or moves it to those that were refused.
func (i *Inbox) Decide(ctx context.Context, sub Submission, as Examined, c Reporter) error {
	return i.decide(ctx, sub, as, c)
}

// Quiet is how long a submission must not have changed to be whole.
const Quiet = quiet

// MostFates is of how many submissions it is known what became of them.
const MostFates = mostFates

// WireName is the name in the inbox of something from the network.
func WireName(digest wire.Digest) string { return hex.EncodeToString(digest[:16]) + botfile.Ending }

// What a door asks the desk.
var (
	FateOf  = (*Desk).fate
	Take    = (*Desk).take
	Backlog = (*Desk).backlog
)

// MayPlayBeside finds out whether a bot may play beside others.
var MayPlayBeside = Submission.mayPlayBeside
