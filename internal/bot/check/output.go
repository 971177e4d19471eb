package check

import (
	"bytes"
	"io"
	"sync"
)

// counter passes on what bots write and counts the bytes, without the labels that the
// host puts in front of the lines.
type counter struct {
	mu    sync.Mutex
	to    io.Writer // may be nil
	bytes int
}

// Write takes one line.
func (c *counter) Write(line []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	text := line
	if _, after, ok := bytes.Cut(line, []byte("): ")); ok && bytes.HasPrefix(line, []byte("seat ")) {
		text = after
	}
	c.bytes += len(text)
	if c.to == nil {
		return len(line), nil
	}
	return c.to.Write(line)
}

func (c *counter) written() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.bytes
}
