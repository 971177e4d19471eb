package playground

import (
	"context"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/dialogue"
	"github.com/botarena/arena/sdk"
)

// inside plays a bot that comes with the arena. It exchanges the same bytes with it as with a process, and tells it the
// same limits, but does not hold it to them.
type inside struct {
	bot    sdk.Bot
	game   engine.Game
	answer sdk.Answer
	debug  *engine.Debug
	asked  time.Time
}

func (p *inside) Start(_ context.Context, m engine.Match, seat int) (err error) {
	p.game = m.Setup().Game()
	own := m.Seat(seat).WithBudget(p.left)
	p.answer, err = p.bot.Join(m.StartMessage(), own)
	p.debug = own.Debug()
	return err
}

// left is the time that the bot has left, as far as this can be told without a clock for each bot.
func (p *inside) left() engine.Budget {
	told := dialogue.UsuallyTold()
	return engine.Budget{Round: told.CPU - time.Since(p.asked), Bank: told.Bank}
}

func (p *inside) Ask(*match.State) error { return nil }

func (p *inside) Answer(state *match.State) (match.Answer, error) {
	p.asked = time.Now()
	message, err := p.answer(state.Message())
	if err != nil {
		return match.Answer{}, err
	}
	commands, err := p.game.DecodeCommands(message)
	answer := match.Answer{Commands: commands, Notes: p.debug.Take(), Receipt: match.Receipt{Bytes: len(message)}}
	return answer, err
}

func (p *inside) Lines() []string  { return nil }
func (p *inside) End(match.Result) {}
func (p *inside) Freeze()          {}
