package hint_test

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/hint"
)

func TestHintIsForErrorsAboutTheLimitOnly(t *testing.T) {
	for _, err := range []error{
		syscall.EMFILE, syscall.ENFILE, fmt.Errorf("x: %w", &fs.PathError{Op: "open", Path: "x", Err: syscall.EMFILE}),
		errors.New("rpc error: dial unix: socket: too many open files"),
	} {
		require.Contains(t, hint.OfFiles(err), "ulimit -n 1024 raises", err)
	}
	require.Empty(t, hint.OfFiles(syscall.ENOENT))
	require.Empty(t, hint.OfFiles(errors.New("too many cooks")))
}
