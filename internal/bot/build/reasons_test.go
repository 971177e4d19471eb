package build

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
)

func TestReasonsOfAllPlaces(t *testing.T) {
	at := func(path, why string) error { return &fs.PathError{Op: "mkdir", Path: path, Err: errors.New(why)} }
	require.Equal(t, "read-only file system", reasons(at("/data", "read-only file system")))
	require.Equal(t, "read-only file system; elsewhere: no space left on device",
		reasons(errors.Join(at("/data", "read-only file system"), at("/dev/shm", "no space left on device"))))
	require.Equal(t, "read-only file system",
		reasons(errors.Join(at("/data", "read-only file system"), at("/tmp", "read-only file system"))))
}

// TestAManagerThatIsSlowIsSaidToBe: on a busy machine it takes its time, and its end by the arena is no fault of its.
func TestAManagerThatIsSlowIsSaidToBe(t *testing.T) {
	tier.Needs(t, "sh")
	path := filepath.Join(t.TempDir(), "pyenv")
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\nexec sleep 600\n"), 0o755)) //nolint:gosec // it is to be started
	ctx, stop := context.WithTimeout(t.Context(), time.Millisecond)
	defer stop()
	_, err := ask(ctx, path, strings.TrimSpace)
	require.EqualError(t, err, "pyenv did not answer in time")
}
