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

func newTestUploads(t *testing.T) (u *Uploads, took *[][sha256.Size]byte) {
	took = new([][sha256.Size]byte)
	u, err := New(t.TempDir(), func(path string, digest [sha256.Size]byte) error {
		*took = append(*took, digest)
		return os.Rename(path, filepath.Join(t.TempDir(), "taken"))
	}, func() Backlog { return Backlog{} })
	require.NoError(t, err)
	t.Cleanup(u.DropAll)
	return u, took
}

func (u *Uploads) files(t *testing.T) int {
	files, err := os.ReadDir(u.folder)
	require.NoError(t, err)
	return len(files)
}

func address(n int) netip.Prefix {
	return netip.MustParsePrefix(fmt.Sprintf("10.%d.%d.%d/32", n>>16, n>>8&255, n&255))
}

func TestPartsOutOfOrder(t *testing.T) {
	u, took := newTestUploads(t)
	text := []byte("0123456789")
	id, err := u.Begin("s", address(1), 10, sha256.Sum256(text), noon)
	require.NoError(t, err)
	for _, step := range []struct{ from, to, got int64 }{
		{5, 10, 0},
		{0, 4, 4},
		{0, 4, 4},
		{8, 10, 4},
		{-1, 3, 4},
		{4, 6, 6},
	} {
		got, whole, err := u.Add("s", id, step.from, text[max(step.from, 0):step.to], noon)
		require.NoError(t, err)
		require.False(t, whole)
		require.Equal(t, step.got, got)
	}
	_, _, err = u.Add("other", id, 6, text[6:], noon)
	require.ErrorIs(t, err, ErrUnknown, "another session may not add to it")
	_, whole, err := u.Add("s", id, 6, text[6:], noon)
	require.NoError(t, err)
	require.True(t, whole)
	_, whole, err = u.Add("s", id, 6, text[6:], noon)
	require.NoError(t, err)
	require.True(t, whole, "the answer was lost")
	require.Equal(t, [][sha256.Size]byte{sha256.Sum256(text)}, *took)
	require.Zero(t, u.files(t))
}

func TestUploadsAreLimited(t *testing.T) {
	u, took := newTestUploads(t)
	refused := new(Refusal)
	for _, size := range []int64{-1, 0, MostSubmission + 1, 300 << 20, 1 << 62} {
		_, err := u.Begin("s", address(1), size, [sha256.Size]byte{}, noon)
		require.ErrorAs(t, err, &refused, "%d", size)
	}
	id, err := u.Begin("s", address(1), 3, [sha256.Size]byte{}, noon)
	require.NoError(t, err)
	_, _, err = u.Add("s", id, 0, []byte("more"), noon)
	require.ErrorAs(t, err, &refused)
	require.ErrorContains(t, err, "larger than the 3 bytes")
	id, err = u.Begin("s", address(1), 3, [sha256.Size]byte{}, noon)
	require.NoError(t, err)
	_, _, err = u.Add("s", id, 0, []byte("bad"), noon)
	require.ErrorContains(t, err, "damaged")
	_, _, err = u.Add("s", id, 0, []byte("bad"), noon)
	require.ErrorIs(t, err, ErrUnknown)
	require.Zero(t, u.files(t))
	require.Empty(t, *took)
}

// TestThousandAtOnce: few files grow at a time, and fewer from one address.
func TestThousandAtOnce(t *testing.T) {
	for name, c := range map[string]struct {
		from func(n int) netip.Prefix
		want int
	}{
		"one address": {func(int) netip.Prefix { return address(1) }, mostUploadsOfHome},
		"many":        {address, mostUploads},
	} {
		u, _ := newTestUploads(t)
		for n := range 1000 {
			_, err := u.Begin(fmt.Sprint(n), c.from(n), 100, [sha256.Size]byte{}, noon)
			require.True(t, err == nil || errors.Is(err, ErrBusy))
		}
		require.Equal(t, c.want, u.files(t), name)
		for range 100 {
			_, err := u.Begin("0", c.from(0), 100, [sha256.Size]byte{}, noon)
			require.True(t, err == nil || errors.Is(err, ErrBusy))
		}
		require.LessOrEqual(t, u.files(t), c.want, "a session has one at a time")
	}
}

// TestClaimsCount as if all of it were there.
func TestClaimsCount(t *testing.T) {
	u, _ := newTestUploads(t)
	u.backlog = func() Backlog { return Backlog{Files: 1, Bytes: mostWaitingBytes - MostSubmission - 1} }
	_, err := u.Begin("a", address(1), MostSubmission, [sha256.Size]byte{}, noon)
	require.NoError(t, err)
	_, err = u.Begin("b", address(2), 2, [sha256.Size]byte{}, noon)
	require.ErrorIs(t, err, ErrBusy)
	u.DropAll()
	u.backlog = func() Backlog { return Backlog{Files: mostWaitingFiles - 1} }
	_, err = u.Begin("a", address(1), 2, [sha256.Size]byte{}, noon)
	require.NoError(t, err)
	_, err = u.Begin("b", address(2), 2, [sha256.Size]byte{}, noon)
	require.ErrorIs(t, err, ErrBusy)
}

