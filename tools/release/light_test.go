package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// mostDownloaded is what all whose bots import the SDK download, in bytes.
const mostDownloaded = 4_200_000

// TestTheModuleIsLight: pictures, files of tests and the sources of the page are in modules of their own, which the
// zip of the arena's leaves out.
func TestTheModuleIsLight(t *testing.T) {
	proxy := t.TempDir()
	publish(t, copied(t), proxy)
	packed, err := os.Stat(filepath.Join(proxy, filepath.FromSlash(arenaModule), "@v", is.version+".zip"))
	require.NoError(t, err)
	require.Less(t, packed.Size(), int64(mostDownloaded))
}
