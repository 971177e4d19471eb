package progress

import (
	"bytes"
	"sync"
)

// mostWaiting is how many bytes of lines wait for a reader before lines are dropped. A match
// of four bots has some 200.
const mostWaiting = 16 << 20

// queue holds the lines that were not printed yet.
type queue struct {
	mu      sync.Mutex
	lines   []byte
	partial []byte // of a line whose end is still to come
	dropped int    // lines, after those
}

// put appends whole lines, or counts them if there is no room. Once a line was dropped, so
// are all others until the queue is taken: lines are missing in one place only.
func (q *queue) put(lines []byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.append(lines)
}

func (q *queue) append(lines []byte) {
	if q.dropped > 0 || len(q.lines)+len(lines) > mostWaiting {
		q.dropped += bytes.Count(lines, []byte("\n"))
		return
	}
	q.lines = append(q.lines, lines...)
}

// write appends text of which a line may come in parts.
func (q *queue) write(text []byte, form func(line []byte) []byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for part := range bytes.Lines(text) {
		q.partial = append(q.partial, part...)
		if bytes.HasSuffix(part, []byte("\n")) || len(q.partial) > longestLine {
			q.end(form)
		}
	}
}

// longestLine is where a line is broken that does not end.
const longestLine = 64 << 10

// flush ends a line that has no end.
func (q *queue) flush(form func(line []byte) []byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.partial) > 0 {
		q.end(form)
	}
}

func (q *queue) end(form func(line []byte) []byte) {
	q.append(form(bytes.TrimSuffix(q.partial, []byte("\n"))))
	q.partial = q.partial[:0]
}

// take empties the queue. It returns the lines and how many were dropped after them.
func (q *queue) take() (lines []byte, dropped int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	lines, dropped = q.lines, q.dropped
	q.lines, q.dropped = nil, 0
	return lines, dropped
}
