package league

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/bot/pack/botfile"
)

// StagedPackage is a copy of a package in the league's folder, which nobody else can change while it is
// checked.
type StagedPackage struct {
	folder Folder
	home   string
	// Path is where the copy is.
	Path string
}

// Draft copies a package. Discard the copy, also after it was kept.
func (f Folder) Draft(path string) (d *StagedPackage, err error) {
	if err := os.MkdirAll(f.Packages(), 0o755); err != nil { //nolint:gosec // as the store
		return nil, err
	}
	packages, err := filepath.Abs(f.Packages()) // bots are confined to what they were started from
	if err != nil {
		return nil, err
	}
	home, err := os.MkdirTemp(packages, Unfinished)
	if err != nil {
		return nil, err
	}
	d = &StagedPackage{folder: f, home: home, Path: filepath.Join(home, "package"+botfile.Ending)}
	err = os.Chmod(home, 0o755) //nolint:gosec // a confined bot may run as another user
	if err == nil {
		err = copyPackage(path, d.Path)
	}
	if err != nil {
		d.Discard()
		return nil, err
	}
	return d, nil
}

// The errors of what can't be a package.
var (
	ErrNoFile = errors.New("not a file")
	ErrLarge  = fmt.Errorf("larger than %d MB", botfile.MaxPackage>>20)
)

// copyPackage copies a file that is no larger than a package may be.
func copyPackage(path, to string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // a pipe may never open
		return ErrNoFile
	}
	from, err := os.Open(path)
	if err != nil {
		return err
	}
	defer from.Close() //nolint:errcheck // only read
	size, err := files.New(to, 0o644, io.LimitReader(from, botfile.MaxPackage+1))
	if err == nil && size > botfile.MaxPackage {
		err = ErrLarge
	}
	return err
}

// Unpacked is a folder into which the package can be unpacked.
func (d *StagedPackage) Unpacked() string { return filepath.Join(d.home, "unpacked") }

// Keep keeps the package, under the digest of its manifest.
func (d *StagedPackage) Keep(digest [sha256.Size]byte) error {
	return os.Rename(d.Path, filepath.Join(d.folder.Packages(), hex.EncodeToString(digest[:])+botfile.Ending))
}

// Discard removes the copy, unless it was kept, and the files unpacked from it.
func (d *StagedPackage) Discard() { _ = os.RemoveAll(d.home) } // leftovers begin with a dot: nobody looks at them
