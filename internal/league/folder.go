package league

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/process/sys"
)

// Folder is the path of the folder that a league is in.
type Folder string

// Store returns the path of the league's store.
func (f Folder) Store() string { return filepath.Join(string(f), "league.db") }

// Bots returns the folder with the programs, each in a folder named after its digest.
func (f Folder) Bots() string { return filepath.Join(string(f), "bots") }

// Packages returns the folder with the packages that bots came in, each named after its digest.
func (f Folder) Packages() string { return filepath.Join(string(f), "packages") }

// Sources returns the folder with the sources of others that are kept, each in a folder of its own.
func (f Folder) Sources() string { return filepath.Join(string(f), "sources") }

// SourceName is what the folder with the source of a bot is called: after the digest of its program, and the person who
// has handed it in. Who hands in the program of another person later gets nothing of theirs.
func SourceName(e store.Entrant) string {
	if e.Person == "" {
		return hex.EncodeToString(e.Program[:])
	}
	return hex.EncodeToString(e.Program[:]) + "-" + e.Person
}

// SourceOf returns the folder with the source of a bot, if that was kept. Neither a name from the store nor a link
// leads to another: both may be a stranger's.
func (f Folder) SourceOf(e store.Entrant) (folder string, kept bool) {
	name := SourceName(e)
	folder = filepath.Join(f.Sources(), name)
	info, err := os.Lstat(folder)
	return folder, err == nil && info.IsDir() && filepath.Base(name) == name
}

// KeepSource moves the source of a bot to the others, unless there is one: another source made the same program.
func (f Folder) KeepSource(e store.Entrant, folder string) error {
	if err := os.MkdirAll(f.Sources(), 0o700); err != nil {
		return err
	}
	to, kept := f.SourceOf(e)
	switch {
	case kept:
		return nil
	case filepath.Dir(to) != filepath.Clean(f.Sources()):
		return hint.New(e.Person, "is no person of a league", "")
	}
	return os.Rename(folder, to)
}

// nameSources gives sources that an older arena has kept their names of today: those of the program of one person had
// the name of the program alone, and that person could not get them back.
func (l *League) nameSources() error {
	kept, err := os.ReadDir(l.Folder.Sources())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, one := range kept {
		program, wrong := hex.DecodeString(one.Name())
		if wrong != nil {
			continue // it has a name of today, or is about to be removed
		}
		names := make(map[string]bool)
		for _, e := range l.Entrants {
			if bytes.Equal(e.Program[:], program) {
				names[SourceName(e)] = true
			}
		}
		for name := range names {
			if to := filepath.Join(l.Folder.Sources(), name); len(names) == 1 && filepath.Base(to) == name {
				_ = os.Rename(filepath.Join(l.Folder.Sources(), one.Name()), to) // the next start tries it again
			}
		}
	}
	return err
}

// Incoming returns the folder in which submissions grow.
func (f Folder) Incoming() string { return filepath.Join(string(f), "incoming") }

// Arriving returns the folder in which those grow that come from a page.
func (f Folder) Arriving() string { return filepath.Join(f.Incoming(), "page") }

// Inbox returns the folder into which submissions are put.
func (f Folder) Inbox() string { return filepath.Join(string(f), "inbox") }

// Refused returns the folder with the submissions that were refused.
func (f Folder) Refused() string { return filepath.Join(f.Inbox(), "refused") }

// Workers returns the folder with what belongs to workers on other machines: the list of those that
// were invited, the certificate and the queues.
func (f Folder) Workers() string { return filepath.Join(string(f), "workers") }

// Check returns an error if a folder or file of the league is a link, or of another kind than it should be. The whole
// folder may have come from a stranger, and a league writes into it, and moves and removes files there. Someone who
// only reads it may not be allowed to look at the files about workers, and need not.
func (f Folder) Check(readOnly bool) error {
	for _, folder := range []string{
		f.Bots(), f.Packages(), f.Sources(), f.Incoming(), f.Arriving(), f.Inbox(), f.Refused(), f.Workers(),
		filepath.Join(f.Workers(), "queues"),
	} {
		if err := is(folder, fs.ModeDir, "a folder"); err != nil {
			return err
		}
	}
	store := f.Store()
	for _, file := range []string{
		store, store + "-wal", store + "-shm", store + "-journal", f.lockFile(), f.useFile(), f.healthFile(),
	} {
		if err := is(file, 0, "a file"); err != nil {
			return err
		}
	}
	brought, err := os.ReadDir(f.Bots())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, bot := range brought { // what else is a link in there is not written to, and compared before it is started
		if err := noLink(filepath.Join(f.Bots(), bot.Name())); err != nil {
			return err
		}
	}
	if readOnly {
		return nil
	}
	if err := files.NoLinks(f.Workers()); err != nil { // where the broker has files of its own
		return hint.With(err, unlink)
	}
	return nil
}

// unlink is what to do about a link in the folder of a league.
const unlink = "a league has no links in its folder: put what it leads to in its place"

// is returns an error unless a path is of a kind, or is not there.
func is(path string, kind fs.FileMode, called string) error {
	if err := noLink(path); err != nil {
		return err
	}
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.Mode().Type() != kind:
		return hint.New(path, "is not "+called, "remove it")
	}
	return nil
}

func noLink(path string) error {
	if err := files.NoLink(path); err != nil {
		return hint.With(err, unlink)
	}
	return nil
}

func (f Folder) lockFile() string { return filepath.Join(string(f), "league.lock") }

// Make makes the folders of a new league. It fails if there is a store already. What it returns removes
// all that was made, with what came into it.
func (f Folder) Make() (undo func(), err error) {
	if err := f.Check(false); err != nil {
		return nil, err
	}
	if _, err := os.Lstat(f.Store()); err == nil {
		return nil, fmt.Errorf("%s: %w", f.Store(), fs.ErrExist)
	}
	var fresh []string
	undo = func() {
		for _, folder := range fresh {
			_ = os.RemoveAll(folder)
		}
	}
	for _, folder := range []string{string(f), f.Bots(), f.Packages(), f.Inbox(), f.Refused()} {
		if _, err := os.Lstat(folder); errors.Is(err, fs.ErrNotExist) {
			fresh = append(fresh, folder)
		}
		if err := os.MkdirAll(folder, 0o755); err != nil { //nolint:gosec // a confined bot may run as another user
			undo()
			return nil, err
		}
	}
	return undo, nil
}

// ErrServed is returned for a league that another process serves.
var ErrServed = errors.New("another arena serves this league")

// Lock keeps other processes from serving the league, until the process ends or the returned
// file is closed. The error is [ErrServed] if one does.
func (f Folder) Lock() (*os.File, error) {
	file, err := os.OpenFile(f.lockFile(), os.O_RDWR|os.O_CREATE, 0o644) //nolint:gosec // as the store
	if err != nil {
		return nil, err
	}
	if !sys.TryLock(file) {
		_ = file.Close()
		return nil, ErrServed
	}
	return file, nil
}
