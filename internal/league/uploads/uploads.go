// Package uploads takes the files that authors send to a league, within limits: of their size, of how many are on
// their way and wait for the league, and of how many come from one place. It has no clock and no network: times and
// bytes are handed in.
package uploads

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"net/netip"
	"os"
	"path/filepath"
	"time"

	"github.com/botarena/arena/internal/league/connlimit"
)

// Limits of what authors send.
const (
	MostSubmission = 256 << 20 // bytes of a file

	mostUploads      = 16              // at a time
	MostOfPlace      = 8               // at a time from one place
	mostWaitingFiles = 256             // that are on the way or wait for the league
	mostWaitingBytes = 4 << 30         // of these
	beginRate        = 5 * time.Second // between uploads from one place, after the first ones
	beginBurst       = 40
)

// Backlog is what waits for the league.
type Backlog struct {
	Files int
	Bytes int64
}

// Uploads are the files that authors send, and those that the league has taken. They are for one
// goroutine at a time.
type Uploads struct {
	folder  string
	backlog func() Backlog
	open    map[*Upload]bool
	begins  *connlimit.Limiters[netip.Prefix]
}

// Upload is a file on its way, which is written to. It may be written to beside whatever else happens.
type Upload struct {
	from   netip.Prefix
	size   int64
	file   *os.File
	hash   hash.Hash
	got    int64 // bytes
	closed bool
}

// Refusal is why an upload ends, for its author.
type Refusal struct{ Reason string }

func (r *Refusal) Error() string { return r.Reason }

// ErrBusy says that there is no room now.
var ErrBusy = errors.New("busy")

// New returns uploads into a folder, in which those of an earlier league are removed. While the backlog of the
// league is long, others wait.
func New(folder string, backlog func() Backlog) (*Uploads, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	left, err := filepath.Glob(filepath.Join(folder, uploadPrefix+"*"))
	if err != nil {
		return nil, err
	}
	for _, path := range left { // by a league that was killed
		if err := os.Remove(path); err != nil {
			return nil, err
		}
	}
	return &Uploads{
		folder: folder, backlog: backlog, open: make(map[*Upload]bool),
		begins: connlimit.NewLimiters[netip.Prefix](beginRate, beginBurst),
	}, nil
}

const uploadPrefix = "upload-"

// Begin begins an upload of so many bytes from a place, from which there may be some at a time. It counts as if all of
// it were there. It must be finished or dropped.
func (u *Uploads) Begin(from netip.Prefix, size int64, most int, now time.Time) (*Upload, error) {
	if size < 1 || size > MostSubmission {
		return nil, &Refusal{fmt.Sprintf("it has %d bytes; from 1 to %d MB are possible", size, MostSubmission>>20)}
	}
	waiting, same := u.backlog(), 0
	for other := range u.open {
		waiting.Files++
		waiting.Bytes += other.size
		if other.from == from {
			same++
		}
	}
	full := len(u.open) >= mostUploads || waiting.Files >= mostWaitingFiles || waiting.Bytes+size > mostWaitingBytes
	if full || same >= most || !u.begins.Allow(from, now) {
		return nil, ErrBusy
	}
	file, err := os.CreateTemp(u.folder, uploadPrefix+"*")
	if err != nil {
		return nil, err
	}
	one := &Upload{from: from, size: size, file: file, hash: sha256.New()}
	u.open[one] = true
	return one, nil
}

// Write implements [io.Writer].
func (o *Upload) Write(part []byte) (int, error) {
	if o.got+int64(len(part)) > o.size {
		return 0, &Refusal{fmt.Sprintf("it is larger than the %d bytes that were announced", o.size)}
	}
	n, err := o.file.Write(part)
	o.hash.Write(part[:n])
	o.got += int64(n)
	return n, err
}

// Close closes a file that has come whole.
func (o *Upload) Close() error {
	if o.got < o.size {
		return &Refusal{"it did not come whole; submit it again"}
	}
	err := o.file.Sync()
	o.closed = true
	return errors.Join(err, o.file.Close())
}

// Finish gives a file that was closed to the league, which moves it away.
func (u *Uploads) Finish(one *Upload, take func(path string, digest [sha256.Size]byte) error) error {
	err := take(one.file.Name(), [sha256.Size]byte(one.hash.Sum(nil)))
	if err == nil {
		delete(u.open, one) // it waits now
	}
	return err
}

// Drop ends an upload. Nothing of it is left, unless the league has taken it.
func (u *Uploads) Drop(one *Upload) {
	if u.open[one] {
		delete(u.open, one)
		if !one.closed {
			_ = one.file.Close() // nothing of it is needed
		}
		_ = os.Remove(one.file.Name()) // the next start removes a leftover
	}
}
