package build

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/executable"
)

// hashed returns what a bot's SHA-256 is that of.
func (f Builder) hashed(t Source, paths []string) (*executable.Hashed, error) {
	h, err := executable.Hash(paths, f.Sum)
	unread := new(executable.FileError)
	switch {
	case errors.Is(err, executable.ErrTooLarge):
		return nil, unfit.New(
			t.Typed, "its folder has "+err.Error()+", which is too large for a bot",
			"keep only the bot in it; hidden folders, such as .venv, do not count",
		)
	case errors.As(err, &unread) && len(paths) == 1 && !files.IsFolder(paths[0]):
		return nil, unfit.New(t.Typed, unfit.Reason(unread.Cause), safe.Shell("chmod", "+r", t.Shown))
	case errors.As(err, &unread):
		why := safe.Name(unread.Name) + ": " + unfit.Reason(unread.Cause)
		return nil, unfit.New(t.Typed, why, safe.Shell("chmod", "-R", "+r", t.Shown))
	}
	return h, err
}

// Sum returns the SHA-256 of a program. Computing it takes longer than starting the
// program, so it is remembered with the file's identity.
func (f Builder) Sum(path string) (sum [sha256.Size]byte, err error) {
	before, err := os.Stat(path)
	if err != nil {
		return sum, err
	}
	memory := f.sumPath(path)
	if known, ok := recall(memory, executable.Identity(before)); ok {
		return known, nil
	}
	if sum, err = executable.SumFile(path); err != nil {
		return sum, err
	}
	after, err := os.Stat(path)
	unchanged := err == nil && executable.Identity(after) == executable.Identity(before)
	if unchanged && time.Since(before.ModTime()) > executable.Settled {
		remember(memory, executable.Identity(before), sum)
	}
	return sum, nil
}

func (f Builder) sumPath(path string) string {
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
