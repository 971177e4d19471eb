package admission

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/bot/check"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest"
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

// Admission lets bots into a league, one at a time.
type Admission struct {
	// League is read anew for each bot.
	League *league.League
	// Finder finds what the organiser types, on the terms on which the league is held.
	Finder  find.Finder
	Sandbox *sandbox.Sandbox
	// Play says how matches against the bot at the gate are played. What the league knows is filled in.
	Play contest.Run
	// Tell, if not nil, is told what a bot has passed.
	Tell func(Passed)

	// Meet starts a bot, to see that it plays the game, and who it is. If it is nil, processes are started.
	Meet func(ctx context.Context, found find.Bot, game engine.Info, o host.Options) (lineup.Entrant, error)
	// Check does what arena check does. If it is nil, that is [check.Run].
	Check func(
		ctx context.Context, bot executable.Command, games []engine.Game, o check.Options, report func(check.Step),
	) (bool, error)
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
	if sub.Wrong != "" {
		return store.Entrant{}, sub.refuse(Unfit, sub.Wrong, "")
	}
	if err := a.League.Read(ctx); err != nil {
		return store.Entrant{}, err
	}
	came, err := a.receive(ctx, sub)
	if err != nil {
		return store.Entrant{}, err
	}
	if came != nil {
		defer came.draft.Discard()
		if err := a.mayJoin(ctx, sub, came); err != nil {
			return a.orPlaying(sub.nameOr(came.file.Manifest.Name), store.Entrant{}, err)
		}
	}
	met, err := a.bring(ctx, sub, came)
	if err != nil {
		return store.Entrant{}, sub.explain("", err)
	}
	e := came.entrant(sub, met)
	if err := a.mayEnter(ctx, sub, e); err != nil {
		return a.orPlaying(e.Name, e, err)
	}
	if err := a.prove(ctx, sub, met); err != nil {
		return e, err
	}
	return e, sub.explain(e.Name, a.enter(ctx, sub, came, e))
}

// nameOr returns the name under which a submission is to play, or its own.
func (s Submission) nameOr(own string) string {
	if s.Name != "" {
		return s.Name
	}
	return own
}

// orPlaying returns who was refused, or if it is the same, who plays.
func (a *Admission) orPlaying(name string, e store.Entrant, err error) (store.Entrant, error) {
	if refused := new(Refusal); errors.As(err, &refused) && refused.Reason == Same {
		e = a.League.Entrants[a.League.Current(name)]
	}
	return e, err
}

// finder finds a submission, and calls it as whoever brought it does.
func (a *Admission) finder(sub Submission) find.Finder {
	finder := a.Finder
	finder.Game = a.League.Match.Game().Info().Name
	if sub.By == ByOrganiser {
		return finder
	}
	finder.Called, finder.Strange, finder.Foreign = sub.Called(), true, !sub.Build
	return finder
}

// bring starts a bot once, and brings it into the folder of the league. What came is nil unless it is a
// package.
func (a *Admission) bring(ctx context.Context, sub Submission, came *arrival) (lineup.Entrant, error) {
	finder, typed := a.finder(sub), sub.Typed
	if came != nil {
		typed, finder.Called = came.typed(), sub.Called()
		finder.Unpack, finder.Admit = came.draft.Unpacked(), admitted
	}
	found, err := finder.Find(ctx, typed)
	if err != nil {
		return lineup.Entrant{}, lineup.StartError(ctx, nil, err)
	}
	met, err := a.meet(ctx, found)
	if err != nil {
		return lineup.Entrant{}, err
	}
	if met.Bot, err = a.League.Folder.Bring(ctx, finder, found, remote.Fits); err != nil {
		return lineup.Entrant{}, err
	}
	return met, a.mark(met.Bot, found.Strangers)
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
	return host.Options{Limits: a.League.BotLimits, Sandbox: a.Sandbox}
}

// mark notes whether a bot that was brought is that of a stranger. A copy of one that plays already
// changes nothing, unless the organiser brings it.
func (a *Admission) mark(bot find.Bot, strangers bool) error {
	plays := slices.ContainsFunc(a.League.Entrants, func(e store.Entrant) bool { return e.Program == bot.SHA256 })
	if strangers && plays {
		return nil
	}
	return league.Mark(bot, strangers)
}

// BringGate brings the bot into the folder of a new league that others must be better than, and returns what
// finds it there.
func (a *Admission) BringGate(ctx context.Context, typed string) (string, error) {
	sub := Submission{Typed: typed}
	met, err := a.bring(ctx, sub, nil)
	return met.Bot.Typed, err
}

// enter writes down that a bot joins.
func (a *Admission) enter(ctx context.Context, sub Submission, came *arrival, e store.Entrant) error {
	if came != nil {
		if err := came.draft.Keep(came.file.Digest); err != nil {
			return err
		}
	}
	if sub.Rekey {
		holder := store.Holder{Name: e.Name, Signer: e.Signer, Author: e.Author}
		if err := a.League.Store.Rekey(ctx, a.League.ID, holder); err != nil {
			return err
		}
	}
	_, err := a.League.Store.Enter(ctx, a.League.ID, e)
	return err
}

// drop removes the copy of a bot that does not join, or strangers could fill the disk with such.
// If it is not certain that nobody plays with it, it stays.
func (a *Admission) drop(ctx context.Context, bot store.Key) {
	if err := a.League.Read(ctx); err != nil || strings.HasPrefix(a.League.Gate, bot.String()) ||
		slices.ContainsFunc(a.League.Entrants, func(e store.Entrant) bool { return e.Program == bot }) {
		return
	}
	_ = a.League.Folder.Drop(bot)
}

// prove finds out whether a bot plays as a bot must, and well enough.
func (a *Admission) prove(ctx context.Context, sub Submission, met lineup.Entrant) error {
	if err := a.check(ctx, sub, met); err != nil {
		a.drop(context.WithoutCancel(ctx), met.Bot.SHA256)
		return err
	}
	return a.qualify(ctx, sub, met)
}

// check does what arena check does. That a bot plays otherwise when it plays again is no
// reason to refuse it: many go by the clock.
func (a *Admission) check(ctx context.Context, sub Submission, met lineup.Entrant) error {
	run := a.Check
	if run == nil {
		run = check.Run
	}
	var last check.Step
	steps := 0
	options := check.Options{Host: a.host(), Name: met.Name}
	ok, err := run(ctx, met.Bot.Command, []engine.Game{a.League.Match.Game()}, options, func(step check.Step) {
		last = step
		steps++
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
	return a.League.Store.MarkVarying(ctx, met.Bot.SHA256, "arena check: "+last.Failure, time.Now())
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
		Question: contest.Question{By: contest.ByPairs, Margin: contest.UsualMargin},
		Begin:    contest.Begin{Store: a.League.Folder.Store(), First: a.League.First},
		Most:     a.League.GateMost,
	}
	t.Setup, t.Random, t.Limits = a.League.Match, a.League.Random, a.League.BotLimits
	t.Entrants, t.Sandbox, t.Keep = both, a.Sandbox.Level(), series.KeepFaults
	return t
}

func (a *Admission) tell(p Passed) {
	if a.Tell != nil {
		a.Tell(p)
	}
}
