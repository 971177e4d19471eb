package cli

import (
	"fmt"
	"io"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/replay"
	"github.com/botarena/arena/internal/words"
)

// noReplay is the file name with which nothing is recorded.
const noReplay = "none"

// recorder writes the replay of a match while it is played. The zero recorder writes
// nothing.
type recorder struct {
	path   string
	file   io.WriteCloser
	writer *replay.Writer
}

// newRecorder begins a replay; it overwrites the file.
func newRecorder(path string, m engine.Match, h replay.Header) (*recorder, error) {
	if path == noReplay {
		return &recorder{}, nil
	}
	file, err := createFile(path)
	if err != nil {
		return nil, err
	}
	writer, err := replay.NewWriter(file, m, h)
	if err != nil {
		_ = file.Close()
		return nil, fileError(path, err)
	}
	return &recorder{path, file, writer}, nil
}

func (r *recorder) watchers() []match.Watcher {
	if r.writer == nil {
		return nil
	}
	return []match.Watcher{r.writer}
}

// close ends the replay. It returns the first error of writing it.
func (r *recorder) close(result match.Result, finished bool) error {
	if r.writer == nil {
		return nil
	}
	err := r.writer.Close(result, finished)
	if closed := r.file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("%s: the replay is incomplete: %w", words.Name(r.path), plainError(err))
	}
	return nil
}
