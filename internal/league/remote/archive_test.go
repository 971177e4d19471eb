package remote

import (
	"archive/tar"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/sys"
)

// write writes the files of a bot.
func write(t testing.TB, folder string, names ...string) {
	for _, name := range names {
		path := filepath.Join(folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(strings.Repeat(name, 1000)), 0o600))
	}
	require.NoError(t, os.Chmod(filepath.Join(folder, names[0]), 0o700))
}

func TestArchiveIsTheSameWhateverTheOrder(t *testing.T) {
	one, two := t.TempDir(), t.TempDir()
	write(t, one, "zorg/zorg", "zorg/b.txt", "arena.py", "other")
	write(t, two, "zorg/zorg", "arena.py", "zorg/b.txt")
	old := time.Unix(1e9, 0)
	require.NoError(t, os.Chtimes(filepath.Join(two, "zorg/zorg"), old, old))
	var first, second bytes.Buffer
	d, err := packFolder(one, "zorg", &first)
	require.NoError(t, err)
	require.Equal(t, sum(first.Bytes()), d)
	_, err = packFolder(two, "zorg", &second)
	require.NoError(t, err)
	require.Equal(t, first.Bytes(), second.Bytes())

	to := filepath.Join(t.TempDir(), "bot")
	size, err := unpack(t.Context(), &second, to)
	require.NoError(t, err)
	require.Equal(t, sys.FolderSize(two), size)
	for name, mode := range map[string]os.FileMode{"zorg/zorg": 0o555, "zorg/b.txt": 0o444, "arena.py": 0o444} {
		info, err := os.Stat(filepath.Join(to, name))
		require.NoError(t, err)
		require.Equal(t, mode, info.Mode().Perm(), name)
		text, err := os.ReadFile(filepath.Join(to, name))
		require.NoError(t, err)
		require.Equal(t, strings.Repeat(name, 1000), string(text))
	}
}

func TestWhatIsNoFileIsNotPacked(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.Symlink("/etc", filepath.Join(folder, "etc")))
	_, err := packFolder(folder, "etc", io.Discard)
	require.Error(t, err)
}

// archiveOf makes an archive as somebody else may make one.
func archiveOf(t testing.TB, fill func(*tar.Writer)) io.Reader {
	var packed bytes.Buffer
	to, err := zstd.NewWriter(&packed)
	require.NoError(t, err)
	files := tar.NewWriter(to)
	fill(files)
	_ = files.Flush()
	require.NoError(t, to.Close())
	return &packed
}

// TestHostileArchives are refused, and nothing is written outside of the folder.
func TestHostileArchives(t *testing.T) {
	file := func(name string) func(*tar.Writer) {
		return func(to *tar.Writer) {
			require.NoError(t, to.WriteHeader(&tar.Header{Name: name, Typeflag: tar.TypeReg, Size: 1, Mode: 0o7777}))
			_, err := to.Write([]byte("x"))
			require.NoError(t, err)
		}
	}
	kind := func(kind byte) func(*tar.Writer) {
		return func(to *tar.Writer) {
			require.NoError(t, to.WriteHeader(&tar.Header{Name: "x", Typeflag: kind, Linkname: "/etc/passwd"}))
		}
	}
	for name, fill := range map[string]func(*tar.Writer){
		"up": file("../x"), "absolute": file("/tmp/x"), "up within": file("a/../../x"), "backslash": file(`..\x`),
		"dot":  file("./x"),
		"long": file(strings.Repeat("x/", 600) + "x"), "link": kind(tar.TypeSymlink), "hard link": kind(tar.TypeLink),
		"pipe": kind(tar.TypeFifo), "device": kind(tar.TypeChar), "folder": kind(tar.TypeDir),
		"twice":          func(to *tar.Writer) { file("x")(to); file("x")(to) },
		"file as folder": func(to *tar.Writer) { file("x")(to); file("x/y")(to) },
		"too large": func(to *tar.Writer) {
			require.NoError(t, to.WriteHeader(&tar.Header{Name: "x", Typeflag: tar.TypeReg, Size: mostUnpacked + 1}))
		},
		"cut off": func(to *tar.Writer) {
			require.NoError(t, to.WriteHeader(&tar.Header{Name: "x", Typeflag: tar.TypeReg, Size: 100}))
		},
		"too many": func(to *tar.Writer) {
			for i := range mostFiles + 1 {
				require.NoError(t, to.WriteHeader(&tar.Header{Name: strconv.Itoa(i), Typeflag: tar.TypeReg}))
			}
		},
	} {
		top := t.TempDir()
		folder := filepath.Join(top, "bot")
		_, err := unpack(t.Context(), archiveOf(t, fill), folder)
		require.Error(t, err, name)
		entries, err := os.ReadDir(top)
		require.NoError(t, err)
		require.Len(t, entries, 1, name)
	}
	_, err := unpack(t.Context(), strings.NewReader("no archive"), t.TempDir())
	require.Error(t, err)
	_, err = unpack(t.Context(), archiveOf(t, file("x")), t.TempDir())
	require.NoError(t, err, "it takes nothing special to be taken")
}

// TestBombIsBounded: a few bytes that expand to gigabytes.
func TestBombIsBounded(t *testing.T) {
	var packed bytes.Buffer
	to, err := zstd.NewWriter(&packed)
	require.NoError(t, err)
	files := tar.NewWriter(to)
	megabyte := make([]byte, 1<<20)
	for name, megabytes := range []int{64, 449} {
		require.NoError(
			t, files.WriteHeader(&tar.Header{Name: strconv.Itoa(name), Typeflag: tar.TypeReg, Size: int64(megabytes) << 20}))
		for range megabytes {
			_, err := files.Write(megabyte)
			require.NoError(t, err)
		}
	}
	require.NoError(t, files.Close())
	require.NoError(t, to.Close())
	require.Less(t, packed.Len(), 1<<20)
	folder := t.TempDir()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err = unpack(t.Context(), &packed, folder)
	runtime.ReadMemStats(&after)
	require.ErrorContains(t, err, "more than 10000 files or 512 MB")
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(64<<20))
	require.LessOrEqual(t, sys.FolderSize(folder), int64(64<<20))
}
