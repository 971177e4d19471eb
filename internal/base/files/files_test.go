package files_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/files"
)

var errGone = errors.New("gone")

// half is a content that breaks off.
func half() io.Reader { return io.MultiReader(strings.NewReader("ne"), iotest.ErrReader(errGone)) }

// ways are the ways to replace a file.
var ways = map[string]func(string, fs.FileMode, io.Reader) error{
	"usual": files.Replace, "synced": files.ReplaceSynced,
}

func TestAFileIsReplacedOrStays(t *testing.T) {
	for way, replace := range ways {
		t.Run(way, func(t *testing.T) {
			t.Chdir(t.TempDir())
			require.NoError(t, replace("file", 0o600, strings.NewReader("old")))
			require.ErrorIs(t, replace("file", 0o600, half()), errGone)
			requireText(t, "old", "file")
			require.NoError(t, replace("file", 0o600, strings.NewReader("new")))
			requireText(t, "new", "file")
			requireOnly(t, ".", "file")
		})
	}
}

// lookingOn looks at a folder while a content is read.
type lookingOn struct {
	io.Reader
	look func()
}

func (l lookingOn) Read(to []byte) (int, error) {
	l.look()
	return l.Reader.Read(to)
}

// TestWhatIsNewIsMadeBesideTheOld: in another folder it could be on another disk, from which nothing is renamed.
// The name of an unfinished file begins with a dot, so that nobody takes it for one.
func TestWhatIsNewIsMadeBesideTheOld(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.Mkdir("folder", 0o700))
	path := filepath.Join("folder", "file")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
	looked := false
	require.NoError(t, files.Replace(path, 0o600, lookingOn{strings.NewReader("new"), func() {
		looked = true
		requireText(t, "old", path)
		entries, err := os.ReadDir("folder")
		require.NoError(t, err)
		require.Len(t, entries, 2)
		require.Regexp(t, `^\.new-`, entries[0].Name())
	}}))
	require.True(t, looked)
	requireOnly(t, "folder", "file")
}

func TestWhatCanNotBeReplacedStays(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.MkdirAll(filepath.Join("file", "in it"), 0o700))
	require.Error(t, files.Replace("file", 0o600, strings.NewReader("new")), "it is a folder")
	requireOnly(t, ".", "file")
	requireOnly(t, "file", "in it")
	require.ErrorIs(t, files.Replace(filepath.Join("none", "file"), 0o600, strings.NewReader("new")), fs.ErrNotExist)
}

func TestALinkIsReplacedAndNotWhatItLeadsTo(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("far", []byte("old"), 0o600))
	if err := os.Symlink("far", "file"); err != nil {
		require.Equal(t, "windows", runtime.GOOS, err)
		t.Skip("this user may make no links: ", err)
	}
	require.NoError(t, files.Replace("file", 0o600, strings.NewReader("new")))
	requireText(t, "old", "far")
	requireText(t, "new", "file")
	info, err := os.Lstat("file")
	require.NoError(t, err)
	require.True(t, info.Mode().IsRegular())
}

func TestAFileHasThePermissionsThatWereAskedFor(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has other permissions")
	}
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("file", []byte("old"), 0o640))
	for _, mode := range []fs.FileMode{0o600, 0o700} { // which no usual mask changes
		for way, replace := range ways {
			require.NoError(t, replace("file", mode, strings.NewReader("new")))
			requireMode(t, mode, "file", way)
		}
		require.NoError(t, os.RemoveAll("made"))
		_, err := files.New(filepath.Join("made", "file"), mode, strings.NewReader("new"))
		require.NoError(t, err)
		requireMode(t, mode, filepath.Join("made", "file"), "new")
	}
}

func requireMode(t *testing.T, want fs.FileMode, path, way string) {
	t.Helper()
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, want, info.Mode().Perm(), way)
}

func TestANewFileTakesNoPlace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "one", "two", "file")
	size, err := files.New(path, 0o600, strings.NewReader("first"))
	require.NoError(t, err)
	require.EqualValues(t, 5, size)
	_, err = files.New(path, 0o600, strings.NewReader("second"))
	require.ErrorIs(t, err, fs.ErrExist)
	requireText(t, "first", path)
}

func TestANewFileThatBreaksOffIsAnError(t *testing.T) {
	size, err := files.New(filepath.Join(t.TempDir(), "file"), 0o600, half())
	require.ErrorIs(t, err, errGone)
	require.EqualValues(t, 2, size)
}

func TestNoMoreIsReadThanAskedFor(t *testing.T) {
	text, err := files.Read(strings.NewReader("1234"), 4)
	require.NoError(t, err)
	require.Equal(t, "1234", string(text))
	from := strings.NewReader("123456")
	text, err = files.Read(from, 4)
	require.Equal(t, files.LargeError{Most: 4}, err)
	require.Nil(t, text)
	require.Equal(t, 1, from.Len(), "one byte is enough to know that there are more")
	_, err = files.Read(half(), 4)
	require.ErrorIs(t, err, errGone)
	require.EqualError(t, files.LargeError{Most: 3 << 20}, "larger than 3 MB")
	require.EqualError(t, files.LargeError{Most: 3 << 10}, "larger than 3 KB")
}

func TestOnlyAFileIsRead(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("file", []byte("1234"), 0o600))
	text, err := files.ReadFile("file", 4)
	require.NoError(t, err)
	require.Equal(t, "1234", string(text))
	_, err = files.ReadFile("file", 3)
	require.ErrorIs(t, err, files.LargeError{Most: 3})
	_, err = files.ReadFile("none", 3)
	require.ErrorIs(t, err, fs.ErrNotExist)
	_, err = files.ReadFile(".", 3)
	kind := files.KindError{}
	require.ErrorAs(t, err, &kind)
	require.True(t, kind.Mode.IsDir())
	require.EqualError(t, err, "not a file")
}

func requireText(t *testing.T, want, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, want, string(text))
}

func requireOnly(t *testing.T, folder, name string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, entries, 1)
	require.Equal(t, name, entries[0].Name())
}
