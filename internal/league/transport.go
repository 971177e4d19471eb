package league

import (
	"context"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/lineproto"
)

// Transport takes jobs to those who play them, and brings back the results. It may lose a
// job when its process ends, and may have one played more than once; the store knows which
// matches were played, and everything else follows from that.
type Transport interface {
	// Give hands over a job. It returns an error if no more jobs are taken. One that is out already
	// is not played twice for that; but who is not to play it may have changed.
	Give(ctx context.Context, j Job) error
	// Results returns the channel of what came of the jobs. It is always the same, and is
	// closed if nothing more will come.
	Results() <-chan Delivered
	// Room returns how many more jobs are wanted at the moment.
	Room() int
	// Revoke ends the work of a worker that can't be trusted, and gives its jobs to others. One
	// that is unknown or was revoked before is no error.
	Revoke(ctx context.Context, worker, why string) error
}

// Job is a match for a worker, with all that it follows from.
type Job struct {
	Facts    store.Facts
	Versions []string // of the bots, by seat, as they call them
	// Longest is the longest wall-clock time that the match may take, with the start of its
	// bots, on a machine that is not overloaded.
	Longest time.Duration
	// Not are workers that must not play it: a match that is checked is played again by another.
	Not []string
	// ByLot says that chance decides who plays it, of those who are there: else friends could ask to check each
	// other.
	ByLot bool
}

// Key returns the key of the match, by which a job and its result belong together.
func (j Job) Key() store.Key { return j.Facts.Key() }

// Result is what a worker returns for a job: the match itself. Who was how good and who was
// frozen follows from the replay.
type Result struct {
	Key    store.Key
	Replay []byte
	Wall   time.Duration // from the first round to the last
}

// Delivered is what came of a job.
type Delivered struct {
	Result

	Worker string // who played; "" if it was this machine
	// Err says why the job could not be played. Then the rest of the result is empty, apart
	// from its key.
	Err error
	// Tries is how often the job was handed out for this; 0 is the same as 1.
	Tries int
	// Done is called when what came is safe, or of no use. Until then, the transport may
	// deliver it again.
	Done func()
}

// longest returns the longest wall-clock time that a match may take: the bots of all seats
// start one after the other, and use up their time in each round.
func longest(setup engine.Setup, l lineproto.Told) time.Duration {
	seats, rounds, usual := time.Duration(setup.Seats()), time.Duration(setup.Rounds()), host.DefaultLimits()
	return rounds*max(l.Wall, l.CPU)*2 + seats*(2*usual.Start+l.WallBank+l.Bank+l.StartCPU+usual.End) + time.Minute
}
