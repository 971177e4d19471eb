package shell

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
)

// patience is how long the arena may take to end by itself after a signal, while it only reads. The file
// may come from a stranger, who can make it take for ever; nothing is lost then.
const patience = 750 * time.Millisecond

// Reading counts what goes on, to know whether all of it only reads.
type Reading struct {
	readers, players atomic.Int32
	// quit ends the process; nil if it must not end.
	Quit func(code int)
}

// Reads notes that what follows only reads, until the function is called that it returns.
func (r *Reading) Reads() func() {
	r.readers.Add(1)
	return func() { r.readers.Add(-1) }
}

// Plays notes that bots play, or that something is written: that ends by itself, and saves the matches so far.
func (r *Reading) Plays() func() {
	r.players.Add(1)
	return func() { r.players.Add(-1) }
}

// OnlyReads reports whether nothing is lost if the process ends now.
func (r *Reading) OnlyReads() bool { return r.readers.Load() > 0 && r.players.Load() == 0 }

// LastResort ends the process a while after the signal, if it does not end by itself and only reads.
func (s *Shell) LastResort(ctx context.Context) (stop func() bool) {
	if s.Quit == nil {
		return func() bool { return false }
	}
	return context.AfterFunc(ctx, func() {
		time.Sleep(patience)
		for !s.OnlyReads() {
			time.Sleep(patience / 10)
		}
		s.Err.Clear()
		s.Quit(Report(s.Err, context.Cause(ctx)))
	})
}

// Reader makes a command one that only reads.
func (s *Shell) Reader(c *cobra.Command) *cobra.Command {
	run := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error {
		defer s.Reads()()
		return run(c, args)
	}
	return c
}
