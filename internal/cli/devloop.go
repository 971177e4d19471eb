package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/bots"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/host"
	"github.com/botarena/arena/internal/sandbox"
	"github.com/botarena/arena/internal/saves"
)

// dev is the loop of an author: save, and see what has become of it.
type dev struct {
	s        *program
	o        *devOptions
	setup    engine.Setup
	limits   host.Limits
	confined *sandbox.Sandbox
	folder   string // of all copies
	saves    *saves.Watcher
	field    []lineup.Entrant

	listener net.Listener // nil if nothing is shown
	stage    *stage       // nil until something is shown

	seed     uint64 // of the next match
	builds   int
	last     *build // nil until one could be started
	baseline *build // what a build is compared with; nil until there is one
}

// errSaved is why a turn ends before its end.
var errSaved = errors.New("saved again")

// loop takes turns until ctx ends: one at the start, and one at every save.
func (d *dev) loop(ctx context.Context) error {
	for {
		saved, err := d.turnUntilSaved(ctx)
		d.s.err.clear()
		switch {
		case ctx.Err() != nil:
			return nil //nolint:nilerr // Ctrl-C is how this ends
		case errors.Is(err, errSaved):
			fmt.Fprintln(d.s.out, "saved again: stopped")
		case err != nil:
			report(d.s.err, err)
		}
		if saved {
			continue
		}
		select {
		case <-d.saves.Saved():
		case <-ctx.Done():
			return nil
		}
	}
}

// turnUntilSaved takes a turn, and reports whether there was a save meanwhile. That stops
// the turn, unless it is that of the build with which others are to be compared.
func (d *dev) turnUntilSaved(ctx context.Context) (saved bool, err error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	begins := d.baseline == nil
	ended := make(chan error, 1)
	go func() { ended <- d.turn(ctx) }()
	select {
	case err = <-ended:
		return false, err
	case <-d.saves.Saved():
	}
	if begins {
		return true, <-ended
	}
	stop(errSaved)
	if err = <-ended; err != nil {
		err = errSaved // however that is told
	}
	return true, err
}

// turn builds the bot, and tries the build.
func (d *dev) turn(ctx context.Context) error {
	b, err := d.build(ctx)
	if err != nil || b == nil {
		return err
	}
	try := d.try
	if d.baseline == nil {
		try = d.playFirst
	}
	err = try(ctx, b)
	b.tried = err == nil
	return err
}

func (d *dev) finder() bots.Finder {
	finder := d.o.from.finder()
	finder.Game = d.setup.Game().Info().Name
	return finder
}

func (d *dev) hostOptions() host.Options {
	return host.Options{Limits: d.limits, Sandbox: d.confined}
}

// close ends what was begun. The copies may be in use until then.
func (d *dev) close() error {
	var closed []error
	if d.saves != nil {
		closed = append(closed, d.saves.Close())
	}
	if d.stage != nil {
		d.stage.close()
		closed = append(closed, <-d.stage.served)
	} else if d.listener != nil {
		closed = append(closed, d.listener.Close())
	}
	if d.folder != "" {
		closed = append(closed, os.RemoveAll(d.folder))
	}
	return errors.Join(closed...)
}
