package series

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/match/faults"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

// crew is the bots of a plan as processes. They are started when they are needed, and
// kept from match to match.
type crew struct {
	series  Series // whose bots are those of the plan, and those that came later
	options host.Options
	plan    *Plan
	kept    [][]*Process // by bot, and by copy
	played  []int        // by bot: the number of the last match of this crew that it was in
	matches int
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
	c := &crew{plan: p, options: host.Options{Limits: l, Sandbox: confined}}
	c.series = Series{
		Player: c.player, Keep: p.Keep, Faults: faults.New(reports),
		Header: replay.Header{
			Setup: setup, Random: p.Random, Arena: p.Arena, CPU: l.CPU, Sandbox: confined.String(),
			Limits: &replay.Limits{Bank: l.Bank, StartCPU: l.StartCPU, Wall: l.Wall, WallBank: l.WallBank, Memory: l.Memory},
		},
	}
	c.add(p.Bots)
	return c, nil
}

// add makes the crew larger.
func (c *crew) add(more []Entrant) {
	c.series.Bots = append(c.series.Bots, more...)
	c.kept = append(c.kept, make([][]*Process, len(more))...)
	c.played = append(c.played, make([]int, len(more))...)
}

// player returns a player for a seat, of a process that may have to be started.
func (c *crew) player(ctx context.Context, bot, nth int) (match.Player, error) {
	player, err := c.start(ctx, bot, nth)
	if no := new(host.NotABotError); !c.plan.FreezeUnstarted || !errors.As(err, &no) {
		return player, err
	}
	// It may have been the machine's fault.
	player, err = c.start(ctx, bot, nth)
	if no := new(host.NotABotError); errors.As(err, &no) && ctx.Err() == nil {
		return unstarted{faultOf(no)}, nil
	}
	return player, err
}

func (c *crew) start(ctx context.Context, bot, nth int) (match.Player, error) {
	if nth == len(c.kept[bot]) {
		started, err := host.Start(ctx, c.series.Bots[bot].Command, c.options)
		if err != nil {
			return nil, err
		}
		c.kept[bot] = append(c.kept[bot], NewProcess(started, c.options))
	}
	return c.kept[bot][nth].Player(ctx)
}

func (c *crew) play(ctx context.Context, planned schedule.Planned) (Match, error) {
	for _, bot := range planned.Seats {
		if bot < 0 || bot >= len(c.series.Bots) {
			return Match{}, fmt.Errorf("there is no bot %d", bot)
		}
	}
	c.matches++
	for _, bot := range planned.Seats {
		c.played[bot] = c.matches
	}
	c.makeRoom(planned.Seats)
	played, err := c.series.Play(ctx, planned)
	if err != nil {
		return played, err
	}
	return played, c.unchanged(planned.Seats)
}

// unchanged returns an error if a process may have read, in its first match, a file that is no longer its bot's.
func (c *crew) unchanged(seats []int) error {
	for _, bot := range seats {
		for _, p := range c.kept[bot] {
			if p.played > 1 {
				continue
			}
			if err := p.running.Unchanged(); err != nil {
				return fmt.Errorf("%s: %w", c.series.Bots[bot].Name, err)
			}
		}
	}
	return nil
}

// makeRoom ends the processes of bots that have not played for longest, if there are too
// many with those of the next match.
func (c *crew) makeRoom(next []int) {
	if c.plan.MostProcesses == 0 {
		return
	}
	running := 0
	var idle []int
	for bot, processes := range c.kept {
		if playing := slices.Contains(next, bot); !playing && len(processes) > 0 {
			idle = append(idle, bot)
			running += len(processes)
		}
	}
	slices.SortFunc(idle, func(a, b int) int { return c.played[a] - c.played[b] })
	for _, bot := range idle {
		if running+len(next) <= c.plan.MostProcesses {
			return
		}
		running -= len(c.kept[bot])
		for _, p := range c.kept[bot] {
			p.Close()
		}
		c.kept[bot] = nil
	}
}

func (c *crew) close() {
	for _, processes := range c.kept {
		for _, p := range processes {
			p.Close()
		}
	}
}

// faultOf returns the verdict on a bot that can't be started. One that was killed as it was not ready in time may be as
// good as any, on a machine that has less to do.
func faultOf(no *host.NotABotError) *match.Fault {
	return &match.Fault{Kind: cmp.Or(no.Kind, match.Crash), Detail: no.Problem}
}

// unstarted sits in the seat of a bot that can't be started.
type unstarted struct{ fault *match.Fault }

func (u unstarted) Start(context.Context, engine.Match, int) error { return u.fault }
func (u unstarted) Ask(*match.State) error                         { return u.fault }
func (u unstarted) Answer(*match.State) (match.Answer, error)      { return match.Answer{}, u.fault }
func (unstarted) Lines() []string                                  { return nil }
func (unstarted) End(match.Result)                                 {}
func (unstarted) Freeze()                                          {}

// InOrder sorts matches that arrive in any order: it hands them on by number, so that
// sums over them are the same to the last bit, whichever worker played which match.
// It is made by [NewInOrder].
type InOrder struct {
	done func(Match)
	next int
	held map[int]Match // matches that arrived before their turn
}

// NewInOrder returns an InOrder that hands the matches to the function done.
func NewInOrder(done func(Match)) *InOrder { return &InOrder{done: done, held: make(map[int]Match)} }

// Add takes a match and hands on all those whose turn it is.
func (o *InOrder) Add(m Match) {
	o.held[m.Number] = m
	for {
		m, ok := o.held[o.next]
		if !ok {
			return
		}
		delete(o.held, o.next)
		o.next++
		o.done(m)
	}
}

// End hands on the matches that are still held because an earlier one is missing.
func (o *InOrder) End() {
	for _, number := range slices.Sorted(maps.Keys(o.held)) {
		o.done(o.held[number])
	}
	clear(o.held)
}
