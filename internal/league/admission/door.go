package admission

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/botarena/arena/internal/base/crowd"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/league/connlimit"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/uploads"
	"github.com/botarena/arena/internal/league/wire"
)

// Door takes what people hand in on the page of a league. Its methods may be called by several goroutines.
type Door struct {
	desk     *Desk
	identity members.Identity
	wrapping sync.Mutex // held by one after the other: an archive may become large

	mu      sync.Mutex
	uploads *uploads.Uploads
	homes   *connlimit.Limiters[netip.Prefix]
	handed  []Handed // the last ones, in their order
}

// Handed is what was handed in by a link.
type Handed struct {
	Receipt string
	Who     string // as the organiser calls them, or the link
	File    string // or folder, as its author calls it
	At      time.Time
}

const (
	mostHandedIn = 200         // that are remembered
	mostOfPerson = 3           // that wait at a time
	homeRate     = time.Second // between those of one address, behind which a class may be
	homeBurst    = 240         // that come at once from there
)

// NewDoor returns a door that leads to the desk.
func (d *Desk) NewDoor() (*Door, error) {
	o := &Door{desk: d, homes: connlimit.NewLimiters[netip.Prefix](homeRate, homeBurst)}
	err := os.MkdirAll(d.folder.Workers(), 0o700)
	if err == nil {
		o.identity, err = members.LoadIdentity(d.folder.Workers())
	}
	if err == nil {
		err = d.remember()
	}
	if err == nil {
		o.uploads, err = uploads.New(d.folder.Arriving(), d.backlog)
	}
	return o, err
}

// name is what a file is called in the inbox.
func (o *Door) name(digest wire.Digest, person, ending string) (string, error) {
	if person == "" {
		return wireName(digest), nil
	}
	return sealedName(o.identity, digest, person, ending)
}

// Between the parts of a receipt: a secret, the digest of the file, whose it is, how its name ends, and a seal. So a
// receipt counts after a restart, too, and nobody makes one for the file of another.
const partOfReceipt = "."

func (o *Door) receipt(parts ...string) (string, error) {
	text := strings.Join(parts, partOfReceipt)
	seal, err := o.identity.Seal([]byte("a receipt: " + text))
	return text + partOfReceipt + hex.EncodeToString(seal), err
}

// By is who hands something in.
type By struct {
	Person string       // "" if the link is for many
	Who    string       // as the organiser calls them, or the link
	From   netip.Prefix // the address
}

// Allows reports whether one more request that costs something may come from an address.
func (o *Door) Allows(from netip.Prefix, now time.Time) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.homes.Allow(from, now)
}

// Take takes the files of a bot, or a package that is small, which is to play under a name or its own. It returns the
// receipt by which its fate is asked for. It fails with [uploads.ErrBusy] or a [*uploads.Refusal].
func (o *Door) Take(by By, name string, files []HandedFile, now time.Time) (receipt string, err error) {
	if err := o.mayHandIn(by, now); err != nil {
		return "", err
	}
	o.wrapping.Lock()
	defer o.wrapping.Unlock()
	file, ending, err := wrap(name, files)
	if err != nil {
		return "", err
	}
	if by.Person == "" && ending != botfile.Ending {
		return "", &uploads.Refusal{Reason: "your link is for many people, so only a signed package counts; " +
			"ask the organiser for a link of your own"}
	}
	called, _, _ := strings.Cut(files[0].Path, "/")
	return o.receive(by, called, ending, int64(len(file)), bytes.NewReader(file), now)
}

// TakePackage takes a package of a size as it comes, as [Door.Take] does. If reading it fails, so does this, and
// nothing of it is left.
func (o *Door) TakePackage(
	by By, called string, size int64, from io.Reader, now time.Time,
) (receipt string, err error) {
	if err := o.mayHandIn(by, now); err != nil {
		return "", err
	}
	return o.receive(by, called, botfile.Ending, size, from, now)
}

// mayHandIn finds out whether somebody may hand in one more, before it is looked at.
func (o *Door) mayHandIn(by By, now time.Time) error {
	if by.Person != "" && o.desk.waits(by.Person) >= mostOfPerson {
		why := fmt.Sprintf("%d of yours wait already; hand in the next one when they are checked", mostOfPerson)
		return &uploads.Refusal{Reason: why}
	}
	if !o.Allows(by.From, now) {
		return uploads.ErrBusy
	}
	return nil
}

// receive reads a file, and gives it to the desk.
func (o *Door) receive(
	by By, called, ending string, size int64, from io.Reader, now time.Time,
) (receipt string, err error) {
	one, err := o.begin(by, size, now)
	if err != nil {
		return "", err
	}
	_, err = io.Copy(one, from)
	if err == nil {
		err = one.Close()
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	defer o.uploads.Drop(one)
	if err != nil {
		return "", err
	}
	err = o.uploads.Finish(one, func(path string, digest [sha256.Size]byte) error {
		name, err := o.name(digest, by.Person, ending)
		if err == nil {
			receipt, err = o.receipt(rand.Text(), hex.EncodeToString(digest[:]), by.Person, ending[1:])
		}
		if err != nil {
			return err
		}
		return o.desk.take(path, name)
	})
	if err != nil {
		return "", err
	}
	o.handed = append(o.handed[max(0, len(o.handed)+1-mostHandedIn):], Handed{receipt, by.Who, called, now})
	return receipt, nil
}

// begin takes a place for a file on its way. Those of a person that wait leave fewer.
func (o *Door) begin(by By, size int64, now time.Time) (*uploads.Upload, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	most := uploads.MostOfPlace
	if by.Person != "" {
		most = mostOfPerson - o.desk.waits(by.Person)
	}
	return o.uploads.Begin(by.place(), size, most, now)
}

// place is that from which something comes, for limits.
func (by By) place() netip.Prefix {
	if home, is := crowd.HomeOfPerson(by.Person); is {
		return home
	}
	return by.From
}

// HandedIn returns what was handed in of late, the newest first.
func (o *Door) HandedIn() []Handed {
	o.mu.Lock()
	defer o.mu.Unlock()
	all := slices.Clone(o.handed)
	slices.Reverse(all)
	return all
}

// IsOf reports whether a receipt is one of a person, or of those whose link is for many.
func IsOf(receipt, person string) bool {
	parts := strings.Split(receipt, partOfReceipt)
	return len(parts) == 5 && parts[2] == person
}

// Fate tells what has become of what was handed in.
func (o *Door) Fate(receipt string) Fate {
	parts := strings.Split(receipt, partOfReceipt)
	if len(parts) != 5 {
		return Fate{State: Unknown}
	}
	same, err := o.receipt(parts[:4]...)
	if err != nil || !hmac.Equal([]byte(same), []byte(receipt)) {
		return Fate{State: Unknown}
	}
	digest, err := hex.DecodeString(parts[1])
	if err != nil || len(digest) != sha256.Size {
		return Fate{State: Unknown}
	}
	name, err := o.name(wire.Digest(digest), parts[2], "."+parts[3])
	if err != nil {
		return Fate{State: Unknown}
	}
	return o.desk.fate(name)
}
