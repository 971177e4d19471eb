package replay

import (
	"bytes"
	"fmt"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
)

// Memory keeps what a match was, as long as it is not known whether anybody will ask. Most
// matches are forgotten, and to keep their rounds is cheaper than to record them. A match
// that gives very many commands is recorded from then on. It is made by [NewMemory].
type Memory struct {
	MostCommands int // that are held; a match with more is recorded
	MostBytes    int // that the replay may have

	header   Header
	held     []match.Round
	commands int // in them
	file     bounded
	writer   *Writer // nil as long as the rounds are held
	closed   bool
	err      error
}

var _ match.Watcher = (*Memory)(nil)

// NewMemory begins to keep a match. The header is that of its replay.
func NewMemory(h Header) *Memory {
	return &Memory{
		MostCommands: 1 << 20,  // they take some 30 MB
		MostBytes:    32 << 20, // the arena reads no larger one
		header:       h,
	}
}

// RecordAll records the match m from its beginning, as it is known that somebody will ask: then to
// hold its rounds would be in vain. The match must not have begun.
func (k *Memory) RecordAll(m engine.Match) {
	k.file.most = k.MostBytes
	nobodyFollows := func() time.Time { return time.Time{} } // so how long the match takes changes nothing of the file
	k.writer, k.err = newWriter(&k.file, m, k.header, nobodyFollows)
}

// Round implements [match.Watcher].
func (k *Memory) Round(m engine.Match, round match.Round) {
	if k.writer != nil {
		k.writer.Round(m, round)
		return
	}
	k.held = append(k.held, round)
	for _, t := range round.Turns {
		if t.Commands != nil {
			k.commands += t.Commands.Len()
		}
	}
	if k.commands > k.MostCommands && k.err == nil {
		k.record()
	}
}

// record plays the rounds that are held again, and records them.
func (k *Memory) record() {
	m, err := k.header.Setup.New(k.header.Names(), k.header.Seed, k.header.Random)
	if k.err = err; err == nil {
		k.RecordAll(m)
	}
	if k.err != nil {
		return
	}
	for _, round := range k.held {
		m.Step(round.Turns)
		k.writer.Round(m, round)
	}
	k.held = nil
}

// Bytes returns the match, which is over, as a replay. It may be asked for again.
func (k *Memory) Bytes(result match.Result, finished bool) ([]byte, error) {
	if k.writer == nil && k.err == nil {
		k.record()
	}
	if k.err == nil && !k.closed {
		k.closed = true
		k.err = k.writer.Close(result, finished)
	}
	if k.err != nil {
		return nil, k.err
	}
	return k.file.Bytes(), nil
}

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
