package admission

import (
	"crypto/rand"
	"crypto/sha256"
	"net/netip"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/uploads"
	"github.com/botarena/arena/internal/league/wire"
)

// Door takes packages that come in one piece, as from a page, within the limits of those that come in parts. Its
// methods may be called by several goroutines.
type Door struct {
	desk     *Desk
	identity members.Identity

	mu      sync.Mutex
	uploads *uploads.Uploads
	person  string // whose package is being taken; "" if nobody's
}

// NewDoor returns a door that leads to the desk.
func (d *Desk) NewDoor() (*Door, error) {
	o := &Door{desk: d}
	err := os.MkdirAll(d.folder.Workers(), 0o700)
	if err == nil {
		o.identity, err = members.LoadIdentity(d.folder.Workers())
	}
	if err == nil {
		o.uploads, err = uploads.New(d.folder.Arriving(), o.take, d.backlog)
	}
	return o, err
}

// take takes a file that is there whole.
func (o *Door) take(path string, digest [sha256.Size]byte) error {
	name, err := o.name(digest, o.person)
	if err != nil {
		return err
	}
	return o.desk.take(path, name)
}

// name is what a package is called in the inbox.
func (o *Door) name(digest wire.Digest, person string) (string, error) {
	if person == "" {
		return wireName(digest), nil
	}
	return sealedName(o.identity, digest, person)
}

// ofPerson is between the two parts of a receipt.
const ofPerson = "."

// Take takes a package of a person, or of nobody, from an address. It returns the secret receipt by which its fate is
// asked for. It fails with [uploads.ErrBusy] or a [*uploads.Refusal].
func (o *Door) Take(from netip.Prefix, person string, file []byte, now time.Time) (receipt string, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.person = person
	session := rand.Text()
	receipt, err = o.uploads.Begin(session, from, int64(len(file)), sha256.Sum256(file), now)
	if err == nil {
		_, _, err = o.uploads.Add(session, receipt, 0, file, now)
	}
	if person != "" {
		receipt += ofPerson + person
	}
	return receipt, err
}

// Fate tells what has become of a package.
func (o *Door) Fate(receipt string) wire.Fate {
	receipt, person, _ := strings.Cut(receipt, ofPerson)
	o.mu.Lock()
	digest, known := o.uploads.Taken(receipt)
	o.mu.Unlock()
	name, err := o.name(digest, person)
	if !known || err != nil {
		return wire.Fate{State: wire.Unknown}
	}
	return o.desk.fate(name)
}
