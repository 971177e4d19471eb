package wasm

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/sys"
)

// sumName is the file beside compiled code that says which it is, how large, and its checksum. It is
// written last.
const sumName = "sum"

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// summed is the line for code that was written or read.
func summed(name string, size int64, sum uint32) string {
	return fmt.Sprintf("%s %d %08x\n", name, size, sum)
}

// isWhole reports whether a folder has code as it was written. A bot's process can't make
// it anew, so an arena that found damaged code there would find it for ever.
func isWhole(folder string) bool {
	want, err := os.ReadFile(filepath.Join(folder, sumName))
	if err != nil {
		return false
	}
	name, _, _ := strings.Cut(string(want), " ")
	if !isCode().MatchString(name) {
		return false
	}
	path := filepath.Join(folder, filepath.FromSlash(name))
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return false
	}
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer func() { _ = file.Close() }()
	sum := crc32.New(castagnoli)
	size, err := io.CopyBuffer(sum, struct{ io.Reader }{file}, make([]byte, 1<<18))
	return err == nil && summed(name, size, sum.Sum32()) == string(want)
}

// write writes code, which other users may read, into a folder, and its sum once it is whole.
func write(folder, name string, from io.Reader) error {
	sum := crc32.New(castagnoli)
	size, err := files.New(filepath.Join(folder, filepath.FromSlash(name)), 0o644, io.TeeReader(from, sum))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, sumName), []byte(summed(name, size, sum.Sum32())), 0o644)
}

// lockName is the file in the cache that only one arena has while it puts code there.
const lockName = "lock"

// lockTime is far longer than it takes to rename two folders.
const lockTime = 5 * time.Second

// replace renames whole to code. Code that is there already stays if it is whole, since another arena may
// be about to start it; else it is renamed to damaged.
func replace(cache, whole, code, damaged string) error {
	lock, err := os.OpenFile(filepath.Join(cache, lockName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = lock.Close() }()
	for end := time.Now().Add(lockTime); !sys.TryLock(lock); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			return fmt.Errorf("%s: another process keeps it", lock.Name())
		}
	}
	if isWhole(code) {
		return nil // another arena was faster
	}
	if err := os.Rename(code, damaged); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return os.Rename(whole, code)
}

var errNoCache = errors.New("there is no folder for caches; XDG_CACHE_HOME names one")

// passingCache is a cache for this process alone, where there is no other.
type passingCache struct {
	mu     sync.Mutex
	folder string // "" if there is none
	told   bool
}

var passing passingCache

// find returns the folder with code that this process has made.
func (p *passingCache) find(name string) (code string, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	code = filepath.Join(p.folder, name)
	return code, p.folder != "" && isWhole(code)
}

// open returns the folder, which it makes if there is none. What an arena leaves that was
// killed is removed with the folders of its bots.
func (p *passingCache) open() (folder string, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.folder != "" {
		return p.folder, nil
	}
	if folder, err = os.MkdirTemp("", fmt.Sprintf("%s%d-", executable.CodePrefix, os.Getpid())); err != nil {
		return "", err
	}
	p.folder = folder
	return folder, os.Chmod(folder, 0o755) //nolint:gosec // bots of other users read it, if the arena is root's
}

// tell calls once what tells of the folder.
func (p *passingCache) tell(once func()) {
	p.mu.Lock()
	told := p.told
	p.told = true
	p.mu.Unlock()
	if !told {
		once()
	}
}

// Forget removes code that is kept for this process alone.
func Forget() {
	passing.mu.Lock()
	defer passing.mu.Unlock()
	if passing.folder != "" {
		_ = os.RemoveAll(passing.folder) // else the next arena does it
		passing.folder = ""
	}
}
