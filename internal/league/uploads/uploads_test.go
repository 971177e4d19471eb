package uploads

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// testUploads are uploads to a league that notes what it takes.
type testUploads struct {
	*Uploads

	took  [][sha256.Size]byte
	waits Backlog
}

func newTestUploads(t *testing.T) *testUploads {
	t.Helper()
	u := &testUploads{}
	var err error
	u.Uploads, err = New(t.TempDir(), func() Backlog { return u.waits })
	require.NoError(t, err)
	t.Cleanup(u.dropAll)
	return u
}

func (u *testUploads) dropAll() {
	for one := range u.open {
		u.Drop(one)
	}
}

// finish finishes an upload.
func (u *testUploads) finish(one *Upload) error {
	return u.Finish(one, func(path string, digest [sha256.Size]byte) error {
		u.took = append(u.took, digest)
		return os.Rename(path, filepath.Join(filepath.Dir(u.folder), fmt.Sprintf("%x", digest)))
	})
}

func (u *testUploads) files(t *testing.T) int {
	t.Helper()
	files, err := os.ReadDir(u.folder)
	require.NoError(t, err)
	return len(files)
}

func address(n int) netip.Prefix {
	return netip.MustParsePrefix(fmt.Sprintf("10.%d.%d.%d/32", n>>16, n>>8&255, n&255))
}

func TestAFileComesWhole(t *testing.T) {
	u := newTestUploads(t)
	one, err := u.Begin(address(1), 10, MostOfPlace, noon)
	require.NoError(t, err)
	for _, part := range []string{"0123", "", "456789"} {
		n, err := one.Write([]byte(part))
		require.NoError(t, err)
		require.Equal(t, len(part), n)
	}
	require.NoError(t, one.Close())
	require.NoError(t, u.finish(one))
	u.Drop(one)
	digest := sha256.Sum256([]byte("0123456789"))
	require.Equal(t, [][sha256.Size]byte{digest}, u.took)
	require.Zero(t, u.files(t))
	require.Empty(t, u.open)
}

func TestUploadsAreLimited(t *testing.T) {
	u := newTestUploads(t)
	refused := new(Refusal)
	for _, size := range []int64{-1, 0, MostSubmission + 1, 300 << 20, 1 << 62} {
		_, err := u.Begin(address(1), size, MostOfPlace, noon)
		require.ErrorAs(t, err, &refused, "%d", size)
	}
	for _, text := range []string{"more", "no"} {
		one, err := u.Begin(address(1), 3, MostOfPlace, noon)
		require.NoError(t, err)
		if _, err = one.Write([]byte(text)); err == nil {
			err = one.Close()
		}
		require.ErrorAs(t, err, &refused, text)
		u.Drop(one)
	}
	require.Zero(t, u.files(t))
	require.Empty(t, u.took)
}

// TestWhatTheLeagueCannotTakeLeavesNothing.
func TestWhatTheLeagueCannotTakeLeavesNothing(t *testing.T) {
	u := newTestUploads(t)
	one, err := u.Begin(address(1), 1, MostOfPlace, noon)
	require.NoError(t, err)
	_, err = one.Write([]byte("x"))
	require.NoError(t, err)
	require.NoError(t, one.Close())
	full := errors.New("no space left on device")
	err = u.Finish(one, func(string, [sha256.Size]byte) error { return full })
	require.ErrorIs(t, err, full)
	u.Drop(one)
	require.Zero(t, u.files(t))
}

// TestThousandAtOnce: few files grow at a time, and fewer from one place.
func TestThousandAtOnce(t *testing.T) {
	for name, c := range map[string]struct {
		from func(n int) netip.Prefix
		want int
	}{
		"one place": {func(int) netip.Prefix { return address(1) }, MostOfPlace},
		"many":      {address, mostUploads},
	} {
		u := newTestUploads(t)
		for n := range 1000 {
			_, err := u.Begin(c.from(n), 100, MostOfPlace, noon)
			require.True(t, err == nil || errors.Is(err, ErrBusy))
		}
		require.Equal(t, c.want, u.files(t), name)
	}
}

// TestClaimsCount as if all of it were there.
func TestClaimsCount(t *testing.T) {
	u := newTestUploads(t)
	u.waits = Backlog{Files: 1, Bytes: mostWaitingBytes - MostSubmission - 1}
	_, err := u.Begin(address(1), MostSubmission, MostOfPlace, noon)
	require.NoError(t, err)
	_, err = u.Begin(address(2), 2, MostOfPlace, noon)
	require.ErrorIs(t, err, ErrBusy)
	u.dropAll()
	u.waits = Backlog{Files: mostWaitingFiles - 1}
	_, err = u.Begin(address(1), 2, MostOfPlace, noon)
	require.NoError(t, err)
	_, err = u.Begin(address(2), 2, MostOfPlace, noon)
	require.ErrorIs(t, err, ErrBusy)
}

func TestRateOfAPlace(t *testing.T) {
	u, begun := newTestUploads(t), 0
	for range 100 {
		if one, err := u.Begin(address(1), 1, MostOfPlace, noon); err == nil {
			begun++
			u.Drop(one)
		}
	}
	require.Equal(t, beginBurst, begun)
	_, err := u.Begin(address(2), 1, MostOfPlace, noon)
	require.NoError(t, err, "another place may")
	_, err = u.Begin(address(1), 1, MostOfPlace, noon.Add(beginRate))
	require.NoError(t, err)
}

// TestKilledLeagueLeavesNoParts for the next one.
func TestKilledLeagueLeavesNoParts(t *testing.T) {
	u := newTestUploads(t)
	_, err := u.Begin(address(1), 9, MostOfPlace, noon)
	require.NoError(t, err)
	_, err = New(u.folder, nil)
	require.NoError(t, err)
	require.Zero(t, u.files(t))
}
