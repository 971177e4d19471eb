package build

import (
	"errors"
	"io/fs"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestReasonsOfAllPlaces(t *testing.T) {
	at := func(path, why string) error { return &fs.PathError{Op: "mkdir", Path: path, Err: errors.New(why)} }
	require.Equal(t, "read-only file system", reasons(at("/data", "read-only file system")))
	require.Equal(t, "read-only file system; elsewhere: no space left on device",
		reasons(errors.Join(at("/data", "read-only file system"), at("/dev/shm", "no space left on device"))))
	require.Equal(t, "read-only file system",
		reasons(errors.Join(at("/data", "read-only file system"), at("/tmp", "read-only file system"))))
}
