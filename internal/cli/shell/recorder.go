package shell

import (
	"io"
	"io/fs"
	"os"
	"os/signal"
	"syscall"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/process/sys"
)

// NoReplay is the file name with which nothing is recorded.
const NoReplay = "none"

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

// NewRecorder begins a replay or, if asRecord is true, a record of the game's original
// program; it overwrites the file.
func (s *Shell) NewRecorder(path string, asRecord bool, m engine.Match, h replay.Header) (*recorder, error) {
	if path == NoReplay {
		return &recorder{}, nil
	}
	r := &recorder{path: path, form: "replay", file: Unchanged{Output: s.Out}}
	if path == Standard {
		r.path = "standard output"
		if sys.StdoutIsClosed() {
			return nil, FileError(r.path, fs.ErrClosed)
		}
		// Without this, the arena would die when the reader of a pipe goes, and leave its
		// bots behind. With it, writing fails.
		signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	} else {
		file, err := CreateFile(path)
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
		return nil, FileError(path, err)
	}
	r.writer = writer
	return r, nil
}

// Unchanged is standard output for data that is not for a terminal.
type Unchanged struct{ *Output }

func (u Unchanged) Write(text []byte) (int, error) { return u.AsIs(text) }

// Close does nothing, as standard output stays open.
func (Unchanged) Close() error { return nil }

func (r *recorder) Watchers() []match.Watcher {
	if r.writer == nil {
		return nil
	}
	return []match.Watcher{r.writer}
}

// Close ends the file. It returns the first error of writing it.
func (r *recorder) Close(result match.Result, finished bool) error {
	if r.writer == nil {
		return nil
	}
	err := r.writer.Close(result, finished)
	if closed := r.file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return safe.Errorf("%s: the %s is incomplete: %w", r.path, r.form, PlainError(err))
	}
	return nil
}
