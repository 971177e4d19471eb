// Package written takes what a bot wrote into its temporary folder out of it. It trusts no bot: what a folder holds
// may be anything, of any size, under any name.
package written

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/process/lineproto"
)

// At most this is kept of a bot, as much as a sandbox lets it write.
const (
	MostFiles = 1024
	MostBytes = 16 << 20
)

// mostSeen is how many names are looked at: without a sandbox there may be millions. Tests have less.
var mostSeen = 4 * MostFiles

// File is a file that a bot wrote.
type File struct {
	Name string `json:"name"` // its path in the bot's folder, with slashes
	Size int64  `json:"size"` // bytes
}

// Left is what a bot made that is not kept.
type Left struct {
	Name string `json:"name"` // likewise, but it may be anything
	Why  string `json:"why"`
}

// Files are what a bot wrote. The zero value is nothing.
type Files struct {
	Dir   string `json:"dir,omitempty"` // where the files are kept; "" if they are not
	Files []File `json:"files"`         // by name: those in Dir, or those that could be kept
	Left  []Left `json:"left,omitempty"`
}

// Look lists the files in the folder of a bot that has ended. Sockets hold nothing, and one is the arena's.
func Look(in *os.Root) Files {
	w := walk{in: in}
	w.folder(".")
	slices.SortFunc(w.found.Files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	var fit []File
	left := int64(MostBytes)
	for _, f := range w.found.Files {
		switch {
		case len(fit) == MostFiles:
			w.leave(f.Name, fmt.Sprintf("there are more than %d files", MostFiles))
		case f.Size > left:
			w.leave(f.Name, "all together are more than "+lineproto.InBytes(MostBytes))
		default:
			fit, left = append(fit, f), left-f.Size
		}
	}
	w.found.Files = fit
	slices.SortFunc(w.found.Left, func(a, b Left) int { return strings.Compare(a.Name, b.Name) })
	return w.found
}

// walk is a walk through a bot's folder.
type walk struct {
	in    *os.Root
	seen  int
	found Files
}

func (w *walk) leave(name, why string) { w.found.Left = append(w.found.Left, Left{name, why}) }

// folder looks at the files of a folder, and then at the folders in it.
func (w *walk) folder(at string) {
	folder, err := open(w.in, at, fs.FileMode.IsDir)
	if err != nil {
		w.leave(at, plain(err))
		return
	}
	var within []string
	for err == nil && !w.full() {
		var entries []fs.DirEntry
		entries, err = folder.ReadDir(min(100, mostSeen+1-w.seen))
		w.seen += len(entries)
		for _, entry := range entries {
			if name := path.Join(at, entry.Name()); w.isFolder(name) {
				within = append(within, name)
			}
		}
	}
	_ = folder.Close()
	if w.full() {
		w.leave(at, fmt.Sprintf("there are more than %d names, and the others were not looked at", mostSeen))
		return
	}
	if err != io.EOF { //nolint:errorlint // ReadDir does not wrap it
		w.leave(at, plain(err))
	}
	for _, name := range within {
		if !w.full() {
			w.folder(name)
		}
	}
}

// full reports whether enough names were looked at.
func (w *walk) full() bool { return w.seen > mostSeen }

// isFolder takes note of the file of a name, and reports whether it is a folder to look at.
func (w *walk) isFolder(name string) bool {
	info, err := w.in.Lstat(filepath.FromSlash(name))
	switch {
	case err != nil:
		w.leave(name, plain(err))
	case info.Mode().Type() == fs.ModeSocket:
	case !info.IsDir() && !info.Mode().IsRegular():
		w.leave(name, "is "+kind(info.Mode()))
	case !files.IsInside(name) || engine.Printable(name) != name:
		w.leave(name, "has a name that is not plain text, or too long")
	case info.IsDir():
		return true
	default:
		w.found.Files = append(w.found.Files, File{name, info.Size()})
	}
	return false
}

func kind(mode fs.FileMode) string {
	switch {
	case files.IsLink(mode):
		return "a link"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeDevice != 0:
		return "a device"
	default:
		return "not a file"
	}
}

// open opens the file of a name if it is of a kind, and nothing that has taken its place since.
func open(in *os.Root, name string, is func(fs.FileMode) bool) (*os.File, error) {
	name = filepath.FromSlash(name)
	was, err := in.Lstat(name)
	if err != nil {
		return nil, err
	}
	file, err := in.OpenFile(name, os.O_RDONLY|withoutWaiting, 0)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && (!os.SameFile(was, info) || !is(info.Mode())) {
		err = errOther
	}
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	return file, nil
}

// Take copies a file of a folder to where nothing is yet, unless a link or something else has its name.
func Take(in *os.Root, name, to string, mode fs.FileMode) error {
	from, err := open(in, name, fs.FileMode.IsRegular)
	if err != nil {
		return err
	}
	defer from.Close() //nolint:errcheck // only read
	_, err = files.New(to, mode, from)
	return err
}

var errOther = fmt.Errorf("has changed meanwhile")

// plain returns the cause of an error, as the name stands before it.
func plain(err error) string {
	if at, is := err.(*fs.PathError); is { //nolint:errorlint // as package os returns it
		err = at.Err
	}
	return err.Error()
}

// Keeper keeps what bots wrote, each in a folder of its own.
type Keeper struct {
	Dir  string                // that has the folders
	Name func(seat int) string // what a folder is called by; a number follows if that is taken

	mu   sync.Mutex
	kept []Seat
}

// Seat is what the bot of a seat wrote.
type Seat struct {
	Seat int `json:"seat"`
	Files
}

// Begin makes the folder that has the others, so that a wrong one is reported before a match is played.
func (k *Keeper) Begin() error {
	return os.MkdirAll(k.Dir, 0o777) //nolint:gosec // as mkdir does
}

// Kept returns by seat the files that were kept so far, or could not be. Seats without files are left out.
func (k *Keeper) Kept() []Seat {
	if k == nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.SortedFunc(slices.Values(k.kept), func(a, b Seat) int { return a.Seat - b.Seat })
}

// Keep keeps the files in the folder of a bot that has ended, and returns them.
func (k *Keeper) Keep(in *os.Root, seat int) Files {
	k.mu.Lock()
	defer k.mu.Unlock()
	found := k.copy(in, seat)
	if len(found.Files)+len(found.Left) > 0 {
		k.kept = append(k.kept, Seat{seat, found})
	}
	return found
}

// copy copies the files of a folder. Without any file it makes no folder.
func (k *Keeper) copy(in *os.Root, seat int) Files {
	found := Look(in)
	if len(found.Files) == 0 {
		return found
	}
	dir, err := files.Fresh(k.Dir, k.Name(seat))
	var to *os.Root
	if err == nil {
		to, err = os.OpenRoot(dir)
	}
	if err != nil {
		found.Files = nil
		found.Left = append(found.Left, Left{".", plain(err)})
		return found
	}
	defer to.Close() //nolint:errcheck // nothing is written to it
	kept := Files{Dir: dir, Left: found.Left}
	for _, f := range found.Files {
		if err := f.copy(in, to); err != nil {
			kept.Left = append(kept.Left, Left{f.Name, plain(err)})
			continue
		}
		kept.Files = append(kept.Files, f)
	}
	return kept
}

// copy copies a file to where no file is, up to the size that it has.
func (f File) copy(in, to *os.Root) error {
	from, err := open(in, f.Name, fs.FileMode.IsRegular)
	if err != nil {
		return err
	}
	defer from.Close() //nolint:errcheck // only read
	name := filepath.FromSlash(f.Name)
	if err := to.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	file, err := to.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, io.LimitReader(from, f.Size))
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		_ = to.Remove(name) // half a file would mislead
	}
	return err
}

// mostListed is how many files are listed by name in a line.
const mostListed = 4

// String lists the files in a line: "log.txt (12 bytes), moves.csv (3 KiB)".
func (f Files) String() string {
	var all []string
	for _, file := range f.Files[:min(len(f.Files), mostListed)] {
		all = append(all, fmt.Sprintf("%s (%s)", safe.Name(file.Name), lineproto.InBytes(int(file.Size))))
	}
	if more := len(f.Files) - mostListed; more > 0 {
		all = append(all, fmt.Sprintf("%d more", more))
	}
	return strings.Join(all, ", ")
}
