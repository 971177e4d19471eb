package remote

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/scheduler"
	"github.com/botarena/arena/internal/league/wire"
)

// Options are how a league plays on other machines.
type Options struct {
	Folder league.Folder // whose bots and packages are sent
	Kept   string        // the folder for files about them; "" for that of the league's workers
	Now    func() time.Time
	Say    func(sentence string) // to the holder of the league; nil if nobody listens
	// Entrant returns a bot as the store has it. It is asked once for each bot.
	Entrant func(ctx context.Context, name string, program [32]byte) (store.Entrant, error)
}

// Broker takes jobs to workers, and brings back what they send, as that of package broker does. Workers link this
// package, and no server.
type Broker interface {
	blobStore
	league.Namer
	Give(ctx context.Context, j scheduler.Job) error
	Withdraw(ctx context.Context, key scheduler.Key)
	Results() <-chan scheduler.Delivered
	Room() int
	Present() map[string]int
	Revoke(ctx context.Context, worker, why string) error
	Close() error
}

// Transport is a [league.Transport] whose workers are other machines. It is made by [Open]. Its
// workers are named by the public parts of their keys.
type Transport struct {
	Broker

	stock   *stock
	results chan league.Delivered
	stop    context.CancelFunc
	reading sync.WaitGroup
}

var _ Others = (*Transport)(nil)

// Open plays by the workers of a broker, which admits them by [About.Admit]. The transport must be closed.
func Open(ctx context.Context, b Broker, o Options) *Transport {
	t := &Transport{Broker: b, stock: newStock(b, o), results: make(chan league.Delivered)}
	ctx, t.stop = context.WithCancel(ctx)
	t.reading.Go(func() { t.read(ctx) })
	return t
}

// Close ends the broker and waits for all that Open has started. Workers wait for the league to
// come back.
func (t *Transport) Close() error {
	t.stop()
	err := t.Broker.Close()
	t.reading.Wait()
	return err
}

// Give implements [league.Transport]. It sends the bots of the match first, if nobody has them yet.
// It is not called by several goroutines at the same time.
func (t *Transport) Give(ctx context.Context, j league.Job) error {
	told, key := newJob(j), j.Key()
	for i := range told.Seats {
		if err := t.stock.bring(ctx, key, &told.Seats[i]); err != nil {
			return fmt.Errorf("bots for workers: %w", err)
		}
	}
	if len(told.Setup) > inlineSetup {
		blob := sum(told.Setup)
		if err := t.PutBot(wire.Digest(blob), bytes.NewReader(told.Setup), int64(len(told.Setup))); err != nil {
			return fmt.Errorf("the board for workers: %w", err)
		}
		told.Setup, told.Fetch = nil, &blob
	}
	body, err := told.text()
	if err != nil {
		return err
	}
	return t.Broker.Give(ctx, scheduler.Job{
		Key: scheduler.Key(key), Body: body, Wall: j.Longest, Not: slices.Clone(j.Not), ByLot: j.ByLot,
	})
}

// Withdraw implements [Others].
func (t *Transport) Withdraw(ctx context.Context, key store.Key) {
	t.stock.ended(key)
	t.Broker.Withdraw(ctx, scheduler.Key(key))
}

// Results implements [league.Transport].
func (t *Transport) Results() <-chan league.Delivered { return t.results }

// read reads what workers send, until there is no more.
func (t *Transport) read(ctx context.Context) {
	defer close(t.results)
	for d := range t.Broker.Results() {
		t.stock.ended(store.Key(d.Key))
		delivered := league.Delivered{Worker: d.Worker, Err: d.Err, Tries: d.Tries, Done: d.Done}
		if delivered.Result = (league.Result{Key: store.Key(d.Key)}); d.Err == nil {
			if r, err := readResult(d.Key, d.Body); err != nil {
				delivered.Err, delivered.Tries = err, 1
			} else {
				delivered.Result = r
			}
		}
		select {
		case t.results <- delivered:
		case <-ctx.Done():
			return
		}
	}
}
