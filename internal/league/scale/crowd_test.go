package scale_test

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/broker"
)

// TestCrowd plays a league with as many workers as there are, and tells what that costs.
func TestCrowd(t *testing.T) {
	tier.Long(t, "a hundred connections")
	folder := league.Folder(t.TempDir())
	_, err := folder.Make()
	require.NoError(t, err)
	s := begin(t, folder)
	defer s.Close() //nolint:errcheck // only read
	b, over := playThere(t, folder, broker.Options{
		Folder: folder.Workers(), Listen: "127.0.0.1:0",
		MostWorkers: max(*workers, 1), Say: func(sentence string) { t.Log(sentence) },
	})
	defer over.Close() //nolint:errcheck // the league has all its matches
	t.Logf("before: %v", usage())
	var invitations []string
	for number := range *workers {
		i, err := b.Invite(fmt.Sprintf("worker %d", number))
		require.NoError(t, err)
		invitations = append(invitations, i.String())
	}
	before, begun := usage(), time.Now()
	others := startWorkers(t, invitations)
	require.Eventually(t, func() bool { return len(over.Present()) == *workers }, 10*time.Minute, 10*time.Millisecond)
	t.Logf("%d workers, after %v: %v", *workers, time.Since(begun), usage().since(before))

	before, begun = usage(), time.Now()
	t.Log(play(t, s, over, *matches))
	t.Logf("%d matches in %v: %v", *matches, time.Since(begun), usage().since(before))
	vitals := b.Vitals(t.Context())
	require.GreaterOrEqual(t, vitals.Door.Known, *workers, "they are there still")
	others()
}

// used is what this process has used.
type used struct {
	cpu  time.Duration
	size int // bytes in memory
}

func (u used) String() string {
	return fmt.Sprintf("%v CPU, %d MB", u.cpu.Round(time.Millisecond), u.size/1_000_000)
}

func (u used) since(before used) string {
	return fmt.Sprintf("%v CPU, %d MB more", (u.cpu - before.cpu).Round(time.Millisecond), (u.size-before.size)/1_000_000)
}

// usage returns what was used until now. What is garbage doesn't count.
func usage() used {
	runtime.GC()
	u := used{cpu: cpuTime()}
	text, err := os.ReadFile("/proc/self/statm")
	if fields := strings.Fields(string(text)); err == nil && len(fields) > 1 {
		pages, _ := strconv.Atoi(fields[1]) // 0 where it is not known
		u.size = pages * os.Getpagesize()
	}
	return u
}
