package members

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// PresentWorker is a worker that is there.
type PresentWorker struct {
	ID    string
	Slots int // how many matches it plays at a time
	Given int // matches that it has, also those that it will play next
}

const (
	// PresenceTime is how often it is written down who is there, and looked who was revoked.
	PresenceTime = time.Second
	// stalePresence is how old that may be: a league that was killed leaves it there.
	stalePresence = 10 * PresenceTime
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

// SetPresent writes down who is there at a time.
func (f Folder) SetPresent(all []PresentWorker, now time.Time) error {
	text, err := json.Marshal(presence{now, all})
	if err != nil {
		return err
	}
	return writeFile(f.presencePath(), text)
}

// NotServed notes that nobody is there, as the league is not served any more.
func (f Folder) NotServed() { _ = os.Remove(f.presencePath()) } // a leftover becomes stale
