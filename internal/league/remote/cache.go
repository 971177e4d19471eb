package remote

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/process/sys"
)

// MostCache is how many bytes of bots a worker keeps usually. Those that play are kept in any case.
const MostCache = 2 << 30

// mostCaches is how many workers of one user may run on a machine.
const mostCaches = 256

// Cache keeps the bots that a worker has fetched, each in a folder named after the digest of its
// bytes. Those that were not used for the longest time are removed when there are too many.
type Cache struct {
	folder string
	most   int64
	lock   *os.File
	fetch  chan struct{} // has room for who fetches a bot

	mu   sync.Mutex
	all  map[digest]*kept
	size int64
}

// kept is a bot in the cache.
type kept struct {
	size  int64
	used  time.Time
	users int // matches that are being played with it
}

// OpenCache opens a cache that no other process uses, in a folder of such ones, which is made. It
// must be closed. Usually it keeps so many bytes at most.
func OpenCache(folder string, most int64) (*Cache, error) {
	for number := range mostCaches {
		c := &Cache{
			folder: filepath.Join(folder, strconv.Itoa(number)), most: most, fetch: make(chan struct{}, 1),
			all: make(map[digest]*kept),
		}
		if err := os.MkdirAll(c.folder, 0o755); err != nil { //nolint:gosec // a confined bot may run as another user
			return nil, err
		}
		var err error
		if c.lock, err = os.OpenFile(filepath.Join(c.folder, "lock"), os.O_RDWR|os.O_CREATE, 0o600); err != nil {
			return nil, err
		}
		if sys.TryLock(c.lock) {
			return c, c.read()
		}
		_ = c.lock.Close()
	}
	return nil, hint.New(folder, fmt.Sprintf("%d workers use all there is", mostCaches), "")
}

// Close lets another process use the cache.
func (c *Cache) Close() error { return c.lock.Close() }

// unfinished begins the names of folders into which a bot is being unpacked.
const unfinished = ".new-"

// read finds what an earlier worker has left.
func (c *Cache) read() error {
	entries, err := os.ReadDir(c.folder)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		path := filepath.Join(c.folder, entry.Name())
		var d store.Key
		info, err := entry.Info()
		switch {
		case err == nil && entry.IsDir() && d.UnmarshalText([]byte(entry.Name())) == nil:
			k := &kept{size: sys.FolderSize(path), used: info.ModTime()}
			c.all[d], c.size = k, c.size+k.size
		case strings.HasPrefix(entry.Name(), unfinished):
			_ = os.RemoveAll(path)
		}
	}
	c.shrink()
	return nil
}

// form is how a bot is kept that was fetched: it makes a folder of the file, and returns how many bytes the folder
// takes.
type form func(ctx context.Context, from io.Reader, folder string) (size int64, err error)

// Use returns the folder of a bot, which stays until release is called. If it is not there, fetch
// must write the file of that digest, and is to fail if it can't; the folder is made of the file.
func (c *Cache) Use(
	ctx context.Context, d digest, fetch func(to io.Writer) error, as form,
) (folder string, release func(), err error) {
	folder = filepath.Join(c.folder, d.String())
	release = sync.OnceFunc(func() { c.release(d) })
	if c.use(d) {
		return folder, release, nil
	}
	select {
	case c.fetch <- struct{}{}:
		defer func() { <-c.fetch }()
	case <-ctx.Done():
		return "", nil, context.Cause(ctx)
	}
	if c.use(d) { // somebody else has fetched it meanwhile
		return folder, release, nil
	}
	size, err := c.bring(ctx, folder, fetch, as)
	if err != nil {
		return "", nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all[d] = &kept{size: size, used: time.Now(), users: 1}
	c.size += size
	c.shrink()
	return folder, release, nil
}

func (c *Cache) use(d digest) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.all[d]
	if k == nil {
		return false
	}
	k.users++
	k.used = time.Now()
	_ = os.Chtimes(filepath.Join(c.folder, d.String()), k.used, k.used) // for the next worker: it may guess wrong
	return true
}

func (c *Cache) release(d digest) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if k := c.all[d]; k != nil {
		k.users--
	}
	c.shrink()
}

// bring fetches a bot, makes its folder, and returns its size.
func (c *Cache) bring(
	ctx context.Context, folder string, fetch func(to io.Writer) error, as form,
) (size int64, err error) {
	temp, err := os.MkdirTemp(c.folder, unfinished)
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(temp) //nolint:errcheck // then the next worker removes it
	fetched, err := os.Create(filepath.Join(temp, "fetched"))
	if err != nil {
		return 0, err
	}
	defer fetched.Close() //nolint:errcheck // it is removed
	if err := fetch(fetched); err != nil {
		return 0, err
	}
	if _, err := fetched.Seek(0, io.SeekStart); err != nil {
		return 0, err
	}
	bot := filepath.Join(temp, "bot")
	if size, err = as(ctx, fetched, bot); err != nil {
		return 0, err
	}
	return size, os.Rename(bot, folder)
}

// Drop removes a bot that is not what it should be. It is fetched anew the next time.
func (c *Cache) Drop(d digest) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.all[d] == nil {
		return nil
	}
	return c.remove(d)
}

// shrink removes the bots that were not used for the longest time, as long as there is too much.
func (c *Cache) shrink() {
	if c.size <= c.most {
		return
	}
	var idle []digest
	for d, k := range c.all {
		if k.users == 0 {
			idle = append(idle, d)
		}
	}
	slices.SortFunc(idle, func(a, b digest) int {
		return cmp.Or(c.all[a].used.Compare(c.all[b].used), strings.Compare(a.String(), b.String()))
	})
	for _, d := range idle {
		if c.size <= c.most || c.remove(d) != nil {
			return
		}
	}
}

// remove removes a bot. It disappears at once, whatever happens meanwhile.
func (c *Cache) remove(d digest) error {
	gone, err := os.MkdirTemp(c.folder, unfinished)
	if err != nil {
		return err
	}
	err = os.Rename(filepath.Join(c.folder, d.String()), filepath.Join(gone, "bot"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	c.size -= c.all[d].size
	delete(c.all, d)
	return os.RemoveAll(gone)
}
