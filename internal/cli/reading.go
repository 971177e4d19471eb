package cli

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
)

// patience is how long the arena may take to end by itself after a signal, while it only reads. What is
// read may come from a stranger, who can make it take for ever; nothing is lost then.
const patience = 750 * time.Millisecond

// reading counts what goes on, to know whether all of it only reads.
type reading struct {
	readers, players atomic.Int32
	// quit ends the process; nil if it must not end.
	quit func(code int)
}

// reads notes that what follows only reads, until the function is called that it returns.
func (r *reading) reads() func() {
	r.readers.Add(1)
	return func() { r.readers.Add(-1) }
}

// plays notes that bots play, or that something is written: that ends by itself, and saves what there is.
func (r *reading) plays() func() {
	r.players.Add(1)
	return func() { r.players.Add(-1) }
}

// onlyReads reports whether nothing is lost if the process ends now.
func (r *reading) onlyReads() bool { return r.readers.Load() > 0 && r.players.Load() == 0 }

// lastResort ends the process a while after the signal, if it does not end by itself and only reads.
func (s *program) lastResort(ctx context.Context) (stop func() bool) {
	if s.quit == nil {
		return func() bool { return false }
	}
	return context.AfterFunc(ctx, func() {
		time.Sleep(patience)
		for !s.onlyReads() {
			time.Sleep(patience / 10)
		}
		s.err.clear()
		s.quit(report(s.err, context.Cause(ctx)))
	})
}

// reader makes a command one that only reads.
func (s *program) reader(c *cobra.Command) *cobra.Command {
	run := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error {
		defer s.reads()()
		return run(c, args)
	}
	return c
}
