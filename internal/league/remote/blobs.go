package remote

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"sync"
	"time"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/wire"
)

// blobStore is where workers fetch bots. A [Broker] has one.
type blobStore interface {
	HasBot(d wire.Digest) (bool, error)
	PutBot(d wire.Digest, program io.ReaderAt, size int64) error
	DropBot(d wire.Digest) error
}

const (
	// idleTime is how long a bot stays that no match needs. It may be needed again: matches that are
	// set aside are played with bots that have left.
	idleTime = time.Hour
	// tidyTime is how often it is looked for such bots.
	tidyTime = time.Minute
)

// stock are the bots that workers can fetch. It asks the store as little as possible, as each match needs several
// bots.
type stock struct {
	shelf  blobStore
	ask    func(ctx context.Context, name string, program [32]byte) (store.Entrant, error)
	league league.Folder
	folder string // for what the stock keeps
	now    func() time.Time
	say    func(sentence string)

	known    map[identity]store.Entrant // neither name nor program of a bot ever change
	archives map[string]digest          // of bots, by the path in the league's bots; of packages, by sentName
	used     map[digest]time.Time
	tidied   time.Time

	mu  sync.Mutex
	out map[store.Key][]digest // what the matches need that have no result yet
}

func newStock(s blobStore, o Options) *stock {
	all := &stock{
		shelf: s, ask: o.Entrant, league: o.Folder, folder: cmp.Or(o.Kept, o.Folder.Workers()), now: o.Now, say: o.Say,
		known: make(map[identity]store.Entrant), archives: make(map[string]digest),
		used: make(map[digest]time.Time), out: make(map[store.Key][]digest),
	}
	if all.now == nil {
		all.now = time.Now
	}
	if all.say == nil {
		all.say = func(string) {}
	}
	all.recall()
	all.tidied = all.now()
	for _, d := range all.archives {
		all.used[d] = all.tidied
	}
	return all
}

// bring makes the bot of a seat available to workers for a match, and notes where it is.
func (s *stock) bring(ctx context.Context, match store.Key, to *seat) error {
	e, err := s.entrant(ctx, identity{to.Name, to.Program})
	if err != nil {
		return err
	}
	if err := s.send(ctx, e, to); err != nil {
		return err
	}
	s.used[to.Archive] = s.now()
	s.mu.Lock()
	s.out[match] = append(s.out[match], to.Archive)
	s.mu.Unlock()
	if s.now().Sub(s.tidied) >= tidyTime {
		s.tidied = s.now()
		s.tidy()
	}
	return nil
}

// ended notes that a match has a result, or none and is given again if it is wanted. Any goroutine may
// call it.
func (s *stock) ended(match store.Key) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.out, match)
}

func (s *stock) entrant(ctx context.Context, who identity) (store.Entrant, error) {
	if e, known := s.known[who]; known {
		return e, nil
	}
	e, err := s.ask(ctx, who.name, who.program)
	if err == nil {
		s.known[who] = e
	}
	return e, err
}

// send makes a bot available to workers, and says as what: as the package that it came in, or as an archive of
// its copy in the league's bots.
func (s *stock) send(ctx context.Context, e store.Entrant, to *seat) (err error) {
	if e.Package != (digest{}) {
		if err := s.sendPackage(ctx, e, to); !errors.Is(err, errCopyOnly) {
			return err
		}
		e.Package = digest{}
		s.known[identity{to.Name, to.Program}] = e
	}
	folder, inside := path.Split(e.Typed)
	name, _ := find.SplitValues(inside)
	to.Path = inside
	to.Archive, err = s.sendArchive(path.Clean(folder), name)
	return err
}

// sendArchive makes a bot in the league's bots available, which never changes.
func (s *stock) sendArchive(folder, name string) (digest, error) {
	if !filepath.IsLocal(folder) || folder == "." {
		return digest{}, errors.New("a bot is not in a folder of its own")
	}
	temp := ""
	d, err := s.offer(path.Join(folder, name), func() (*os.File, digest, error) {
		file, err := os.CreateTemp(s.folder, ".archive-")
		if err != nil {
			return nil, digest{}, err
		}
		temp = file.Name()
		d, err := packFolder(filepath.Join(s.league.Bots(), folder), name, file)
		return file, d, err
	})
	if temp != "" {
		_ = os.Remove(temp) // an archive too many does no harm
	}
	return d, err
}

// offer makes a file available to workers, and returns its digest. What its name stands for never changes, so
// the file is opened only if it is not there.
func (s *stock) offer(name string, open func() (*os.File, digest, error)) (digest, error) {
	if known, sent := s.archives[name]; sent {
		if there, err := s.shelf.HasBot(wire.Digest(known)); err != nil || there {
			return known, err
		}
	}
	file, d, err := open()
	if file != nil {
		defer file.Close() //nolint:errcheck // only read from now on
	}
	if err != nil {
		return digest{}, err
	}
	info, err := file.Stat()
	if err != nil {
		return digest{}, err
	}
	if err := s.shelf.PutBot(wire.Digest(d), file, info.Size()); err != nil {
		return digest{}, err
	}
	s.archives[name] = d
	return d, s.remember()
}

// tidy removes the bots that no match has needed for long. Windows removes none that is being read: the next time does.
func (s *stock) tidy() {
	needed := make(map[digest]bool)
	s.mu.Lock()
	for _, all := range s.out {
		for _, d := range all {
			needed[d] = true
		}
	}
	s.mu.Unlock()
	for d, last := range s.used {
		if needed[d] || s.now().Sub(last) < idleTime {
			continue
		}
		if s.shelf.DropBot(wire.Digest(d)) == nil {
			delete(s.used, d)
		}
	}
}

func (s *stock) memory() string { return filepath.Join(s.folder, "archives.json") }

// remember writes down the digests of sent bots, so that they need not be packed or compared again.
func (s *stock) remember() error {
	text, err := json.Marshal(s.archives)
	if err != nil {
		return err
	}
	return files.Replace(s.memory(), 0o600, bytes.NewReader(text))
}

// recall reads what remember has written. If it can't be read, the bots are packed again.
func (s *stock) recall() {
	text, err := os.ReadFile(s.memory())
	if err == nil && json.Unmarshal(text, &s.archives) != nil || s.archives == nil {
		s.archives = make(map[string]digest)
	}
}
