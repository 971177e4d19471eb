package series

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/faults"
	"github.com/botarena/arena/internal/host"
	"github.com/botarena/arena/internal/program"
	"github.com/botarena/arena/internal/replay"
	"github.com/botarena/arena/internal/sandbox"
	"github.com/botarena/arena/internal/schedule"
	"github.com/botarena/arena/internal/worker"
)

// Plan says how to play matches of bots that are programs. It can be sent to a worker.
type Plan struct {
	Game    string
	Setup   []byte // as the text of a board file
	Random  engine.Randomness
	Bots    []Contender // by number
	Limits  host.Limits
	Sandbox sandbox.Level
	Arena   string // its version
	Keep    Keep
	Faults  faults.Options // Limits and Sandbox are filled in
}

// Contender is a bot that is a program.
type Contender struct {
	Name    string
	Command program.Command
	Program Program
}

// crew is the bots of a plan as processes. They are started when they are needed, and
// kept from match to match.
type crew struct {
	series  Series
	options host.Options
	plan    *Plan
	kept    [][]*Process // by bot, and by copy
}

// open makes ready to play.
func (p *Plan) open(games engine.Games) (*crew, error) {
	game, err := games.Find(p.Game)
	if err != nil {
		return nil, err
	}
	setup, err := game.ReadSetup(p.Setup)
	if err != nil {
		return nil, err
	}
	confined, err := sandbox.New(p.Sandbox)
	if err != nil {
		return nil, err
	}
	reports := p.Faults
	reports.Limits, reports.Sandbox = p.Limits, confined.String()
	l := p.Limits
	c := &crew{plan: p, options: host.Options{Limits: l, Sandbox: confined}, kept: make([][]*Process, len(p.Bots))}
	c.series = Series{
		Keep: p.Keep, Faults: faults.New(reports),
		Header: replay.Header{
			Setup: setup, Random: p.Random, Arena: p.Arena, CPU: l.CPU, Sandbox: confined.String(),
			Limits: &replay.Limits{Bank: l.Bank, StartCPU: l.StartCPU, Wall: l.Wall, WallBank: l.WallBank, Memory: l.Memory},
		},
	}
	for number, bot := range p.Bots {
		c.series.Bots = append(c.series.Bots, Bot{
			Name: bot.Name, Program: bot.Program,
			Player: func(ctx context.Context, nth int) (match.Player, error) { return c.player(ctx, number, nth) },
		})
	}
	return c, nil
}

// player returns a player for a seat, of a process that may have to be started.
func (c *crew) player(ctx context.Context, bot, nth int) (match.Player, error) {
	if nth == len(c.kept[bot]) {
		started, err := host.Start(ctx, c.plan.Bots[bot].Command, c.options)
		if err != nil {
			return nil, err
		}
		c.kept[bot] = append(c.kept[bot], NewProcess(started, c.options))
	}
	return c.kept[bot][nth].Player(ctx)
}

func (c *crew) play(ctx context.Context, planned schedule.Match) (Match, error) {
	return c.series.Play(ctx, planned)
}

func (c *crew) close() {
	for _, processes := range c.kept {
		for _, p := range processes {
			p.Close()
		}
	}
}

// TaskName is the name of the worker's task that plays plans.
const TaskName = "series"

// Task returns the worker's task that plays a plan of one of these games. Its jobs are
// matches of a schedule.
func Task(games engine.Games) worker.Task {
	return func(ctx context.Context, work json.RawMessage, jobs worker.Jobs, tell func(any)) error {
		var p Plan
		if err := json.Unmarshal(work, &p); err != nil {
			return fmt.Errorf("plan: %w", err)
		}
		c, err := p.open(games)
		if err != nil {
			return err
		}
		defer c.close()
		for job := range jobs {
			var planned schedule.Match
			if err := json.Unmarshal(job, &planned); err != nil {
				return fmt.Errorf("job: %w", err)
			}
			played, err := c.play(ctx, planned)
			if err != nil {
				return err
			}
			tell(played)
		}
		return context.Cause(ctx)
	}
}
