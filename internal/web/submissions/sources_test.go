package submissions_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/web/submissions"
)

// TestSourcesAreGivenBack to their author, in a browser and to a program, and to nobody else.
func TestSourcesAreGivenBack(t *testing.T) {
	l := newLeague(t)
	require.NoError(t, os.MkdirAll(filepath.Join(l.sources, "zorg"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(l.sources, "zorg", "bot.cc"), []byte("int main() {}"), 0o600))
	for session, names := range map[string]string{"anna": `["zorg"]`, "ben": `[]`, "head": `["zorg","borg"]`, "many": `[]`} {
		require.JSONEq(t, names, l.get("/sources", "Cookie: arena-7="+session).Body.String())
	}
	w := l.get("/sources/zorg", "Cookie: arena-7=anna")
	require.Equal(t, http.StatusOK, w.Code)
	require.Equal(t, "attachment; filename=zorg.zip", w.Header().Get("Content-Disposition"))
	require.Equal(t, "application/zip", w.Header().Get("Content-Type"))
	requireZip(t, w.Body.Bytes())
	for path, session := range map[string]string{"/sources/zorg": "ben", "/sources/other": "anna", "/sources/..": "anna"} {
		w := l.get(path, "Cookie: arena-7="+session)
		require.NotEqual(t, http.StatusOK, w.Code)
		require.NotContains(t, w.Body.String(), "main")
	}
	server := httptest.NewServer(l)
	defer server.Close()
	c, is := submissions.NewClient(server.URL+"/#submit=anna", nil)
	require.True(t, is)
	archive, err := c.Sources(t.Context(), "zorg")
	require.NoError(t, err)
	requireZip(t, archive)
	_, err = c.Sources(t.Context(), "other")
	require.EqualError(t, err, "no sources are kept here of a bot of yours of this name")

	require.NoError(t, os.Symlink("/etc/passwd", filepath.Join(l.sources, "link")))
	w = l.get("/sources/zorg", "Cookie: arena-7=anna")
	_, err = zip.NewReader(bytes.NewReader(w.Body.Bytes()), int64(w.Body.Len()))
	require.Error(t, err, "it is cut where a link is")
	require.Len(t, l.told, 1)
	l.takes = errors.New("the disk is gone")
	require.Equal(t, http.StatusInternalServerError, l.get("/sources", "Cookie: arena-7=anna").Code)
}

func requireZip(t *testing.T, text []byte) {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	require.NoError(t, err)
	file, err := archive.Open("zorg/bot.cc")
	require.NoError(t, err)
	inside, err := io.ReadAll(file)
	require.NoError(t, err)
	require.Equal(t, "int main() {}", string(inside))
}
