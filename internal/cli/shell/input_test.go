package shell

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games"
)

func TestNoMoreIsReadThanIsAllowed(t *testing.T) {
	text, err := ReadWhole("x", strings.NewReader("abc"), 3)
	require.NoError(t, err)
	require.Equal(t, "abc", string(text))
	const most = 3 << 20
	for _, larger := range []int{1, 2, 1 << 20} {
		_, err = ReadWhole("x", strings.NewReader(strings.Repeat("a", most+larger)), most)
		require.EqualError(t, err, "x: larger than 3 MB")
	}
	atOnce := iotest.DataErrReader(strings.NewReader(strings.Repeat("a", most)))
	_, err = ReadWhole("x", atOnce, most)
	require.NoError(t, err)
	_, err = ReadWhole("x", iotest.ErrReader(&os.PathError{Op: "read", Path: "y", Err: errors.New("gone")}), most)
	require.EqualError(t, err, "x: gone")
}

func TestFilesThatAreRead(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("file", []byte("abc"), 0o600))
	require.NoError(t, os.Mkdir("folder", 0o700))
	text, err := ReadFile("file", 3)
	require.NoError(t, err)
	require.Equal(t, "abc", string(text))
	_, err = ReadFile("file", 2)
	requireSays(t, err, "file: larger than 0 KB", "is it the file you meant? See: ls -l file")
	_, err = ReadFile("none", 3)
	requireSays(t, err, "none: no such file", "")
	_, err = ReadFile("folder", 3)
	requireSays(t, err, "folder: a folder, not a file", "name a file in it: "+filepath.Join("folder", "FILE"))
}

// TestBoardsOfWindowsAreRead, as its editors and its shell save them.
func TestBoardsOfWindowsAreRead(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, game := range games.All() {
		board := string(game.Default().Text())
		lines := strings.ReplaceAll(board, "\n", "\r\n")
		wide := "\xff\xfe" + strings.Join(strings.Split(lines, ""), "\x00") + "\x00"
		for _, saved := range []string{"\ufeff" + board, lines, wide} {
			require.NoError(t, os.WriteFile("mine.cnf", []byte(saved), 0o600))
			read, err := readBoard(game, "mine.cnf")
			require.NoError(t, err)
			require.Equal(t, board, string(read.Text()))
		}
	}
}

func TestWhatIsNoFile(t *testing.T) {
	for mode, want := range map[os.FileMode][2]string{
		os.ModeNamedPipe:                  {"x: a pipe, not a file", "cat x > FILE makes a file of what it gives"},
		os.ModeDevice | os.ModeCharDevice: {"x: a device, not a file", "name a file"},
		os.ModeSocket:                     {"x: a socket, not a file", "name a file"},
	} {
		requireSays(t, notAFile("x", mode), want[0], want[1])
	}
}

func TestFilesThatAreWritten(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("file", []byte("a long text"), 0o600))
	require.NoError(t, WriteWhole("file", []byte("short")))
	text, err := os.ReadFile("file")
	require.NoError(t, err)
	require.Equal(t, "short", string(text))
	requireSays(t, WriteWhole(filepath.Join("no such", "file"), nil), "no such: no such folder", "mkdir 'no such'")
	require.NoError(t, os.Mkdir("folder", 0o700))
	require.ErrorContains(t, WriteWhole("folder", nil), "folder: ")
	require.DirExists(t, "folder")
	requireSays(t, CreateError(filepath.Join("folder", "x"), os.ErrNotExist),
		filepath.Join("folder", "x")+": can't be created in this folder", "")
	require.EqualError(t, CreateError("x", &os.PathError{Op: "open", Path: "x", Err: errors.New("full")}), "x: full")
}

func TestANameThatIsFree(t *testing.T) {
	t.Chdir(t.TempDir())
	require.Equal(t, "match-2.arena", freeName("match.arena"))
	for _, name := range []string{"match-2.arena", "match-3.arena", "plain-2"} {
		require.NoError(t, os.WriteFile(name, nil, 0o600))
	}
	require.Equal(t, "match-4.arena", freeName("match.arena"))
	require.Equal(t, "plain-3", freeName("plain"))
}

func TestTwoNamesOfAFile(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a", "b"} {
		require.NoError(t, os.WriteFile(name, nil, 0o600))
	}
	require.True(t, Same("a", "./a"))
	require.False(t, Same("a", "b"))
	require.False(t, Same("a", "none"))
	require.False(t, Same("none", "a"))
	require.False(t, Same("none", "none"))
	if runtime.GOOS != "windows" {
		require.NoError(t, os.Link("a", "c"))
		require.True(t, Same("a", "c"))
	}
}

func TestErrorsOfTheSystemInPlainWords(t *testing.T) {
	inner := errors.New("inner")
	require.Equal(t, inner, PlainError(&os.PathError{Op: "open", Path: "x", Err: inner}))
	require.Equal(t, inner, PlainError(&os.LinkError{Op: "rename", Old: "x", New: "y", Err: inner}))
	require.Equal(t, inner, PlainError(inner))
	require.EqualError(t, PlainError(&os.PathError{Op: "open", Path: "x", Err: os.ErrNotExist}), "no such file")
	require.EqualError(t, FileError("a\nb", inner), `"a\nb": inner`)
}
