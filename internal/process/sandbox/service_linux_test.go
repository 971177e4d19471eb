//go:build linux && (amd64 || arm64)

package sandbox_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/process/sandbox"
)

// refused is the variable that names calls, and the error that they get, for the rest of the process; allowed the
// one that names those that are not refused, by their numbers.
const refused, allowed = "SANDBOX_TEST_REFUSED", "SANDBOX_TEST_ALLOWED"

func init() {
	calls, few := strings.Fields(os.Getenv(refused)), strings.Fields(os.Getenv(allowed))
	if len(calls)+len(few) == 0 {
		return
	}
	_, _ = os.Unsetenv(refused), os.Unsetenv(allowed)
	runtime.LockOSThread()
	panic(errors.Join(refuse(calls), allow(few), syscall.Exec("/proc/self/exe", os.Args, os.Environ())))
}

// allow has the kernel refuse all calls to this thread but these, as SystemCallFilter= of a service does.
func allow(calls []string) error {
	if len(calls) == 0 {
		return nil
	}
	code := []unix.SockFilter{{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS}}
	for _, call := range calls {
		number, err := strconv.ParseUint(call, 10, 32)
		if err != nil {
			return err
		}
		code = append(code, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jf: 1, K: uint32(number)},
			unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW})
	}
	return load(append(code, unix.SockFilter{
		Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM),
	}))
}

// load gives this thread a filter.
func load(code []unix.SockFilter) error {
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

// refuse has the kernel refuse calls to this thread, as the options of a service do: each as
// NUMBER:ERROR, or as NUMBER:ERROR:FLAGS if any of these in its first argument is refused alone.
func refuse(calls []string) error {
	word := func(offset uint32) unix.SockFilter {
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
			code = append(code, word(0), unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jf: 1, K: n[0]}, answer)
			continue
		}
		code = append(code, word(0), unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jf: 3, K: n[0]},
			word(16), unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, Jf: 1, K: n[2]}, answer)
	}
	return load(append(code, unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW}))
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
	tier.Long(t, "looks for a sandbox under twelve filters")
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
		"without close_range":           {call(unix.SYS_CLOSE_RANGE, enosys), "namespaces true: "},
		"an older filter of containers": {call(unix.SYS_CLOSE_RANGE, eperm), "namespaces true: "},
		"without sched_setaffinity": {
			call(unix.SYS_SCHED_SETAFFINITY, eperm),
			"one processor false: in its service of systemd's: sched_setaffinity in its SystemCallFilter=",
		},
		"an old kernel": {
			call(unix.SYS_MOUNT_SETATTR, enosys) + " " + call(unix.SYS_LANDLOCK_CREATE_RULESET, enosys),
			"Linux 5.12 or later",
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

// callNumbers returns the numbers of all system calls, from the package that has them.
func callNumbers(t *testing.T) map[string]string {
	t.Helper()
	where, err := exec.CommandContext(t.Context(), "go", "list", "-f", "{{.Dir}}", "golang.org/x/sys/unix").Output()
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(where)), "zsysnum_linux_"+runtime.GOARCH+".go"))
	require.NoError(t, err)
	numbers := make(map[string]string)
	for _, found := range regexp.MustCompile(`(?m)^\s+SYS_(\w+)\s+= (\d+)$`).FindAllStringSubmatch(string(text), -1) {
		numbers[strings.ToLower(found[1])] = found[2]
	}
	require.Greater(t, len(numbers), 300)
	return numbers
}

// expanded returns the calls that a word of SystemCallFilter= names, as systemd knows them.
func expanded(t *testing.T, word string) (names []string) {
	t.Helper()
	if !strings.HasPrefix(word, "@") {
		return []string{word}
	}
	listed, err := exec.CommandContext(t.Context(), "systemd-analyze", "syscall-filter", "--no-pager", word).Output()
	require.NoError(t, err, word)
	for line := range strings.Lines(string(listed)) {
		if name := strings.TrimSpace(line); name != word && !strings.HasPrefix(name, "#") && name != "" {
			names = append(names, expanded(t, name)...)
		}
	}
	return names
}

// theService is the unit of the league.
const theService = "../../../tools/release/arena-league@.service"

// allowedByService are the numbers of the calls that the unit allows.
func allowedByService(t *testing.T) string {
	t.Helper()
	unit, err := os.ReadFile(theService)
	require.NoError(t, err)
	_, list, found := strings.Cut(string(unit), "\nSystemCallFilter=")
	require.True(t, found)
	list, _, _ = strings.Cut(list, "\n")
	numbers := callNumbers(t)
	var all []string
	for _, word := range strings.Fields(list) {
		for _, name := range expanded(t, word) {
			if number := numbers[name]; number != "" { // else it is one of other machines
				all = append(all, number)
			}
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	require.Greater(t, len(all), 200)
	return strings.Join(all, " ")
}

// layersWith returns the layers of the sandbox, each with whether it is on, in a process with these variables.
func layersWith(t *testing.T, program string, user *syscall.Credential, variables ...string) []string {
	t.Helper()
	c := exec.CommandContext(t.Context(), program, "-test.run=^TestTellLayers$", "-test.v") //nolint:gosec // this test
	c.Dir = "/"
	c.Env = append(append(os.Environ(), "INVOCATION_ID=of the test", "TMPDIR=/tmp"), variables...)
	c.SysProcAttr = &syscall.SysProcAttr{Credential: user}
	output, err := c.CombinedOutput()
	require.NoError(t, err, string(output))
	layers := regexp.MustCompile(`(?m)^[\w /]+ (true|false): `).FindAllString(string(output), -1)
	require.NotEmpty(t, layers, string(output))
	return layers
}

// forAll returns a copy of this program that every user can start.
func forAll(t *testing.T) string {
	t.Helper()
	folder := place(t)
	program, err := os.ReadFile("/proc/self/exe")
	require.NoError(t, err)
	copied := filepath.Join(folder, "sandbox.test")
	require.NoError(t, os.WriteFile(copied, program, 0o755)) //nolint:gosec // it is to be executed
	return copied
}

// TestTheServiceLeavesAllLayers, as it filters system calls: by its list, and by what its other options refuse. It
// runs as a user without rights; root has other ways to a sandbox, which must be left as well.
func TestTheServiceLeavesAllLayers(t *testing.T) {
	tier.Long(t, "looks for a sandbox under the filter of a unit")
	standard(t)
	tier.Needs(t, "systemd-analyze", "go")
	users := map[string]*syscall.Credential{"the user of this test": nil}
	if os.Geteuid() == 0 {
		users["another user"] = &syscall.Credential{Uid: 65534, Gid: 65534}
	}
	list := allowedByService(t)
	// RestrictSUIDSGID=, which DynamicUser= sets, RestrictNamespaces= and LockPersonality=.
	others := fmt.Sprintf("%d:%d %d:%d %d:%d", unix.SYS_OPENAT2, unix.ENOSYS, unix.SYS_CLONE3, unix.ENOSYS,
		unix.SYS_PERSONALITY, unix.EPERM)
	program := forAll(t)
	for name, user := range users {
		require.Equal(t, layersWith(t, program, user),
			layersWith(t, program, user, allowed+"="+list, refused+"="+others), name)
	}
}
