package remote

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/league/wire"
)

// TestWhatFitsIsTaken: what a league lets in, its workers take.
func TestWhatFitsIsTaken(t *testing.T) {
	for name, test := range map[string]struct {
		spoil func(t *testing.T, folder string)
		want  string // "" if it fits
	}{
		"a bot": {func(*testing.T, string) {}, ""},
		"of nearly too many bytes": {func(t *testing.T, folder string) {
			require.NoError(t, os.Truncate(filepath.Join(folder, "zorg", "data"), mostUnpacked-20_000))
		}, ""},
		"of too many bytes": {func(t *testing.T, folder string) {
			require.NoError(t, os.Truncate(filepath.Join(folder, "zorg", "data"), mostUnpacked))
		}, "more than 10000 files or 512 MB, which is too much to send to workers"},
		"of too many files": {func(t *testing.T, folder string) {
			for i := range mostFiles {
				require.NoError(t, os.WriteFile(filepath.Join(folder, "zorg", strconv.Itoa(i)), nil, 0o600))
			}
		}, "more than 10000 files or 512 MB"},
		"with a strange name": {func(t *testing.T, folder string) {
			skipOnWindows(t)
			require.NoError(t, os.WriteFile(filepath.Join(folder, "zorg", `a\b`), nil, 0o600))
		}, "no file of a bot may have this name"},
		"with something that is no file": {func(t *testing.T, folder string) {
			skipOnWindows(t)
			require.NoError(t, os.Symlink(folder, filepath.Join(folder, "zorg", "up")))
		}, "zorg/up: is no file"},
	} {
		t.Run(name, func(t *testing.T) {
			if strings.HasSuffix(name, "too many bytes") {
				tier.Night(t, "packs 512 MB")
			}
			folder := t.TempDir()
			write(t, folder, "zorg/zorg", "zorg/data")
			test.spoil(t, folder)
			err := Fits(folder, "zorg")
			if test.want == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, test.want)
			}
		})
	}
}

func skipOnWindows(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such files, or not for everybody")
	}
}

// TestWhatPacksBadlyDoesNotFit: it is the archive that is sent.
func TestWhatPacksBadlyDoesNotFit(t *testing.T) {
	tier.Long(t, "packs 129 MB")
	folder := t.TempDir()
	write(t, folder, "zorg")
	file, err := os.Create(filepath.Join(folder, "zorg"))
	require.NoError(t, err)
	noise := make([]byte, 1<<20)
	source := rand.NewChaCha8([32]byte{})
	for range wire.MostProgram>>20 + 1 {
		_, _ = source.Read(noise) // never fails
		_, err := file.Write(noise)
		require.NoError(t, err)
	}
	require.NoError(t, file.Close())
	require.ErrorContains(t, Fits(folder, "zorg"), "packed, its files have 129 MB, and at most 128 MB are sent to workers")
}
