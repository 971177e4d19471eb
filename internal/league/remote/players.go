package remote

import (
	"context"

	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/local"
)

// Players are those who play a league: this machine, others, or both. They are started by [Play].
type Players struct {
	league.Transport

	There *Transport // nil if no other machine plays

	close func() error
}

var _ league.Namer = (*Players)(nil)

// Play starts those who play a league. Without options for a place, nobody plays there; there must be
// options for one at least. The players must be closed.
func Play(ctx context.Context, here *local.Options, there *Options) (*Players, error) {
	if there == nil {
		machine := local.Start(ctx, *here)
		return &Players{Transport: machine, close: func() error { machine.Close(); return nil }}, nil
	}
	others, err := Open(ctx, *there)
	if err != nil {
		return nil, err
	}
	if here == nil {
		return &Players{others, others, others.Close}, nil
	}
	machine := local.Start(ctx, *here)
	together := PlayTogether(ctx, machine, others)
	return &Players{together, others, func() error {
		together.Close()
		machine.Close()
		return others.Close()
	}}, nil
}

// Name implements [league.Namer]. This machine has none.
func (p *Players) Name(worker string) string {
	if p.There == nil || worker == "" {
		return ""
	}
	return p.There.Name(worker)
}

// Close ends what was started, and waits for it.
func (p *Players) Close() error { return p.close() }
