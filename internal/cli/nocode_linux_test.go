package cli

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// A program of the tests starts another that may not make memory executable, as systemd's
// MemoryDenyWriteExecute does.
func init() { hostileBots["withoutcode"] = withoutCode }

func withoutCode() {
	if err := unix.Prctl(unix.PR_SET_MDWE, unix.PR_MDWE_REFUSE_EXEC_GAIN, 0, 0, 0); err != nil {
		fmt.Println("can't forbid it:", err)
		os.Exit(3)
	}
	path, err := exec.LookPath(os.Args[1])
	if err == nil {
		err = syscall.Exec(path, os.Args[1:], os.Environ()) //nolint:gosec // a program of this test
	}
	fmt.Println(err)
	os.Exit(1)
}

// TestDoctorTellsThatModulesCantBePlayed where memory can't be made executable, and only there.
func TestDoctorTellsThatModulesCantBePlayed(t *testing.T) {
	usual, err := exec.CommandContext(t.Context(), "arena", "doctor").Output()
	require.NoError(t, err)
	require.NotContains(t, string(usual), "WebAssembly")
	c := exec.CommandContext(t.Context(), "withoutcode", "arena", "doctor")
	said, err := c.Output()
	if c.ProcessState.ExitCode() == 3 {
		t.Skip("this kernel ", string(said)) // it is older than Linux 6.3
	}
	require.NoError(t, err, string(said))
	require.Regexp(
		t,
		`(?m)^  off  WebAssembly +can't be played: this system lets no program make machine code: permission denied, .* 30 times as slow$`, string(said))
	require.Regexp(t, `(?m)^ +to get it: .*MemoryDenyWriteExecute`, string(said))
}
