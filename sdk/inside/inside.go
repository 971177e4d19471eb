// Package inside seats bots in this process, for tests, pages and programs that learn from many matches.
package inside

import (
	"context"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/sdk"
)

// Player seats a bot for a match, for [match.Play]. It exchanges the same bytes with the bot as with a process, but
// holds it to no limit of time, and a panic of the bot is one of this process.
func Player(bot sdk.Bot) match.Player { return &player{bot: bot} }

// PlayerTold is a [Player] whose bot is told what it has left, which the function says, given the time since it was
// asked.
func PlayerTold(bot sdk.Bot, left func(since time.Duration) engine.Budget) match.Player {
	return &player{bot: bot, left: left}
}

type player struct {
	bot    sdk.Bot
	left   func(since time.Duration) engine.Budget // may be nil
	game   engine.Game
	answer sdk.Answer
	debug  *engine.Debug
	asked  time.Time
}

func (p *player) Start(_ context.Context, m engine.Match, seat int) (err error) {
	own := m.Seat(seat)
	if p.left != nil {
		own = engine.WithBudget(own, func() engine.Budget { return p.left(time.Since(p.asked)) })
	}
	p.game, p.debug = m.Setup().Game(), own.Debug()
	p.answer, err = p.bot.Join(m.StartMessage(), own)
	return err
}

func (p *player) Ask(*match.State) error { return nil }

func (p *player) Answer(state *match.State) (match.Answer, error) {
	p.asked = time.Now()
	message, err := p.answer(state.Message())
	if err != nil {
		return match.Answer{}, err
	}
	commands, err := p.game.DecodeCommands(message)
	return match.Answer{Commands: commands, Notes: p.debug.Take(), Receipt: match.Receipt{Bytes: len(message)}}, err
}

// Lines returns nothing: the bot shares this process's standard error.
func (p *player) Lines() []string  { return nil }
func (p *player) End(match.Result) {}
func (p *player) Freeze()          {}
