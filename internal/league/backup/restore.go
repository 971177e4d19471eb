package backup

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

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
)

// ErrNone is why a file is not restored that is no backup.
var ErrNone = errors.New("is not a backup of a league")

// ErrDamaged is returned for a backup that differs from the written one.
var ErrDamaged = errors.New("is damaged, or not whole")

// Restore makes the league of a backup, in a folder that there is not yet, whole or not at all. The backup may come
// from anybody: nothing is written but files of a league, nothing outside of the folder, and nothing is started. It
// returns the league as it was.
func Restore(ctx context.Context, from string, to league.Folder, games engine.Games) (store.League, error) {
	if _, err := os.Lstat(string(to)); !errors.Is(err, fs.ErrNotExist) {
		return store.League{}, hint.New(
			string(to), "is there already", "name a folder that is not there",
		).Because(fs.ErrExist)
	}
	file, size, err := openFile(from)
	if err != nil {
		return store.League{}, err
	}
	defer file.Close() //nolint:errcheck // only read
	home, err := os.MkdirTemp(filepath.Dir(string(to)), ".new-")
	if err != nil {
		return store.League{}, err
	}
	defer os.RemoveAll(home) //nolint:errcheck // the restored league is elsewhere then
	fresh := league.Folder(filepath.Join(home, "league"))
	if _, err := fresh.Make(); err != nil {
		return store.League{}, err
	}
	for _, private := range []string{fresh.Workers(), fresh.Sources()} {
		if err := os.Mkdir(private, 0o700); err != nil {
			return store.League{}, err
		}
	}
	r := &reader{tar: tar.NewReader(io.LimitReader(during{ctx, file}, size)), left: size, into: string(fresh)}
	if err := r.all(); err != nil {
		return store.League{}, hint.Wrap(from, err)
	}
	restored, err := check(ctx, fresh, games)
	if err != nil {
		return store.League{}, hint.Wrap(from, err)
	}
	return restored, os.Rename(string(fresh), string(to))
}

// openFile opens a file, but nothing else: a pipe may never begin.
func openFile(path string) (*os.File, int64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		return nil, 0, hint.Wrap(path, files.KindError{Mode: info.Mode()})
	}
	file, err := os.Open(path)
	return file, info.Size(), err
}

// check looks at a league as arena league serve does: whether this arena knows its store, and its bots are there.
func check(ctx context.Context, f league.Folder, games engine.Games) (store.League, error) {
	l, err := league.Open(ctx, f, games, store.Options{})
	if err != nil {
		return store.League{}, err
	}
	for _, e := range l.Entrants {
		if _, err := os.Lstat(filepath.Join(f.Bots(), league.ProgramOf(e.Typed))); e.Stays() && err != nil {
			return store.League{}, errors.Join(safe.Errorf("%s: its program is not there", e.Name), l.Close())
		}
	}
	return l.League, l.Close()
}

// reader reads the entries of a backup into a folder.
type reader struct {
	tar  *tar.Reader
	left int64 // bytes that can be in it still: an archive can claim that there are more
	into string
	sums strings.Builder
}

// all reads all entries.
func (r *reader) all() error {
	for first := true; ; first = false {
		head, err := r.tar.Next()
		if err = r.damaged(err); first && (errors.Is(err, ErrDamaged) || err == nil && head.Name != markName) {
			return ErrNone
		}
		switch {
		case err != nil:
			return err
		case head.Size > r.left:
			return ErrDamaged
		case head.Typeflag != tar.TypeReg:
			return safe.Errorf("%s is not a file that a backup has", head.Name)
		case first:
			err = r.mark()
		case head.Name == sumsName:
			return r.compare()
		default:
			err = r.file(head)
		}
		if err != nil {
			return err
		}
	}
}

// damaged tells faults of the archive from faults of this machine.
func (r *reader) damaged(err error) error {
	for _, is := range []error{io.EOF, io.ErrUnexpectedEOF, tar.ErrHeader, tar.ErrFieldTooLong} {
		if errors.Is(err, is) {
			return ErrDamaged
		}
	}
	return err
}

// mark reads the first entry.
func (r *reader) mark() error {
	text, err := files.Read(r.tar, int64(len(markText)))
	if err != nil || string(text) != markText {
		return hint.New("", "was made by a newer arena", "use that arena")
	}
	r.add(markName, sha256.Sum256(text))
	return nil
}

func (r *reader) file(head *tar.Header) error {
	if !mayHave(head.Name) {
		return safe.Errorf("%s is not a file that a backup has", head.Name)
	}
	hash := sha256.New()
	size, err := files.New(
		filepath.Join(r.into, filepath.FromSlash(head.Name)), modeOf(head), io.TeeReader(r.tar, hash))
	if err != nil {
		return r.damaged(err)
	}
	r.left -= size
	r.add(head.Name, [sha256.Size]byte(hash.Sum(nil)))
	if r.sums.Len() > mostSums {
		return errors.New("it has more files than any league has")
	}
	return nil
}

// modeOf returns who may do what with a file: keys are for the owner alone.
func modeOf(head *tar.Header) fs.FileMode {
	switch {
	case strings.HasPrefix(head.Name, workers+"/"):
		return 0o600
	case head.Mode&0o111 != 0:
		return 0o755
	}
	return 0o644
}

func (r *reader) add(name string, sum [sha256.Size]byte) { fmt.Fprintf(&r.sums, "%x  %s\n", sum, name) }

// compare reads the last entry, after which nothing comes.
func (r *reader) compare() error {
	text, err := files.Read(r.tar, mostSums)
	if err != nil {
		return r.damaged(err)
	}
	if _, err := r.tar.Next(); string(text) != r.sums.String() || !errors.Is(err, io.EOF) {
		return ErrDamaged
	}
	return nil
}
