package league

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/admission"
	"github.com/botarena/arena/internal/process/sandbox"

	"github.com/botarena/arena/internal/cli/shell"
)

type serveOptions struct {
	folder  string
	jobs    int
	matches int
	during  time.Duration
	page    pageOptions
	hook    hookOption
	from    shell.BotFlags
	build   bool // what comes by the inbox
	sources bool // of others are kept
	metrics string
	log     logForm
	net     netOptions
	desk    *admission.Desk
	checks  float64 // negative if they stay as they are
	quotas  quotaFlags
	backups backupFlags
	keep    keepRule
	short   shortage
	typed   *pflag.FlagSet // of the conditions, only those that were typed change
}

func newLeagueServe(s *shell.Shell) *cobra.Command {
	o := &serveOptions{}
	c := &cobra.Command{
		Use:   "serve FOLDER",
		Short: "Play the matches of a league",
		Long: `Play the matches of a league, until Ctrl-C, or as long as --for or -n says. Each match
is kept as soon as it was played, so the league goes on where it was, however it ended.

Bots may join and leave meanwhile, by arena league add and arena league remove. A bot put
into FOLDER/inbox is checked and joins as well; a refused one is moved to inbox/refused,
with a text beside it that says why. A file counts when it has not changed
for two seconds. It must be a program, a script, a .wasm file or a package: sources are
built with --build alone, by compilers that have no more rights than a bot: no files but the
bot's and the SDK, no network. With --sandbox none, they can do what you can.

` + sandbox.StrangersRule + `
Bots that you have added count as yours, except packages that another key has signed.

A match that could not be played five times is marked, and the others go on.

With --listen or --nats, workers on other machines play as well; arena league invite
makes the line by which one joins. Then -j 0 plays nothing on this machine. --http serves a
page meanwhile, with the table, all matches and the viewer; /healthz there tells whether
all is well, as arena league health does. With --name, it can be reached by that name, too,
as by a web server in front that has TLS: docs/operating.md has settings for two. --play
serves a playground beside it, as arena site SITE --playground has written one: whoever has
a link of arena league people or invite --submit writes bots there, and submits them. Without
--http, nobody can: bots come by arena league add, or into FOLDER/inbox.

--hook posts an event as JSON for each match and each bot that joins or leaves.

--metrics serves what an operator watches: /metrics for Prometheus, /healthz with JSON, and
a page of the league's health. It names no bot and no worker, and has no password. With
--log json, messages on standard error are lines of JSON, with one for each request.`,
		Example: `  arena league serve tuesdays
  arena league serve tuesdays --http 127.0.0.1:8080
  arena league serve tuesdays --http 127.0.0.1:8080 --name course.school.edu
  arena league serve tuesdays -j 2 --for 90m
  arena league serve tuesdays -j 0 --listen :4222
  arena league serve tuesdays --metrics 127.0.0.1:9464 --log json`,
		Args:              shell.WantArgs(1, 1),
		ValidArgsFunction: completeLeague(nil),
		RunE: func(c *cobra.Command, args []string) error {
			o.folder, o.net.only = args[0], c.Flags().Changed("jobs") && o.jobs == 0
			if !c.Flags().Changed(checksFlag) {
				o.checks = -1
			} else if err := mayBeChecks(o.checks); err != nil {
				return err
			}
			if o.log == logJSON {
				s.Err.LogJSON()
			}
			return s.LogError(o.run(c.Context(), s))
		},
	}
	o.from.RegisterDir(c)
	shell.Must(c.Flags().MarkHidden("bots")) // they are in the folder
	o.from.RegisterSandbox(c)
	o.from.RegisterStored(c)
	o.net.Register(c)
	c.Flags().IntVarP(&o.jobs, "jobs", "j", 0, "play `N` matches at a time; 0 means one per processor")
	c.Flags().IntVarP(&o.matches, "matches", "n", 0, "end when the league has `N` matches; 0 means never")
	registerChecks(c, &o.checks)
	o.quotas.Register(c)
	o.backups.Register(c)
	registerKeep(c, &o.keep)
	o.typed = c.Flags()
	c.Flags().DurationVar(&o.during, "for", 0, "end after this `TIME`; 0 means never")
	o.page.Register(c)
	o.hook.Register(c)
	o.registerWatching(c)
	c.Flags().BoolVar(&o.build, "build", false, "build sources that are put into the inbox, confined as bots are")
	c.Flags().BoolVar(&o.sources, "keep-sources", false, "keep the sources that are handed in or built, for their authors")
	return c
}

func (o *serveOptions) Check() error {
	switch {
	case o.jobs < 0:
		return shell.Misused("-j 0 plays one match per processor", "--jobs: %d is negative", o.jobs)
	case o.matches < 0:
		return shell.Misused("-n 1000", "--matches: %d is negative", o.matches)
	case o.during < 0:
		return shell.Misused("--for 90m", "--for: %v is negative", o.during)
	case o.jobs == 0:
		o.jobs = runtime.NumCPU()
	}
	return cmp.Or(o.quotas.Check(), o.backups.Check(o.typed), o.net.Check(), o.page.Check(), o.hook.Check())
}

// errTime ends a league whose time is over.
var errTime = errors.New("its time is over")

