package cli

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/match/replay"
)

// noReplay is the file name with which nothing is recorded.
const noReplay = "none"

// recorder writes a match to a file while it is played. The zero recorder writes
// nothing.
type recorder struct {
	path   string
	form   string // "replay" or "record"
	file   io.WriteCloser
	writer interface {
		match.Watcher
		Close(result match.Result, finished bool) error
	}
}

// newRecorder begins a replay or, if asRecord is true, a record of the game's original
// program; it overwrites the file.
func (s *program) newRecorder(path string, asRecord bool, m engine.Match, h replay.Header) (*recorder, error) {
	if path == noReplay {
		return &recorder{}, nil
	}
	r := &recorder{path: path, form: "replay", file: unchanged{output: s.out}}
	if path == standard {
		r.path = "standard output"
		// Without this, the arena would die when the reader of a pipe goes, and leave its
		// bots behind. With it, writing fails.
		signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	} else {
		file, err := createFile(path)
		if err != nil {
			return nil, err
		}
		r.file = file
	}
	if asRecord {
		r.form, r.writer = "record", newRecordWriter(r.file, m)
		return r, nil
	}
	writer, err := replay.NewWriter(r.file, m, h)
	if err != nil {
		_ = r.file.Close()
		return nil, fileError(path, err)
	}
	r.writer = writer
	return r, nil
}

// unchanged is standard output for what is not for a terminal.
type unchanged struct{ *output }

func (u unchanged) Write(text []byte) (int, error) { return u.asIs(text) }
func (unchanged) Close() error                     { return nil }

func (r *recorder) watchers() []match.Watcher {
	if r.writer == nil {
		return nil
	}
	return []match.Watcher{r.writer}
}

// close ends the file. It returns the first error of writing it.
func (r *recorder) close(result match.Result, finished bool) error {
	if r.writer == nil {
		return nil
	}
	err := r.writer.Close(result, finished)
	if closed := r.file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("%s: the %s is incomplete: %w", safe.Name(r.path), r.form, plainError(err))
	}
	return nil
}
