package broker

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/botarena/arena/internal/league/wire"
)

// reviveTime is how often it is looked whether the queues can be written, and roomNeeded how many bytes
// a full disk must have before that is tried again.
const (
	reviveTime = time.Second
	roomNeeded = 4 << 20
)

// watchQueues waits for a disk that is full, until ctx is done: the server gives up a stream that it could
// not write once.
func (b *Broker) watchQueues(ctx context.Context) {
	look := time.NewTicker(reviveTime)
	defer look.Stop()
	for well := true; ; {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
		why := b.brokenQueues()
		if why != "" && !well { // twice, as everybody is interrupted
			b.waitForRoom(ctx, why)
		}
		well = why == ""
	}
}

// waitForRoom opens the queues anew when there is room for them, or returns when ctx is done.
func (b *Broker) waitForRoom(ctx context.Context, why string) {
	b.broken.Store(true)
	defer b.broken.Store(false)
	if err := b.tryRoom(); err != nil {
		why = err.Error()
	}
	if strings.Contains(why, "no space left") {
		why = "the disk is full; make room"
	}
	b.options.Say(fmt.Sprintf("%s: %s: the league waits, and goes on by itself", b.queues(), why))
	for ctx.Err() == nil {
		if b.tryRoom() == nil && b.revive(ctx) == nil {
			b.options.Say("the queues can be written again, and the league goes on")
			return
		}
		wire.Pause(ctx, reviveTime)
	}
}

// brokenQueues returns why the queues can't be written, or "".
func (b *Broker) brokenQueues() string {
	asked := &server.HealthzOptions{Account: b.server.GlobalAccount().Name, Details: true}
	for _, e := range b.server.Healthz(asked).Errors {
		if e.Type != server.HealthzErrorConn { // which is that the server has not answered within a millisecond
			return e.Error
		}
	}
	return ""
}

// tryRoom returns an error if there is no room for the queues.
func (b *Broker) tryRoom() error {
	path := filepath.Join(b.options.Folder, "room")
	err := os.WriteFile(path, make([]byte, roomNeeded), 0o600)
	return errors.Join(err, os.Remove(path))
}

// revive opens the queues anew, as they are on the disk. All connections are broken afterwards, so that
// everybody compares what it knows with them, as after a server that was killed.
func (b *Broker) revive(ctx context.Context) error {
	err := b.openQueues(ctx)
	if err != nil && ctx.Err() == nil && b.tryRoom() == nil {
		if err = b.setAside(err); err == nil {
			err = b.openQueues(ctx)
		}
	}
	if err != nil {
		return err
	}
	b.door.Cut()
	return b.conn.ForceReconnect()
}

// openQueues starts JetStream again. An error says that the queues are damaged.
func (b *Broker) openQueues(ctx context.Context) error {
	if err := b.server.ShutdownJetStream(); err != nil {
		return err
	}
	log := &startLog{amongClients: true}
	b.server.SetLoggerV2(log, false, false, false)
	err := b.server.EnableJetStream(&server.JetStreamConfig{
		StoreDir: b.queues(), MaxStore: mostStore, MaxMemory: mostMemory, Strict: true,
	})
	if err != nil {
		return err
	}
	if problem := log.problem(); problem != "" {
		return errors.New(problem)
	}
	_, _, err = b.createStreams(ctx)
	return err
}

// setAside moves damaged queues away; their messages are made again from the store.
func (b *Broker) setAside(damaged error) error {
	if b.server != nil {
		if err := b.server.ShutdownJetStream(); err != nil {
			return err
		}
	}
	aside := fmt.Sprintf("%s-damaged-%d", b.queues(), b.now().UnixNano())
	if err := os.Rename(b.queues(), aside); err != nil {
		return fmt.Errorf("%w; it can't be set aside: %w", damaged, err)
	}
	b.options.Say(fmt.Sprintf(
		"the queues were damaged (%v): they are set aside in %s, and made again from the store", damaged, aside))
	return nil
}

// complain tells the user of something that goes wrong, unless a full disk is the reason, which is told
// already or will be at once.
func (b *Broker) complain(sentence string) {
	if !b.isBroken() {
		b.options.Say(sentence)
	}
}

func (b *Broker) isBroken() bool {
	return b.broken.Load() || b.server != nil && b.brokenQueues() != ""
}
