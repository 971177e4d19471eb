package host

import (
	"io"
	"os"
)

// stderr is our end of a bot's standard error.
type stderr struct {
	file *os.File
	to   *output
}

func newStderr(file *os.File, to *output) *stderr { return &stderr{file, to} }

// copy passes on everything, until the end of the file or its deadline.
func (s *stderr) copy() {
	for {
		if _, err := io.Copy(s.to, s.file); err != nil || !isOpen(s.file) {
			return
		}
	}
}

// atHand does nothing: here a pipe can't be read without waiting.
func (s *stderr) atHand() {}
