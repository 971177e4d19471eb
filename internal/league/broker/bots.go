package broker

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/botarena/arena/internal/league/wire"
)

// putTime is how long it may take until the server has a program.
const putTime = 5 * time.Minute

// HasBot reports whether a program is available to the workers.
func (b *Broker) HasBot(ctx context.Context, digest wire.Digest) (bool, error) {
	if err := wire.Await(ctx, b.conn); err != nil {
		return false, wire.ProgramError(digest, err)
	}
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
	err := wire.Await(ctx, b.conn)
	if err == nil {
		err = b.bots.Delete(ctx, digest.String())
	}
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil
	}
	return wire.ProgramError(digest, err)
}

// Reconnects returns how often the connection to the server broke and came back. What a server had
// that runs elsewhere, it may have lost meanwhile.
func (b *Broker) Reconnects() uint64 { return b.conn.Stats().Reconnects }
