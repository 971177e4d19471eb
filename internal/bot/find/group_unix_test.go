//go:build unix

package find_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/bot/find"
)

// TestABuildThatIsInterruptedLeavesNothingRunning: neither the command nor what it has
// started.
func TestABuildThatIsInterruptedLeavesNothingRunning(t *testing.T) {
	tier.Needs(t, "sh", "sleep", "mv")
	inFolder(t, map[string]string{
		"long/bot.txt": "build sh make.sh\nrun ./zorg\n",
		"long/make.sh": "sleep 100 & echo $! > new; mv new pid; wait\n",
	})
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	go func() {
		for {
			if _, err := os.Stat("long/pid"); err == nil {
				cancel(enough)
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	_, err := find.Finder{}.Find(ctx, "long")
	require.ErrorIs(t, err, enough)
	text, err := os.ReadFile("long/pid")
	require.NoError(t, err)
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	require.NoError(t, err)
	testkit.Await(t, "the end of what it started", func() bool {
		state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		gone := err != nil || strings.Contains(string(state), ") Z ") // nobody may be there to reap it
		return gone && (err == nil || syscall.Kill(pid, 0) != nil)
	})
}
