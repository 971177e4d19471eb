package match

import (
	"context"
	"fmt"
	"io"
	"net"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/process/written"
	"github.com/botarena/arena/internal/web/viewer"

	"github.com/botarena/arena/internal/cli/shell"
)

// audience is all who watch a match while it is played; it may be empty.
type audience struct {
	flags    *shell.WatchFlags
	listener net.Listener // nil if nobody may watch
	live     *viewer.Live // nil until the match begins
	stage    *shell.Stage
}

// newAudience opens the address. It is called before anything else begins, so that
// a wrong address is reported at once.
func newAudience(f *shell.WatchFlags) (*audience, error) {
	listener, err := f.Open()
	if err != nil {
		return nil, err
	}
	return &audience{flags: f, listener: listener}, nil
}

// Watchers starts serving the page, before the first round, or shows it another match.
func (a *audience) Watchers(ctx context.Context, told io.Writer, m engine.Match, h replay.Header) []match.Watcher {
	if a.listener == nil {
		return nil
	}
	a.live = viewer.NewLive(m, h)
	if a.stage != nil { // the page goes on with another match
		a.stage.Server.Show(a.live.Feed)
		return []match.Watcher{a.live}
	}
	a.stage = a.flags.Serve(ctx, a.listener, a.live.Feed)
	fmt.Fprintf(told, "watch it at %s\n", a.stage.Address)
	if a.flags.Seat != nil {
		fmt.Fprintf(told, "play it at %s?%s\n", a.stage.Address, a.flags.Seat.Query())
		fmt.Fprintln(told, "the match waits for you; Ctrl-C ends it")
	}
	a.flags.Invite(told, a.stage)
	return []match.Watcher{a.live}
}

// end tells the audience that the match is over, and which files of the bots were kept.
func (a *audience) end(stopped error, kept []written.Seat) {
	if a.live != nil {
		a.live.Kept(kept)
		a.live.End(stopped)
	}
}

// stay serves the page until ctx ends, for an audience that looks at the match
// afterwards. It reports the error of the match first.
func (a *audience) stay(ctx context.Context, told io.Writer, failed error) error {
	if a.stage == nil {
		return failed
	}
	if failed != nil {
		shell.Report(told, failed)
		failed = shell.ErrTold
	} else {
		fmt.Fprintf(told, "the match stays at %s until Ctrl-C\n", a.stage.Address)
	}
	if err := a.stage.Wait(ctx); err != nil {
		return err
	}
	return failed
}

// Close frees the address if the match never began.
func (a *audience) Close() {
	if a.listener != nil {
		_ = a.listener.Close() // a stage has closed it already
	}
}
