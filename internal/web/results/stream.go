package results

import (
	"crypto/rand"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// mostKept is how many events are kept for those who connect again. A reader that has missed
// more reads all matches anew.
const mostKept = 1000

// stream is the events so far. The ID of an event is the session and its number: matches end in
// another order than that of their numbers, so those can't say what a reader has.
type stream struct {
	mu      sync.Mutex
	session string   // another one after all matches have been read anew, and in each process
	first   int      // number of the first event that is kept
	kept    [][]byte // data of the events "match"
	tables  int      // how often there were new tables
	more    chan struct{}
}

func newStream() *stream { return &stream{session: rand.Text()[:8], more: make(chan struct{})} }

func (s *stream) change(by func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	by()
	close(s.more)
	s.more = make(chan struct{})
}

func (s *stream) add(events [][]byte) {
	s.change(func() {
		s.kept = append(s.kept, events...)
		if left := len(s.kept) - mostKept; left > 0 {
			s.kept = append([][]byte(nil), s.kept[left:]...)
			s.first += left
		}
	})
}

func (s *stream) newTables() { s.change(func() { s.tables++ }) }

// restart tells all readers to read all matches anew.
func (s *stream) restart() {
	s.change(func() { s.session, s.kept, s.first = rand.Text()[:8], nil, 0 })
}

// end returns the place after the last event.
func (s *stream) end() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return placeOf(s.session, s.first+len(s.kept))
}

// news is what a reader does not have.
type news struct {
	session string
	first   int      // number of the first event
	events  [][]byte // data of events "match"
	tables  int      // how often there were new tables
	more    <-chan struct{}
}

// after returns what came after a place, or false if that is not known any more.
func (s *stream) after(session string, number int) (news, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if session != s.session || number < s.first || number > s.first+len(s.kept) {
		return news{}, false
	}
	kept := s.kept[number-s.first:]
	return news{s.session, number, kept[:len(kept):len(kept)], s.tables, s.more}, true
}

func placeOf(session string, number int) string { return session + "." + strconv.Itoa(number) }

// readPlace reads what placeOf wrote.
func readPlace(text string) (session string, number int, err error) {
	session, digits, _ := strings.Cut(text, ".")
	if number, err = strconv.Atoi(digits); err != nil {
		return "", 0, fmt.Errorf("%q is not the ID of an event", text)
	}
	return session, number, nil
}
