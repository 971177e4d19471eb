package join

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/web/submissions"
)

// TestALinkIsReadWhereverItIs, and an invitation of another kind is left to be read.
func TestALinkIsReadWhereverItIs(t *testing.T) {
	const link = "https://course.school.edu/class/#submit=SUAA"
	file := filepath.Join(t.TempDir(), "mail.txt")
	require.NoError(t, os.WriteFile(file, []byte("Dear Anna,\n<"+link+">\n"), 0o600))
	for typed, stdin := range map[string]string{link: "", file: "", "-": link + "\n"} {
		page, _, err := readLink(typed, strings.NewReader(stdin), nil)
		require.NoError(t, err)
		require.NotNil(t, page, typed)
		require.Equal(t, "https://course.school.edu/class/", page.Page.String())
	}
	page, left, err := readLink("-", strings.NewReader("arena://x\ny\n"), nil)
	require.NoError(t, err)
	require.Nil(t, page)
	text, err := io.ReadAll(left)
	require.NoError(t, err)
	require.Equal(t, "arena://x\ny\n", string(text))
	_, _, err = readLink("https://course.school.edu/", nil, nil)
	require.ErrorContains(t, err, "the link has no #submit=")
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
