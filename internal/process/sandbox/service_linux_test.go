//go:build linux && (amd64 || arm64)

package sandbox_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/botarena/arena/internal/process/sandbox"
)

// refused is the variable that names calls, and the error that they get, for the rest of the process.
const refused = "SANDBOX_TEST_REFUSED"

func init() {
	if calls := os.Getenv(refused); calls != "" {
		_ = os.Unsetenv(refused)
		runtime.LockOSThread()
		panic(errors.Join(refuse(strings.Fields(calls)), syscall.Exec("/proc/self/exe", os.Args, os.Environ())))
	}
}

// refuse has the kernel refuse calls to this thread, as the options of a service do: each as
// NUMBER:ERROR, or as NUMBER:ERROR:FLAGS if any of these in its first argument is refused alone.
func refuse(calls []string) error {
	load := func(offset uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
	}
	var code []unix.SockFilter
	for _, call := range calls {
		var n [3]uint32
		for i, part := range strings.Split(call, ":") {
			value, err := strconv.ParseUint(part, 10, 32)
			if err != nil {
				return err
			}
			n[i] = uint32(value)
		}
		answer := unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | n[1]}
		if n[2] == 0 {
			code = append(code, load(0), unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jf: 1, K: n[0]}, answer)
			continue
		}
		code = append(code, load(0), unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jf: 3, K: n[0]},
			load(16), unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, Jf: 1, K: n[2]}, answer)
	}
	code = append(code, unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW})
	program := unix.SockFprog{Len: uint16(len(code)), Filter: &code[0]}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&program)))
	if errno != 0 {
		return errno
	}
	return nil
}

// TestTellLayers prints what the sandbox is, for the test below.
func TestTellLayers(t *testing.T) {
	if os.Getenv("INVOCATION_ID") != "of the test" {
		t.Skip("only for another test")
	}
	s, err := sandbox.New(sandbox.Standard)
	if err != nil {
		var hinter interface{ Hint() string }
		require.ErrorAs(t, err, &hinter)
		fmt.Printf("none: %v: %s\n", err, hinter.Hint())
		return
	}
	for _, l := range s.Layers() {
		fmt.Printf("%s %v: %s\n", l.Name, l.On, l.Fix)
	}
}

// TestWhatServicesLeave: each option of systemd's that refuses calls, as the filter that it makes.
func TestWhatServicesLeave(t *testing.T) {
	standard(t)
	const eperm, enosys = int(unix.EPERM), int(unix.ENOSYS)
	call := func(number, err int, flags ...int) string {
		return strings.Trim(fmt.Sprintf("%d:%d:%s", number, err, strings.Trim(fmt.Sprint(flags), "[]")), ":")
	}
	const all = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET |
		unix.CLONE_NEWIPC | unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP
	for option, c := range map[string]struct {
		calls string
		want  string
	}{
		"RestrictSUIDSGID=yes, which DynamicUser= sets": {call(unix.SYS_OPENAT2, enosys), "namespaces true: "},
		"RestrictNamespaces=yes": {
			call(unix.SYS_CLONE, eperm, all) + " " + call(unix.SYS_CLONE3, enosys),
			"namespaces false: in its service of systemd's: RestrictNamespaces=no, and clone",
		},
		"ProtectHostname=yes": {
			call(unix.SYS_SETHOSTNAME, eperm),
			"namespaces false: in its service of systemd's: ProtectHostname=no, and sethostname",
		},
		"SystemCallFilter= without @mount": {
			call(unix.SYS_MOUNT, eperm),
			"namespaces false: in its service of systemd's: mount, umount2, pivot_root",
		},
		"SystemCallFilter= without seccomp": {
			call(unix.SYS_SECCOMP, eperm),
			"can't be confined: seccomp: operation not permitted: in its service of systemd's: seccomp in its",
		},
		"without a part of Landlock": {call(unix.SYS_LANDLOCK_ADD_RULE, eperm), "namespaces true: "},
		"which is told": {
			call(unix.SYS_LANDLOCK_ADD_RULE, eperm),
			"Landlock false: in its service of systemd's: landlock_create_ruleset, landlock_add_rule",
		},
		"without Landlock": {
			call(unix.SYS_LANDLOCK_CREATE_RULESET, eperm),
			"Landlock false: in its service of systemd's: landlock_create_ruleset",
		},
	} {
		c2 := exec.CommandContext(t.Context(), "/proc/self/exe", "-test.run=^TestTellLayers$", "-test.v")
		c2.Env = append(os.Environ(), refused+"="+c.calls, "INVOCATION_ID=of the test")
		output, err := c2.CombinedOutput()
		require.NoError(t, err, "%s: %s", option, output)
		require.Contains(t, string(output), c.want, option)
	}
}
