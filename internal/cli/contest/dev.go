package contest

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/comparison"
	"github.com/botarena/arena/internal/contest/devloop"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/match/library"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/web/viewer"

	"github.com/botarena/arena/internal/cli/shell"
)

type devOptions struct {
	playOptions
	typed   string   // the bot
	field   []string // its opponents
	by      comparison.By
	matches int // of each series
	limit   time.Duration
	against against
	output  string // file for the replay of the match to look at
	view    bool
	watch   shell.WatchFlags
}

// NewDev returns the command arena dev.
func NewDev(s *shell.Shell) *cobra.Command {
	o := &devOptions{}
	c := &cobra.Command{
		Use:   "dev GAME BOT [OPPONENT...]",
		Short: "Try a bot at every save: is it better now?",
		Long: `Try a bot at every save. The arena watches the file or the folder of the bot. When you
have saved, it builds the bot and tells:

  what the compiler says, if the bot does not build; then the last build stays
  in which round of a recorded match its commands first differ from those of the
  build it is compared with, which is the one at the start
  in how many pairs it is ahead of that build, over a few matches in which both take
  part, with the seats exchanged; OPPONENTS have the other seats, in turn
  new faults, with their reports

Each series has seeds of its own, and stops as soon as there is an answer, which is
false with a chance of 5 % at most, as that of arena compare: of twenty saves that change
nothing, expect one at most. Most changes are too small for an answer in seconds; -n and
--for give them more time. A save during a series stops it, and begins anew.

With --against last, a build is compared with the last good one before it: one that
played its series to the end, without a fault that the one before did not have.

The match to look at is kept in the folder matches: one with a new fault, else the one
that the new build lost by most. On a terminal it is shown in the browser as well, and
the page changes with it.

You can save at any time, as it compares copies. Ctrl-C ends it, and leaves nothing but
that file and the reports.`,
		Example: `  arena dev orkisland zorg
  arena dev orkisland zorg demo dummy -n 40 --for 30s`,
		Args:              shell.WantArgs(2, -1),
		ValidArgsFunction: s.CompleteGame(shell.CompleteBots),
		RunE: func(c *cobra.Command, args []string) error {
			o.Game, o.typed, o.field = args[0], args[1], args[2:]
			return runDev(c, s, o)
		},
	}
	f := c.Flags()
	o.Setup.Register(s, c, "`SEED` of the first match (default: drawn at random)")
	o.From.Register(c)
	o.registerJobs(c)
	f.IntVarP(&o.matches, "matches", "n", 60, "play `N` matches at each save, at most")
	f.DurationVar(
		&o.limit, "for", 10*time.Second, "`TIME` for the matches at each save; one that has begun is played to its end")
	o.against = againstStart
	againstWhat.Register(c, &o.against, "against", "compare with this `BUILD`: %s")
	registerBy(c, &o.by)
	f.StringVarP(&o.output, "output", "o", shell.InMatches,
		"`FILE` for the replay of the match to look at; \"none\" writes none (default: a new one in matches)")
	f.BoolVar(&o.view, "view", false, "show the match to look at in the browser (default: on a terminal)")
	o.watch.Register(s, c)
	return c
}

// against says what a build is compared with.
type against string

const (
	againstStart against = "start"
	againstLast  against = "last"
)

var againstWhat = shell.Enum[against]{
	Values: []against{againstStart, againstLast},
	Notes:  map[against]string{againstStart: "that at the start", againstLast: "the last good one"},
}

// Check checks the flags that have nothing to do with bots.
func (o *devOptions) Check(c *cobra.Command, s *shell.Shell) error {
	switch {
	case o.matches < comparison.MatchesOfGroup:
		return shell.Misused("-n 20", "--matches: %d is less than a group of %d matches", o.matches,
			comparison.MatchesOfGroup)
	case o.limit <= 0:
		return shell.Misused("--for 10s", "--for: %v is not more than zero", o.limit)
	}
	if !c.Flags().Changed("view") {
		o.view = s.Err.Terminal
	}
	if err := o.negative(); err != nil {
		return err
	}
	return o.Setup.Seed.Draw()
}

// question returns the question to the matches of a series.
func (o *devOptions) question() comparison.Question {
	return comparison.Question{By: o.by, Margin: comparison.UsualMargin, Field: len(o.field)}
}

// most returns of how many matches whole groups can be played.
func (o *devOptions) most() int { return o.matches - o.matches%comparison.MatchesOfGroup }

// runDev runs the loop until Ctrl-C.
func runDev(c *cobra.Command, s *shell.Shell, o *devOptions) error {
	setup, err := o.SetupFor(s)
	if err != nil {
		return err
	}
	if err := fits(o.question(), setup, o.field); err != nil {
		return err
	}
	if err := o.Check(c, s); err != nil {
		return err
	}
	work, err := o.loop(s, setup)
	if err != nil {
		return err
	}
	d := &dev{s: s, o: o}
	if o.view {
		if d.listener, err = o.watch.Open(); err != nil {
			return err
		}
	}
	work.Tell = func(e devloop.Event) error { return d.tell(c.Context(), e) }
	err = work.Run(c.Context())
	s.Err.Clear()
	return errors.Join(err, d.Close())
}

// loop returns the loop that was typed.
func (o *devOptions) loop(s *shell.Shell, setup engine.Setup) (*devloop.Loop, error) {
	options, err := o.From.Host()
	if err != nil {
		return nil, err
	}
	return &devloop.Loop{
		Bot: o.typed, Opponents: o.field, Finder: o.From.Finder(),
		Ignore:  []string{cmp.Or(o.output, library.Folder), o.faults.Dir}, // which may be in the folder of the bot
		Matches: o.run(s, setup, options, series.KeepAll), Confined: options.Sandbox, Question: o.question(),
		Seed: o.Setup.Seed.Value, Most: o.most(), Time: o.limit, Moving: o.against == againstLast,
	}, nil
}

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
