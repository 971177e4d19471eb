// Package branch plays on from a round of a recorded match, with other bots or other orders: what if?
package branch

import (
	"bytes"
	"context"
	"maps"
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/rerun"
)

// Player is who plays on in a seat. The zero value is nobody: the recorded commands go on.
type Player struct {
	Bot    string // the name by which a bot is looked for
	Played bool   // only the very program that played in the seat will do
}

// Nobody plays on: the recorded commands go on, whatever has become of the match by then.
var Nobody = Player{}

// Plan is how a match is played on. It is made by [New].
type Plan struct {
	Match   *replay.Replay
	Round   int                  // the first that is played anew
	Players []Player             // by seat
	Orders  map[int]rerun.Orders // that seats give from that round on, before anything else of theirs counts
}

// New makes a plan. A seat that is not named is played by the bot that played in it; one that was frozen
// before the round stays so. Errors are of type *[NoRoundError], *[NoSeatError], *[FrozenError] or
// *[UnknownBotError].
func New(r *replay.Replay, round int, named map[int]Player, orders map[int]rerun.Orders) (*Plan, error) {
	frozen := Frozen(r, round)
	for _, seat := range seatsIn(named, orders) {
		_, ordered := orders[seat]
		if err := Check(r, round, seat); err != nil {
			return nil, err
		}
		if v := frozen[seat]; v != nil && (named[seat] != Nobody || ordered) {
			return nil, &FrozenError{*v}
		}
	}
	p := &Plan{Match: r, Round: round, Players: make([]Player, len(r.Seats)), Orders: orders}
	for seat := range p.Players {
		if player, isNamed := named[seat]; isNamed {
			p.Players[seat] = player
			continue
		}
		if frozen[seat] != nil {
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

// Check returns a *[NoRoundError] or a *[NoSeatError] unless there is such a round to play on from, and such
// a seat.
func Check(r *replay.Replay, round, seat int) error {
	switch {
	case round < 0 || round > len(r.Rounds):
		return &NoRoundError{Round: round, Rounds: len(r.Rounds)}
	case seat < 0 || seat >= len(r.Seats):
		return &NoSeatError{Seat: seat, Seats: len(r.Seats)}
	}
	return nil
}

// seatsIn returns the seats that are named or have orders, in their order. One of them is seat 0, which each
// match has.
func seatsIn(named map[int]Player, orders map[int]rerun.Orders) []int {
	seats := slices.Concat([]int{0}, slices.Collect(maps.Keys(named)), slices.Collect(maps.Keys(orders)))
	slices.Sort(seats)
	return slices.Compact(seats)
}

// Frozen returns the verdicts of a match before a round, by seat. These seats can't be played on.
func Frozen(r *replay.Replay, round int) map[int]*match.Verdict {
	frozen := make(map[int]*match.Verdict)
	for _, v := range r.Verdicts() {
		if v.Round < round {
			frozen[v.Seat] = &v
		}
	}
	return frozen
}

// Playing returns the seats in which bots play on, in their order.
func (p *Plan) Playing() (seats []int) {
	for seat, player := range p.Players {
		if player != Nobody {
			seats = append(seats, seat)
		}
	}
	return seats
}

// Seated returns who sits where: the bots that play on, given in the order of [Plan.Playing], and in the
// other seats those who were recorded.
func (p *Plan) Seated(bots []replay.Seat) []replay.Seat {
	seats := slices.Clone(p.Match.Seats)
	for i, seat := range p.Playing() {
		seats[seat] = bots[i]
	}
	return seats
}

// Play plays the match m, which has not begun, with the bots that play on, in the order of
// [Plan.Playing]. The rest is as with [rerun.Branch].
func (p *Plan) Play(
	ctx context.Context, m engine.Match, bots []match.Player, watchers ...match.Watcher,
) (match.Result, error) {
	seats := make([]rerun.Seat, len(p.Players))
	for i, seat := range p.Playing() {
		seats[seat].Bot = bots[i]
	}
	for seat, orders := range p.Orders {
		seats[seat].Orders = orders
	}
	return rerun.Branch(ctx, p.Match, p.Round, m, seats, watchers...)
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
