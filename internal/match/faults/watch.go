package faults

import (
	"bytes"
	"errors"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/replay"
)

// Watch keeps a match as long as it may have a verdict.
type Watch struct {
	reporter *Reporter
	header   replay.Header
	memory   *replay.Memory
}

var _ match.Watcher = (*Watch)(nil)

// Round implements [match.Watcher].
func (w *Watch) Round(m engine.Match, round match.Round) {
	if w.reporter.Dir != "" {
		w.memory.Round(m, round)
	}
}

// read returns the replay of a report, with which the rest of it is written.
func (s *story) read() (*replay.Replay, error) {
	r, err := replay.Read(bytes.NewReader(s.file), engine.NewGames(s.header.Setup.Game()))
	if err != nil {
		return nil, errors.Join(errors.New("can't be read again"), err)
	}
	return r, nil
}
