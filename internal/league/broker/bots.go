package broker

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/league/wire"
)

// programs is the folder of the programs that workers can fetch, each in a file named after its digest.
func (b *Broker) programs() string { return filepath.Join(b.options.Folder, "programs") }

func (b *Broker) program(d wire.Digest) string { return filepath.Join(b.programs(), d.String()) }

// HasBot reports whether a program is available to the workers.
func (b *Broker) HasBot(digest wire.Digest) (bool, error) {
	_, err := os.Stat(b.program(digest))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, wire.ProgramError(digest, err)
}

// PutBot makes a program available to all workers. One that is there already is not written again. It
// fails if the program has another digest, or is larger than [wire.MostProgram].
func (b *Broker) PutBot(digest wire.Digest, program io.ReaderAt, size int64) error {
	if size > wire.MostProgram {
		return wire.ProgramError(digest, fmt.Errorf("%d bytes are more than %d", size, wire.MostProgram))
	}
	if there, err := b.HasBot(digest); err != nil || there {
		return err
	}
	hash := sha256.New()
	_, err := io.Copy(hash, io.NewSectionReader(program, 0, size))
	if err == nil && wire.Digest(hash.Sum(nil)) != digest {
		err = fmt.Errorf("its digest is %x", hash.Sum(nil)[:4])
	}
	if err == nil {
		err = b.hasRoom(size)
	}
	if err == nil {
		err = b.put(digest, io.NewSectionReader(program, 0, size))
	}
	return wire.ProgramError(digest, err)
}

// hasRoom returns an error if there is no room for a program more.
func (b *Broker) hasRoom(size int64) error {
	all, err := os.ReadDir(b.programs())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, one := range all {
		if info, err := one.Info(); err == nil {
			size += info.Size()
		}
	}
	if err == nil && size > mostBots {
		err = fmt.Errorf("all programs together have more than %d MB", mostBots>>20)
	}
	return err
}

func (b *Broker) put(digest wire.Digest, program io.Reader) error {
	if err := os.MkdirAll(b.programs(), 0o700); err != nil {
		return err
	}
	return files.ReplaceSynced(b.program(digest), 0o600, program)
}

// DropBot makes a program unavailable. One that is not there is no error.
func (b *Broker) DropBot(digest wire.Digest) error {
	err := os.Remove(b.program(digest))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return wire.ProgramError(digest, err)
}
