// Package watch tells when somebody has saved the program that they work on.
//
// A [Watcher] looks at the files themselves after each report of the system, and not at
// what the report says: editors save by writing, by renaming a new file to the old name, or
// by removing the old one first, and leave other files beside it for a moment.
package watch

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/botarena/arena/internal/bot/language"
)

const (
	// quiet is how long nothing must happen before a save counts as complete: longer than an
	// editor takes to write all files, and too short to be noticed.
	quiet = 100 * time.Millisecond
	// patience is how long a save is waited for if something happens all the time.
	patience = time.Second
)

// Watcher watches a file, or a folder with all that is in it. It is made by [Watch], and
// must be closed.
type Watcher struct {
	root    string
	folder  bool
	ignored []string // files and folders
	events  *fsnotify.Watcher
	saved   chan struct{}
	calls   chan func()
	running sync.WaitGroup

	// The goroutine that watches owns these.
	known    stamps // as last looked at
	building bool
	written  map[string]bool // what changed during the last build
	byBuild  map[string]bool // what builds write
}

// Watch begins to watch a file or folder. Of a folder, hidden files and folders do not
// count, nor do backups of editors, what the tools of languages leave, and what the caller
// ignores. Of a file that is compiled, the headers beside it count as well.
func Watch(path string, ignore ...string) (*Watcher, error) {
	root, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(root)
	if err != nil {
		return nil, err
	}
	events, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	w := &Watcher{
		root: root, folder: info.IsDir(), events: events,
		saved: make(chan struct{}, 1), calls: make(chan func()), byBuild: make(map[string]bool),
	}
	for _, path := range ignore {
		if whole, err := filepath.Abs(path); err == nil {
			w.ignored = append(w.ignored, whole)
		}
	}
	if err := events.Add(filepath.Dir(root)); err != nil { // in which the root may be replaced
		_ = events.Close()
		return nil, err
	}
	w.known = w.look()
	w.running.Go(w.watch)
	return w, nil
}

// Saved returns a channel that receives after each save: when files have changed and nothing
// has happened for a moment. Saves that nobody has taken notice of count once.
func (w *Watcher) Saved() <-chan struct{} { return w.saved }

// Close ends the watching. It must not be called during [Watcher.Build], nor that after it.
func (w *Watcher) Close() error {
	err := w.events.Close()
	w.running.Wait()
	return err
}

// Build runs a function that builds the program from the files as they are. The program has all
// earlier saves, so they count no more. A change during the build counts when the build has ended:
// somebody may have saved, or the build may have written. A file that changes during one build and
// again during the next is written by builds, and never counts again.
func (w *Watcher) Build(build func()) {
	w.call(w.begun)
	build()
	w.call(w.built)
}

// call runs a function where nothing else looks at the files.
func (w *Watcher) call(f func()) {
	done := make(chan struct{})
	w.calls <- func() {
		defer close(done)
		f()
	}
	<-done
}

// begun marks all saves before a build as known.
func (w *Watcher) begun() { w.building, w.known = true, w.look() }

// built finds out what has changed during a build.
func (w *Watcher) built() {
	w.building = false
	now := w.look()
	written := make(map[string]bool)
	for _, path := range w.known.differ(now) {
		written[path] = true
		if w.written[path] {
			w.byBuild[path] = true
		}
	}
	w.written = written
	w.compare(now)
}

// compare finds out whether the present files are a save.
func (w *Watcher) compare(now stamps) {
	changed := w.known.differ(now)
	w.known = now
	if !slices.ContainsFunc(changed, func(path string) bool { return !w.byBuild[path] }) {
		return
	}
	select {
	case w.saved <- struct{}{}:
	default: // the last one has not been noticed yet
	}
}

func (w *Watcher) watch() {
	ripe := time.NewTimer(0)
	ripe.Stop()
	var first time.Time // of the reports since the last look; zero if there is none
	wait := func() {
		if first.IsZero() {
			first = time.Now()
		}
		ripe.Reset(min(quiet, time.Until(first.Add(patience))))
	}
	for {
		select {
		case event, open := <-w.events.Events:
			switch {
			case !open:
				return
			case event.Op != fsnotify.Chmod && w.concerns(event.Name):
				wait()
			}
		case _, open := <-w.events.Errors: // some reports are missing
			if !open {
				return
			}
			wait()
		case f := <-w.calls:
			f()
		case <-ripe.C:
			first = time.Time{}
			if !w.building {
				w.compare(w.look())
			}
		}
	}
}

// concerns reports whether something at a path can be a part of the program.
func (w *Watcher) concerns(path string) bool {
	if path == w.root {
		return true
	}
	if !w.folder {
		return filepath.Dir(path) == filepath.Dir(w.root) && language.HasHeaders(w.root, path)
	}
	inside, err := filepath.Rel(w.root, path)
	if err != nil || !filepath.IsLocal(inside) || slices.Contains(w.ignored, path) {
		return false
	}
	return !slices.ContainsFunc(strings.Split(inside, string(filepath.Separator)), isNoSource)
}

// isNoSource goes by the names that editors, tools and interpreters give to their own files.
func isNoSource(name string) bool {
	return strings.HasSuffix(name, "~") || strings.HasPrefix(name, "#") || language.IsClutter(name)
}

// stamp differs once a file was written or replaced.
type stamp struct {
	size int64
	time time.Time
}

// stamps are those of all files that count, by path.
type stamps map[string]stamp

// look returns the stamps of all files as they are, and watches folders that are new.
func (w *Watcher) look() stamps {
	found := make(stamps)
	top := w.root
	if !w.folder {
		top = filepath.Dir(w.root)
	}
	// A file that can't be read is missing for now. The build says why.
	_ = filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil //nolint:nilerr // see above
		case entry.IsDir() && path == top, entry.IsDir() && w.folder && w.concerns(path):
			_ = w.events.Add(path)
			return nil
		case entry.IsDir():
			return fs.SkipDir
		case !w.concerns(path):
			return nil
		}
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			found[path] = stamp{info.Size(), info.ModTime()}
		}
		return nil
	})
	return found
}

// differ returns the paths of the files that are new, gone or different later on.
func (s stamps) differ(later stamps) (paths []string) {
	for path, was := range s {
		if is, there := later[path]; !there || is != was {
			paths = append(paths, path)
		}
	}
	for path := range later {
		if _, there := s[path]; !there {
			paths = append(paths, path)
		}
	}
	return paths
}
