package broker

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/botarena/arena/internal/league/wire"
)

// putTime is how long it may take until the server has a program.
const putTime = 5 * time.Minute

// HasBot reports whether a program is available to the workers.
func (b *Broker) HasBot(ctx context.Context, digest wire.Digest) (bool, error) {
	_, err := b.bots.GetInfo(ctx, digest.String())
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return false, nil
	}
	return err == nil, wire.ProgramError(digest, err)
}

// PutBot makes a program available to all workers. One that is there already is not sent again. It
// fails if the program has another digest, or is larger than [wire.MostProgram].
func (b *Broker) PutBot(ctx context.Context, digest wire.Digest, program io.ReaderAt, size int64) error {
	if size > wire.MostProgram {
		return wire.ProgramError(digest, fmt.Errorf("%d bytes are more than %d", size, wire.MostProgram))
	}
	if there, err := b.HasBot(ctx, digest); err != nil || there {
		return err
	}
	hash := sha256.New()
	_, err := io.Copy(hash, io.NewSectionReader(program, 0, size))
	if err == nil && wire.Digest(hash.Sum(nil)) != digest {
		err = fmt.Errorf("its digest is %x", hash.Sum(nil)[:4])
	}
	if err == nil {
		err = b.put(ctx, digest, io.NewSectionReader(program, 0, size))
	}
	return wire.ProgramError(digest, err)
}

func (b *Broker) put(ctx context.Context, digest wire.Digest, program io.Reader) error {
	ctx, cancel := context.WithTimeout(ctx, putTime)
	defer cancel()
	what := jetstream.ObjectMeta{Name: digest.String(), Opts: &jetstream.ObjectMetaOptions{ChunkSize: wire.PartSize}}
	_, err := b.bots.Put(ctx, what, program)
	return err
}

// DropBot makes a program unavailable. One that is not there is no error.
func (b *Broker) DropBot(ctx context.Context, digest wire.Digest) error {
	err := b.bots.Delete(ctx, digest.String())
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil
	}
	return wire.ProgramError(digest, err)
}

// Reconnects returns how often the connection to the server broke and came back. What a server had
// that runs elsewhere, it may have lost meanwhile.
func (b *Broker) Reconnects() uint64 { return b.conn.Stats().Reconnects }

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
