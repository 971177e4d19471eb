package main

import (
	"archive/zip"
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestArchiveForWindowsIsAZip(t *testing.T) {
	s := source{version: "v1.2.3", commit: commitTimeOfTests(t).UTC()}
	windows := platform{"windows", "arm64"}
	pack := func() file {
		packed, err := archive(s, windows, []file{
			{name: windows.executable("arena"), executable: true, data: []byte("program")},
			{name: "man/arena.1", data: []byte("page")},
		})
		require.NoError(t, err)
		return packed
	}
	packed := pack()
	require.Equal(t, "arena_1.2.3_windows_arm64.zip", packed.name)
	require.Equal(t, packed, pack())
	r, err := zip.NewReader(bytes.NewReader(packed.data), int64(len(packed.data)))
	require.NoError(t, err)
	require.Len(t, r.File, 2)
	require.Equal(t, "arena_1.2.3_windows_arm64/arena.exe", r.File[0].Name)
	require.Equal(t, "arena_1.2.3_windows_arm64/man/arena.1", r.File[1].Name)
	for _, f := range r.File {
		require.True(t, f.Modified.Equal(s.commit))
	}
}
