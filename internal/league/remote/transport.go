package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"

	"github.com/botarena/arena/internal/bots"
	"github.com/botarena/arena/internal/broker"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/store"
)

// Options are how a league plays on other machines.
type Options struct {
	Broker broker.Options // whose Admit is set by [Open]
	Wants  About          // what a worker must have; see [About.Admit]
	Folder league.Folder  // whose bots are sent
	// Typed returns what stands for a bot in the store, which is its path in the league's bots.
	Typed func(ctx context.Context, name string, program [32]byte) (string, error)
}

// Transport is a [league.Transport] whose workers are other machines. It is made by [Open]. Its
// workers are named by the public parts of their keys.
type Transport struct {
	*broker.Broker

	options  Options
	results  chan league.Delivered
	stop     context.CancelFunc
	reading  sync.WaitGroup
	archives map[string]digest // of bots, by the path in the league's bots
}

var _ league.Transport = (*Transport)(nil)

// Open starts or connects to the server, and takes workers. The transport must be closed.
func Open(ctx context.Context, o Options) (*Transport, error) {
	o.Broker.Admit = func(_ string, about []byte) error { return o.Wants.Admit(about) }
	b, err := broker.Open(ctx, o.Broker)
	if err != nil {
		return nil, err
	}
	t := &Transport{Broker: b, options: o, results: make(chan league.Delivered), archives: make(map[string]digest)}
	t.recall()
	ctx, t.stop = context.WithCancel(ctx)
	t.reading.Go(func() { t.read(ctx) })
	return t, nil
}

// Close ends the server and waits for all that Open has started. Workers wait for the league to
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
	told := newJob(j)
	for i, program := range j.Facts.Programs {
		typed, err := t.options.Typed(ctx, j.Facts.Names[i], program)
		if err != nil {
			return err
		}
		folder, inside := path.Split(typed)
		told.Seats[i].Path = inside
		if told.Seats[i].Archive, err = t.sendBot(ctx, path.Clean(folder), withoutValues(inside)); err != nil {
			return fmt.Errorf("bots for workers: %w", err)
		}
	}
	if len(told.Setup) > inlineSetup {
		blob := sum(told.Setup)
		if err := t.PutBot(ctx, broker.Digest(blob), bytes.NewReader(told.Setup), int64(len(told.Setup))); err != nil {
			return fmt.Errorf("the board for workers: %w", err)
		}
		told.Setup, told.Fetch = nil, &blob
	}
	body, err := told.text()
	if err != nil {
		return err
	}
	key := j.Key()
	return t.Broker.Give(ctx, broker.Job{Key: broker.Key(key), Body: body, Wall: j.Longest, Not: slices.Clone(j.Not)})
}

// withoutValues returns a path without the values for parameters that follow it.
func withoutValues(typed string) string {
	name, _ := bots.SplitValues(typed)
	return name
}

// sendBot makes a bot available to workers, and returns the digest of its archive. What it finds in
// the league's bots, by the path, never changes.
func (t *Transport) sendBot(ctx context.Context, folder, name string) (digest, error) {
	at := path.Join(folder, name)
	known, packed := t.archives[at]
	if packed {
		if there, err := t.HasBot(ctx, broker.Digest(known)); err != nil || there {
			return known, err
		}
	}
	if !filepath.IsLocal(folder) || folder == "." {
		return digest{}, errors.New("a bot is not in a folder of its own")
	}
	file, err := os.CreateTemp(t.options.Broker.Folder, ".archive-")
	if err != nil {
		return digest{}, err
	}
	defer os.Remove(file.Name()) //nolint:errcheck // an archive too many does no harm
	defer file.Close()           //nolint:errcheck // it is removed
	d, err := pack(filepath.Join(t.options.Folder.Bots(), folder), name, file)
	if err != nil {
		return digest{}, err
	}
	info, err := file.Stat()
	if err != nil {
		return digest{}, err
	}
	if err := t.PutBot(ctx, broker.Digest(d), file, info.Size()); err != nil {
		return digest{}, err
	}
	t.archives[at] = d
	return d, t.remember()
}

func (t *Transport) memory() string { return filepath.Join(t.options.Broker.Folder, "archives.json") }

// remember writes down the digests of the archives, so that the bots need not be packed again.
func (t *Transport) remember() error {
	text, err := json.Marshal(t.archives)
	if err != nil {
		return err
	}
	fresh := t.memory() + ".new"
	if err := os.WriteFile(fresh, text, 0o600); err != nil {
		return err
	}
	return os.Rename(fresh, t.memory())
}

// recall reads what remember has written. If it can't be read, the bots are packed again.
func (t *Transport) recall() {
	text, err := os.ReadFile(t.memory())
	if err == nil && json.Unmarshal(text, &t.archives) != nil || t.archives == nil {
		t.archives = make(map[string]digest)
	}
}

// Results implements [league.Transport].
func (t *Transport) Results() <-chan league.Delivered { return t.results }

// read reads what workers send, until there is no more.
func (t *Transport) read(ctx context.Context) {
	defer close(t.results)
	for d := range t.Broker.Results() {
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
