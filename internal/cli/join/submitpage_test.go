package join

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/web/submissions"

	"github.com/botarena/arena/internal/cli/shell"
)

// TestALinkIsReadWhereverItIs, also in a file as PowerShell writes it.
func TestALinkIsReadWhereverItIs(t *testing.T) {
	const link = "https://course.school.edu/class/#submit=SUAA"
	t.Chdir(t.TempDir())
	wide := "\xff\xfe" + strings.Join(strings.Split(link+"\r\n", ""), "\x00") + "\x00"
	require.NoError(t, os.WriteFile("mail.txt", []byte("Dear Anna,\n<"+link+">\n"), 0o600))
	require.NoError(t, os.WriteFile("wide.txt", []byte(wide), 0o600))
	for _, c := range [][2]string{{link}, {"mail.txt"}, {"wide.txt"}, {"-", link + "\n"}, {"-", link}, {"-", wide}} {
		var told strings.Builder
		page, err := readLink(shell.New(nil, io.Discard, &told), c[0], strings.NewReader(c[1]))
		require.NoError(t, err, c[0])
		require.Equal(t, "https://course.school.edu/class/", page.Page.String())
		require.Empty(t, told.String())
	}
}

// TestALinkThatOthersCanRead is told of by every command that takes one, but not on this machine.
func TestALinkThatOthersCanRead(t *testing.T) {
	const note = "note: course.school.edu: without https, who is on the way can read the link\n"
	for link, want := range map[string]string{
		"http://course.school.edu/#submit=SUAA": note,
		"http://127.0.0.1:8080/#submit=SUAA":    "", "http://localhost:8080/#submit=SUAA": "",
	} {
		var told strings.Builder
		_, err := readLink(shell.New(nil, io.Discard, &told), link, nil)
		require.NoError(t, err)
		require.Equal(t, want, told.String())
	}
}

// TestWhatIsNoLink is told, and how to type one. The key in a line of an earlier arena counts on the page.
func TestWhatIsNoLink(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("line.txt", []byte("arena://192.0.2.7:4222/submit#x.SUAA\n"), 0o600))
	require.NoError(t, os.WriteFile("empty.txt", []byte("\n"), 0o600))
	for typed, want := range map[string][2]string{
		"https://course.school.edu/": {"the link has no #submit= and letters behind it", wholeLink},
		"nowhere":                    {"nowhere: neither an invitation nor a file with one", wholeLink},
		"empty.txt":                  {"empty.txt: there is no invitation in it", wholeLink},
		"-":                          {"-: there is no invitation in it", wholeLink},
		"line.txt": {
			"a line arena://… is for workers; bots are handed in on the page of the league",
			"type the address of the league's page, #submit=, and what is behind the dot of the line",
		},
	} {
		_, err := readLink(shell.New(nil, io.Discard, io.Discard), typed, strings.NewReader("\n"))
		require.EqualError(t, err, want[0])
		require.ErrorAs(t, err, new(*shell.UsageError))
		require.Equal(t, want[1], hint.Of(err))
	}
}

// TestAFolderIsHandedInWithoutLitter, and nothing that is too large.
func TestAFolderIsHandedInWithoutLitter(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "zorg")
	for _, name := range []string{"bot.py", "arena/core.py", ".git/HEAD", "__pycache__/a.pyc"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(name), 0o600))
	}
	files, err := (&submitOptions{file: folder}).handed()
	require.NoError(t, err)
	require.Equal(t, []submissions.File{
		{Path: "zorg/arena/core.py", Data: []byte("arena/core.py")}, {Path: "zorg/bot.py", Data: []byte("bot.py")},
	}, files)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "large"), make([]byte, 1<<20), 0o600))
	_, err = (&submitOptions{file: folder}).handed()
	require.ErrorContains(t, err, "is larger than 1 MB")
	_, err = (&submitOptions{file: filepath.Join(folder, "none")}).handed()
	require.ErrorContains(t, err, "no such file")
}
