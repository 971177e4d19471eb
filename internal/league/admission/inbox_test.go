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
	huge, err := os.Create(filepath.Join(f.Inbox(), "huge"))
	require.NoError(t, err)
	require.NoError(t, huge.Truncate(513<<20))
	require.NoError(t, huge.Close())
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
	refuse := func(name string, size int64, age time.Duration) {
		path := put(name, "bot")
		require.NoError(t, os.Truncate(path, size)) // takes no room
		require.NoError(t, inbox.Refuse(path, "no bot"))
		text, when := filepath.Join(f.Refused(), name+".txt"), time.Now().Add(-age)
		require.NoError(t, os.Chtimes(text, when, when))
	}
	for n := range admission.MostRefusals + 3 {
		refuse(fmt.Sprintf("%d.bot", n), 3, time.Duration(1000-n)*time.Minute)
	}
	left, err := os.ReadDir(f.Refused())
	require.NoError(t, err)
	require.Len(t, left, 2*admission.MostRefusals)
	require.NoFileExists(t, filepath.Join(f.Refused(), "2.bot"))
	require.NoFileExists(t, filepath.Join(f.Refused(), "2.bot.txt"))
	require.FileExists(t, filepath.Join(f.Refused(), "3.bot"))
	refuse("large.bot", admission.MostRefusalsSize-10, time.Minute)
	left, err = os.ReadDir(f.Refused())
	require.NoError(t, err)
	require.Len(t, left, 2*4, "the large one, and three of three bytes")
	refuse("largest.bot", 2*admission.MostRefusalsSize, 0)
	left, err = os.ReadDir(f.Refused())
	require.NoError(t, err)
	require.Len(t, left, 2, "the last one stays, with its text")
}
