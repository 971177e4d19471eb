package uploads

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"maps"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/botarena/arena/internal/league/wire"
)

// Limits of what authors send.
const (
	MostSubmission = 256 << 20 // bytes of a file

	mostUploads       = 16               // at a time
	mostUploadsOfHome = 8                // at a time from one address
	mostWaitingFiles  = 256              // that are on the way or wait for the league
	mostWaitingBytes  = 4 << 30          // of these
	uploadTime        = 15 * time.Minute // in which an upload must be whole
	silentTime        = time.Minute      // without a part, after which an upload is dropped
	leastRate         = 64 << 10         // bytes per second that keep a place for which another waits; see [upload.rate]
	beginRate         = 5 * time.Second  // between uploads from one address, after the first ones
	beginBurst        = 40
	mostTaken         = 4096           // uploads whose fate can be asked for
	takenTime         = 24 * time.Hour // after which that is forgotten
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
	take    func(path string, digest [sha256.Size]byte) error
	backlog func() Backlog
	open    map[string]*upload // by the secret ID
	taken   map[string]taken   // by the secret ID
	begins  *Limiters[netip.Prefix]
	swept   time.Time     // when it was looked last who takes too long
	worked  time.Duration // that the league itself was busy with requests
}

// upload is a file on its way.
type upload struct {
	session      string
	from         netip.Prefix
	size         int64
	digest       [sha256.Size]byte
	file         *os.File
	hash         hash.Hash
	got          int64 // bytes
	begun, heard time.Time
	worked       time.Duration // by the league when it began
}

// rate returns how many bytes came per second of those in which the league waited for its author and the others: no
// author is to blame for a slow league. A part on its way counts, so an upload has eight seconds before it is too slow,
// and a line that bears the least rate never is. One of 1 Mbit/s, as of a telephone, bears twice that. Slower ones, as
// in the country, get through as long as there is room.
func (o *upload) rate(now time.Time, worked time.Duration) float64 {
	waited := now.Sub(o.begun) - (worked - o.worked)
	return float64(o.got+wire.PartSize) / max(waited, time.Millisecond).Seconds()
}

// taken is an upload that the league has taken.
type taken struct {
	digest [sha256.Size]byte
	at     time.Time
}

// Refusal is why an upload ends, for its author.
type Refusal struct{ Reason, Fix string }

func (r *Refusal) Error() string { return r.Reason }

// ErrBusy says that there is no room now.
var ErrBusy = errors.New("busy")

// New returns uploads into a folder, in which those of an earlier league are removed. A file that has come
// whole is taken, and while the backlog of those that were is long, others wait.
func New(folder string, take func(path string, digest [sha256.Size]byte) error,
	backlog func() Backlog,
) (*Uploads, error) {
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
		folder: folder, take: take, backlog: backlog, open: make(map[string]*upload), taken: make(map[string]taken),
		begins: NewLimiters[netip.Prefix](beginRate, beginBurst),
	}, nil
}

const uploadPrefix = "upload-"

// Begin begins an upload, and returns its secret ID. Another one of the same session ends.
func (u *Uploads) Begin(session string, from netip.Prefix, size int64, digest [sha256.Size]byte,
	now time.Time,
) (string, error) {
	if size < 1 || size > MostSubmission {
		return "", &Refusal{fmt.Sprintf("it has %d bytes; from 1 to %d MB are possible", size, MostSubmission>>20), ""}
	}
	for id, other := range u.open {
		if other.session == session {
			u.drop(id)
		}
	}
	weak, hasRoom := u.room(from, size, now)
	if !hasRoom || !u.begins.Allow(from, now) {
		return "", ErrBusy
	}
	for _, id := range weak {
		u.drop(id)
	}
	file, err := os.CreateTemp(u.folder, uploadPrefix+"*")
	if err != nil {
		return "", err
	}
	id := strings.ToLower(rand.Text())
	u.open[id] = &upload{
		session: session, from: from, size: size, digest: digest, file: file, hash: sha256.New(),
		begun: now, heard: now, worked: u.worked,
	}
	return id, nil
}

// Worked says how long the league was busy with a request.
func (u *Uploads) Worked(d time.Duration) { u.worked += max(d, 0) }

