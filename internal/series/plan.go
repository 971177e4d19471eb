package series

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/faults"
	"github.com/botarena/arena/internal/host"
	"github.com/botarena/arena/internal/program"
	"github.com/botarena/arena/internal/sandbox"
	"github.com/botarena/arena/internal/worker"
)

// Plan is a [Series] of bots that are programs, in a form that can be sent to a
// worker.
type Plan struct {
	Game     string
	Setup    []byte // as the text of a board file
	Random   engine.Randomness
	First    uint64
	Matches  int
	Share    Share
	Entrants []Place
	Limits   host.Limits
	Sandbox  sandbox.Level
	Arena    string         // its version
	Faults   faults.Options // Limits and Sandbox are filled in
}

// Place is one place of the line-up: a bot as a program.
type Place struct {
	Bot     int // number of the bot, from 0
	Name    string
	Command program.Command
	Program Program
}

// Play starts the bots and plays the plan's share of the matches.
func (p Plan) Play(ctx context.Context, games engine.Games, done func(Match)) error {
	game, err := games.Find(p.Game)
	if err != nil {
		return err
	}
	setup, err := game.ReadSetup(p.Setup)
	if err != nil {
		return err
	}
	confined, err := sandbox.New(p.Sandbox)
	if err != nil {
		return err
	}
	o := host.Options{Limits: p.Limits, Sandbox: confined}
	commands := make([]program.Command, len(p.Entrants))
	for i, e := range p.Entrants {
		commands[i] = e.Command
	}
	processes, err := host.StartAll(ctx, commands, o)
	if err != nil {
		return err
	}
	return p.PlayWith(ctx, setup, processes, o, done)
}

// PlayWith plays the plan's share with running bots, and closes them.
func (p Plan) PlayWith(ctx context.Context, setup engine.Setup, bots []*host.Process, o host.Options, done func(Match)) error {
	reports := p.Faults
	reports.Limits, reports.Sandbox = p.Limits, o.Sandbox.String()
	s := Series{
		Setup: setup, Random: p.Random, First: p.First, Matches: p.Matches, Share: p.Share,
		Arena: p.Arena, Faults: faults.New(reports),
	}
	for i, e := range p.Entrants {
		kept := Keep(bots[i], o)
		defer kept.Close()
		s.Lineup = append(s.Lineup, Entrant{Bot: e.Bot, Name: e.Name, Player: kept.Player, Program: e.Program})
	}
	return s.Play(ctx, done)
}

// TaskName is the name of the worker's task that plays plans.
const TaskName = "series"

// Task returns the worker's task that plays a plan of one of these games.
func Task(games engine.Games) worker.Task {
	return func(ctx context.Context, work json.RawMessage, tell func(any)) error {
		var p Plan
		if err := json.Unmarshal(work, &p); err != nil {
			return fmt.Errorf("plan: %w", err)
		}
		return p.Play(ctx, games, func(m Match) { tell(m) })
	}
}
