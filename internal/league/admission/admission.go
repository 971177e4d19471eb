// Package admission lets bots into a league.
//
// A [Submission] comes from the organiser, by the inbox, or over the network. [Admission.Admit] finds out
// whether the league takes it: whether it may have its name, is newer than what had that name, starts, plays
// the game, and is better than the bot at the gate. If not, the error is a *[Refusal], which has the reason
// and what to do about it as fields, so that each reader is told in words of their own.
//
// Other errors are the league's own trouble, and may name files of the organiser's. [ForOutside] keeps them
// from everybody else.
package admission

import (
	"context"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/check"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest"
	"github.com/botarena/arena/internal/contest/comparison"
	"github.com/botarena/arena/internal/contest/evidence"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/remote"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

// Admission lets bots into a league. Any number may be examined at a time, see [Admission.Examine].
type Admission struct {
	// League is read anew for each bot; this copy is never changed.
	League *league.League
	// Finder finds what the organiser types, on the terms on which the league is held.
	Finder  find.Finder
	Sandbox *sandbox.Sandbox
	Limits  host.Limits // of the league, which the organiser has agreed to
	// Play says how matches against the bot at the gate are played. What the league knows is filled in.
	Play contest.Run
	// KeepSources keeps the sources of what others have brought: what was built, and what people have handed in.
	KeepSources bool
	// Tell, if not nil, is told what a bot has passed.
	Tell func(Passed)
	// Step, if not nil, is told each step of the check of a submission. It is called by several goroutines.
	Step func(Submission, check.Step)

	// Meet starts a bot, to see that it plays the game, and who it is. If it is nil, processes are started.
	Meet func(ctx context.Context, found find.Bot, game engine.Info, o host.Options) (lineup.Entrant, error)
	// Check does what arena check does. If it is nil, that is [check.Run].
	Check func(
		ctx context.Context, bot executable.Command, games []engine.Game, o check.Options, report func(check.Step),
	) (bool, error)
	// Now is the clock; nil means time.Now.
	Now func() time.Time

	programs programs
	said     *lastLines      // of the bot that is examined; nil if nobody will ask
	workshop *build.Workshop // of one candidate; nil unless its sources are built, and confined
}

// reading returns the same with a copy of the league, which may be read anew.
func (a *Admission) reading() *Admission {
	own := *a.League
	return &Admission{
		League: &own, Finder: a.Finder, Sandbox: a.Sandbox, Limits: a.Limits, Play: a.Play, Tell: a.Tell, Step: a.Step,
		Meet: a.Meet, Check: a.Check, Now: a.Now, KeepSources: a.KeepSources,
	}
}

func (a *Admission) now() time.Time {
	if a.Now == nil {
		return time.Now()
	}
	return a.Now()
}

// Passed is what a bot has passed: the check, or the comparison with the bot at the gate.
type Passed struct {
	Steps     int    // of the check; 0 if it is the comparison
	Varies    string // how it plays otherwise when it plays again; "" if it does not
	Qualified string // what the comparison says
}

// Admit lets a bot into the league: it is copied, checked, and if the league wants that, compared with the
// bot at the gate. It returns who plays then; with a *[Refusal] that it is the same, who plays already.
func (a *Admission) Admit(ctx context.Context, sub Submission) (store.Entrant, error) {
	c := a.Examine(ctx, sub)
	defer c.Discard(ctx)
	return c.Enter(ctx)
}

// finder finds a submission, and calls it as whoever brought it does.
func (a *Admission) finder(sub Submission) find.Finder {
	finder := a.Finder
	finder.Game = a.League.Match.Game().Info().Name
	if sub.By == ByOrganiser {
		return finder
	}
	finder.Called, finder.Strange, finder.Foreign = sub.Called(), true, !sub.Build
	finder.Workshop = a.workshop
	return finder
}

// guest is a bot that was found and started once, but is not in the folder of the league.
type guest struct {
	finder find.Finder
	found  find.Bot
	met    lineup.Entrant
}

// greet starts a bot once. What came is nil unless it is a package.
func (a *Admission) greet(ctx context.Context, sub Submission, came *arrival) (g guest, err error) {
	typed := sub.Typed
	if g.finder = a.finder(sub); came != nil {
		typed, g.finder.Called = came.typed(), sub.Called()
		g.finder.Unpack, g.finder.Admit = came.draft.Unpacked(), admitted
	}
	if g.found, err = g.finder.Find(ctx, typed); err != nil {
		return g, lineup.StartError(ctx, nil, err)
	}
	g.met, err = a.meet(ctx, g.found)
	return g, err
}

// bring brings a bot into the folder of the league.
func (a *Admission) bring(ctx context.Context, g guest) (met lineup.Entrant, err error) {
	met = g.met
	if met.Bot, err = a.League.Folder.Bring(ctx, g.finder, g.found, remote.Fits); err != nil {
		return lineup.Entrant{}, err
	}
	return met, a.mark(met.Bot, g.found.Strangers)
}

// meet starts a bot once.
func (a *Admission) meet(ctx context.Context, found find.Bot) (lineup.Entrant, error) {
	meet := a.Meet
	if meet == nil {
		meet = meetOne
	}
	return meet(ctx, found, a.League.Match.Game().Info(), a.host())
}

func meetOne(ctx context.Context, found find.Bot, game engine.Info, o host.Options) (lineup.Entrant, error) {
	met, err := lineup.MeetFound(ctx, []find.Bot{found}, game, o)
	if err != nil {
		return lineup.Entrant{}, err
	}
	return met.Entrants[0], nil
}

func (a *Admission) host() host.Options {
	o := host.Options{Limits: a.Limits, Sandbox: a.Sandbox}
	if a.said != nil {
		o.Output = a.said
	}
	return o
}

// mark notes whether a bot that was brought is that of a stranger. A copy of one that plays already
// changes nothing, unless the organiser brings it.
func (a *Admission) mark(bot find.Bot, strangers bool) error {
	if strangers && a.League.Has(bot.SHA256) {
		return nil
	}
	return league.Mark(bot, strangers)
}

// BringGate brings the bot into the folder of a new league that others must be better than, and returns what
// finds it there.
func (a *Admission) BringGate(ctx context.Context, typed string) (string, error) {
	g, err := a.greet(ctx, Submission{Typed: typed}, nil)
	if err != nil {
		return "", err
	}
	met, err := a.bring(ctx, g)
	return met.Bot.Typed, err
}

// enter writes down that a bot joins.
func (a *Admission) enter(ctx context.Context, sub Submission, came *arrival, e store.Entrant) error {
	if came.isPackage() {
		if err := came.draft.Keep(came.file.Digest); err != nil {
			return err
		}
	}
	if sub.Rekey {
		holder := store.Holder{Name: e.Name, Signer: e.Signer, Author: e.Author, Person: e.Person}
		if err := a.League.Store.Rekey(ctx, a.League.ID, holder); err != nil {
			return err
		}
	}
	_, err := a.League.Store.Enter(ctx, a.League.ID, e)
	return err
}

// check does what arena check does, in matches as the league plays them. That a bot plays otherwise when it plays again
// is no reason to refuse it: many go by the clock.
func (a *Admission) check(ctx context.Context, sub Submission, met lineup.Entrant) error {
	run := a.Check
	if run == nil {
		run = check.Run
	}
	var last check.Step
	steps := 0
	options := check.Options{Host: a.host(), Name: met.Name, Setup: a.League.Match}
	ok, err := run(ctx, met.Bot.Command, []engine.Game{a.League.Match.Game()}, options, func(step check.Step) {
		last = step
		steps++
		if a.Step != nil {
			a.Step(sub, step)
		}
	})
	switch {
	case err != nil:
		return err
	case !ok && last.Name != check.Reproducible:
		return sub.refusePart(Failed, last.Name, last.Failure, last.Hint)
	}
	a.tell(Passed{Steps: steps, Varies: last.Failure})
	if ok {
		return nil
	}
	return a.League.Store.MarkVarying(ctx, met.Bot.SHA256, "arena check: "+last.Failure, a.now())
}

// qualify compares a bot with the one at the gate, if there is one.
func (a *Admission) qualify(ctx context.Context, sub Submission, met lineup.Entrant) error {
	if a.League.Gate == "" || met.Bot.Typed == a.League.Gate {
		return nil
	}
	gate, err := a.meetGate(ctx)
	if err != nil {
		return err
	}
	both := []lineup.Entrant{met, gate} // as schedule.New and schedule.Old
	lineup.Label(both)
	answer, err := contest.Compare(ctx, a.terms(both))
	if err != nil {
		return err
	}
	sentence := answer.Sentence(both[schedule.New].Label, both[schedule.Old].Label)
	if answer.Says() != evidence.Better {
		return sub.refuse(Unqualified, "has not qualified: "+sentence, "it must be better than the bot at the gate")
	}
	a.tell(Passed{Qualified: sentence})
	return nil
}

// meetGate finds the bot at the gate, and starts it once.
func (a *Admission) meetGate(ctx context.Context) (lineup.Entrant, error) {
	finder := a.Finder
	finder.Game = a.League.Match.Game().Info().Name
	found, err := a.League.FindGate(ctx, finder)
	if err != nil {
		return lineup.Entrant{}, err
	}
	return a.meet(ctx, found)
}

// terms says how a bot is compared with the one at the gate. The matches are kept as a tournament of their
// own.
func (a *Admission) terms(both []lineup.Entrant) contest.Terms {
	t := contest.Terms{
		Run:      a.Play,
		Question: comparison.Question{By: comparison.ByPairs, Margin: comparison.UsualMargin},
		Begin:    contest.Begin{Store: a.League.Folder.Store(), First: a.League.First},
		Most:     a.League.GateMost,
	}
	t.Setup, t.Random, t.Limits = a.League.Match, a.League.Random, a.Limits
	t.Entrants, t.Sandbox, t.Keep = both, a.Sandbox.Level(), series.KeepFaults
	return t
}

func (a *Admission) tell(p Passed) {
	if a.Tell != nil {
		a.Tell(p)
	}
}

// TimeFormat writes when a league opens or closes, with the zone, as authors may live in another one.
const TimeFormat = "Mon 2006-01-02 15:04 -0700"

// late finds out whether a submission came while the league takes bots, and returns how long after the deadline.
func (c *Candidate) late(ctx context.Context) (time.Duration, error) {
	if c.sub.By == ByOrganiser {
		return 0, nil
	}
	h, err := c.League.Store.Hours(ctx, c.League.ID)
	if err != nil {
		return 0, err
	}
	late := c.sub.Came.Sub(h.Deadline)
	switch {
	case c.sub.Came.Before(h.Opens):
		return 0, c.sub.refuse(Closed, "the league takes no bots before "+h.Opens.Format(TimeFormat), "submit it again then")
	case h.Deadline.IsZero() || late <= 0:
		return 0, nil
	case late > h.Late:
		return 0, c.sub.refuse(Closed, "the deadline was "+h.Deadline.Format(TimeFormat),
			"ask the organiser, who can add it all the same")
	}
	return late, nil
}
