package written_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/process/written"
)

// folder makes a bot's folder with some files, and opens it.
func folder(t *testing.T, content map[string]string) (path string, in *os.Root) {
	t.Helper()
	path = t.TempDir()
	for name, text := range content {
		file := filepath.Join(path, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	}
	in, err := os.OpenRoot(path)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, in.Close()) })
	return path, in
}

// keeper keeps what bots write in a new folder, which it returns.
func keeper(t *testing.T) (*written.Keeper, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "kept", "here")
	k := &written.Keeper{Dir: dir, Name: func(seat int) string { return fmt.Sprintf("duel-1-%d", seat) }}
	require.NoError(t, k.Begin())
	return k, dir
}

// tree returns the files and folders of a folder, with what the files hold.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		require.NoError(t, err)
		if entry.IsDir() {
			return nil
		}
		require.True(t, entry.Type().IsRegular(), path)
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		name, err := filepath.Rel(dir, path)
		require.NoError(t, err)
		all[filepath.ToSlash(name)] = string(text)
		return nil
	}))
	return all
}

func TestFilesAreKeptByNameAndSeat(t *testing.T) {
	_, in := folder(t, map[string]string{"log.txt": "one\n", "a/b/moves.csv": "1,2", "a/empty": ""})
	k, dir := keeper(t)
	require.Empty(t, k.Kept())
	kept := k.Keep(in, 2)
	want := written.Files{
		Dir: filepath.Join(dir, "duel-1-2"), Files: []written.File{{"a/b/moves.csv", 3}, {"a/empty", 0}, {"log.txt", 4}},
	}
	require.Equal(t, want, kept)
	require.Equal(t, "a/b/moves.csv (3 bytes), a/empty (0 bytes), log.txt (4 bytes)", kept.String())
	require.Equal(t, map[string]string{"log.txt": "one\n", "a/b/moves.csv": "1,2", "a/empty": ""}, tree(t, kept.Dir))
	k.Keep(in, 0)
	require.Equal(t, []int{0, 2}, []int{k.Kept()[0].Seat, k.Kept()[1].Seat})
	require.Empty(t, (*written.Keeper)(nil).Kept(), "nobody keeps anything")

	looked := written.Look(in)
	require.Empty(t, looked.Dir)
	require.Equal(t, kept.Files, looked.Files, "what is looked at is what would be kept")
}

func TestNothingThatIsThereIsOverwritten(t *testing.T) {
	_, in := folder(t, map[string]string{"log.txt": "new"})
	k, dir := keeper(t)
	own := filepath.Join(dir, "duel-1-0")
	require.NoError(t, os.Mkdir(own, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(own, "log.txt"), []byte("mine"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "duel-1-0-2"), []byte("mine"), 0o600))
	require.Equal(t, filepath.Join(dir, "duel-1-0-3"), k.Keep(in, 0).Dir)
	require.Equal(t, map[string]string{
		"duel-1-0/log.txt": "mine", "duel-1-0-2": "mine", "duel-1-0-3/log.txt": "new",
	}, tree(t, dir))
}

func TestABotThatWroteNothingGetsNoFolder(t *testing.T) {
	path, in := folder(t, nil)
	require.NoError(t, os.MkdirAll(filepath.Join(path, "a", "b"), 0o700))
	k, dir := keeper(t)
	require.Equal(t, written.Files{}, k.Keep(in, 0))
	require.Empty(t, k.Kept())
	require.Empty(t, tree(t, dir))
}

func TestAFolderThatCanNotBeMadeIsSaid(t *testing.T) {
	_, in := folder(t, map[string]string{"log.txt": "text"})
	k, dir := keeper(t)
	require.NoError(t, os.Remove(dir))
	kept := k.Keep(in, 0)
	require.Empty(t, kept.Files)
	require.Equal(t, []written.Left{{".", "no such file or directory"}}, kept.Left)
	require.Len(t, k.Kept(), 1)
	require.NoError(t, os.WriteFile(dir, nil, 0o600))
	require.Error(t, k.Begin())
}