func (o *serveOptions) run(ctx context.Context, s *shell.Shell) error {
	if err := o.Check(); err != nil {
		return err
	}
	if o.during > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeoutCause(ctx, o.during, errTime)
		defer stop()
	}
	l, err := opened(s, ctx, o.folder, store.Options{Short: func() { o.short.tell(s) }})
	if err != nil {
		return unlessEnded(ctx, err)
	}
	lock, err := l.Folder.Lock()
	if err != nil {
		return errors.Join(errServed(o.folder, err), l.Close())
	}
	defer lock.Close() //nolint:errcheck // nothing was written
	err = l.Confine(&o.from)
	if err == nil {
		err = o.Serve(ctx, s, l)
	}
	s.Err.Clear()
	return errors.Join(unlessEnded(ctx, err), l.Close())
}

// unlessEnded returns nil instead of an error that is there as the user or the time has ended the league, however soon:
// a question to the store just then has that error, too.
func unlessEnded(ctx context.Context, err error) error {
	if ended := ctx.Err(); ended != nil {
		for _, by := range []error{ended, context.Cause(ctx), context.Canceled} {
			if errors.Is(err, by) {
				return nil
			}
		}
	}
	return err
}

// change changes those conditions of the league that were typed. They stay if what else was typed is wrong.
func (o *serveOptions) change(ctx context.Context, l *openLeague) error {
	if o.checks >= 0 {
		err := l.Store.SetChecks(ctx, l.ID, o.checks)
		if err == nil {
			err = l.changed(ctx, checksFlag, fmt.Sprint(o.checks), fmt.Sprint(l.Checks))
		}
		if err != nil {
			return err
		}
	}
	if err := o.keep.change(ctx, l, o.typed); err != nil {
		return err
	}
	return o.quotas.change(ctx, l, o.typed)
}

// Serve plays until the league has its matches, or ctx is done.
func (o *serveOptions) Serve(ctx context.Context, s *shell.Shell, l *openLeague) error {
	finder := o.from.Finder()
	finder.Game = l.Game
	if err := l.verifyBots(ctx, finder); err != nil {
		return err
	}
	letIn, err := l.letIn(s, o.from)
	if err != nil {
		return err
	}
	letIn.KeepSources = o.sources
	o.desk, o.page.builds, o.page.plays = admission.NewDesk(l.Folder), o.build, !o.net.only
	page, err := o.page.Serve(ctx, s, l, o.from, o.desk)
	if err != nil {
		return err
	}
	defer o.backups.begin(ctx, s, l)()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	health := l.health()
	defer l.watchHealth(ctx, s, page, health)()
	watched, err := o.serveVitals(ctx, s, l, health)
	if err != nil {
		return errors.Join(err, page.Close())
	}
	defer watched.Close() //nolint:errcheck // nothing depends on it
	over, there, err := o.transport(ctx, s, l, finder)
	if err != nil {
		return errors.Join(err, page.Close())
	}
	if err = o.change(ctx, l); err != nil {
		return errors.Join(err, over.Close(), page.Close())
	}
	if there != nil {
		o.net.welcome(s, l, there)
	}
	o.tellWhoPlays(watched, health, remoteOf(there))
	var inbox sync.WaitGroup
	inbox.Go(func() { o.watchInbox(ctx, s, letIn, l.Name) })
	if o.page.plays && page != nil {
		inbox.Go(func() { o.playChallenges(ctx, s, l, finder) })
	}
	told := &leagueTeller{s: s, l: l, short: &o.short}
	hooked := o.hook.begin(ctx, s, l)
	defer hooked.close()
	run := league.Run{
		Store: l.Store, Folder: l.Folder, Games: s.Games, Transport: over, Matches: o.matches, Tell: func(e league.Event) {
			told.tell(e)
			hooked.tell(e)
		},
	}
	if watched != nil {
		run.Observer = watched.vitals
	}
	if page != nil {
		run.Plays = o.page.now.set
	}
	err = errors.Join(run.Play(ctx), page.Close())
	stop()
	err = errors.Join(err, over.Close())
	inbox.Wait()
	s.Err.Clear()
	fmt.Fprintf(s.Out, "%s: %s played\n", l.Name, safe.Count(told.played, "match"))
	return err
}

// verifyBots returns an error if a bot that plays can't be started any more.
func (l *openLeague) verifyBots(ctx context.Context, finder find.Finder) error {
	err := l.VerifyBots(ctx, finder)
	if gone := new(league.GoneError); errors.As(err, &gone) {
		return hint.With(err, safe.Shell("arena", "league", "remove", l.typed, gone.Name.Raw())+" lets it go")
	}
	return err
}

// againTime is after how long it is told again that too many files are open.
const againTime = time.Minute

// shortage tells that too many files are open. Several goroutines may do so.
type shortage struct {
	mu   sync.Mutex
	last time.Time
}

func (t *shortage) tell(s *shell.Shell) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.last.IsZero() && time.Since(t.last) < againTime {
		return
	}
	t.last = time.Now()
	const text = "too many files are open; the league waits until there are fewer"
	if log := s.Err.Logger(); log != nil {
		log.Warn(text)
		return
	}
	fmt.Fprintf(s.Err, "warning: %s\nhint: %s\n", text, hint.OfFiles(syscall.EMFILE))
}
