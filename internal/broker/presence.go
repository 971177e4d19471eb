package broker

import (
	"context"
	"time"

	"github.com/botarena/arena/internal/league/members"
)

// whoIsThere returns the workers that are there, in the order of their IDs.
func (b *Broker) whoIsThere() []members.PresentWorker {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.matches.Present(b.now())
}

// notePresence writes down who is there until ctx is done, and then that nobody is.
func (b *Broker) notePresence(ctx context.Context) {
	folder := members.Folder(b.options.Folder)
	defer folder.NotServed()
	tick := time.NewTicker(members.PresenceTime)
	defer tick.Stop()
	for said := false; ; {
		err := folder.SetPresent(b.whoIsThere(), b.now())
		if err != nil && !said {
			b.options.Say("who is there can't be written down: " + err.Error())
		}
		said = err != nil
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
