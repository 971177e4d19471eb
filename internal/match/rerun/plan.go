package rerun

import (
	"bytes"
	"context"
	"maps"
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/replay"
)

// Player is who plays on in a seat. The zero value is nobody: the recorded commands go on.
type Player struct {
	Bot    string // the name by which a bot is looked for
	Played bool   // only the very program that played in the seat will do
	Person bool   // no bot, but who plays by the page
}

// Nobody plays on: the recorded commands go on, whatever has become of the match by then.
var Nobody = Player{}

// Plan is how a match is played on. It is made by [NewPlan].
type Plan struct {
	Match   *replay.Replay
	Round   int            // the first that is played anew
	Players []Player       // by seat
	Orders  map[int]Orders // that seats give from that round on, before anything else of theirs counts
}

// NewPlan makes a plan. A seat that is not named is played by the bot that played in it; one that was frozen
// before the round stays so. Errors are of type *[replay.NoRoundError], *[replay.NoSeatError],
// *[FrozenError] or *[UnknownBotError].
func NewPlan(r *replay.Replay, round int, named map[int]Player, orders map[int]Orders) (*Plan, error) {
	if err := r.CheckFrom(round, TheMatch); err != nil {
		return nil, err
	}
	for _, seat := range seatsIn(named, orders) {
		_, ordered := orders[seat]
		if err := r.CheckSeat(seat, TheMatch); err != nil {
			return nil, err
		}
		if v := Frozen(r, round, seat); v != nil && (named[seat] != Nobody || ordered) {
			return nil, &FrozenError{*v}
		}
	}
	p := &Plan{Match: r, Round: round, Players: make([]Player, len(r.Seats)), Orders: orders}
	for seat := range p.Players {
		if player, isNamed := named[seat]; isNamed {
			p.Players[seat] = player
			continue
		}
		if Frozen(r, round, seat) != nil {
			continue
		}
		name, err := BotOf(r, seat)
		if err != nil {
			return nil, err
		}
		p.Players[seat] = Player{Bot: name, Played: true}
	}
	return p, nil
}

// TheMatch is what errors call a match whose file is not known.
const TheMatch = "the match"

// seatsIn returns the seats that are named or have orders, in their order.
func seatsIn(named map[int]Player, orders map[int]Orders) []int {
	seats := slices.AppendSeq(slices.Collect(maps.Keys(named)), maps.Keys(orders))
	slices.Sort(seats)
	return slices.Compact(seats)
}

// Frozen returns the verdict on a seat before a round; nil if there is none. With one, it can't be played on.
func Frozen(r *replay.Replay, round, seat int) *match.Verdict {
	if v := r.VerdictOn(seat); v != nil && v.Round < round {
		return v
	}
	return nil
}

// Back returns the plan by which the same players play on from a round of r, which was played by this plan, or by one
// that Back returned. Who was frozen before the round stays so, and where nobody plays the commands go on as in p.
func (p *Plan) Back(r *replay.Replay, round int) *Plan {
	again := *r
	if again.Rounds = r.Rounds[:round:round]; p.Match != nil && round < len(p.Match.Rounds) {
		again.Rounds = append(again.Rounds, p.Match.Rounds[round:]...)
	}
	next := &Plan{Match: &again, Round: round, Players: slices.Clone(p.Players), Orders: make(map[int]Orders)}
	gone := round - p.Round // rounds with orders
	for seat := range next.Players {
		if Frozen(r, round, seat) != nil {
			next.Players[seat] = Nobody
		} else if orders := p.Orders[seat]; gone >= 0 && gone < len(orders) {
			next.Orders[seat] = orders[gone:]
		}
	}
	return next
}

// Seated returns who sits where, given the bots by seat: those that play on, and in the other seats those who were
// recorded.
func (p *Plan) Seated(bots []replay.Seat) []replay.Seat {
	seats := slices.Clone(p.Match.Seats)
	for seat, player := range p.Players {
		if player != Nobody {
			seats[seat] = bots[seat]
		}
	}
	return seats
}

// Play plays the match m, which has not begun, with the bots that play on, by seat; nil in the others. The rest is as
// with [Branch].
func (p *Plan) Play(
	ctx context.Context, m engine.Match, bots []match.Player, watchers ...match.Watcher,
) (match.Result, error) {
	seats := make([]Seat, len(p.Players))
	for seat, bot := range bots {
		seats[seat].Bot = bot
	}
	for seat, orders := range p.Orders {
		seats[seat].Orders = orders
	}
	return Branch(ctx, p.Match, p.Round, m, seats, watchers...)
}

// Record plays on, and returns the replay of the match, which has this header.
func (p *Plan) Record(ctx context.Context, h replay.Header, bots []match.Player) ([]byte, error) {
	m, err := h.Setup.New(h.Names(), h.Seed, h.Random)
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	record, err := replay.NewWriter(&file, m, h)
	if err != nil {
		return nil, err
	}
	result, stopped := p.Play(ctx, m, bots, record)
	if stopped != nil {
		return nil, stopped
	}
	err = record.Close(result, true)
	return file.Bytes(), err
}
