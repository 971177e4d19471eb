package series

import (
	"context"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/host"
)

// Process is a bot's process that is kept from match to match. If it has ended, as
// after every verdict, the next match gets a fresh one.
type Process struct {
	running *host.Process
	options host.Options
}

// Keep returns a Process that begins with a running one. Fresh ones are started with
// the given options.
func Keep(running *host.Process, o host.Options) *Process { return &Process{running, o} }

// Player returns a player for the next match, as an [Entrant] does.
func (p *Process) Player(ctx context.Context) (match.Player, error) {
	if p.running.Ended() {
		p.running.Close()
		fresh, err := host.Start(ctx, p.running.Command(), p.options)
		if err != nil {
			return nil, err
		}
		p.running = fresh
	}
	return p.running.Player(), nil
}

// Close ends the process.
func (p *Process) Close() { p.running.Close() }
