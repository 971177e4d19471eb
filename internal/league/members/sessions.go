package members

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"
)

const (
	sessionTime  = 120 * 24 * time.Hour // as long as a course
	mostSessions = 8                    // of one key: the one that ends first makes room
)

// session is a browser that is signed in by a key.
type session struct {
	Key  string // the ID of the member
	Ends time.Time
}

// Sessions are the browsers that are signed in to the page of a league, in a file. Their secrets are in it as hashes
// only. One counts no longer than the key by which it began. Its methods may be called by several goroutines.
type Sessions struct {
	path string
	list *List

	mu  sync.Mutex
	all map[string]session // by the hash of the secret
}

// LoadSessions reads the sessions of those who are in a list. If they can't be read, all sign in again.
func LoadSessions(list *List) (*Sessions, error) {
	s := &Sessions{path: filepath.Join(list.folder, "sessions.json"), list: list, all: make(map[string]session)}
	text, err := os.ReadFile(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err == nil && json.Unmarshal(text, &s.all) != nil {
		clear(s.all)
	}
	return s, err
}

func hashed(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// SignIn begins a session of the holder of a secret key, and returns its secret, and when it ends. The secret is "" if
// the key does not count.
func (s *Sessions) SignIn(token string, now time.Time) (secret string, ends time.Time, err error) {
	who, may := s.list.Author(token)
	if !may {
		return "", time.Time{}, nil
	}
	secret, ends = rand.Text(), now.Add(sessionTime).UTC().Truncate(time.Second)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.makeRoom(who.ID, now)
	s.all[hashed(secret)] = session{who.ID, ends}
	return secret, ends, s.write()
}

// makeRoom forgets sessions that have ended, and one of a key that has the most.
func (s *Sessions) makeRoom(key string, now time.Time) {
	count, first := 0, ""
	for hash, one := range s.all {
		switch {
		case !one.Ends.After(now) || !s.list.Admits(one.Key):
			delete(s.all, hash)
		case one.Key == key:
			count++
			if first == "" || one.Ends.Before(s.all[first].Ends) {
				first = hash
			}
		}
	}
	if count >= mostSessions {
		delete(s.all, first)
	}
}

// Who returns whose session it is, if it counts.
func (s *Sessions) Who(secret string, now time.Time) (Member, bool) {
	s.mu.Lock()
	one, known := s.all[hashed(secret)]
	s.mu.Unlock()
	if !known || !one.Ends.After(now) {
		return Member{}, false
	}
	if who, counts := s.list.Find(one.Key); counts && who.Submits {
		return who, true
	}
	return Member{}, false
}

// SignOut ends a session.
func (s *Sessions) SignOut(secret string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.all[hashed(secret)]; !known {
		return nil
	}
	delete(s.all, hashed(secret))
	return s.write()
}

func (s *Sessions) write() error {
	text, err := json.Marshal(s.all)
	if err != nil {
		return err
	}
	return writeFile(s.path, append(text, '\n'))
}
