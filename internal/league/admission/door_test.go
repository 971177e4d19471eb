package admission_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/check"
	"github.com/botarena/arena/internal/league/admission"
	"github.com/botarena/arena/internal/league/uploads"
)

func sent(file []byte) []admission.HandedFile {
	return []admission.HandedFile{{Path: "zorg.bot", Data: file}}
}

// TestASmallPackageIsTaken, within the limits of an address.
func TestASmallPackageIsTaken(t *testing.T) {
	f, _, _ := newInbox(t)
	desk := admission.NewDesk(f)
	door, err := desk.NewDoor()
	require.NoError(t, err)
	one, other, now := netip.MustParsePrefix("192.0.2.7/32"), netip.MustParsePrefix("192.0.2.8/32"), time.Unix(1e9, 0)
	receipt, err := door.Take(admission.By{From: one}, "", sent([]byte("bot")), now)
	require.NoError(t, err)
	require.Equal(t, admission.Fate{State: admission.Waits}, door.Fate(receipt))
	require.Equal(t, admission.Fate{State: admission.Unknown}, door.Fate("another"))
	found, err := filepath.Glob(filepath.Join(f.Inbox(), "*.bot"))
	require.NoError(t, err)
	require.Len(t, found, 1)
	text, err := os.ReadFile(found[0])
	require.NoError(t, err)
	require.Equal(t, "bot", string(text))

	desk.Tell(admission.Submission{Typed: found[0]}, admission.Fate{State: admission.Joins, Text: "it joins"})
	require.Equal(t, admission.Fate{State: admission.Joins, Text: "it joins"}, door.Fate(receipt))
	again, err := door.Take(admission.By{From: one}, "", sent([]byte("bot")), now)
	require.NoError(t, err)
	require.Equal(t, receipt, again, "it is one file")
	require.NotContains(t, receipt, fmt.Sprintf("%x", sha256.Sum256([]byte("bot")))[:8], "who does not have it can't ask")

	_, err = door.Take(admission.By{From: one}, "", sent(nil), now)
	require.ErrorAs(t, err, new(*uploads.Refusal))
	taken := 0
	for err = nil; err == nil; taken++ {
		require.Less(t, taken, 100)
		_, err = door.Take(admission.By{From: one}, "", sent([]byte{byte(taken)}), now)
	}
	require.ErrorIs(t, err, uploads.ErrBusy)
	require.Greater(t, taken, 10)
	_, err = door.Take(admission.By{From: other}, "", sent([]byte("bot 2")), now)
	require.NoError(t, err, "who comes from elsewhere does not wait")
	left, err := os.ReadDir(f.Arriving())
	require.NoError(t, err)
	require.Empty(t, left)
}

// TestAFateIsKnownAfterARestart, if it was settled before, or waits still; a receipt can't be made up.
func TestAFateIsKnownAfterARestart(t *testing.T) {
	f, _, _ := newInbox(t)
	begin := func() (*admission.Desk, *admission.Door) {
		desk := admission.NewDesk(f)
		door, err := desk.NewDoor()
		require.NoError(t, err)
		return desk, door
	}
	desk, door := begin()
	var receipts []string
	for n := range 3 {
		receipt, err := door.Take(anna, "", sent([]byte{byte(n)}), noon)
		require.NoError(t, err)
		receipts = append(receipts, receipt)
	}
	found, err := filepath.Glob(filepath.Join(f.Inbox(), "*.bot"))
	require.NoError(t, err)
	require.Len(t, found, 3)
	declined := admission.Fate{
		State: admission.Declined, Text: "it\x1b[31m crashed", OnPage: "mend it", Lines: []safe.Outside{"line 7"},
		Steps: []admission.Step{{Name: "start", Text: "crashed"}},
	}
	for n, fate := range []admission.Fate{{State: admission.Joins, Text: "it joins", Bot: "zorg"}, declined} {
		sub := admission.Submission{Typed: found[n], By: admission.ByWire}
		if fate.State == admission.Declined {
			desk.Step(sub, check.Step{Name: "start", Failure: "crashed"})
		}
		desk.Tell(sub, fate)
		require.NoError(t, os.Remove(sub.Typed))
	}
	known := make(map[admission.State]admission.Fate)
	_, later := begin()
	for _, receipt := range receipts {
		fate := later.Fate(receipt)
		known[fate.State] = fate
		require.Equal(t, door.Fate(receipt), fate)
	}
	require.Len(t, known, 3)
	require.Equal(t, declined, known[admission.Declined])

	for _, forged := range []string{
		strings.Replace(receipts[0], anna.Person, "00000000000000bb", 1), receipts[0] + "0", "x" + receipts[0], "",
		"../refused", "../../league.db",
	} {
		require.Equal(t, admission.Unknown, later.Fate(forged).State, forged)
	}
	for _, damaged := range []string{"[{", strings.Repeat(" ", 17<<20)} {
		require.NoError(t, os.WriteFile(filepath.Join(f.Workers(), "fates.json"), []byte(damaged), 0o600))
		_, later = begin()
		require.Equal(t, admission.Unknown, later.Fate(filepath.Base(found[0])).State, "it was settled")
	}
}

