package admission

import (
	"crypto/rand"
	"crypto/sha256"
	"net/netip"
	"sync"
	"time"

	"github.com/botarena/arena/internal/league/uploads"
	"github.com/botarena/arena/internal/league/wire"
)

// Door takes packages that come in one piece, as from a page, within the limits of those that come in parts. Its
// methods may be called by several goroutines.
type Door struct {
	desk *Desk

	mu      sync.Mutex
	uploads *uploads.Uploads
}

// NewDoor returns a door that leads to the desk.
func (d *Desk) NewDoor() (*Door, error) {
	u, err := uploads.New(d.folder.Arriving(), func(path string, digest [sha256.Size]byte) error {
		return d.take(path, digest)
	}, d.backlog)
	return &Door{desk: d, uploads: u}, err
}

// Take takes a package from an address, and returns the secret receipt by which its fate is asked for. It fails with
// [uploads.ErrBusy] or a [*uploads.Refusal].
func (o *Door) Take(from netip.Prefix, file []byte, now time.Time) (receipt string, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	session := rand.Text()
	receipt, err = o.uploads.Begin(session, from, int64(len(file)), sha256.Sum256(file), now)
	if err == nil {
		_, _, err = o.uploads.Add(session, receipt, 0, file, now)
	}
	return receipt, err
}

// Fate tells what has become of a package.
func (o *Door) Fate(receipt string) wire.Fate {
	o.mu.Lock()
	digest, known := o.uploads.Taken(receipt)
	o.mu.Unlock()
	if !known {
		return wire.Fate{State: wire.Unknown}
	}
	return o.desk.fate(digest)
}
