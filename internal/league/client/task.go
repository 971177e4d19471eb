package client

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/botarena/arena/internal/league/assign"
	"github.com/botarena/arena/internal/league/wire"
)

// Task is a job that a worker is to play.
type Task struct {
	Key    assign.Key
	Body   []byte // as the league gave it
	worker *worker
}

// Bot copies a program to a writer. If Bot fails, what was written is to be thrown away.
func (t *Task) Bot(ctx context.Context, digest wire.Digest, to io.Writer) error {
	return wire.ProgramError(digest, t.worker.bot(ctx, digest, to))
}

// bot reads an object of the store message by message: to read it as NATS does, a worker would have to
// be allowed to make consumers.
func (w *worker) bot(ctx context.Context, digest wire.Digest, to io.Writer) error {
	m, err := w.stored(ctx, w.names.BotInfo(digest), 1)
	if err != nil {
		return err
	}
	var info jetstream.ObjectInfo
	if err := json.Unmarshal(m.Data, &info); err != nil || info.Deleted || info.Size > wire.MostProgram {
		return errNoProgram
	}
	hash, left := sha256.New(), info.Size
	for at := uint64(1); left > 0; at++ {
		if m, err = w.stored(ctx, w.names.BotParts(info.NUID), at); err != nil {
			return err
		}
		if at, err = strconv.ParseUint(m.Header.Get(jetstream.SequenceHeader), 10, 64); err != nil || len(m.Data) == 0 ||
			uint64(len(m.Data)) > left {
			return errNoProgram
		}
		left -= uint64(len(m.Data))
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

// stored returns the next message of a subject of the object store, from a number on.
func (w *worker) stored(ctx context.Context, subject string, from uint64) (*nats.Msg, error) {
	m, err := w.request(ctx, w.names.GetBot(), fmt.Appendf(nil, `{"next_by_subj":%q,"seq":%d}`, subject, from))
	if err == nil && m.Header.Get("Status") != "" {
		err = errNoProgram
	}
	return m, err
}
