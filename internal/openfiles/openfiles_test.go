package openfiles_test

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/openfiles"
)

func TestHintIsForErrorsAboutTheLimitOnly(t *testing.T) {
	for _, err := range []error{
		syscall.EMFILE, syscall.ENFILE, fmt.Errorf("x: %w", &fs.PathError{Op: "open", Path: "x", Err: syscall.EMFILE}),
		errors.New("rpc error: dial unix: socket: too many open files"),
	} {
		require.Contains(t, openfiles.Hint(err), "ulimit -n 1024 raises", err)
	}
	require.Empty(t, openfiles.Hint(syscall.ENOENT))
	require.Empty(t, openfiles.Hint(errors.New("too many cooks")))
}

func TestTryOpensAndCloses(t *testing.T) {
	for range 1000 {
		require.NoError(t, openfiles.Try(8))
	}
}
