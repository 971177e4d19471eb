package faults

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/replay"
)

// Watch keeps what a match was, as long as it is not known whether anybody will ask. Most
// matches have no verdict, and to keep their rounds is cheaper than to record them. A
// match that gives very many commands is recorded from then on.
type Watch struct {
	reporter *Reporter
	header   replay.Header
	held     []match.Round
	commands int // in them
	most     int // of them
	file     bounded
	writer   *replay.Writer // nil as long as the rounds are held
	err      error
}

var _ match.Watcher = (*Watch)(nil)

// mostHeld is how many commands are held; they take some 30 MB.
const mostHeld = 1 << 20

// Round implements [match.Watcher].
func (w *Watch) Round(m engine.Match, round match.Round) {
	if w.reporter.Dir == "" {
		return
	}
	if w.writer != nil {
		w.writer.Round(m, round)
		return
	}
	w.held = append(w.held, round)
	for _, t := range round.Turns {
		if t.Commands != nil {
			w.commands += t.Commands.Len()
		}
	}
	if w.commands > w.most && w.err == nil {
		w.record()
	}
}

// record plays the rounds that are held again, and records them.
func (w *Watch) record() {
	m, err := w.header.Setup.New(w.header.Names(), w.header.Seed, w.header.Random)
	if err == nil {
		w.writer, err = replay.NewWriter(&w.file, m, w.header)
	}
	if err != nil {
		w.err = err
		return
	}
	for _, round := range w.held {
		m.Step(round.Turns)
		w.writer.Round(m, round)
	}
	w.held = nil
}

// replay returns the match as a replay.
func (w *Watch) replay(result match.Result, finished bool) ([]byte, error) {
	if w.writer == nil && w.err == nil {
		w.record()
	}
	if w.err != nil {
		return nil, w.err
	}
	if err := w.writer.Close(result, finished); err != nil {
		return nil, err
	}
	return w.file.Bytes(), nil
}

// mostReplay is the size of the largest replay that is kept with a report, in bytes. The
// arena reads no larger one.
const mostReplay = 32 << 20

// bounded is a buffer that takes no more than a replay may be large.
type bounded struct {
	bytes.Buffer
	most int
}

func (b *bounded) Write(text []byte) (int, error) {
	if b.Len()+len(text) > b.most {
		return 0, fmt.Errorf("the replay is larger than %d MB", b.most>>20)
	}
	return b.Buffer.Write(text)
}

// read returns the replay of a report, with which the rest of it is written.
func (s *story) read() (*replay.Replay, error) {
	r, err := replay.Read(bytes.NewReader(s.file), engine.NewGames(s.header.Setup.Game()))
	if err != nil {
		return nil, errors.Join(errors.New("can't be read again"), err)
	}
	return r, nil
}
