package sys_test

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/sys"
)

func TestHintIsForErrorsAboutTheLimitOnly(t *testing.T) {
	for _, err := range []error{
		syscall.EMFILE, syscall.ENFILE, fmt.Errorf("x: %w", &fs.PathError{Op: "open", Path: "x", Err: syscall.EMFILE}),
		errors.New("rpc error: dial unix: socket: too many open files"),
	} {
		require.Contains(t, sys.FilesHint(err), "ulimit -n 1024 raises", err)
	}
	require.Empty(t, sys.FilesHint(syscall.ENOENT))
	require.Empty(t, sys.FilesHint(errors.New("too many cooks")))
}

func TestTryOpensAndCloses(t *testing.T) {
	for range 1000 {
		require.NoError(t, sys.RaiseFiles(8))
	}
}
