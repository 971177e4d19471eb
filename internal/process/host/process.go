// Package host runs bots as processes and seats them in matches.
//
// It trusts no bot. Every wait has a deadline; messages and output have a limit.
// A bot that breaks one is killed with its whole process group and reaped, and
// the referee freezes its seat. A bot sees nothing of the user's environment and
// has its own temporary folder, which is removed when it exits. What else a bot can't
// do is up to the sandbox in the [Options].
package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host/grpcbot"
	"github.com/botarena/arena/internal/process/host/linebot"
	"github.com/botarena/arena/internal/process/host/run"
	"github.com/botarena/arena/internal/process/lineproto"
	"github.com/botarena/arena/internal/process/written"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// Process is a running bot.
type Process struct {
	run      *run.Process
	dialogue dialogue // nil if there is none
	about    Description
	closed   sync.Once
}

// dialogue is a way to talk to a bot.
type dialogue interface {
	// Player returns a player of the next match.
	Player() match.Player
	// Close ends what goes on beside the process, which was killed.
	Close()
}

// Description is what a bot reports about itself.
type Description struct {
	Name    string // empty if the bot has no name of its own
	Version string
	SDK     string
	Games   map[string]int // version of the rules by name of the game
	AnyGame bool           // it plays any game, whatever Games holds
	Lines   bool           // it speaks the line protocol
	Once    bool           // its process plays one match only
}

// Start starts a program and waits until it has described itself. If ctx is done
// before that, the process is killed; afterwards ctx has no effect on it. A program with
// another SHA-256 is a *[ChangedError].
func Start(ctx context.Context, c executable.Command, o Options) (*Process, error) {
	if err := unchanged(c); err != nil {
		return nil, err
	}
	p, err := start(ctx, c, o)
	if changed := unchanged(c); changed != nil && ctx.Err() == nil { // meanwhile, which may be why it has failed
		if p != nil {
			p.Close()
		}
		return nil, changed
	}
	return p, err
}

func start(ctx context.Context, c executable.Command, o Options) (*Process, error) {
	process, err := run.New(c, o)
	if err != nil {
		return nil, err
	}
	p := &Process{run: process}
	during, started := process.Starting(ctx)
	err = p.connect(during)
	started()
	if err == nil {
		return p, nil
	}
	defer p.Close()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return nil, p.notABot(err)
}

// connect starts the process, and talks to it in the way in which it begins.
func (p *Process) connect(ctx context.Context) error {
	served := grpcbot.New(p.run)
	p.dialogue = served
	answer, err := served.Connect(ctx)
	if err == nil {
		p.about = describe(answer)
	}
	if !errors.Is(err, grpcbot.ErrSpeaksLines) {
		return err
	}
	p.dialogue = nil
	spoken, err := linebot.New(p.run)
	if err != nil {
		return err
	}
	p.dialogue, p.about = spoken, describeLines(spoken.Hello)
	return nil
}

// StartAll starts a process for every command, all at once. If one fails, it kills
// the others without waiting for their start, and returns the first error. For an empty command there is no process.
func StartAll(ctx context.Context, commands []executable.Command, o Options) ([]*Process, error) {
	ctx, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	processes := make([]*Process, len(commands))
	var wg sync.WaitGroup
	for i, c := range commands {
		if c.Args == nil {
			continue
		}
		o := o
		o.Seat = i
		wg.Go(func() {
			var err error
			if processes[i], err = Start(ctx, c, o); err != nil {
				if !errors.As(err, new(*run.FolderError)) { // which is no fault of a bot
					err = fmt.Errorf("seat %d: %w", i, err)
				}
				giveUp(err) // only the first error is kept
			}
		})
	}
	wg.Wait()
	if ctx.Err() != nil {
		CloseAll(processes)
		return nil, context.Cause(ctx)
	}
	return processes, nil
}

// CloseAll closes processes, all at once. Nil ones are skipped.
func CloseAll(processes []*Process) {
	var wg sync.WaitGroup
	for _, p := range processes {
		if p != nil {
			wg.Go(p.Close)
		}
	}
	wg.Wait()
}

