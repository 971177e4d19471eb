package cli

import (
	"context"
	"fmt"
	"io"
	"net"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/replay"
	"github.com/botarena/arena/internal/viewer"
)

// audience is whoever watches a match while it is played, or nobody.
type audience struct {
	flags    *watchFlags
	listener net.Listener // nil: nobody may
	live     *viewer.Live // once the match begins
	stage    *stage
}

// newAudience takes the address, so that a wrong one is known before anything
// else is begun.
func newAudience(f *watchFlags) (*audience, error) {
	listener, err := f.open()
	if err != nil {
		return nil, err
	}
	return &audience{flags: f, listener: listener}, nil
}

// watchers opens the doors before the first round.
func (a *audience) watchers(ctx context.Context, told io.Writer, m engine.Match, h replay.Header) []match.Watcher {
	if a.listener == nil {
		return nil
	}
	a.live = viewer.NewLive(m, h)
	a.stage = a.flags.serve(ctx, a.listener, a.live.Feed)
	fmt.Fprintf(told, "watch it at %s\n", a.stage.address)
	a.flags.invite(told, a.stage)
	return []match.Watcher{a.live}
}

// end tells the audience that the match is over.
func (a *audience) end(stopped error) {
	if a.live != nil {
		a.live.End(stopped)
	}
}

// stay lets the audience look at the match until we are told to end. What failed
// is said before.
func (a *audience) stay(ctx context.Context, told io.Writer, failed error) error {
	if a.stage == nil {
		return failed
	}
	if failed != nil {
		report(told, failed)
		failed = errTold
	} else {
		fmt.Fprintf(told, "the match stays at %s until Ctrl-C\n", a.stage.address)
	}
	if err := a.stage.wait(ctx); err != nil {
		return err
	}
	return failed
}

// close frees the address if the match never began.
func (a *audience) close() {
	if a.listener != nil {
		_ = a.listener.Close() // the stage, if there was one, has done so
	}
}
