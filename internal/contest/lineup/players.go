package lineup

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/match/faults"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
)

// Me is typed for the seat of the person who plays.
const Me = "me"

// Players are the bots of a match as processes, by seat; the seat of a person has none. They must be closed.
type Players struct {
	Bots      []find.Bot
	Processes []*host.Process
}

// FindAndStart finds and starts a bot for every seat but that of a person, which is -1 if there is none.
func FindAndStart(
	ctx context.Context, finder find.Finder, game engine.Info, typed []string, me int, o host.Options,
) (*Players, error) {
	finder.Game = game.Name
	if me >= 0 {
		typed = slices.Delete(slices.Clone(typed), me, me+1)
	}
	found, err := finder.FindAll(ctx, typed)
	if err != nil {
		return nil, StartError(ctx, found, err)
	}
	if me >= 0 {
		found = slices.Insert(found, me, person())
	}
	return Start(ctx, found, game, o)
}

// person stands for who plays among the bots that are started.
func person() find.Bot { return find.Bot{Typed: Me, Name: replay.Human} }

// Start starts bots that were found, and checks that they play the game. A person's is the zero command.
func Start(ctx context.Context, found []find.Bot, game engine.Info, o host.Options) (*Players, error) {
	commands := make([]executable.Command, len(found))
	for i, b := range found {
		commands[i] = b.Command
	}
	processes, err := host.StartAll(ctx, commands, o)
	if err != nil {
		return nil, StartError(ctx, found, err)
	}
	p := &Players{found, processes}
	for i, process := range processes {
		if process == nil {
			continue
		}
		if err := process.Plays(game); err != nil {
			p.Close()
			return nil, otherGame(found[i], process.Description(), game, err)
		}
	}
	return p, nil
}

// Asks returns what starts a bot alone, to hear what it says about itself.
func Asks(o host.Options) find.Asks {
	return func(ctx context.Context, b find.Bot) (host.Description, error) {
		process, err := host.Start(ctx, b.Command, o)
		if err != nil {
			return host.Description{}, StartError(ctx, []find.Bot{b}, err)
		}
		defer process.Close()
		return process.Description(), nil
	}
}

// Close ends the processes.
func (p *Players) Close() { host.CloseAll(p.Processes) }

// StartError returns an error of finding or starting bots for those who typed them: it names a
// program that is not a bot as it was typed.
func StartError(ctx context.Context, found []find.Bot, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("stopped before the first round: %w", context.Cause(ctx))
	}
	var of *hint.HintedError
	if no, changed := new(host.NotABotError), new(host.ChangedError); errors.As(err, &no) {
		of = &no.HintedError
	} else if errors.As(err, &changed) {
		of = &changed.HintedError
	} else {
		return err
	}
	i := slices.IndexFunc(found, func(b find.Bot) bool { return b.Command.Path == of.Culprit.Raw() })
	if i < 0 {
		return err
	}
	return unfit.New(found[i].Typed, of.Problem, of.Fix)
}

// otherGame returns why a bot does not play a game, with what it plays.
func otherGame(b find.Bot, d host.Description, game engine.Info, why error) error {
	fix := "it plays " + GamesOf(d)
	if _, ok := d.Games[game.Name]; ok {
		fix = host.BuildAgain
	}
	return unfit.New(b.Typed, why.Error(), fix)
}

// GamesOf lists the games that a bot plays.
func GamesOf(d host.Description) string {
	if d.AnyGame {
		return "any game"
	}
	return strings.Join(slices.Sorted(maps.Keys(d.Games)), ", ")
}

// described are the descriptions that the bots gave of themselves.
func (p *Players) described() []host.Description {
	all := make([]host.Description, len(p.Processes))
	for i, process := range p.Processes {
		if process != nil {
			all[i] = process.Description()
		}
	}
	return all
}

// Lineup returns the players as bots of a contest.
func (p *Players) Lineup() Lineup { return lineupOf(p.Bots, p.described()) }

// Names are the names of the players: the bots' own, or else those of the files.
func (p *Players) Names() []string {
	names := make([]string, len(p.Bots))
	for i, d := range p.described() {
		names[i] = nameOf(p.Bots[i], d)
	}
	return names
}

// Match returns the players as the referee asks them; nil for a person.
func (p *Players) Match() []match.Player {
	players := make([]match.Player, len(p.Processes))
	for i, process := range p.Processes {
		if process != nil {
			players[i] = process.Player()
		}
	}
	return players
}

// InReplay returns who plays, for the replay.
func (p *Players) InReplay() []replay.Seat {
	seats := make([]replay.Seat, len(p.Bots))
	for i, d := range p.described() {
		seats[i].Name = nameOf(p.Bots[i], d)
		if p.Processes[i] != nil {
			seats[i].Version, seats[i].SHA256, seats[i].Named = d.Version, p.Bots[i].SHA256[:], shareable(p.Bots[i].Typed)
		}
	}
	return seats
}

// longestNamed is the longest name of a bot that a replay keeps, in bytes.
const longestNamed = 200

// shareable is the part of a bot's typed name that anybody who gets the replay may read: a path from the root says
// whose computer it was.
func shareable(typed string) string {
	if filepath.IsAbs(typed) || strings.HasPrefix(typed, "~") || len(typed) > longestNamed {
		return ""
	}
	return typed
}

// InReports returns who sits where, for reports on faults.
func (p *Players) InReports(players []match.Player) []faults.Seat {
	seats := make([]faults.Seat, len(players))
	for i, player := range players {
		seats[i] = faults.Seat{Typed: p.Bots[i].Typed, Player: player}
	}
	return seats
}
