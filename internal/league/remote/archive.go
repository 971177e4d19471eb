package remote

import (
	"archive/tar"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/league/wire"
)

// Limits of what a bot may be when it is unpacked.
const (
	mostUnpacked = 512 << 20 // bytes
	mostFiles    = 10_000    // and folders
	mostPadding  = 64 << 20  // bytes of an archive that are no file's
	mostWindow   = 8 << 20   // bytes that the decompression needs
)

// packFolder writes the bot of a name in a folder as one file, and returns its digest: it, and the files
// of the SDK beside it. The same files make the same bytes, whenever and in whatever order they
// came into the folder.
func packFolder(folder, name string, to io.Writer) (digest, error) {
	hash := sha256.New()
	packed, err := zstd.NewWriter(io.MultiWriter(to, hash), zstd.WithEncoderConcurrency(1),
		zstd.WithWindowSize(mostWindow))
	if err != nil {
		return digest{}, err
	}
	files := tar.NewWriter(packed)
	err = eachFile(folder, name, func(at, inside string) error { return packFile(files, at, inside) })
	if err := errors.Join(err, files.Close(), packed.Close()); err != nil {
		return digest{}, err
	}
	return digest(hash.Sum(nil)), nil
}

// eachFile calls visit with the files of the bot of a name in a folder, in the order of their names:
// with the path of each, and its path in the folder as an archive has it.
func eachFile(folder, name string, visit func(at, inside string) error) error {
	return filepath.WalkDir(folder, func(at string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(folder, at)
		if err != nil {
			return err
		}
		ofSDK := entry.Type().IsRegular() && strings.HasPrefix(inside, "arena.")
		if filepath.Dir(inside) == "." && inside != "." && inside != name && !ofSDK {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if entry.IsDir() {
			return nil
		}
		return visit(at, filepath.ToSlash(inside))
	})
}

func packFile(to *tar.Writer, at, name string) error {
	file, err := os.Open(at)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // only read
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return hint.New(at, "is no file", "")
	}
	head := &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: info.Size(), Mode: 0o444, Format: tar.FormatPAX}
	if info.Mode()&0o111 != 0 {
		head.Mode = 0o555
	}
	if err := to.WriteHeader(head); err != nil {
		return err
	}
	_, err = io.Copy(to, file)
	return err
}

// unpack writes the files of an archive into a folder, which is made. Nobody can write to them
// afterwards. It returns how many bytes they have, and fails rather than to write more than any
// bot may have, or outside of the folder.
func unpack(ctx context.Context, from io.Reader, folder string) (size int64, err error) {
	unpacked, err := zstd.NewReader(from, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(mostWindow),
		zstd.WithDecodeBuffersBelow(0)) // else it would unpack all that is in a bytes.Buffer at once
	if err != nil {
		return 0, err
	}
	defer unpacked.Close()
	if err := os.MkdirAll(folder, 0o755); err != nil { //nolint:gosec // a confined bot may run as another user
		return 0, err
	}
	entries := tar.NewReader(io.LimitReader(unpacked, mostUnpacked+mostPadding))
	for count := 0; ; count++ {
		head, err := entries.Next()
		if errors.Is(err, io.EOF) {
			return size, nil
		}
		switch {
		case err != nil:
			return size, fmt.Errorf("the bot's archive: %w", err)
		case ctx.Err() != nil:
			return size, context.Cause(ctx)
		case head.Typeflag != tar.TypeReg || !files.IsInside(head.Name):
			return size, safe.Errorf("the bot's archive: %s is not a file that may be there", head.Name)
		case count == mostFiles || head.Size > mostUnpacked-size:
			return size, fmt.Errorf("the bot's archive: more than %d files or %d MB", mostFiles, mostUnpacked>>20)
		}
		size += head.Size
		if err := unpackFile(entries, head, filepath.Join(folder, filepath.FromSlash(head.Name))); err != nil {
			return size, err
		}
	}
}

func unpackFile(from io.Reader, head *tar.Header, to string) error {
	mode := fs.FileMode(0o444)
	if head.Mode&0o111 != 0 {
		mode = 0o555
	}
	_, err := files.New(to, 0o600, from)
	return errors.Join(err, os.Chmod(to, mode))
}

// Fits returns an error if workers would not take the bot of a name in a folder, as it has too many
// files, or too large ones, or such as no archive may have.
func Fits(folder, name string) error {
	var size int64
	count := 0
	err := eachFile(folder, name, func(at, inside string) error {
		info, err := os.Stat(at)
		if err != nil {
			return err
		}
		count++
		size += info.Size()
		switch {
		case !info.Mode().IsRegular():
			return hint.New(inside, "is no file", "")
		case !files.IsInside(inside):
			return hint.New(inside, "no file of a bot may have this name", "")
		case count > mostFiles || size > mostUnpacked:
			return fmt.Errorf("more than %d files or %d MB, which is too much to send to workers", mostFiles, mostUnpacked>>20)
		}
		return nil
	})
	if err != nil || size <= wire.MostProgram/2 { // packed, it is not twice as large
		return err
	}
	packed := counter(0)
	if _, err := packFolder(folder, name, &packed); err != nil {
		return err
	}
	if packed > wire.MostProgram {
		return fmt.Errorf("packed, its files have %d MB, and at most %d MB are sent to workers", packed>>20,
			wire.MostProgram>>20)
	}
	return nil
}

// counter counts bytes.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
