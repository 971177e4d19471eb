package watch

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
)

func watching(t *testing.T, path string) *Watcher {
	t.Helper()
	w, err := Watch(path)
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
			folder := watching(t, dir)
			save(t, dir)
			testkit.Receive(t, "a save in the folder", folder.Saved())
			file := watching(t, filepath.Join(dir, "main.go"))
			write(t, "changed again", dir, "main.go")
			testkit.Receive(t, "a save of the file", file.Saved())
		})
	}
}

func TestNewFoldersAreWatched(t *testing.T) {
	dir := t.TempDir()
	w := watching(t, dir)
	for _, text := range []string{"1", "12"} {
		write(t, text, dir, "a", "x.go")
		testkit.Receive(t, "a save", w.Saved())
	}
}

func TestABuildIsWatched(t *testing.T) {
	dir := t.TempDir()
	w := watching(t, dir)
	w.Build(func() { write(t, "saved meanwhile", dir, "main.go") })
	testkit.Receive(t, "a save", w.Saved())
}
