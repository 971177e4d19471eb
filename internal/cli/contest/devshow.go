package contest

import (
	"bytes"
	"context"
	"fmt"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/match/library"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/web/viewer"

	"github.com/botarena/arena/internal/cli/shell"
)

// Show puts a match where it can be looked at.
func (d *dev) Show(ctx context.Context, m series.Match, why string) error {
	file := ""
	if d.o.output != shell.NoReplay {
		path, err := shell.KeepIn(d.o.output, library.Name{Game: d.o.Game, Seed: m.Seed})
		if err == nil {
			err = shell.WriteWhole(path, m.Replay)
		}
		if err != nil {
			return err
		}
		file = ": " + safe.Name(path)
	}
	fmt.Fprintf(d.s.Out, "to look at%s, seed %d, %s\n", file, m.Seed, why)
	if d.listener == nil {
		return nil
	}
	read, err := replay.Read(bytes.NewReader(m.Replay), d.s.Games)
	if err != nil {
		return err
	}
	shown, err := story.FromReplay(read)
	if err != nil {
		return err
	}
	d.stageMatch(ctx, viewer.NewFeed(shown))
	return nil
}

// stageMatch shows a match on the page, in place of the last one.
func (d *dev) stageMatch(ctx context.Context, feed *viewer.Feed) {
	if d.stage != nil {
		d.stage.Server.Show(feed)
		return
	}
	watch := &d.o.watch
	server := viewer.NewServer(feed, watch.Games, watch.Listen, d.listener.Addr())
	server.Show(feed) // so that the page expects others
	d.stage = watch.ServeBy(ctx, d.listener, server)
	fmt.Fprintf(d.s.Err, "watch it at %s\n", d.stage.Address)
	watch.Invite(d.s.Err, d.stage)
}
