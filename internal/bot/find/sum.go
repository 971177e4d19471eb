package find

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/botarena/arena/internal/base/files"
)

// settled is how old a file must be before its modification time is trusted: a file
// that changes twice within one tick of the clock looks unchanged.
const settled = 2 * time.Second

// sum returns the SHA-256 of a program. Computing it takes longer than starting the
// program, so it is remembered with the file's identity.
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

// identity returns a text that differs once a file was changed or replaced.
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

// remember stores a sum. Its errors are ignored: then the next run computes the sum
// again.
func remember(memory, identity string, sum [sha256.Size]byte) {
	if memory == "" || os.MkdirAll(filepath.Dir(memory), 0o755) != nil {
		return
	}
	_ = files.Replace(memory, 0o600, strings.NewReader(fmt.Sprintf("%s\n%x", identity, sum)))
}
