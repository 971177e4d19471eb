package match

import (
	"context"

	"github.com/botarena/arena/engine"
)

// Local seats a player that plays in this process. It has no limits.
func Local(p engine.Player) Player { return &local{player: p} }

type local struct {
	player engine.Player
	match  engine.Match
	seat   int
}

func (l *local) Start(_ context.Context, m engine.Match, seat int) error {
	l.match, l.seat = m, seat
	return nil
}

func (l *local) Ask(*State) error { return nil }

func (l *local) Answer(*State) (Answer, error) {
	commands := l.player.Play(l.match, l.seat)
	return Answer{Commands: commands, Notes: l.match.Seat(l.seat).Debug().Take()}, nil
}

// Lines returns nothing: a local player shares this process's standard error.
func (l *local) Lines() []string { return nil }

func (l *local) End(Result) {}
func (l *local) Freeze()    {}
