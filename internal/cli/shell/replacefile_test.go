package shell

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// TestAFileIsReplacedOrStays, and nothing else is left in its folder.
func TestAFileIsReplacedOrStays(t *testing.T) {
	for name, test := range map[string]struct {
		content io.Reader
		folder  bool // is in the place of the file
		fails   string
		then    string
	}{
		"whole": {content: strings.NewReader("new"), then: "new"},
		"half": {
			content: io.MultiReader(strings.NewReader("ne"), iotest.ErrReader(errors.New("gone"))),
			fails:   "file: gone", then: "old",
		},
		"a folder": {content: strings.NewReader("new"), folder: true, fails: "file: file exists"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if test.folder {
				require.NoError(t, os.MkdirAll(filepath.Join("file", "in it"), 0o755))
			} else {
				require.NoError(t, os.WriteFile("file", []byte("old"), 0o600))
			}
			err := ReplaceFile("file", test.content)
			if test.fails == "" {
				require.NoError(t, err)
			} else {
				require.EqualError(t, err, test.fails)
			}
			if !test.folder {
				text, err := os.ReadFile("file")
				require.NoError(t, err)
				require.Equal(t, test.then, string(text))
			}
			left, err := os.ReadDir(".")
			require.NoError(t, err)
			require.Len(t, left, 1)
		})
	}
}
