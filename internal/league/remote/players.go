package remote

import (
	"context"

	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/local"
)

// Players are those who play a league: this machine, others, or both. They are started by [Play].
type Players struct {
	league.Transport

	there *Transport // nil if no other machine plays
	close func() error
}

var _ league.Namer = (*Players)(nil)

// Play starts those who play a league: this machine by options, and other machines, either of which may be nil. The
// players must be closed, and close the others.
func Play(ctx context.Context, here *local.Options, others *Transport) *Players {
	if others == nil {
		machine := local.Start(ctx, *here)
		return &Players{Transport: machine, close: func() error { machine.Close(); return nil }}
	}
	if here == nil {
		return &Players{others, others, others.Close}
	}
	machine := local.Start(ctx, *here)
	together := PlayTogether(ctx, machine, others)
	return &Players{together, others, func() error {
		together.Close()
		machine.Close()
		return others.Close()
	}}
}

// Name implements [league.Namer]. This machine has none.
func (p *Players) Name(worker string) string {
	if p.there == nil || worker == "" {
		return ""
	}
	return p.there.Name(worker)
}

// Close ends the started processes, and waits for them.
func (p *Players) Close() error { return p.close() }
