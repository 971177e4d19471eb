// Package check walks a bot through all that matches ask of it, step by step. It
// says what it saw in each step, which one fails first, and what to do about it.
//
// The bot plays against random players of this process, always with the same
// seed: a check comes out the same as long as the bot plays the same.
package check

import (
	"context"
	"errors"
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/host"
)

// Options say how a bot is checked.
type Options struct {
	// Host says how its processes are run. Without the limits Start and End, a
	// bot can keep the check waiting for ever.
	Host host.Options
	// Name is the name of the player if the bot has none of its own.
	Name string
	// Watch is told of every round of every match; nil is nobody.
	Watch match.Watcher
}

// Step is one step of a check, done.
type Step struct {
	Name     string
	Game     engine.Info // the zero Info if the step is about no game
	Seen     []string    // facts, each a few words
	Warnings []string    // what is allowed but not far from failing
	Failure  string      // what went wrong; empty: nothing
	Hint     string      // what to do about the failure
	Used     *Used       // what the bot used, in steps that measure it
}

// OK says whether the bot may go on to the next step.
func (s Step) OK() bool { return s.Failure == "" }

// Run checks a bot in all games of the list that it plays. It reports each step
// as soon as it is done, stops at the first that fails, and says whether none
// did. An error means that the bot could not be checked; when ctx ends it is the
// cause.
func Run(ctx context.Context, path string, games []engine.Game, o Options, report func(Step)) (bool, error) {
	c := &checker{path: path, options: o, report: report}
	about, err := c.describe(ctx, games)
	if about == nil || err != nil {
		return false, err
	}
	for _, game := range about.games {
		w := newWalk(c, game, about.name)
		ok, err := w.walk(ctx)
		if !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

type checker struct {
	path    string
	options Options
	report  func(Step)
}

// failure is an error of the bot: it ends the check, but is no error of ours.
type failure struct{ what, hint string }

func (f *failure) Error() string { return f.what }

// done reports a step. It returns false if the step failed, and the error if
// there was one that is not the bot's.
func (c *checker) done(s Step, err error) (bool, error) {
	if bots := new(failure); errors.As(err, &bots) {
		s.Failure, s.Hint = bots.what, bots.hint
	} else if err != nil {
		return false, err
	}
	c.report(s)
	return s.OK(), nil
}

// run starts a process of the bot.
func (c *checker) run(ctx context.Context, o host.Options) (*host.Process, error) {
	p, err := host.Start(ctx, c.path, o)
	if no := new(host.NotABotError); errors.As(err, &no) {
		return nil, &failure{no.Reason, no.Fix}
	}
	if err != nil && ctx.Err() != nil {
		return nil, fmt.Errorf("stopped while the bot was starting: %w", err)
	}
	return p, err
}

// walk is the check in one game.
type walk struct {
	*checker
	game  engine.Game
	name  string // of the player
	setup engine.Setup

	process *host.Process // of all matches that need no other
	output  *counter
	played  []*played // all matches within the limits
	first   *played   // the whole match that others are compared with
	second  *played   // the same match in a fresh process
}

func newWalk(c *checker, game engine.Game, name string) *walk {
	return &walk{checker: c, game: game, name: name, setup: game.Default(), output: &counter{to: c.options.Host.Output}}
}

func (w *walk) walk(ctx context.Context) (bool, error) {
	defer w.close()
	for _, next := range []struct {
		name string
		take func(*walk, context.Context, *Step) error
	}{
		{"start", (*walk).start},
		{"rounds", (*walk).rounds},
		{"seats", (*walk).seats},
		{"size", (*walk).size},
		{"limits", (*walk).limits},
		{"end", (*walk).end},
		{"restart", (*walk).restart},
		{"reproducible", (*walk).reproducible},
	} {
		s := Step{Name: next.name, Game: w.game.Info()}
		err := next.take(w, ctx, &s)
		if ok, err := w.done(s, err); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

func (w *walk) close() {
	if w.process != nil {
		w.process.Close()
	}
}
