package library_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/match/library"
)

var name = library.Name{Game: "orkisland", Seed: 30}

// written makes a file that changed so many minutes ago.
func written(t *testing.T, folder, name string, minutes int) string {
	t.Helper()
	path := filepath.Join(folder, name)
	require.NoError(t, os.WriteFile(path, []byte("match"), 0o600))
	changed := time.Now().Add(-time.Duration(minutes) * time.Minute)
	require.NoError(t, os.Chtimes(path, changed, changed))
	return path
}

// link makes a link, where the user may.
func link(t *testing.T, to, path string) {
	t.Helper()
	if err := os.Symlink(to, path); err != nil {
		if runtime.GOOS == "windows" {
			t.Skip(err) // it lets few users
		}
		t.Fatal(err)
	}
}

func TestEachMatchHasANameOfItsOwn(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "matches")
	from := 120
	for _, c := range []struct {
		name library.Name
		want string
	}{
		{name, "orkisland-30.arena"},
		{name, "orkisland-30_2.arena"},
		{name, "orkisland-30_3.arena"},
		{library.Name{Game: "orkisland", Seed: 30, From: &from}, "orkisland-30-from-120.arena"},
		{library.Name{Game: "moria", Seed: 1<<64 - 1}, "moria-18446744073709551615.arena"},
		{library.Name{Game: "my_game", Seed: 1}, "my_game-1.arena"},
	} {
		path, err := library.New(folder, c.name)
		require.NoError(t, err)
		require.Equal(t, filepath.Join(folder, c.want), path)
		require.FileExists(t, path)
	}
}

func TestTheOldestGo(t *testing.T) {
	folder := t.TempDir()
	for i := range library.Most {
		written(t, folder, fmt.Sprintf("orkisland-%d_2.arena", i), i+1)
	}
	own := []string{
		written(t, folder, "best.arena", 1e6), written(t, folder, "orkisland-1.arena.gz", 1e6),
		written(t, folder, "orkisland-7-final.arena", 1e6), written(t, folder, "notes-1.txt", 1e6),
	}
	require.NoError(t, os.Mkdir(filepath.Join(folder, "moria-1.arena"), 0o700))
	outside := written(t, t.TempDir(), "x", 1e6)
	link(t, outside, filepath.Join(folder, "moria-2.arena"))

	path, err := library.New(folder, name)
	require.NoError(t, err)
	require.FileExists(t, path)
	require.NoFileExists(t, filepath.Join(folder, fmt.Sprintf("orkisland-%d_2.arena", library.Most-1)), "the oldest")
	require.FileExists(t, filepath.Join(folder, fmt.Sprintf("orkisland-%d_2.arena", library.Most-2)))
	for _, file := range append(own, outside) {
		require.FileExists(t, file, "it is somebody's own")
	}
	require.DirExists(t, filepath.Join(folder, "moria-1.arena"))
}

func TestNewestMatch(t *testing.T) {
	folder := t.TempDir()
	_, err := library.Newest(filepath.Join(folder, "none"))
	require.ErrorIs(t, err, library.ErrNone)
	_, err = library.Newest(folder)
	require.ErrorIs(t, err, library.ErrNone)

	written(t, folder, "orkisland-2.arena", 2)
	newest := written(t, folder, "mine.arena", 1)
	written(t, folder, "page.html", 0)
	_, err = library.New(folder, name)
	require.NoError(t, err, "a match that has not begun")
	path, err := library.Newest(folder)
	require.NoError(t, err)
	require.Equal(t, newest, path)

	_, err = library.Newest(newest)
	require.Error(t, err, "a file is no folder")
	require.NotErrorIs(t, err, library.ErrNone)
}

// A stranger's folder may have a link of this name, with which matches would be written, and removed, anywhere.
func TestALinkIsNoFolder(t *testing.T) {
	outside, here := t.TempDir(), t.TempDir()
	linked := filepath.Join(here, "matches")
	link(t, outside, linked)
	_, err := library.New(linked, name)
	require.ErrorIs(t, err, library.ErrNoFolder)
	file := written(t, here, "file", 1)
	_, err = library.New(file, name)
	require.ErrorIs(t, err, library.ErrNoFolder)
	entries, err := os.ReadDir(outside)
	require.NoError(t, err)
	require.Empty(t, entries)
}

// A store may come from a stranger, and names the game of its matches.
func TestTheNameOfAGameIsNoPath(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "some", "matches")
	for _, game := range []string{"", "..", "../evil", "/tmp/evil", `..\evil`, "a/b", "evil\n", "-o"} {
		_, err := library.New(folder, library.Name{Game: game, Seed: 1})
		require.EqualError(t, err, fmt.Sprintf("%q is not the name of a game", game))
	}
	require.NoDirExists(t, folder)
}
