package host

import "os"

// stderr is our end of a bot's standard error.
type stderr struct {
	file *os.File
	to   *output
}

func newStderr(file *os.File, to *output) *stderr { return &stderr{file, to} }

// copy passes on everything, until the end of the file or its deadline.
func (s *stderr) copy() { copyAll(s.to, s.file) }

// atHand does nothing: here a pipe can't be read without waiting.
func (s *stderr) atHand() {}
