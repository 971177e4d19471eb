package progress

import (
	"fmt"
	"os"
	"time"

	"github.com/botarena/arena/internal/base/safe"
)

// Quiet lines: one for each tenth of the way, but no more than one in quietest. Where the end
// isn't known, a tenth is one of the matches played when the last line was printed.
const (
	quietest = 10 * time.Second
	tenth    = 10
)

// quiet shows a run as lines that people read later.
type quiet struct {
	to    *outlet
	said  time.Time // when the last line was printed, or the run began
	count int       // of matches, then
}

func (q *quiet) print(lines []byte)      { _, _ = q.to.Write(lines) }
func (q *quiet) match(Match) []byte      { return nil }
func (q *quiet) note(line []byte) []byte { return plainLine(line) }
func (q *quiet) turn(os.Signal)          {}
func (q *quiet) turns() <-chan os.Signal { return nil }
func (q *quiet) end(*State, time.Time)   {}
func (q *quiet) missing(lines int)       { q.print(missingLine(lines)) }
func plainLine(line []byte) []byte       { return append(safe.Plain(line), '\n') }
func missingLine(lines int) []byte {
	return fmt.Appendf(nil, "note: %s not shown, as nobody read them in time\n", safe.Count(lines, "line"))
}

func (q *quiet) refresh(s State, now time.Time) {
	if q.said.IsZero() {
		q.said, q.count = now, s.Matches
		return
	}
	if q.due(&s, now) {
		q.said, q.count = now, s.Matches
		q.print([]byte(quietLine(&s, now) + "\n"))
	}
}

// due reports whether it is time for a line.
func (q *quiet) due(s *State, now time.Time) bool {
	if now.Sub(q.said) < quietest {
		return false
	}
	if s.Of > 0 {
		return s.Matches*tenth/s.Of > q.count*tenth/s.Of
	}
	return s.Matches > q.count+q.count/tenth
}

// quietLine is a state in one line.
func quietLine(s *State, now time.Time) string {
	p := paceOf(s, now)
	line := countOf(s)
	if p.rate > 0 {
		line += ", " + rateOf(p.rate)
	}
	if left := leftOf(s, p); left != "" {
		line += ", " + left
	}
	separator := "; "
	for _, r := range s.Table {
		line += separator + plainName(r.Name) + " " + s.Unit.value(r.Value)
		if within := s.Unit.within(r); within != "" {
			line += " " + within
		}
		separator = ", "
	}
	if e := s.Evidence; e != nil {
		claim, course, _ := e.leading()
		line += "; " + claim + ": " + times(last(course)) + " of " + times(e.Decided)
	}
	return line
}