// room reports whether there is room for one more file of a size, and which uploads have to go for it.
func (u *Uploads) room(from netip.Prefix, size int64, now time.Time) (weak []string, has bool) {
	waiting, left := u.backlog(), maps.Clone(u.open)
	for _, one := range left {
		waiting.Files++
		waiting.Bytes += one.size
	}
	for {
		homes, most := make(map[netip.Prefix]int), 2
		for _, one := range left {
			homes[one.from]++
			most = max(most, homes[one.from])
		}
		full := homes[from] >= mostUploadsOfHome
		if !full && len(left) < mostUploads && waiting.Files < mostWaitingFiles &&
			waiting.Bytes+size <= mostWaitingBytes {
			return weak, true
		}
		id := u.weakest(left, now, func(one *upload) bool {
			slow := one.rate(now, u.worked) < leastRate && (!full || one.from == from)
			return slow || homes[from] == 0 && homes[one.from] == most // who has none gets a place of who has several
		})
		if id == "" {
			return nil, false
		}
		waiting.Files--
		waiting.Bytes -= left[id].size
		delete(left, id)
		weak = append(weak, id)
	}
}

// weakest returns the slowest upload that may go, or "".
func (u *Uploads) weakest(among map[string]*upload, now time.Time, mayGo func(one *upload) bool) (weakest string) {
	for id, one := range among {
		if mayGo(one) && (weakest == "" || one.rate(now, u.worked) < among[weakest].rate(now, u.worked)) {
			weakest = id
		}
	}
	return weakest
}

// ErrUnknown says that there is no upload of an ID.
var ErrUnknown = errors.New("no such upload")

// Add adds a part, and returns how many bytes are there. A part that does not begin where the last
// one ended is not added: the sender goes on from the returned number.
func (u *Uploads) Add(session, id string, from int64, part []byte, now time.Time) (got int64, whole bool, err error) {
	if _, is := u.taken[id]; is {
		return 0, true, nil // the answer was lost
	}
	one := u.open[id]
	if one == nil || one.session != session {
		return 0, false, ErrUnknown
	}
	if from != one.got {
		return one.got, false, nil
	}
	if one.heard = now; one.got+int64(len(part)) > one.size {
		u.drop(id)
		return 0, false, &Refusal{fmt.Sprintf("it is larger than the %d bytes that were announced", one.size), ""}
	}
	if _, err := one.file.Write(part); err != nil {
		u.drop(id)
		return 0, false, err
	}
	one.hash.Write(part)
	if one.got += int64(len(part)); one.got < one.size {
		return one.got, false, nil
	}
	return one.got, true, u.finish(id, one, now)
}

// finish gives a whole file to the league.
func (u *Uploads) finish(id string, one *upload, now time.Time) error {
	defer u.drop(id)
	if !bytes.Equal(one.hash.Sum(nil), one.digest[:]) {
		return &Refusal{"it came damaged, or has changed meanwhile", "submit it again"}
	}
	err := one.file.Sync()
	if closed := one.file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = u.take(one.file.Name(), one.digest)
	}
	if err != nil {
		return err
	}
	u.forgetTaken(now)
	u.taken[id] = taken{one.digest, now}
	return nil
}

// forgetTaken makes room for one more.
func (u *Uploads) forgetTaken(now time.Time) {
	oldest := ""
	for id, t := range u.taken {
		if now.Sub(t.at) > takenTime {
			delete(u.taken, id)
		} else if oldest == "" || t.at.Before(u.taken[oldest].at) {
			oldest = id
		}
	}
	if len(u.taken) >= mostTaken {
		delete(u.taken, oldest)
	}
}

// drop ends an upload. Nothing of it is left, unless the league has taken it.
func (u *Uploads) drop(id string) {
	if one := u.open[id]; one != nil {
		delete(u.open, id)
		_ = one.file.Close()           // it may be closed
		_ = os.Remove(one.file.Name()) // it may have been taken; the next start removes a leftover
	}
}

// Sweep drops uploads that take too long. When the clock was set, all have their time again.
func (u *Uploads) Sweep(now time.Time) {
	jumped := !u.swept.IsZero() && now.Sub(u.swept).Abs() > silentTime
	u.swept = now
	for id, one := range u.open {
		if jumped {
			one.begun, one.heard, one.worked = now, now, u.worked
		}
		if now.Sub(one.begun) > uploadTime || now.Sub(one.heard) > silentTime {
			u.drop(id)
		}
	}
}

// DropAll drops all uploads.
func (u *Uploads) DropAll() {
	for id := range u.open {
		u.drop(id)
	}
}

// Taken returns the digest of a file that the league has taken, by the secret ID of its upload.
func (u *Uploads) Taken(id string) (digest [sha256.Size]byte, known bool) {
	t, known := u.taken[id]
	return t.digest, known
}
