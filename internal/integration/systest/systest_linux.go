package systest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/botarena/arena/engine/enginetest/tier"
)

// Opened returns a function that tells whether anybody has opened a file since it was last asked.
func Opened(t *testing.T, path string) func() bool {
	t.Helper()
	fd, err := unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC)
	require.NoError(t, err)
	t.Cleanup(func() { _ = unix.Close(fd) })
	_, err = unix.InotifyAddWatch(fd, path, unix.IN_OPEN|unix.IN_ACCESS)
	require.NoError(t, err)
	return func() bool {
		told := make([]byte, 4<<10)
		n, _ := unix.Read(fd, told)
		return n > 0
	}
}

// SmallDisk makes a folder a disk of its own, of so many kilobytes. Who may not do that skips the test.
func SmallDisk(t *testing.T, folder string, kilobytes int) {
	t.Helper()
	require.NoError(t, os.MkdirAll(folder, 0o700))
	err := unix.Mount("tmpfs", folder, "tmpfs", 0, fmt.Sprintf("size=%dk,mode=0700", kilobytes))
	if errors.Is(err, unix.EPERM) {
		tier.Lacks(t, "only root may mount a disk")
	}
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, unix.Unmount(folder, unix.MNT_DETACH)) })
}

// Fill takes all room of a disk, though others may write to it, and gives so many kilobytes back. It returns a function
// that gives back the rest.
func Fill(t *testing.T, folder string, leave int64) (empty func()) {
	t.Helper()
	path := filepath.Join(folder, "holiday.mov")
	file, err := os.Create(path)
	require.NoError(t, err)
	defer file.Close() //nolint:errcheck // it is full
	var size int64
	for piece := make([]byte, 64<<10); len(piece) > 0; {
		written, err := file.Write(piece)
		if size += int64(written); err != nil {
			piece = piece[:len(piece)/2]
		}
	}
	require.NoError(t, file.Truncate(max(0, size-leave<<10)))
	return func() { require.NoError(t, os.Remove(path)) }
}