// TestOnlyFilesAreKept: a link may lead to any file of the user's, and a pipe has no end.
func TestOnlyFilesAreKept(t *testing.T) {
	path, in := folder(t, map[string]string{"log.txt": "text"})
	secret := filepath.Join(t.TempDir(), "secret")
	require.NoError(t, os.WriteFile(secret, []byte("secret"), 0o600))
	for name, to := range map[string]string{
		"link": secret, "inside": "log.txt", "up": "..", "loop": "loop", "folder": filepath.Dir(secret), "dangling": "none",
	} {
		if err := os.Symlink(to, filepath.Join(path, name)); err != nil {
			require.Equal(t, "windows", runtime.GOOS, err)
			tier.Lacks(t, err) // it lets few users
		}
	}
	want := []written.Left{
		{"dangling", "is a link"},
		{"folder", "is a link"},
		{"inside", "is a link"},
		{"link", "is a link"},
		{"loop", "is a link"},
		{"up", "is a link"},
	}
	k, dir := keeper(t)
	kept := k.Keep(in, 0)
	require.Equal(t, want, kept.Left)
	require.Equal(t, map[string]string{"duel-1-0/log.txt": "text"}, tree(t, dir))
}

func TestNamesThatDisturbAreNotKept(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems have no such names")
	}
	long := strings.Repeat(strings.Repeat("d", 200)+"/", 6)
	path, in := folder(t, map[string]string{
		"a\nb": "x", "\x1b[2J": "x", "bad\xff": "x", `back\slash`: "x", "zero\u200bwidth": "x", "ok": "x",
		"東京 log.txt": "x", long + "deep": "x",
	})
	k, dir := keeper(t)
	kept := k.Keep(in, 0)
	require.Len(t, kept.Left, 6)
	for _, left := range kept.Left {
		require.Equal(t, "has a name that is not plain text, or too long", left.Why)
	}
	require.Equal(t, map[string]string{"duel-1-0/ok": "x", "duel-1-0/東京 log.txt": "x"}, tree(t, dir))
	require.DirExists(t, path)
}

// TestNoDiskIsFilled: neither by size, as a file may be large without taking any room, nor by number.
func TestNoDiskIsFilled(t *testing.T) {
	path, in := folder(t, map[string]string{"z": "small"})
	for name, size := range map[string]int64{"a": written.MostBytes - 4, "b": 1 << 40, "y": 4} {
		require.NoError(t, os.WriteFile(filepath.Join(path, name), nil, 0o600))
		if err := os.Truncate(filepath.Join(path, name), size); err != nil {
			tier.Lacks(t, err)
		}
	}
	found := written.Look(in)
	require.Equal(t, []written.File{{"a", written.MostBytes - 4}, {"y", 4}}, found.Files)
	const why = "all together are more than 16 MiB"
	require.Equal(t, []written.Left{{"b", why}, {"z", why}}, found.Left)

	many := make(map[string]string)
	for n := range written.MostFiles + 2 {
		many[fmt.Sprintf("%04d", n)] = ""
	}
	_, in = folder(t, many)
	found = written.Look(in)
	require.Len(t, found.Files, written.MostFiles)
	require.Equal(t, []written.Left{
		{"1024", "there are more than 1024 files"}, {"1025", "there are more than 1024 files"},
	}, found.Left)
	require.Equal(t, "0000 (0 bytes), 0001 (0 bytes), 0002 (0 bytes), 0003 (0 bytes), 1020 more", found.String())
}

func TestNoMoreNamesAreLookedAtThanAreBounded(t *testing.T) {
	path, in := folder(t, nil)
	const most = 150 // a folder is read in parts
	written.LookAt(t, most)
	for n := range most + 1 {
		if n == most {
			require.Equal(t, written.Files{}, written.Look(in))
		}
		require.NoError(t, os.Mkdir(filepath.Join(path, fmt.Sprint(n)), 0o700))
	}
	require.Equal(t, []written.Left{
		{".", "there are more than 150 names, and the others were not looked at"},
	}, written.Look(in).Left)
}
