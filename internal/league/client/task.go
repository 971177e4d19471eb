package client

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"strconv"

	"github.com/botarena/arena/internal/league/scheduler"
	"github.com/botarena/arena/internal/league/wire"
)

// Task is a job that a worker is to play.
type Task struct {
	Key    scheduler.Key
	Body   []byte // as the league gave it
	worker *worker
}

// Bot copies a program to a writer. If Bot fails, throw the written bytes away.
func (t *Task) Bot(ctx context.Context, digest wire.Digest, to io.Writer) error {
	return wire.ProgramError(digest, t.worker.bot(ctx, digest, to))
}

// bot reads a program part by part.
func (w *worker) bot(ctx context.Context, digest wire.Digest, to io.Writer) error {
	hash := sha256.New()
	for from, size := int64(0), int64(1); from < size; {
		m, err := w.request(ctx, w.names.Part(w.id), wire.PartText(digest, from))
		if err != nil {
			return err
		}
		told := m.Header.Get(wire.HeaderSize)
		if told == "" {
			wire.Pause(ctx, wire.LaterTime)
			continue
		}
		if size, err = strconv.ParseInt(told, 10, 64); err != nil || size > wire.MostProgram ||
			len(m.Data) == 0 && from < size || from+int64(len(m.Data)) > size {
			return errNoProgram
		}
		from += int64(len(m.Data))
		hash.Write(m.Data)
		if _, err := to.Write(m.Data); err != nil {
			return err
		}
	}
	if wire.Digest(hash.Sum(nil)) != digest {
		return errors.New("came damaged")
	}
	return nil
}

// errNoProgram says that there is nothing to be read.
var errNoProgram = errors.New("the league has no such program that can be read")
