// Package check walks a bot step by step through everything that matches demand of
// it. It reports what it saw in each step, which step fails first, and what to do
// about it.
//
// The bot plays against random players of this process, always with the same seed: as
// long as the bot plays the same, a check has the same result.
package check

import (
	"context"
	"errors"
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
)

// Options configure a check.
type Options struct {
	// Host configures the bot's processes. Without the limits Start and End, a bot
	// can keep the check waiting for ever.
	Host host.Options
	// Name is the player's name if the bot has none of its own.
	Name string
	// Setup is what the matches are played with, of the one game in which the bot is checked. If it is nil, or has no
	// match with the seed of the check, these are the game's defaults.
	Setup engine.Setup
	// Watch follows every match. It may be nil.
	Watch match.Watcher
}

// Reproducible is the name of the last step. A bot that fails there alone plays well, but goes
// by the clock or by chance.
const Reproducible = "reproducible"

// Step is the result of one step of a check.
type Step struct {
	Name     string
	Game     engine.Info // the zero Info for steps that concern no game
	Seen     []string    // facts, each a few words
	Warnings []string    // things that are allowed, but close to failing
	Failure  string      // what went wrong; empty if the step passed
	Hint     string      // what to do about the failure
	Used     *Used       // what the bot used; nil in steps that don't measure it
}

// OK reports whether the step passed.
func (s Step) OK() bool { return s.Failure == "" }

// Run checks a bot in those games of the list that it plays. It calls report after
// each step and stops at the first that fails. It returns true if all steps passed.
// An error means that the bot could not be checked; if ctx is done, it is the cause.
func Run(ctx context.Context, bot executable.Command, games []engine.Game, o Options, report func(Step)) (bool, error) {
	c := &checker{bot: bot, options: o, report: report, output: &counter{to: o.Host.Output}}
	about, err := c.describe(ctx, games)
	if about == nil || err != nil {
		return false, err
	}
	process := about.process // has played nothing
	for _, game := range about.games {
		w := newWalk(c, game, about)
		w.process, process = process, nil
		ok, err := w.walk(ctx)
		if !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

type checker struct {
	bot     executable.Command
	options Options
	report  func(Step)
	output  *counter // of all processes
}

// failure is a fault of the bot. It ends the check, but Run does not return it as an
// error.
type failure struct{ what, hint string }

func (f *failure) Error() string { return f.what }

// done reports a step. It returns false if the step failed, and err unless that is a
// failure of the bot.
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
	p, err := host.Start(ctx, c.bot, o)
	if no := new(host.NotABotError); errors.As(err, &no) {
		return nil, &failure{no.Problem, no.Fix}
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
	about host.Description
	setup engine.Setup

	process *host.Process // for all matches that don't need a fresh one
	played  []*played     // all matches within the limits
	first   *played       // the whole match with which others are compared
	second  *played       // the same match in a fresh process
}

func newWalk(c *checker, game engine.Game, a *about) *walk {
	w := &walk{checker: c, game: game, name: a.name, about: a.of, setup: game.Default()}
	if wanted := c.options.Setup; wanted != nil {
		if _, err := wanted.New(make([]string, wanted.Seats()), seed, engine.ChaCha8); err == nil {
			w.setup = wanted
		}
	}
	return w
}

func (w *walk) walk(ctx context.Context) (bool, error) {
	defer w.close()
	for _, next := range []struct {
		name string
		take func(*walk, context.Context, *Step) error
	}{
		{"start", (*walk).start},
		{"rounds", (*walk).rounds},
		{"lines", (*walk).lines},
		{"seats", (*walk).seats},
		{"size", (*walk).size},
		{"limits", (*walk).limits},
		{"end", (*walk).end},
		{"restart", (*walk).restart},
		{Reproducible, (*walk).reproducible},
	} {
		if next.name == "lines" && !w.about.Lines {
			continue
		}
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
