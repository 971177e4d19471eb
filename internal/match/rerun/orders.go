package rerun

import (
	"bytes"
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/engine/match"
)

// Orders are the commands of a player in some rounds in a row.
type Orders []engine.Commands

// ReadOrders reads orders as a bot writes them in the line protocol: the commands of each round, and
// "done" with the number of the round. The first are those of round from. After the last ones, "done" may be
// missing. The error of a line that can't be read is of type *[lines.Error].
func ReadOrders(game engine.Game, from int, text []byte) (Orders, error) {
	schema, err := lines.Of(game.Info())
	if err != nil {
		return nil, err
	}
	answer := schema.NewAnswer(new(engine.Debug))
	answer.Begin(from)
	var orders Orders
	count, open := 0, true
	end := func() error {
		commands, err := game.DecodeCommands(answer.Commands())
		if err == nil && commands.Len() > engine.MaxCommands {
			err = fmt.Errorf("%d orders in round %d: the most is %d", commands.Len(), from+len(orders), engine.MaxCommands)
		}
		orders, open = append(orders, commands), false
		answer.Begin(from + len(orders))
		return err
	}
	for line := range bytes.Lines(text) {
		count++
		line = bytes.TrimRight(line, "\r\n")
		if len(line) > lines.MaxLine {
			return nil, &lines.Error{Line: count, Problem: "it is too long"}
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		kind, err := answer.Line(line)
		if wrong, ok := err.(*lines.Error); ok { //nolint:errorlint // as Line says
			wrong.Line = count
			return nil, wrong
		}
		switch kind {
		case lines.Print:
			return nil, &lines.Error{
				Line: count, Column: 1, Text: engine.Printable(string(line)),
				Problem: "this is not an order: " + schema.Usage(),
			}
		case lines.Done:
			if err := end(); err != nil {
				return nil, err
			}
		default:
			open = true
		}
	}
	if open {
		if err := end(); err != nil {
			return nil, err
		}
	}
	return orders, nil
}

// ordered is a player whose answers give way to orders.
type ordered struct {
	match.Player
	orders Orders
	from   int // the round of the first ones
}

func (p *ordered) Answer(state *match.State) (match.Answer, error) {
	answer, err := p.Player.Answer(state)
	number := state.Round() - p.from
	if number < 0 || number >= len(p.orders) || match.FaultOf(answer, err) != nil {
		return answer, err
	}
	answer.Commands = p.orders[number]
	return answer, nil
}
