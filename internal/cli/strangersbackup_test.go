//go:build unix

package cli

import (
	"archive/tar"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// strangersBackup: package backup tests what else a stranger could write into one.
func strangersBackup(t *testing.T) {
	a := leagueOf(t)
	a.does("league", "backup", "l", "whole.backup")
	whole, err := os.ReadFile(filepath.Join(a.dir, "whole.backup"))
	require.NoError(t, err)
	link := tar.Header{Typeflag: tar.TypeSymlink, Name: "bots/" + strings.Repeat("0a", 32) + "/x", Linkname: "/etc/passwd"}
	out := tar.Header{Typeflag: tar.TypeReg, Name: "../" + pwned}
	for _, head := range []tar.Header{link, out} {
		var text bytes.Buffer
		text.Write(whole[:1024]) // the first entry
		to := tar.NewWriter(&text)
		require.NoError(t, to.WriteHeader(&head))
		require.NoError(t, to.Close())
		a.write("evil.backup", text.String())
		a.refuses("evil.backup: .* is not a file that a backup has", "league", "restore", "evil.backup", "evil")
		require.NoDirExists(t, filepath.Join(a.dir, "evil"))
	}
	a.write("cut.backup", string(whole[:len(whole)/2]))
	a.refuses("cut.backup: is damaged, or not whole", "league", "restore", "cut.backup", "evil")

	// A league that comes so is one whose folder comes from a stranger.
	for path, text := range evilFolder("evil") {
		a.write(path, text)
	}
	a.sql("l/league.db", "update league set gate = '../../evil'")
	a.refuses("is not a folder that a bot of a league has", "league", "backup", "l", "evil.backup2")
	a.unharmed()
}
