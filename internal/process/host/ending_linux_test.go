package host_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/botarena/arena/internal/base/botwire"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/sdk"
)

func init() {
	programs["traceable"] = func() {
		// Else the system may let nobody but the arena attach.
		_ = unix.Prctl(unix.PR_SET_PTRACER, ^uintptr(0), 0, 0, 0) // unknown to a system without such a rule
		sdk.Serve(sdk.Null)
	}
	programs["tracer"] = trace
}

// trace is a debugger that attaches to a process and does nothing, until its standard
// input ends.
func trace() {
	runtime.LockOSThread() // it is the thread that traces
	pid, _ := strconv.Atoi(os.Args[1])
	fmt.Println(unix.PtraceAttach(pid))
	_, _ = io.Copy(io.Discard, os.Stdin)
}

func TestADebuggerIsSeen(t *testing.T) {
	var output buffer
	process := start(t, unconfined(options(t, &output)), "traceable")[0]
	require.False(t, host.Traced(process.PID()))

	debugger := exec.CommandContext(t.Context(), command(t, "tracer").Args[0], strconv.Itoa(process.PID()))
	debugger.Env = []string{botwire.CookieVariable + "=any"} // see TestMain
	stdin, err := debugger.StdinPipe()
	require.NoError(t, err)
	stdout, err := debugger.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, debugger.Start())
	said, err := bufio.NewReader(stdout).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "<nil>\n", said)
	require.True(t, host.Traced(process.PID()))

	require.NoError(t, stdin.Close())
	require.NoError(t, debugger.Wait())
	require.False(t, host.Traced(process.PID()), "the debugger has gone")
	require.False(t, process.Ended())
}
