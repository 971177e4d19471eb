package playground

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/match/rerun"
	"github.com/botarena/arena/internal/web/viewer/pagedata"
)

// person plays for somebody who gives orders by the page, which knows how long that may take. Nothing of it is charged.
type person struct {
	session *session
	game    engine.Game
	from    int // the first round in which there is a question
	offer   pagedata.Seat
}

func (p *person) Start(context.Context, engine.Match, int) error { return nil }

func (p *person) Ask(state *match.State) error {
	if state.Round() < p.from {
		return nil
	}
	p.offer.Round = state.Round()
	text, err := json.Marshal(p.offer)
	p.session.ask(Question{Seat: p.offer.Seat, Text: string(text)})
	return err
}

func (p *person) Answer(state *match.State) (match.Answer, error) {
	if state.Round() < p.from {
		return match.Answer{}, nil
	}
	reply, err := p.session.answer(p.offer.Seat)
	if err != nil {
		return match.Answer{}, err
	}
	orders, err := rerun.ReadOrders(p.game, state.Round(), []byte(reply.Text))
	if err == nil && len(orders) != 1 {
		err = fmt.Errorf("orders of %s", safe.Count(len(orders), "round"))
	}
	if err != nil {
		detail := "gave orders that can't be read: " + engine.Printable(err.Error())
		return match.Answer{}, &match.Fault{Kind: match.Protocol, Detail: detail}
	}
	return match.Answer{Commands: orders[0]}, nil
}

func (p *person) Lines() []string { return nil }

func (p *person) End(match.Result) {}

func (p *person) Freeze() {}
