package system

import (
	"bufio"
	"math"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// What the system writes is as long as it says, and what we read of it stands where it says. It
// is checked when the tests are compiled, which needs no macOS.
var (
	_ [296]byte = [unsafe.Sizeof(usageInfo{})]byte{}
	_ [16]byte  = [unsafe.Offsetof(usageInfo{}.user)]byte{}
	_ [72]byte  = [unsafe.Offsetof(usageInfo{}.footprint)]byte{}
	_ [96]byte  = [unsafe.Offsetof(usageInfo{}.childUser)]byte{}
	_ [240]byte = [unsafe.Offsetof(usageInfo{}.mostFootprint)]byte{}
	_ [96]byte  = [unsafe.Sizeof(taskInfo{})]byte{}
	_ [84]byte  = [unsafe.Offsetof(taskInfo{}.threads)]byte{}
)

func TestTicksAreNanosecondsOnIntelAndMoreOnApplesOwn(t *testing.T) {
	require.Equal(t, time.Duration(12345), ticks(12345).in(timebase{1, 1}))
	require.Equal(t, time.Second, ticks(24_000_000).in(timebase{125, 3}))
	require.Equal(t, 41*time.Nanosecond, ticks(1).in(timebase{125, 3}))
	require.Equal(t, 100*24*time.Hour, ticks(100*24*3600*24_000_000).in(timebase{125, 3}), "nothing overflows")
	require.Zero(t, ticks(1).in(timebase{}))
	require.NotZero(t, ownTimebase().under)
}

// work is what a process of these tests uses before it says that it is done.
const work = 100 * time.Millisecond

// spinVariable makes this test binary a process that works, and ends then if its value is "end".
const spinVariable = "HOST_TEST_SPIN"

func init() {
	spin := os.Getenv(spinVariable)
	if spin == "" {
		return
	}
	var used syscall.Rusage
	for used.Utime.Nano()+used.Stime.Nano() < int64(work) {
		_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	}
	if spin != "end" {
		_, _ = os.Stdout.WriteString("done\n")
		time.Sleep(time.Minute)
	}
	os.Exit(0)
}

// startScript starts a shell script, in which $SELF is this program, and waits until it or one that it
// has started says that it is done. All end with the test.
func startScript(t *testing.T, script string) (pid int) {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	sh := exec.CommandContext(t.Context(), "/bin/sh", "-c", script)
	sh.Env = []string{"SELF=" + self, "PATH=/usr/bin:/bin"}
	ownSession(sh)
	stdin, err := sh.StdinPipe()
	require.NoError(t, err)
	stdout, err := sh.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, sh.Start())
	t.Cleanup(func() {
		killGroup(sh.Process)
		_ = stdin.Close()
		_ = sh.Wait()
	})
	line, err := bufio.NewReader(stdout).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "done\n", line)
	return sh.Process.Pid
}

// requireWork requires that a clock shows what was used, and what it takes to start.
func requireWork(t *testing.T, used time.Duration) {
	t.Helper()
	require.Greater(t, used, work*6/10)
	require.Less(t, used, work*2)
}

func TestTheClockOfAnotherProcess(t *testing.T) {
	require.True(t, HasCPUClock())
	require.Zero(t, cpuTime(math.MaxInt32), "there is none")
	pid := startScript(t, `HOST_TEST_SPIN=stay exec "$SELF"`)
	requireWork(t, cpuTime(pid))
	time.Sleep(work)
	requireWork(t, cpuTime(pid))
}

// TestTheClockOfAProcessThatHasEnded: it is there until it is reaped.
func TestTheClockOfAProcessThatHasEnded(t *testing.T) {
	pid := startScript(t, `HOST_TEST_SPIN=stay exec "$SELF"`)
	require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
	require.NoError(t, awaitEnd(pid))
	requireWork(t, cpuTime(pid))
}

// TestChildrenAreFound: one that was waited for, one that lives, and one whose parent has ended.
func TestChildrenAreFound(t *testing.T) {
	for name, c := range map[string]struct {
		script string
		waited bool
	}{
		"waited for":   {`HOST_TEST_SPIN=end "$SELF"; echo done; read -r forever`, true},
		"a child":      {`HOST_TEST_SPIN=stay "$SELF" & read -r forever`, false},
		"a grandchild": {`(HOST_TEST_SPIN=stay "$SELF"; exit 0) & read -r forever`, false},
		"an orphan":    {`(HOST_TEST_SPIN=stay "$SELF" &); read -r forever`, false},
	} {
		t.Run(name, func(t *testing.T) {
			found := descendants(startScript(t, c.script))
			requireWork(t, found.Sum())
			require.Equal(t, c.waited, len(found.There) == 0)
			if c.waited {
				requireWork(t, found.Waited)
			}
		})
	}
}

func TestWhatAProcessHolds(t *testing.T) {
	h := holds(os.Getpid())
	require.Greater(t, h.Memory, int64(1<<20))
	require.Greater(t, h.Threads, int64(1))
	piece := make([]byte, 64<<20)
	for i := range piece {
		piece[i] = 1
	}
	require.Greater(t, holds(os.Getpid()).Memory, h.Memory+int64(len(piece))*3/4)
	require.GreaterOrEqual(t, peak(os.Getpid()).Memory, holds(os.Getpid()).Memory/2)
	require.NotZero(t, piece[0])
	require.Zero(t, holds(math.MaxInt32))
}
