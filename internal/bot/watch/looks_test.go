package watch

import (
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"
	"github.com/stretchr/testify/require"
)

// unasked watches nothing: it looks at the files when the test says so. What is no save shows at once.
func unasked(t *testing.T, path string, ignore ...string) *Watcher {
	t.Helper()
	w, err := Watch(path, ignore...)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return w
}

// looks reports whether a look at the files finds a save.
func (w *Watcher) looks() bool {
	w.compare(w.look())
	return w.told()
}

// told reports whether a save was found.
func (w *Watcher) told() bool {
	select {
	case <-w.saved:
		return true
	default:
		return false
	}
}

func TestASaveCountsOnce(t *testing.T) {
	dir := t.TempDir()
	w := unasked(t, dir)
	require.False(t, w.looks())
	write(t, "x", dir, "main.go")
	require.True(t, w.looks())
	require.False(t, w.looks())
}

func TestWhatIsNoSourceDoesNotCount(t *testing.T) {
	dir := t.TempDir()
	w := unasked(t, dir, filepath.Join(dir, "faults"))
	for _, name := range []string{".git/index", "main.go~", "#main.go#", "__pycache__/x.pyc", "faults/report"} {
		write(t, "x", dir, name)
		require.False(t, w.looks(), name)
	}
	write(t, "x", dir, "main.go")
	require.True(t, w.looks())
}

func TestHeadersBesideAFileOfCPPCount(t *testing.T) {
	for name, counts := range map[string]bool{"player.cc": true, "bot.py": false} {
		dir := t.TempDir()
		write(t, "x", dir, name)
		w := unasked(t, filepath.Join(dir, name))
		write(t, "x", dir, "other.cc")
		write(t, "x", dir, "below", "more.hh")
		require.False(t, w.looks(), name)
		write(t, "x", dir, "more.hh")
		require.Equal(t, counts, w.looks(), name)
	}
}

// What a build writes each time counts once, as it may have been saved; then never again.
func TestWhatBuildsWriteDoesNotCountForLong(t *testing.T) {
	dir := t.TempDir()
	w := unasked(t, dir)
	building := func(text, file string) bool {
		w.begun()
		write(t, text, dir, file)
		w.built()
		return w.told()
	}
	require.True(t, building("1", "out"))
	require.False(t, building("12", "out"))
	require.False(t, building("123", "out"))
	require.True(t, building("saved meanwhile", "main.go"))
}

// reported is a watcher to which the test reports what the system would.
func reported(t *testing.T, path string) *Watcher {
	t.Helper()
	w := unasked(t, path)
	events := *w.events
	events.Events, events.Errors = make(chan fsnotify.Event), make(chan error)
	w.events, w.saved = &events, make(chan struct{}, 1)
	w.running.Go(w.watch)
	t.Cleanup(func() {
		close(events.Events)
		w.running.Wait()
	})
	return w
}

// What follows within a moment belongs to the same save.
func TestASaveIsCompleteWhenNothingHappensForAMoment(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "main.go")
		write(t, "first", file)
		w := reported(t, file)
		tell := func() { w.events.Events <- fsnotify.Event{Name: file, Op: fsnotify.Write} }
		told := func(after time.Duration) bool {
			time.Sleep(after)
			synctest.Wait()
			return w.told()
		}
		write(t, "changed", file)
		tell()
		require.False(t, told(quiet-1))
		tell()
		require.False(t, told(quiet-1))
		require.True(t, told(1))
		tell()
		require.False(t, told(time.Minute), "nothing has changed")
	})
}

func TestASaveIsNotWaitedForForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "main.go")
		write(t, "first", file)
		w := reported(t, file)
		write(t, "changed", file)
		begun := time.Now()
		for !w.told() {
			w.events.Events <- fsnotify.Event{Name: file, Op: fsnotify.Write}
			time.Sleep(quiet / 2)
			synctest.Wait()
		}
		require.Equal(t, patience, time.Since(begun))
	})
}
