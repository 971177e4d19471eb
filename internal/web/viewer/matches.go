package viewer

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/match/story"
)

// maxListed is how many matches a page lists; those that changed last.
const maxListed = 1000

// errGone is the error of a file that can't be read any more; the page need not know the path.
var errGone = errors.New("the file can no longer be read")

// Matches are files with matches. Those of folders may come, change and go.
type Matches struct {
	paths   []string
	isMatch func(name string) bool

	mu    sync.Mutex
	files map[string]*matchFile // all that were ever seen, by path
	first *matchFile            // nil until somebody asks for it
}

// matchFile is a file as it was when it was looked at.
type matchFile struct {
	path    string
	number  int
	version int // from 1; one more each time it has changed
	size    int64
	changed time.Time
	ending  []byte // once somebody asked for it
}

// key names a version of a file in an address.
func (f *matchFile) key() string { return fmt.Sprintf("%d.%d", f.number, f.version) }

// Listed is an entry of the list of matches on the page.
type Listed struct {
	Key  string `json:"key"`
	Name string `json:"name"`
}

// NewMatches returns the matches of at least one file or folder. Of a folder, those files count that
// isMatch takes for one by their name.
func NewMatches(paths []string, isMatch func(name string) bool) *Matches {
	return &Matches{paths: paths, isMatch: isMatch, files: make(map[string]*matchFile)}
}

// First returns the path of the match to begin with: that of the first file, or of the one in
// the first folder that changed last. It is "" if there is none.
func (m *Matches) First() string {
	return m.After("")
}

// After returns the path of the next one to begin with, if that one can't be shown. It is "" if there is none.
func (m *Matches) After(path string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.look(m.paths[:1])
	next := 1 + slices.IndexFunc(all, func(f *matchFile) bool { return f.path == path })
	if next == len(all) {
		return ""
	}
	m.first = all[next]
	return m.first.path
}

// firstKey returns the key of the match to begin with.
func (m *Matches) firstKey() string {
	if m == nil || m.first == nil {
		return ""
	}
	return m.first.key()
}

// list returns the matches that there are now, in the order of their paths.
func (m *Matches) list() []Listed {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.look(m.paths)
	all = all[:min(len(all), maxListed)]
	slices.SortFunc(all, func(a, b *matchFile) int { return cmp.Compare(a.path, b.path) })
	listed := make([]Listed, len(all))
	for i, f := range all {
		listed[i] = m.listed(f)
	}
	return listed
}

func (m *Matches) listed(f *matchFile) Listed { return Listed{f.key(), engine.Printable(m.name(f))} }

// name is what a file is called on the page: without its folder, if there is only that one.
func (m *Matches) name(f *matchFile) string {
	if len(m.paths) == 1 {
		return filepath.Base(f.path)
	}
	return f.path
}

// look returns the files at paths that there are now; those that changed last come first.
func (m *Matches) look(paths []string) []*matchFile {
	var all []*matchFile
	for _, path := range paths {
		entries, err := os.ReadDir(path)
		if err != nil {
			all = m.add(all, path)
			continue
		}
		for _, e := range entries {
			if m.isMatch(e.Name()) {
				all = m.add(all, filepath.Join(path, e.Name()))
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *matchFile) int { return b.changed.Compare(a.changed) })
	return all
}

// add adds a file, unless there is none, or it is there already.
func (m *Matches) add(all []*matchFile, path string) []*matchFile {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return all
	}
	f := m.files[path]
	if f == nil {
		f = &matchFile{path: path, number: len(m.files)}
		m.files[path] = f
	}
	if f.version == 0 || f.size != info.Size() || !f.changed.Equal(info.ModTime()) {
		f.version++
		f.size, f.changed, f.ending = info.Size(), info.ModTime(), nil
	}
	if slices.Contains(all, f) {
		return all
	}
	return append(all, f)
}

// find returns the path of a file by its key, if it is still that version.
func (m *Matches) find(key string) (path string, found bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if f := m.byKey(key); f != nil {
		return f.path, true
	}
	return "", false
}

func (m *Matches) byKey(key string) *matchFile {
	for _, f := range m.files {
		if f.key() == key {
			return f
		}
	}
	return nil
}

// ending returns how a match ended, or nil if nobody has asked for it yet.
func (m *Matches) ending(key string) []byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	if f := m.byKey(key); f != nil {
		return f.ending
	}
	return nil
}

func (m *Matches) keepEnding(key string, ending []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if f := m.byKey(key); f != nil {
		f.ending = ending
	}
}

// readMatch reads a file, or so much of one that is too large that a reader refuses it.
func readMatch(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, errGone
	}
	defer func() { _ = file.Close() }()
	text, err := io.ReadAll(io.LimitReader(file, story.MaxFile+1))
	if err != nil {
		return nil, errGone
	}
	return text, nil
}