// maxVersion is how many characters of a version, or of the name of a game, are kept.
const maxVersion = 40

func describe(answer *arenav1.DescribeResponse) Description {
	d := Description{
		Name:    lineproto.Cut(answer.GetName(), engine.MaxName),
		Version: lineproto.Cut(answer.GetVersion(), maxVersion),
		SDK:     lineproto.Cut(answer.GetSdk(), maxVersion),
		Games:   make(map[string]int),
		AnyGame: answer.GetAnyGame(),
	}
	for _, g := range answer.GetGames() {
		d.Games[lineproto.Cut(g.GetName(), maxVersion)] = int(g.GetVersion())
	}
	return d
}

func describeLines(hello lines.Hello) Description {
	sdk := hello.SDK
	if version, is := strings.CutPrefix(sdk, "go/"); is {
		sdk = "go " + version // as a bot in Go says it over gRPC
	}
	return Description{
		Name: hello.Name, Version: hello.Version, SDK: sdk,
		Games: hello.Games, AnyGame: hello.Games == nil, Lines: true, Once: hello.Once,
	}
}

// Description returns what the bot reported about itself.
func (p *Process) Description() Description { return p.about }

// Command returns the command that started the process.
func (p *Process) Command() executable.Command { return p.run.Command }

// Plays returns nil if the bot can play a game, and otherwise an error that
// explains why not.
func (p *Process) Plays(game engine.Info) error {
	return lineproto.Plays(p.about.AnyGame, p.about.Games, game)
}

// Manners returns what the process has done so far. They are all in order for one that
// does not speak lines.
func (p *Process) Manners() linebot.ProtocolWarnings {
	if bot, speaks := p.dialogue.(*linebot.Bot); speaks {
		return bot.Manners()
	}
	return linebot.ProtocolWarnings{}
}

// Player returns a player whose moves come from the process. A process can play
// one match after another, each with a new player.
func (p *Process) Player() match.Player { return player{p.dialogue.Player(), p} }

// player is a player whose moves come from a process.
type player struct {
	match.Player
	process *Process
}

// Process returns the process that plays.
func (p player) Process() *Process { return p.process }

func (p player) Freeze() {
	p.process.Close()
	p.Player.Freeze()
}

// Ended reports whether the process has exited or was killed, so that it can play
// no further match. A process that was killed may take a moment to be gone.
func (p *Process) Ended() bool { return p.run.Ended() }

// ExitedAtEase reports whether the process has exited by itself, with code 0.
func (p *Process) ExitedAtEase() bool {
	state := p.run.State()
	return state != nil && p.run.Reason() == nil && state.Success()
}

// Ending describes the end of a process. Of one that still runs, it has the last words only.
func (p *Process) Ending() Ending { return p.run.Ending() }

// Wrote returns what a bot has written into its folder, and keeps that if [Options] say so. It is nothing as long as
// the bot runs.
func (p *Process) Wrote() written.Files { return p.run.Wrote() }

// PID returns the number of the process.
func (p *Process) PID() int { return p.run.PID() }

// Close kills the process and removes what it left behind. It may be called
// more than once.
func (p *Process) Close() {
	p.closed.Do(func() {
		p.run.Kill(nil)
		if p.dialogue != nil {
			p.dialogue.Close()
		}
		p.run.Leave()
	})
}

// ChangedError reports a program that is not the one any more whose SHA-256 is known. Its culprit is the path of the
// program, or what the bot is called.
type ChangedError struct{ hint.HintedError }

// unchanged returns an error unless a program still has its SHA-256.
func unchanged(c executable.Command) error {
	differs, err := c.Hashed.Difference()
	called := cmp.Or(c.Called, c.Path)
	if err != nil {
		return hint.Wrap(called, err)
	}
	if differs == "" {
		return nil
	}
	return &ChangedError{*hint.New(
		called, differs+" since the bot's SHA-256 was computed, and nothing else plays under that",
		"type the command again: as it is now, it is another bot; what was played by the one before stays",
	)}
}

// Unchanged returns a *[ChangedError] unless the program still has its SHA-256.
func (p *Process) Unchanged() error { return unchanged(p.run.Command) }
