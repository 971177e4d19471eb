package members

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nkeys"

	"github.com/botarena/arena/internal/base/hint"
)

// Member is a worker that was invited, or the invitation of authors.
type Member struct {
	ID      string // the public part of its key
	Name    string // as the league calls it
	Invited time.Time
	// Submits says that it is no worker: the key is for all authors who submit bots, and for nothing
	// else.
	Submits bool `json:",omitempty"`
	// Person is whose key it is, if it is for one person, or of one of a team: the same for all their keys. Then Name,
	// Group and Team are as the organiser has called them.
	Person string `json:",omitempty"`
	Group  string `json:",omitempty"`
	Team   string `json:",omitempty"`
	// Organises says that its holder sees on the page what all others hand in.
	Organises bool `json:",omitempty"`
	// Revoked says why its key counts no more; "" if it does.
	Revoked string `json:",omitempty"`
}

// List is who was invited, in a file. Other processes may change it: it is read again when it has
// changed. Its methods may be called by several goroutines.
type List struct {
	folder, path string

	mu   sync.Mutex
	all  map[string]Member
	seen fs.FileInfo // the file that was read last; nil if there was none
}

// Load reads the list in a folder. It is empty if there is none.
func Load(folder string) (*List, error) {
	m := &List{folder: folder, path: filepath.Join(folder, "workers.json"), all: make(map[string]Member)}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m, m.read()
}

// read reads the file if it has changed.
func (m *List) read() error {
	info, err := os.Stat(m.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil || m.seen != nil && os.SameFile(m.seen, info) && m.seen.ModTime().Equal(info.ModTime()) {
		return err
	}
	text, err := os.ReadFile(m.path)
	if err != nil {
		return err
	}
	var list []Member
	if err := json.Unmarshal(text, &list); err != nil {
		return hint.New(
			m.path, fmt.Sprintf("is not a list of workers: %v", err),
			"restore the file, or delete it and invite all workers again",
		)
	}
	all := make(map[string]Member, len(list))
	for _, member := range list {
		if was := m.all[member.ID].Revoked; was != "" {
			member.Revoked = was // even if that could not be written
		}
		all[member.ID] = member
	}
	m.all, m.seen = all, info
	return nil
}

// now returns the members as they are in the file; as they were if it can't be read.
func (m *List) now() map[string]Member {
	_ = m.read() // a process that changes it is told
	return m.all
}

// change changes the members for all processes. What it has changed counts in this process even
// if the file can't be written.
func (m *List) change(change func(all map[string]Member)) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	unlock, err := lock(m.folder)
	if err == nil {
		defer unlock()
		err = m.read()
	}
	change(m.all)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(sorted(m.all), "", "  ")
	if err != nil {
		return err
	}
	if err := writeFile(m.path, append(text, '\n')); err != nil {
		return err
	}
	m.seen, err = os.Stat(m.path)
	return err
}

// All returns all members in the order of their invitations.
func (m *List) All() []Member {
	m.mu.Lock()
	defer m.mu.Unlock()
	return sorted(m.now())
}

func sorted(all map[string]Member) []Member {
	return slices.SortedFunc(maps.Values(all), func(a, b Member) int {
		if c := a.Invited.Compare(b.Invited); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
}

// Admits reports whether a key counts, for whatever it is.
func (m *List) Admits(id string) bool {
	_, counts := m.Find(id)
	return counts
}

// Find returns whose key this is, and whether it counts.
func (m *List) Find(id string) (Member, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	member, known := m.now()[id]
	return member, known && member.Revoked == ""
}

// Author returns whose secret key it is, if that lets its holder submit bots.
func (m *List) Author(token string) (author Member, may bool) {
	key, err := nkeys.FromSeed([]byte(token))
	if err != nil {
		return Member{}, false
	}
	id, err := key.PublicKey()
	if err != nil {
		return Member{}, false
	}
	member, counts := m.Find(id)
	return member, counts && member.Submits
}

// Name returns the name of a member, or "".
func (m *List) Name(id string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now()[id].Name
}

func (m *List) put(member Member) error {
	err := m.change(func(all map[string]Member) { all[member.ID] = member })
	if err != nil {
		m.mu.Lock()
		defer m.mu.Unlock()
		delete(m.all, member.ID)
	}
	return err
}

// Revoke reports whether the key counted until now. It counts no more even if the file can't be
// written.
func (m *List) Revoke(id, why string) (counted bool, err error) {
	m.mu.Lock()
	member, known := m.now()[id]
	m.mu.Unlock()
	if !known || member.Revoked != "" {
		return false, nil
	}
	err = m.change(func(all map[string]Member) {
		if member = all[id]; member.Revoked == "" {
			counted, member.Revoked = true, why
			all[id] = member
		}
	})
	return counted, err
}

// Knows reports whether a key was ever invited. What it has signed before it was revoked is
// judged by the league.
func (m *List) Knows(id string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, known := m.now()[id]
	return known
}
