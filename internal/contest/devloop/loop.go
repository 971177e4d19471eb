// Package devloop is an author's work on a bot: save it, and see what has become of it.
//
// A [Loop] watches the files of a bot. At each save it builds the bot, finds out how its commands differ from
// those of a build before it, and plays a few matches of both. Its news comes as [Event] values.
package devloop

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/watch"
	"github.com/botarena/arena/internal/contest"
	"github.com/botarena/arena/internal/contest/comparison"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/rerun"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

// Loop tries a bot at every save.
type Loop struct {
	Bot       string   // as it was typed
	Opponents []string // as they were typed; they have the other seats, in turn
	Finder    find.Finder
	Ignore    []string // files and folders that the arena itself writes

	Matches  contest.Run // how all matches are played; its entrants are filled in
	Confined *sandbox.Sandbox
	Question comparison.Question // its field is filled in
	Seed     uint64              // of the first match
	Most     int                 // matches at each save, in whole groups
	Time     time.Duration       // for these; a group that has begun is played to its end
	Moving   bool                // a build is compared with the last good one, and not with the first

	// Tell is told the news, by one goroutine at a time. Its error ends the work on a save.
	Tell func(Event) error

	saved watcher
	meet  func(ctx context.Context, list []find.Bot) ([]lineup.Entrant, error)
	rerun func(ctx context.Context, b find.Bot, r *replay.Replay, seat int) (rerun.Outcome, error)

	folder   string // of all copies
	field    []lineup.Entrant
	builds   int
	last     *Build // nil until one could be started
	baseline *Build // what a build is compared with; nil until there is one
}

// watcher tells when the bot was saved. See [watch.Watcher].
type watcher interface {
	Saved() <-chan struct{}
	Build(build func())
	Close() error
}

// errSaved is why a turn ends before its end.
var errSaved = errors.New("saved again")

// Run takes turns until ctx ends, which is no error: one at the start, and one at every save. It leaves
// nothing behind.
func (l *Loop) Run(ctx context.Context) (err error) {
	if l.folder, err = os.MkdirTemp("", "arena-dev-"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(l.folder)) }()
	if err := os.Chmod(l.folder, 0o755); err != nil { //nolint:gosec // a confined bot may run as another user
		return err
	}
	if err := l.watch(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.saved.Close()) }()
	if l.meet == nil {
		l.meet, l.rerun = l.meetBots, l.rerunBot
	}
	err = l.meetField(ctx)
	switch {
	case ctx.Err() != nil:
		return nil
	case err != nil:
		return err
	}
	return l.turns(ctx)
}

// watch begins to watch the files of the bot.
func (l *Loop) watch() error {
	if l.saved != nil {
		return nil
	}
	path, err := l.Finder.Locate(l.Bot)
	if err != nil {
		return err
	}
	watcher, err := watch.Watch(path, l.Ignore...)
	if err != nil {
		return safe.Errorf("%s can't be watched: %w", l.Bot, err)
	}
	l.saved = watcher
	return nil
}

// turns takes one turn after the other.
func (l *Loop) turns(ctx context.Context) error {
	for {
		saved, err := l.turnUntilSaved(ctx)
		switch {
		case ctx.Err() != nil:
			return nil //nolint:nilerr // that is how this ends
		case errors.Is(err, errSaved):
			err = l.Tell(Stopped{})
		case err != nil:
			err = l.Tell(Failed{err})
		}
		if err != nil {
			return err
		}
		if saved {
			continue
		}
		select {
		case <-l.saved.Saved():
		case <-ctx.Done():
			return nil
		}
	}
}

// turnUntilSaved takes a turn, and reports whether there was a save meanwhile. That stops
// the turn, unless it is that of the build with which others are to be compared.
func (l *Loop) turnUntilSaved(ctx context.Context) (saved bool, err error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	begins := l.baseline == nil
	ended := make(chan error, 1)
	go func() { ended <- l.turn(ctx) }()
	select {
	case err = <-ended:
		return false, err
	case <-l.saved.Saved():
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
func (l *Loop) turn(ctx context.Context) error {
	b, err := l.build(ctx)
	if err != nil || b == nil {
		return err
	}
	try := l.try
	if l.baseline == nil {
		try = l.playFirst
	}
	err = try(ctx, b)
	b.tried = err == nil
	return err
}

func (l *Loop) options() host.Options {
	return host.Options{Limits: l.Matches.Limits, Sandbox: l.Confined}
}

// meetBots starts bots, to see that they play the game, and who they are.
func (l *Loop) meetBots(ctx context.Context, list []find.Bot) ([]lineup.Entrant, error) {
	met, err := lineup.MeetFound(ctx, list, l.Matches.Setup.Game().Info(), l.options())
	return met.Entrants, err
}

// rerunBot gives a bot the States of a recorded match.
func (l *Loop) rerunBot(ctx context.Context, b find.Bot, r *replay.Replay, seat int) (rerun.Outcome, error) {
	started, err := lineup.Start(ctx, []find.Bot{b}, l.Matches.Setup.Game().Info(), l.options())
	if err != nil {
		return rerun.Outcome{}, err
	}
	defer started.Close()
	return rerun.Run(ctx, r, seat, started.Match()[0])
}
