package broker

import (
	"context"

	"github.com/nats-io/nats.go/jetstream"
)

// fetched is a job as a worker has got it from the queue.
type fetched struct {
	job     Job
	place   place
	message jetstream.Msg
	intact  context.Context //nolint:containedctx // done when the connection breaks on which it came
}

// open reads a job. It returns nil if it is not from our league, and takes it off the queue.
func open(m jetstream.Msg, intact context.Context) *fetched {
	j, _, err := readJob(m.Headers(), m.Data())
	at, unknown := m.Metadata()
	if err != nil || unknown != nil {
		_ = m.Term()
		return nil
	}
	return &fetched{job: j, place: placeOf(at), message: m, intact: intact}
}

// say tells the server something about the job, but for one that was away meanwhile: if it was killed,
// the number by which it knows the job may be that of another one now. It gives out the job again. If
// the server does not hear it, it asks again in the same way.
func (f *fetched) say(what func() error) {
	if f.intact.Err() == nil {
		_ = what()
	}
}
