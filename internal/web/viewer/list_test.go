package viewer

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/match/story"
)

func anyName(string) bool { return true }

// TestALongListHasThoseThatChangedLast, and the page begins with the newest.
func TestALongListHasThoseThatChangedLast(t *testing.T) {
	folder, now := t.TempDir(), time.Now()
	var names []string
	for i := range maxListed + 2 {
		name := fmt.Sprintf("%04d.arena", maxListed+2-i) // those written last come first by name
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, nil, 0o600))
		at := now.Add(time.Duration(i) * time.Minute)
		require.NoError(t, os.Chtimes(path, at, at))
		names = append(names, name)
	}
	m := NewMatches([]string{folder}, anyName)
	require.Equal(t, filepath.Join(folder, names[len(names)-1]), m.First())
	var listed []string
	for _, one := range m.list() {
		listed = append(listed, one.Name)
	}
	want := names[2:]
	slices.Reverse(want)
	require.Equal(t, want, listed, "in the order of the names, without the two oldest")
}

// TestAChangedFileHasAnotherKey, so that no page shows one match under the name of another.
func TestAChangedFileHasAnotherKey(t *testing.T) {
	path, at := filepath.Join(t.TempDir(), "a.arena"), time.Now().Add(-time.Hour)
	m := NewMatches([]string{path}, nil)
	keyWith := func(text string, at time.Time) string {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		require.NoError(t, os.Chtimes(path, at, at))
		first, second, count := m.Pair()
		require.Equal(t, 1, count)
		require.Empty(t, second)
		return first.Key
	}
	require.Equal(t, "0.1", keyWith("one", at))
	require.Equal(t, "0.1", keyWith("one", at))
	require.Equal(t, "0.2", keyWith("three", at), "its size")
	m.keepEnding("0.2", []byte("end"))
	require.Equal(t, "end", string(m.ending("0.2")))
	require.Equal(t, "0.3", keyWith("seven", at.Add(time.Minute)), "its time")
	require.Nil(t, m.ending("0.3"), "that was another match")
}

func TestAFileIsListedOnce(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.arena")
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	listed := NewMatches([]string{folder, path}, anyName).list()
	require.Len(t, listed, 1)
	require.Equal(t, path, listed[0].Name, "with its folder, as others may have such a name")
}

// TestNothingButFilesIsListed: what is read from a device may have no end.
func TestNothingButFilesIsListed(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links to devices and such names are not for Windows")
	}
	folder := t.TempDir()
	require.NoError(t, os.Symlink(os.DevNull, filepath.Join(folder, "device.arena")))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "a\x1b[2J.arena"), nil, 0o600))
	listed := NewMatches([]string{folder}, anyName).list()
	require.Len(t, listed, 1)
	require.NotContains(t, listed[0].Name, "\x1b")
}

// TestNoMoreIsReadThanAMatchMayHave, but so much that a reader knows it is too much.
func TestNoMoreIsReadThanAMatchMayHave(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.arena")
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	require.NoError(t, os.Truncate(path, story.MaxFile+100))
	text, err := readMatch(path)
	require.NoError(t, err)
	require.Len(t, text, story.MaxFile+1)
	_, err = readMatch(path + "x")
	require.Equal(t, errGone, err, "the page need not know the path")
}

// TestAnEndingIsReadOnce, as the page asks for each of a list.
func TestAnEndingIsReadOnce(t *testing.T) {
	f := serveFolder(t, 2)
	require.Nil(t, f.server.offered.ending("0.1"))
	end := bodyOf(t, f.get("/matches/0.1/end"))
	require.Equal(t, end, string(f.server.offered.ending("0.1")))
}

// TestAKeyIsNoMarkup, nor does it control a terminal.
func TestAKeyIsNoMarkup(t *testing.T) {
	s, _ := servePair(t)
	for _, side := range []string{"left", "right"} {
		r := s.get("/beside?" + side + "=%1b%5b2J")
		require.Equal(t, http.StatusOK, r.StatusCode)
		require.NotContains(t, bodyOf(t, r), "\x1b")
	}
}
