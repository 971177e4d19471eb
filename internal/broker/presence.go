package broker

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// PresentWorker is a worker that is there.
type PresentWorker struct {
	ID    string
	Slots int // how many matches it plays at a time
	Given int // matches that it has, also those that it will play next
}

const (
	// presenceTime is how often it is written down who is there.
	presenceTime = 2 * time.Second
	// stalePresence is how old that may be: a league that was killed leaves it there.
	stalePresence = 5 * presenceTime
)

// presence is who was there at a time, as a file.
type presence struct {
	Noted   time.Time
	Workers []PresentWorker
}

func (f Folder) presencePath() string { return filepath.Join(string(f), "present.json") }

// Present returns who is there, in the order of their IDs. It reports whether the league is served
// with workers now; what it returns is some seconds old at most.
func (f Folder) Present(now time.Time) (all []PresentWorker, served bool, err error) {
	text, err := os.ReadFile(f.presencePath())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	var p presence
	if err := json.Unmarshal(text, &p); err != nil {
		return nil, false, nil //nolint:nilerr // the next one will be whole
	}
	if now.Sub(p.Noted).Abs() > stalePresence {
		return nil, false, nil
	}
	return p.Workers, true, nil
}

func (p *player) present(now time.Time, wait time.Duration) bool {
	return !p.heard.IsZero() && now.Sub(p.heard) <= wait
}

// present returns the workers that are there, in the order of their IDs.
func (r *roster) present(now time.Time) (all []PresentWorker) {
	for _, id := range slices.Sorted(maps.Keys(r.workers)) {
		if p := r.workers[id]; p.present(now, r.wait) && p.slots > 0 {
			all = append(all, PresentWorker{ID: id, Slots: p.slots, Given: len(p.has)})
		}
	}
	return all
}

// whoIsThere returns the workers that are there, in the order of their IDs.
func (b *Broker) whoIsThere() []PresentWorker {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.roster.present(b.now())
}

// notePresence writes down who is there until ctx is done, and then that nobody is.
func (b *Broker) notePresence(ctx context.Context) {
	path := Folder(b.options.Folder).presencePath()
	defer os.Remove(path) //nolint:errcheck // it becomes stale
	tick := time.NewTicker(presenceTime)
	defer tick.Stop()
	for said := false; ; {
		text, err := json.Marshal(presence{b.now(), b.whoIsThere()})
		if err == nil {
			err = replaceFile(path, text)
		}
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

// replaceFile replaces a file that may be lost, but that nobody may read half of.
func replaceFile(path string, content []byte) error {
	fresh := path + ".new"
	if err := os.WriteFile(fresh, content, 0o600); err != nil {
		return err
	}
	return os.Rename(fresh, path)
}