// TestTheLastFatesAreKnownAfterARestart, however much was said of them, also of what was handed in before.
func TestTheLastFatesAreKnownAfterARestart(t *testing.T) {
	f, _, _ := newInbox(t)
	desk := admission.NewDesk(f)
	door, err := desk.NewDoor()
	require.NoError(t, err)
	first, err := door.Take(anna, "", sent([]byte("bot")), noon)
	require.NoError(t, err)
	settle := func(name string, by admission.Bringer) {
		much := safe.Outside(strings.Repeat("<", 10_000)) // of six bytes each
		desk.Tell(admission.Submission{Typed: name, By: by}, admission.Fate{State: admission.Declined, Text: much})
	}
	settle(first, 0)
	for n := range 511 {
		settle(fmt.Sprintf("%032x.bot", n), 0)
	}
	require.NoError(t, os.Remove(filepath.Join(f.Inbox(), first)))
	again, err := door.Take(anna, "", sent([]byte("bot")), noon)
	require.NoError(t, err)
	require.Equal(t, first, again)
	settle(first, admission.ByWire)
	require.NoError(t, os.Remove(filepath.Join(f.Inbox(), first)))
	later, err := admission.NewDesk(f).NewDoor()
	require.NoError(t, err)
	require.Equal(t, admission.Declined, later.Fate(first).State)
	require.Equal(t, admission.Declined, later.Fate(fmt.Sprintf("%032x.bot", 510)).State)
	require.Equal(t, admission.Unknown, later.Fate(fmt.Sprintf("%032x.bot", 0)).State)
}

// anna is a person with a link of her own.
var anna = admission.By{Person: "00000000000000aa", Who: "Anna", From: netip.MustParsePrefix("192.0.2.7/32")}

// TestALargePackageIsNeverInMemory, and is taken under a name that its author does not choose.
func TestALargePackageIsNeverInMemory(t *testing.T) {
	f, _, _ := newInbox(t)
	door, err := admission.NewDesk(f).NewDoor()
	require.NoError(t, err)
	const size = 64 << 20
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	receipt, err := door.TakePackage(anna, "../zorg.bot", size, io.LimitReader(zeros{}, size), time.Now())
	require.NoError(t, err)
	runtime.ReadMemStats(&after)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(8<<20))
	require.Equal(t, admission.Waits, door.Fate(receipt).State)
	require.True(t, admission.IsOf(receipt, anna.Person))
	require.Equal(t, "../zorg.bot", door.HandedIn()[0].File)
	inside, err := os.ReadDir(f.Inbox())
	require.NoError(t, err)
	for _, entry := range inside {
		if info, err := entry.Info(); err == nil && !entry.IsDir() {
			require.EqualValues(t, size, info.Size())
			require.Regexp(t, "^[0-9a-f]{32}-00000000000000aa\\.bot$", entry.Name())
		}
	}
}

// zeros are without end.
type zeros struct{}

func (zeros) Read(to []byte) (int, error) { return len(to), nil }

// TestACutPackageLeavesNothing, nor one that is not as large as it was said to be, and its author is told what the
// page knows of it.
func TestACutPackageLeavesNothing(t *testing.T) {
	f, _, _ := newInbox(t)
	door, err := admission.NewDesk(f).NewDoor()
	require.NoError(t, err)
	slow := errors.New("it came too slowly")
	for _, c := range []struct {
		size int64
		from io.Reader
		says string
	}{
		{9, io.MultiReader(strings.NewReader("half"), iotest.ErrReader(slow)), slow.Error()},
		{9, strings.NewReader("half"), "it did not come whole; submit it again"},
		{9, strings.NewReader("more than that"), "it is larger than the 9 bytes that were announced"},
		{0, strings.NewReader(""), "it has 0 bytes; from 1 to 256 MB are possible"},
		{256<<20 + 1, zeros{}, "it has 268435457 bytes; from 1 to 256 MB are possible"},
	} {
		_, err := door.TakePackage(anna, "zorg.bot", c.size, c.from, time.Now())
		require.EqualError(t, err, c.says)
	}
	for _, folder := range []string{f.Arriving(), f.Inbox()} {
		left, err := os.ReadDir(folder)
		require.NoError(t, err)
		for _, entry := range left {
			require.Equal(t, filepath.Base(f.Refused()), entry.Name())
		}
	}
	require.Empty(t, door.HandedIn())
}

// TestAPersonHasThreeOnTheWayAndWaiting together, and keeps nobody else out.
func TestAPersonHasThreeOnTheWayAndWaiting(t *testing.T) {
	f, _, _ := newInbox(t)
	door, err := admission.NewDesk(f).NewDoor()
	require.NoError(t, err)
	_, err = door.TakePackage(anna, "1.bot", 1, strings.NewReader("1"), time.Now())
	require.NoError(t, err)
	var slow sync.WaitGroup
	defer slow.Wait()
	for range 2 {
		body, author := io.Pipe()
		defer author.Close() //nolint:errcheck // it never fails
		slow.Go(func() { _, _ = door.TakePackage(anna, "slow.bot", 9, body, time.Now()) })
		_, err := author.Write([]byte("x"))
		require.NoError(t, err)
	}
	_, err = door.TakePackage(anna, "4.bot", 1, strings.NewReader("4"), time.Now())
	require.ErrorIs(t, err, uploads.ErrBusy)
	_, err = door.Take(anna, "", sent([]byte("5")), time.Now())
	require.ErrorIs(t, err, uploads.ErrBusy)
	ben := admission.By{Person: "00000000000000bb", From: anna.From}
	_, err = door.TakePackage(ben, "ben.bot", 1, strings.NewReader("6"), time.Now())
	require.NoError(t, err)
}
