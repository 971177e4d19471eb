package backup

import (
	"archive/tar"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
)

// Write writes a league into a file that there is not yet, whole or not at all. Only its owner may read it, as it has
// the keys of the league. The league goes on meanwhile.
func Write(ctx context.Context, l *league.League, to string) error {
	leave, err := l.Folder.Use(ctx) // before the snapshot: what it names stays until it is copied
	if err != nil {
		return err
	}
	defer leave()
	return files.Once(to, 0o600, func(file *os.File) error {
		snapshot, drop, err := snapshotOf(ctx, l, filepath.Dir(to))
		if err != nil {
			return err
		}
		defer drop()
		w := &writer{ctx: ctx, tar: tar.NewWriter(file)}
		return errors.Join(w.league(l.Folder, snapshot), w.tar.Close())
	})
}

// snapshot is the store of a league at one moment.
type snapshot struct {
	path   string
	league store.League
}

// snapshotOf copies the store of a league into a folder of its own, as all that follows must fit to one moment: who
// joins meanwhile is in no part of the backup.
func snapshotOf(ctx context.Context, l *league.League, beside string) (s snapshot, drop func(), err error) {
	home, err := os.MkdirTemp(beside, ".new-")
	if err != nil {
		return s, nil, err
	}
	drop = func() { _ = os.RemoveAll(home) } // it begins with a dot: nobody looks at it
	s.path = filepath.Join(home, storeName)
	if err = l.Store.CopyTo(ctx, s.path); err == nil {
		s.league, err = leagueIn(ctx, s.path)
	}
	if err != nil {
		drop()
	}
	return s, drop, err
}

func leagueIn(ctx context.Context, path string) (store.League, error) {
	s, err := store.Open(ctx, path, store.Options{ReadOnly: true})
	if err != nil {
		return store.League{}, err
	}
	l, err := s.League(ctx)
	return l, errors.Join(err, s.Close())
}

// writer writes the entries of a backup.
type writer struct {
	ctx  context.Context //nolint:containedctx // of the one call that writes
	tar  *tar.Writer
	sums strings.Builder
}

func (w *writer) league(f league.Folder, s snapshot) error {
	if err := w.text(markName, markText); err != nil {
		return err
	}
	if err := w.file(s.path, storeName); err != nil {
		return err
	}
	for _, add := range []func(league.Folder, store.League) error{w.bots, w.packages, w.sources, w.workers, w.submitted} {
		if err := add(f, s.league); err != nil {
			return err
		}
	}
	return w.text(sumsName, w.sums.String())
}

// bots adds the bots of a league. Of those that have left, it adds the files that are still there.
func (w *writer) bots(f league.Folder, l store.League) error {
	needed := make(map[string]bool) // by folder: whether the league can't go on without it
	if l.Gate != "" {
		needed[league.ProgramOf(l.Gate)] = true
	}
	for _, e := range l.Entrants {
		folder := league.ProgramOf(e.Typed)
		needed[folder] = needed[folder] || e.Stays() || e.Paused
	}
	for _, folder := range slices.Sorted(maps.Keys(needed)) {
		if !program().MatchString(folder) {
			return hint.New(filepath.Join(f.Bots(), folder), "is not a folder that a bot of a league has", "")
		}
		err := w.folder(filepath.Join(f.Bots(), folder), path.Join(bots, folder))
		if err != nil && (needed[folder] || !errors.Is(err, fs.ErrNotExist)) {
			return err
		}
	}
	return nil
}

// packages adds the packages that are there. Without its package, workers get the copy of a bot.
func (w *writer) packages(f league.Folder, l store.League) error {
	added := map[[sha256.Size]byte]bool{{}: true} // there is none
	for _, e := range l.Entrants {
		if added[e.Package] {
			continue
		}
		added[e.Package] = true
		name := hex.EncodeToString(e.Package[:]) + botfile.Ending
		if err := ifThere(w.file(filepath.Join(f.Packages(), name), path.Join(packages, name))); err != nil {
			return err
		}
	}
	return nil
}

// sources adds the sources that were kept.
func (w *writer) sources(f league.Folder, l store.League) error {
	added := make(map[string]bool)
	for _, e := range l.Entrants {
		from, kept := f.SourceOf(e)
		name := league.SourceName(e)
		if !kept || added[name] {
			continue
		}
		added[name] = true
		if err := w.folder(from, path.Join(sources, name)); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) folder(folder, name string) error {
	return filepath.WalkDir(folder, func(at string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		inside, err := filepath.Rel(folder, at)
		if err != nil {
			return err
		}
		return w.file(at, path.Join(name, filepath.ToSlash(inside)))
	})
}

func (w *writer) workers(f league.Folder, _ store.League) error {
	for _, file := range ofWorkers {
		if err := ifThere(w.file(filepath.Join(f.Workers(), file), path.Join(workers, file))); err != nil {
			return err
		}
	}
	return nil
}

// submitted adds what authors were told that the league has, and has not looked at yet.
func (w *writer) submitted(f league.Folder, _ store.League) error {
	waiting, err := os.ReadDir(f.Inbox())
	for _, entry := range waiting {
		if submitted().MatchString(entry.Name()) && entry.Type().IsRegular() {
			name := entry.Name()
			err = errors.Join(err, ifThere(w.file(filepath.Join(f.Inbox(), name), path.Join(inbox, name))))
		}
	}
	return ifThere(err)
}

// ifThere is no error for a file that is not there, or not any more.
func ifThere(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (w *writer) text(name, text string) error {
	return w.entry(name, 0o644, int64(len(text)), strings.NewReader(text))
}

// file adds a file. None of them changes: all are written elsewhere, and renamed.
func (w *writer) file(at, name string) error {
	info, err := os.Lstat(at) // before it is opened, which can take for ever
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() || !mayHave(name) {
		return hint.New(at, "is not a file that a league has", "remove it")
	}
	file, err := os.Open(at)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // only read
	if info, err = file.Stat(); err != nil {
		return err
	}
	mode := fs.FileMode(0o644)
	if info.Mode()&0o111 != 0 {
		mode = 0o755
	}
	return w.entry(name, mode, info.Size(), file)
}

func (w *writer) entry(name string, mode fs.FileMode, size int64, from io.Reader) error {
	head := &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: size, Mode: int64(mode), Format: tar.FormatPAX}
	if err := w.tar.WriteHeader(head); err != nil {
		return err
	}
	hash := sha256.New()
	written, err := io.Copy(io.MultiWriter(w.tar, hash), io.LimitReader(during{w.ctx, from}, size))
	switch {
	case err != nil:
		return err
	case written < size:
		return hint.New(name, "has become shorter while it was read", "begin anew")
	}
	fmt.Fprintf(&w.sums, "%x  %s\n", hash.Sum(nil), name)
	if w.sums.Len() > mostSums {
		return hint.New("", "the league has more files than a backup can have", "")
	}
	return nil
}

// during reads until a context is done.
type during struct {
	ctx  context.Context //nolint:containedctx // of the one call that reads
	from io.Reader
}

func (d during) Read(to []byte) (int, error) {
	if d.ctx.Err() != nil {
		return 0, context.Cause(d.ctx)
	}
	return d.from.Read(to)
}
