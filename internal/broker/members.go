package broker

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
)

// Member is a worker that was invited.
type Member struct {
	ID      string // the public part of its key
	Name    string // as the league calls it
	Invited time.Time
	// Revoked says why its key counts no more; "" if it does.
	Revoked string `json:",omitempty"`
}

// members are the workers that were invited, in a file.
type members struct {
	path string
	mu   sync.Mutex
	all  map[string]Member
}

func loadMembers(folder string) (*members, error) {
	m := &members{path: filepath.Join(folder, "workers.json"), all: make(map[string]Member)}
	text, err := os.ReadFile(m.path)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err != nil {
		return nil, err
	}
	var list []Member
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, &Error{
			Problem: fmt.Sprintf("%s: is no list of workers: %v", m.path, err),
			Fix:     "restore the file, or delete it and invite all workers again",
		}
	}
	for _, member := range list {
		m.all[member.ID] = member
	}
	return m, nil
}

// list returns all members in the order of their invitations.
func (m *members) list() []Member {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.sorted()
}

func (m *members) sorted() []Member {
	return slices.SortedFunc(maps.Values(m.all), func(a, b Member) int {
		if c := a.Invited.Compare(b.Invited); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
}

// admits reports whether a key counts.
func (m *members) admits(id string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	member, known := m.all[id]
	return known && member.Revoked == ""
}

// name returns the name of a member, or "".
func (m *members) name(id string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.all[id].Name
}

func (m *members) put(member Member) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	before, known := m.all[member.ID]
	m.all[member.ID] = member
	err := m.save()
	if err != nil {
		if delete(m.all, member.ID); known {
			m.all[member.ID] = before
		}
	}
	return err
}

// revoke reports whether the key counted until now. It counts no more even if the file can't be
// written.
func (m *members) revoke(id, why string) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	member, known := m.all[id]
	if !known || member.Revoked != "" {
		return false, nil
	}
	member.Revoked = why
	m.all[id] = member
	return true, m.save()
}

func (m *members) save() error {
	text, err := json.MarshalIndent(m.sorted(), "", "  ")
	if err != nil {
		return err
	}
	return writeFile(m.path, append(text, '\n'))
}

// knows reports whether a key was ever invited. What it has signed before it was revoked is
// judged by the league.
func (m *members) knows(id string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, known := m.all[id]
	return known
}
