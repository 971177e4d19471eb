package league

import (
	"context"

	"github.com/botarena/arena/internal/store"
)

// newOrder returns the order of the league's format.
func (p *playing) newOrder(_ context.Context, seats int) (order, error) {
	return newBalanced(seats, p.league.First), nil
}

var _ = store.League{}
