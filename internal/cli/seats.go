package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/bots"
	"github.com/botarena/arena/internal/host"
	runnable "github.com/botarena/arena/internal/program"
	"github.com/botarena/arena/internal/replay"
)

// seats are the bots of a match as processes, by seat.
type seats struct {
	bots      []bots.Bot
	processes []*host.Process
}

// startSeats finds and starts a bot for every seat.
func startSeats(ctx context.Context, finder bots.Finder, setup engine.Setup, typed []string, o host.Options) (*seats, error) {
	game := setup.Game().Info()
	finder.Game = game.Name
	found, err := finder.FindAll(ctx, typed)
	if err != nil {
		return nil, startError(ctx, found, err)
	}
	return startBots(ctx, found, game, o)
}

// startBots starts bots that were found, and checks that they play the game.
func startBots(ctx context.Context, found []bots.Bot, game engine.Info, o host.Options) (*seats, error) {
	commands := make([]runnable.Command, len(found))
	for i, b := range found {
		commands[i] = b.Command
	}
	processes, err := host.StartAll(ctx, commands, o)
	if err != nil {
		return nil, startError(ctx, found, err)
	}
	l := &seats{found, processes}
	for i, p := range processes {
		if err := plays(p, found[i], game); err != nil {
			l.close()
			return nil, err
		}
	}
	return l, nil
}

func (l *seats) close() { host.CloseAll(l.processes) }

// startError names a program that is not a bot as the user typed it.
func startError(ctx context.Context, found []bots.Bot, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("stopped before the first round: %w", context.Cause(ctx))
	}
	no := new(host.NotABotError)
	if !errors.As(err, &no) {
		return err
	}
	i := slices.IndexFunc(found, func(b bots.Bot) bool { return b.Command.Path == no.Path })
	return &bots.Error{Typed: found[i].Typed, Reason: no.Reason, Fix: no.Fix}
}

func plays(p *host.Process, b bots.Bot, game engine.Info) error {
	err := p.Plays(game)
	if err == nil {
		return nil
	}
	fix := "it plays " + gamesOf(p.Description())
	if _, ok := p.Description().Games[game.Name]; ok {
		fix = host.BuildAgain
	}
	return &bots.Error{Typed: b.Typed, Reason: err.Error(), Fix: fix}
}

// gamesOf lists the games that a bot plays.
func gamesOf(d host.Description) string {
	if d.AnyGame {
		return "any game"
	}
	names := make([]string, 0, len(d.Games))
	for name := range d.Games {
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// names are the names of the players: the bots' own, or else those of the files.
func (l *seats) names() []string {
	names := make([]string, len(l.bots))
	for i, b := range l.bots {
		if names[i] = l.processes[i].Description().Name; names[i] == "" {
			names[i] = b.Name
		}
	}
	return names
}

// printProcesses prints the numbers of the processes, for a debugger.
func (l *seats) printProcesses(to io.Writer) {
	for i, name := range l.names() {
		fmt.Fprintf(to, "seat %d (%s): process %d\n", i, name, l.processes[i].PID())
	}
}

func (l *seats) players() []match.Player {
	players := make([]match.Player, len(l.processes))
	for i, p := range l.processes {
		players[i] = p.Player()
	}
	return players
}

// seats returns who played, for the replay.
func (l *seats) seats() []replay.Seat {
	seats := make([]replay.Seat, len(l.bots))
	for i, name := range l.names() {
		seats[i] = replay.Seat{Name: name, Version: l.processes[i].Description().Version, SHA256: l.bots[i].SHA256[:]}
	}
	return seats
}
