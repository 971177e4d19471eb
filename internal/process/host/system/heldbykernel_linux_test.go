package system

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestWhatTheKernelHoldsIsCounted: each pipe once, whoever has it, and each file that an epoll watches.
func TestWhatTheKernelHoldsIsCounted(t *testing.T) {
	openBefore := openFiles(os.Getpid())
	pipes := make(map[string]bool)
	before := heldByFiles("/proc/self", pipes)
	var ends [2]int
	require.NoError(t, unix.Pipe2(ends[:], unix.O_CLOEXEC))
	epoll, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	require.NoError(t, err)
	opened := append(ends[:], epoll)
	defer func() {
		for _, file := range opened {
			_ = unix.Close(file)
		}
	}()
	const watched = 40
	for range watched {
		file, err := unix.Eventfd(0, unix.EFD_CLOEXEC)
		require.NoError(t, err)
		opened = append(opened, file)
		require.NoError(t, unix.EpollCtl(epoll, unix.EPOLL_CTL_ADD, file, &unix.EpollEvent{Events: unix.EPOLLIN}))
	}
	require.GreaterOrEqual(t, openFiles(os.Getpid()), openBefore+2+1+watched)
	known := int64(0)
	for range pipes {
		known += perPipe // those that were open before are not counted again
	}
	after := heldByFiles("/proc/self", pipes)
	require.Equal(t, before-known+perPipe+(2+1+watched)*perFile+watched*perWatch, after)
	require.Greater(t, kernelMemoryOf([]int{os.Getpid()}), int64(perProcess)+after+20*perArea, "and its areas of memory")
}
