package watch_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/watch"
)

func watching(t *testing.T, path string, ignore ...string) *watch.Watcher {
	t.Helper()
	w, err := watch.Watch(path, ignore...)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, w.Close()) })
	return w
}

func write(t *testing.T, text string, path ...string) {
	t.Helper()
	file := filepath.Join(path...)
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
}

// A save that is not to count is followed by one that is: only that may be reported, which
// shows without waiting.
func requireNoneBut(t *testing.T, w *watch.Watcher, save func()) {
	t.Helper()
	save()
	<-w.Saved()
	select {
	case <-w.Saved():
		require.Fail(t, "reported twice")
	case <-time.After(300 * time.Millisecond):
	}
}

func TestSavesOfEditorsAreNoticed(t *testing.T) {
	for name, save := range map[string]func(t *testing.T, dir string){
		"written": func(t *testing.T, dir string) { t.Helper(); write(t, "changed", dir, "main.go") },
		"renamed": func(t *testing.T, dir string) {
			t.Helper()
			write(t, "changed", dir, ".main.go.swp")
			require.NoError(t, os.Rename(filepath.Join(dir, ".main.go.swp"), filepath.Join(dir, "main.go")))
		},
		"removed first": func(t *testing.T, dir string) {
			t.Helper()
			require.NoError(t, os.Remove(filepath.Join(dir, "main.go")))
			write(t, "changed", dir, "main.go")
		},
		"in a new folder": func(t *testing.T, dir string) { t.Helper(); write(t, "new", dir, "a", "b", "more.go") },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, "first", dir, "main.go")
			requireNoneBut(t, watching(t, dir), func() { save(t, dir) })
			file := watching(t, filepath.Join(dir, "main.go"))
			requireNoneBut(t, file, func() { write(t, "changed again", dir, "main.go") })
		})
	}
}

func TestNewFoldersAreWatched(t *testing.T) {
	dir := t.TempDir()
	w := watching(t, dir)
	write(t, "1", dir, "a", "x.go")
	<-w.Saved()
	write(t, "12", dir, "a", "x.go")
	<-w.Saved()
}

func TestWhatIsNoSourceDoesNotCount(t *testing.T) {
	dir := t.TempDir()
	w := watching(t, dir, filepath.Join(dir, "faults"))
	for _, name := range []string{".git/index", "main.go~", "#main.go#", "__pycache__/x.pyc", "faults/report"} {
		write(t, "x", dir, name)
	}
	select {
	case <-w.Saved():
		require.Fail(t, "reported")
	case <-time.After(400 * time.Millisecond):
	}
	write(t, "x", dir, "main.go")
	<-w.Saved()
}

// What a build writes each time counts once, as it may have been saved; then never again.
func TestWhatBuildsWriteDoesNotCountForLong(t *testing.T) {
	dir := t.TempDir()
	w := watching(t, dir)
	build := func(text string) { w.Build(func() { write(t, text, dir, "out") }) }
	build("1")
	<-w.Saved()
	build("12")
	build("123")
	select {
	case <-w.Saved():
		require.Fail(t, "reported")
	case <-time.After(400 * time.Millisecond):
	}
	w.Build(func() { write(t, "saved meanwhile", dir, "main.go") })
	<-w.Saved()
}
