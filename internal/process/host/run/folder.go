package run

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host/system"
	"github.com/botarena/arena/internal/process/sandbox"
	"github.com/botarena/arena/internal/process/written"
)

// folderPrefix begins the names of bots' temporary folders. The number of the arena's
// process follows, so that it can be told whose they are.
const folderPrefix = "arena-bot-"

// longestFolder is how many bytes the path of a folder has at most. macOS has room for 104 bytes in the path of a Unix
// socket, Linux for 108, including a final zero; go-plugin adds this at most.
const longestFolder = 103 - len("/plugin-dir4294967295/plugin4294967295")

// newFolder makes a bot's temporary folder. The first call in a folder also removes
// what arenas left there that were killed, and each call what could not be removed before.
func newFolder(parent string) (string, error) {
	if parent == "" {
		parent = sandbox.TempFolder()
	}
	sweep, _ := sweptFolders.LoadOrStore(parent, sync.OnceFunc(func() { sweepFolders(parent) }))
	sweep.(func())() //nolint:forcetypeassert // there is nothing else in it
	removeKept()
	dir, err := os.MkdirTemp(parent, fmt.Sprintf("%s%d-", folderPrefix, os.Getpid()))
	if at := new(fs.PathError); errors.As(err, &at) {
		err = noFolder(parent, at.Err, "set TMPDIR to a folder that exists and can be written to")
	}
	if err == nil && len(dir) > longestFolder {
		_ = os.Remove(dir)
		err = noFolder(
			filepath.Dir(dir), errors.New("too long for the path of a socket"), "set TMPDIR to a shorter folder",
		)
	}
	return dir, err
}

// removeFolder removes a bot's folder with all that is in it, also what the bot has taken
// our rights to.
func removeFolder(dir string) {
	if os.RemoveAll(dir) == nil {
		return
	}
	_ = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			_ = os.Chmod(path, 0o700) //nolint:gosec // a folder
		}
		return nil
	})
	if os.RemoveAll(dir) != nil {
		keptFolders.Lock()
		defer keptFolders.Unlock()
		keptFolders.paths = append(keptFolders.paths, dir)
	}
}

// Wrote returns what a bot has written into its folder, and keeps that if [Options] say so. It is nothing as long as
// the bot runs.
func (p *Process) Wrote() written.Files {
	select {
	case <-p.exited:
		p.looked.Do(p.look)
		return p.wrote
	default:
		return written.Files{}
	}
}

func (p *Process) look() {
	folder := p.home
	if folder == nil {
		var err error
		if folder, err = os.OpenRoot(p.Dir); err != nil {
			return // somebody has removed it
		}
		defer folder.Close() //nolint:errcheck // only read
	}
	if p.Options.Keep == nil {
		p.wrote = written.Look(folder)
		return
	}
	p.wrote = p.Options.Keep.Keep(folder, p.Options.Seat)
}

// Leave waits for the end of the process, which must have been killed, and removes its files, after they were counted.
func (p *Process) Leave() {
	p.Wait()
	p.Wrote()
	if p.home != nil {
		_ = p.home.Close()
	}
	removeFolder(p.Dir)
	if p.Profile != nil {
		_ = p.Profile.Close()
	}
}

// keptFolders are those that could not be removed, as when no more files could be opened.
var keptFolders struct {
	sync.Mutex
	paths []string
}

func removeKept() {
	keptFolders.Lock()
	paths := keptFolders.paths
	keptFolders.paths = nil
	keptFolders.Unlock()
	for _, path := range paths {
		removeFolder(path)
	}
}

// FolderError reports that there is no folder for the temporary files of bots.
type FolderError struct{ hint.HintedError }

func noFolder(path string, cause error, fix string) error {
	return &FolderError{*hint.New(path, "not a folder for temporary files: "+cause.Error(), fix).Because(cause)}
}

// sweptFolders has for each folder what sweeps it once, for which all wait: until then, there is no
// folder of ours in it.
var sweptFolders sync.Map

func sweepFolders(parent string) {
	left, _ := filepath.Glob(filepath.Join(parent, "arena-*-*"))
	for _, path := range left {
		if isLeft(filepath.Base(path)) {
			removeFolder(path)
		}
	}
}

// isLeft reports whether a temporary folder is of an arena that is gone. In a container that is started
// again, processes have the numbers of those before; a bot of ours has no folder yet.
func isLeft(name string) bool {
	if pid, is := ownerOf(name, folderPrefix); is {
		return system.This.IsGone(pid) || pid == os.Getpid()
	}
	pid, is := ownerOf(name, executable.CodePrefix)
	return is && system.This.IsGone(pid)
}

// ownerOf returns the number in the name of a folder.
func ownerOf(name, prefix string) (pid int, is bool) {
	var n uint64 // as os.MkdirTemp draws it, also on 32 bits
	_, err := fmt.Sscanf(name, prefix+"%d-%d", &pid, &n)
	return pid, err == nil
}
