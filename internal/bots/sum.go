package bots

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// settled is how old a file must be for its times to tell versions of it apart:
// a file that changes twice within the clock's tick looks the same.
const settled = 2 * time.Second

// sum is the SHA-256 of a program. Summing one takes longer than starting it, so
// sums are remembered, together with what a changed file would differ in.
func (f Finder) sum(path string) (sum [sha256.Size]byte, err error) {
	before, err := os.Stat(path)
	if err != nil {
		return sum, err
	}
	memory := f.sumPath(path)
	if known, ok := recall(memory, identity(before)); ok {
		return known, nil
	}
	if sum, err = sumFile(path); err != nil {
		return sum, err
	}
	after, err := os.Stat(path)
	if err == nil && identity(after) == identity(before) && time.Since(before.ModTime()) > settled {
		remember(memory, identity(before), sum)
	}
	return sum, nil
}

// identity differs when a file was changed or replaced.
func identity(info fs.FileInfo) string {
	return fmt.Sprintf("%d %d %s", info.Size(), info.ModTime().UnixNano(), systemIdentity(info))
}

func sumFile(path string) (sum [sha256.Size]byte, err error) {
	file, err := os.Open(path)
	if err != nil {
		return sum, err
	}
	defer file.Close() //nolint:errcheck // only read
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return sum, err
	}
	return [sha256.Size]byte(hash.Sum(nil)), nil
}

func (f Finder) sumPath(path string) string {
	if f.Cache == "" {
		return ""
	}
	hash := sha256.Sum256([]byte(path))
	return filepath.Join(f.Cache, "sums", hex.EncodeToString(hash[:16]))
}

func recall(memory, identity string) (sum [sha256.Size]byte, ok bool) {
	text, err := os.ReadFile(memory)
	if err != nil {
		return sum, false
	}
	known := fmt.Appendf(nil, "%s\n", identity)
	if len(text) != len(known)+hex.EncodedLen(len(sum)) || string(text[:len(known)]) != string(known) {
		return sum, false
	}
	n, err := hex.Decode(sum[:], text[len(known):])
	return sum, err == nil && n == len(sum)
}

// remember does without when it can't write: then the next run sums again. The
// file gets its name when it is whole, since others may read it meanwhile.
func remember(memory, identity string, sum [sha256.Size]byte) {
	if memory == "" || os.MkdirAll(filepath.Dir(memory), 0o755) != nil {
		return
	}
	file, err := os.CreateTemp(filepath.Dir(memory), "new-")
	if err != nil {
		return
	}
	_, err = fmt.Fprintf(file, "%s\n%x", identity, sum)
	if closed := file.Close(); err != nil || closed != nil || os.Rename(file.Name(), memory) != nil {
		_ = os.Remove(file.Name())
	}
}
