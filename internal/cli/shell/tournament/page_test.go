package tournament

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/integration/archivetest"

	"github.com/botarena/arena/internal/cli/shell"
)

// TestAPageLeadsToNoMatchThatIsNotThere: if one can't be written, that is told instead.
func TestAPageLeadsToNoMatchThatIsNotThere(t *testing.T) {
	f := archivetest.New(t, store.KindSeries, nil, "a", "b")
	m := f.Add(archivetest.Match(0, 0, 1), archivetest.Scored(1, 2), []byte("damaged"))
	s := shell.New(archivetest.Games, &strings.Builder{}, &strings.Builder{})
	v := View{Archive: f.Archive()}
	read, err := v.Read(t.Context(), f.Now())
	require.NoError(t, err)
	page := Page{File: filepath.Join(t.TempDir(), "x.html"), Matches: true}
	require.ErrorContains(t, page.Write(t.Context(), s, v, read), "match 1: ")
	require.NoFileExists(t, page.File)

	gone, err := store.Open(t.Context(), f.Path, store.Options{ReadOnly: true})
	require.NoError(t, err)
	require.NoError(t, gone.Close())
	require.Error(t, writeMatch(s, t.Context(), gone, m.Key, m.Seats, page.File))
	require.NoFileExists(t, page.File)
}