func TestRateOfAnAddress(t *testing.T) {
	u, _ := newTestUploads(t)
	begun := 0
	for range 100 {
		if _, err := u.Begin("s", address(1), 1, [sha256.Size]byte{}, noon); err == nil {
			begun++
		}
	}
	require.Equal(t, beginBurst, begun)
	_, err := u.Begin("s", address(2), 1, [sha256.Size]byte{}, noon)
	require.NoError(t, err, "another address may")
	_, err = u.Begin("s", address(1), 1, [sha256.Size]byte{}, noon.Add(beginRate))
	require.NoError(t, err)
}

// TestAddressesAreForgotten, and never more than some are remembered.
func TestAddressesAreForgotten(t *testing.T) {
	l := NewLimiters[netip.Prefix](time.Second, 2)
	for n := range mostLimiters {
		require.True(t, l.Allow(address(n), noon))
	}
	require.False(t, l.Allow(address(mostLimiters), noon))
	require.True(t, l.Allow(address(0), noon))
	require.True(t, l.Allow(address(mostLimiters), noon.Add(time.Minute)))
	require.Len(t, l.all, 1)
}

// TestStoppedUploadLeavesNothing after its time.
func TestStoppedUploadLeavesNothing(t *testing.T) {
	for name, c := range map[string]struct {
		heard func(step time.Duration) bool
		after time.Duration
	}{
		"silent": {func(time.Duration) bool { return false }, silentTime},
		"slow":   {func(time.Duration) bool { return true }, uploadTime},
	} {
		u, _ := newTestUploads(t)
		id, err := u.Begin("s", address(1), 1<<20, [sha256.Size]byte{}, noon)
		require.NoError(t, err)
		at := time.Duration(0)
		for from := int64(0); u.files(t) > 0; at += 5 * time.Second {
			require.LessOrEqual(t, at, c.after+2*5*time.Second, name)
			if c.heard(at) {
				from, _, err = u.Add("s", id, from, []byte("x"), noon.Add(at))
				require.NoError(t, err)
			}
			u.Sweep(noon.Add(at))
		}
		require.Greater(t, at, c.after, name)
	}
}

// TestKilledLeagueLeavesNoParts for the next one.
func TestKilledLeagueLeavesNoParts(t *testing.T) {
	u, _ := newTestUploads(t)
	_, err := u.Begin("s", address(1), 9, [sha256.Size]byte{}, noon)
	require.NoError(t, err)
	again, err := New(u.folder, nil, nil)
	require.NoError(t, err)
	require.Zero(t, again.files(t))
}

func TestFatesAreForgotten(t *testing.T) {
	u, _ := newTestUploads(t)
	for n := range mostTaken {
		u.taken[fmt.Sprint(n)] = taken{at: noon.Add(time.Duration(n))}
	}
	u.forgetTaken(noon.Add(time.Hour))
	require.Len(t, u.taken, mostTaken-1)
	require.NotContains(t, u.taken, "0", "the oldest")
	u.forgetTaken(noon.Add(2 * takenTime))
	require.Empty(t, u.taken)
}

// TestAClockThatIsSetEndsNoUpload, nor lets one last longer than it may.
func TestAClockThatIsSetEndsNoUpload(t *testing.T) {
	for _, jump := range []time.Duration{time.Hour, -time.Hour} {
		u, took := newTestUploads(t)
		text := make([]byte, 40)
		id, err := u.Begin("s", address(1), int64(len(text)), sha256.Sum256(text), noon)
		require.NoError(t, err)
		now, whole := noon, false
		for at := 0; at < len(text); at += 10 {
			u.Sweep(now)
			if now = now.Add(5 * time.Second); at == 20 {
				now = now.Add(jump)
			}
			u.Sweep(now)
			_, whole, err = u.Add("s", id, int64(at), text[at:at+10], now)
			require.NoError(t, err)
		}
		require.True(t, whole)
		require.Len(t, *took, 1)

		_, err = u.Begin("s", address(1), 9, [sha256.Size]byte{}, now)
		require.NoError(t, err, "the clock lets nobody wait")
		u.Sweep(now)
		now = now.Add(jump)
		for range 20 {
			u.Sweep(now)
			now = now.Add(5 * time.Second)
		}
		require.Zero(t, u.files(t), "nobody sends it")
	}
}
