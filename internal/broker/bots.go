package broker

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Digest is the SHA-256 of a bot's program.
type Digest [sha256.Size]byte

// partSize is how many bytes of a program one message has.
const partSize = 512 << 10

// HasBot reports whether a program is available to the workers.
func (b *Broker) HasBot(ctx context.Context, digest Digest) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	stream, err := b.js.Stream(ctx, b.botStream())
	if err != nil {
		return false, fmt.Errorf("stream %s: %w", b.botStream(), err)
	}
	_, err = stream.GetLastMsgForSubject(ctx, b.bot(digest, 0))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("stream %s: %w", b.botStream(), err)
	}
	return true, nil
}

// PutBot makes a program available to all workers. One that is there already is not sent again. It
// fails if the program has another digest, or is larger than [MostProgram].
func (b *Broker) PutBot(ctx context.Context, digest Digest, program io.ReaderAt, size int64) error {
	if size > MostProgram {
		return fmt.Errorf("program %x: %d bytes are more than %d", digest[:4], size, MostProgram)
	}
	if there, err := b.HasBot(ctx, digest); err != nil || there {
		return err
	}
	hash := sha256.New()
	if _, err := io.Copy(hash, io.NewSectionReader(program, 0, size)); err != nil {
		return fmt.Errorf("program %x: %w", digest[:4], err)
	}
	if Digest(hash.Sum(nil)) != digest {
		return fmt.Errorf("program %x: its digest is %x", digest[:4], hash.Sum(nil)[:4])
	}
	parts := int((size + partSize - 1) / partSize)
	for part := max(parts, 1) - 1; part >= 0; part-- { // with the first part, the program is there
		if err := b.putPart(ctx, digest, program, part, parts, size); err != nil {
			return fmt.Errorf("program %x: %w", digest[:4], err)
		}
	}
	return nil
}

// DropBot makes a program unavailable. One that is not there is no error.
func (b *Broker) DropBot(ctx context.Context, digest Digest) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	stream, err := b.js.Stream(ctx, b.botStream())
	if err == nil {
		err = stream.Purge(ctx, jetstream.WithPurgeSubject(b.wholeBot(digest)))
	}
	if err != nil {
		return fmt.Errorf("stream %s: %w", b.botStream(), err)
	}
	return nil
}

// Reconnects returns how often the connection to the server broke and came back. What a server had
// that runs elsewhere, it may have lost meanwhile.
func (b *Broker) Reconnects() uint64 { return b.conn.Stats().Reconnects }

func (b *Broker) putPart(ctx context.Context, digest Digest, program io.ReaderAt, part, parts int, size int64) error {
	m := nats.NewMsg(b.bot(digest, part))
	m.Header.Set(headerParts, strconv.Itoa(parts))
	from := int64(part) * partSize
	m.Data = make([]byte, min(partSize, size-from))
	if _, err := program.ReadAt(m.Data, from); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	_, err := b.js.PublishMsg(ctx, m)
	return err
}

// Bot copies a program to a writer. If Bot fails, what was written is to be thrown away.
func (t *Task) Bot(ctx context.Context, digest Digest, to io.Writer) error {
	hash := sha256.New()
	size := 0
	for part, parts := 0, 1; part < parts; part++ {
		m, err := t.worker.request(ctx, t.worker.getBot(digest, part), nil)
		if err != nil {
			return fmt.Errorf("program %x: %w", digest[:4], err)
		}
		if status := m.Header.Get("Status"); status != "" {
			return fmt.Errorf("program %x: the league has no part %d (%s)", digest[:4], part, status)
		}
		if size += len(m.Data); size > MostProgram {
			return fmt.Errorf("program %x: is larger than %d bytes", digest[:4], MostProgram)
		}
		if parts, err = strconv.Atoi(m.Header.Get(headerParts)); err != nil {
			return fmt.Errorf("program %x: %w", digest[:4], err)
		}
		hash.Write(m.Data)
		if _, err := to.Write(m.Data); err != nil {
			return err
		}
	}
	if Digest(hash.Sum(nil)) != digest {
		return fmt.Errorf("program %x: came damaged", digest[:4])
	}
	return nil
}
