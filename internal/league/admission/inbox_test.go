package admission_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/admission"
)

var noon = time.Date(2026, time.May, 1, 12, 0, 0, 0, time.Local)

// newInbox makes the inbox of a league.
func newInbox(t *testing.T) (league.Folder, *admission.Inbox, func(name, text string) string) {
	f := league.Folder(t.TempDir())
	_, err := f.Make()
	require.NoError(t, err)
	return f, admission.NewInbox(f), func(name, text string) string {
		path := filepath.Join(f.Inbox(), name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
}

// whole returns what is whole after so many seconds, by name, with why it can't be a bot.
func whole(t *testing.T, inbox *admission.Inbox, seconds float64) map[string]string {
	t.Helper()
	found, err := inbox.Whole(noon.Add(time.Duration(seconds * float64(time.Second))))
	require.NoError(t, err)
	all := make(map[string]string)
	for _, s := range found {
		all[filepath.Base(s.Typed)] = s.Wrong
	}
	return all
}

// TestHalfWrittenFilesWait until they have not changed for two seconds.
func TestHalfWrittenFilesWait(t *testing.T) {
	_, inbox, put := newInbox(t)
	put("zorg", "half")
	require.Empty(t, whole(t, inbox, 0))
	require.Empty(t, whole(t, inbox, 1))
	put("zorg", "half, and more")
	require.Empty(t, whole(t, inbox, 2.5), "it grew")
	require.Empty(t, whole(t, inbox, 4))
	require.Equal(t, map[string]string{"zorg": ""}, whole(t, inbox, 4.6))
	require.NoError(t, os.Chtimes(put("zorg", "HALF, AND MORE"), noon, noon))
	require.NotContains(t, whole(t, inbox, 5), "zorg", "its time is another")
}

// TestFoldersWaitToo, for the last of their files.
func TestFoldersWaitToo(t *testing.T) {
	_, inbox, put := newInbox(t)
	put("zorg/bot.txt", "run ./x")
	require.Empty(t, whole(t, inbox, 0))
	put("zorg/data/x", "")
	require.Empty(t, whole(t, inbox, 2.5))
	require.Equal(t, map[string]string{"zorg": ""}, whole(t, inbox, 5))
}

// TestHiddenAndRefusedAreLeftAlone: a program that copies files names them so until they are whole.
func TestHiddenAndRefusedAreLeftAlone(t *testing.T) {
	f, inbox, put := newInbox(t)
	put(".zorg.part", "x")
	require.NoError(t, inbox.Refuse(put("bad", "x"), "why"))
	require.Empty(t, whole(t, inbox, 0))
	require.Empty(t, whole(t, inbox, 9))
	require.NoError(t, inbox.Accept(put("good", "x")))
	require.NoFileExists(t, filepath.Join(f.Inbox(), "good"))
}

func TestWhatIsNoFileIsRefusedAtOnce(t *testing.T) {
	f, inbox, put := newInbox(t)
	require.NoError(t, os.Symlink("/etc/passwd", filepath.Join(f.Inbox(), "link")))
	put("folder/x", "")
	put("<b>red", "")
	require.NoError(t, os.Symlink("/", filepath.Join(f.Inbox(), "folder", "root")))
	require.NoError(t, os.Truncate(put("huge", ""), 512<<20+1)) // takes no room
	want := map[string]string{
		"link": "it is a link; only files count", "folder": "root is a link; only files count",
		"<b>red": "its name may have up to 80 letters, digits, dots, dashes, underscores and spaces",
		"huge":   "it has more than 10000 files or 512 MB",
	}
	if makePipe(t, filepath.Join(f.Inbox(), "pipe")) {
		want["pipe"] = "it is not a file"
	}
	require.Equal(t, want, whole(t, inbox, 0))
}

// TestSubmissionsHaveBounds: one may have so many files and folders, and so many bytes.
func TestSubmissionsHaveBounds(t *testing.T) {
	_, inbox, put := newInbox(t)
	inbox.Bound(2<<20, 0, 3, 0)
	size := func(path string, bytes int64) { require.NoError(t, os.Truncate(path, bytes)) }
	size(put("fits", ""), 2<<20)
	size(put("large", ""), 2<<20+1)
	size(put("together/a", ""), 1<<20)
	size(put("together/b", ""), 1<<20+1)
	put("few/a", "")
	put("few/b", "")
	put("many/a/b/c", "")
	const wrong = "it has more than 3 files or 2 MB"
	whole(t, inbox, 0)
	want := map[string]string{"fits": "", "few": "", "large": wrong, "together": wrong, "many": wrong}
	require.Equal(t, want, whole(t, inbox, 5))
}

// TestRefusedSubmissionsStay, each with its text.
func TestRefusedSubmissionsStay(t *testing.T) {
	f, inbox, put := newInbox(t)
	for _, why := range []string{"first", "second"} {
		require.NoError(t, inbox.Refuse(put("zorg", why), why+"\n\n"))
	}
	require.NoError(t, inbox.Refuse(put("<b>\x1b[1m", ""), "third"))
	for name, text := range map[string]string{
		"zorg": "first", "zorg.txt": "first\n", "2 zorg": "second", "2 zorg.txt": "second\n", "<b>\x1b[1m.txt": "third\n",
	} {
		read, err := os.ReadFile(filepath.Join(f.Refused(), name))
		require.NoError(t, err)
		require.Equal(t, text, string(read), name)
	}
}

// TestSubmissionsAreTakenInTheOrderInWhichTheyCame, not in that of their names.
func TestSubmissionsAreTakenInTheOrderInWhichTheyCame(t *testing.T) {
	f, inbox, put := newInbox(t)
	for n, name := range []string{"c.bot", "a.bot", "b.bot"} {
		came := noon.Add(time.Duration(n) * time.Minute)
		require.NoError(t, os.Chtimes(put(name, "x"), came, came))
	}
	_, err := inbox.Whole(noon)
	require.NoError(t, err)
	found, err := inbox.Whole(noon.Add(time.Hour))
	require.NoError(t, err)
	var order []string
	for _, sub := range found {
		order = append(order, filepath.Base(sub.Typed))
	}
	require.Equal(t, []string{"c.bot", "a.bot", "b.bot"}, order)
	require.DirExists(t, f.Refused())
}

// TestRefusedDoNotFillTheDisk: the oldest go when there are too many, or they are too large together.
func TestRefusedDoNotFillTheDisk(t *testing.T) {
	f, inbox, put := newInbox(t)
	inbox.Bound(1<<20, 1000, 100, 5)
	refuse := func(name string, size int64, age time.Duration) {
		path := put(name, "bot")
		require.NoError(t, os.Truncate(path, size))
		require.NoError(t, inbox.Refuse(path, "no bot"))
		text, when := filepath.Join(f.Refused(), name+".txt"), time.Now().Add(-age)
		require.NoError(t, os.Chtimes(text, when, when))
	}
	left := func() (names []string) {
		entries, err := os.ReadDir(f.Refused())
		require.NoError(t, err)
		for _, entry := range entries {
			names = append(names, entry.Name())
		}
		return names
	}
	for n := range 8 {
		refuse(fmt.Sprint(n), 3, time.Duration(100-n)*time.Minute)
	}
	require.Equal(t, []string{"3", "3.txt", "4", "4.txt", "5", "5.txt", "6", "6.txt", "7", "7.txt"}, left())
	refuse("large", 1000-2*3, time.Minute)
	require.Equal(t, []string{"6", "6.txt", "7", "7.txt", "large", "large.txt"}, left())
	refuse("largest", 1001, 0)
	require.Equal(t, []string{"largest", "largest.txt"}, left(), "the last one stays")
}
