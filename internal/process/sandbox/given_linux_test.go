//go:build linux && (amd64 || arm64)

package sandbox_test

import (
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/process/sandbox"
	"github.com/botarena/arena/internal/process/sandbox/shim"
)

// tellers are probes that print what they have been given.
var tellers = map[string]func(){"rights": tellRights, "limits": tellLimits, "how it is mounted": tellMounts}

// usualLimits are those of a program with the usual ones, but for threads and open files, which depend on the system.
var usualLimits = []struct {
	name string
	kind int
	most uint64
}{
	{"core", unix.RLIMIT_CORE, 0},
	{"locked memory", unix.RLIMIT_MEMLOCK, 0},
	{"messages", unix.RLIMIT_MSGQUEUE, 0},
	{"nice", unix.RLIMIT_NICE, 0},
	{"real time", unix.RLIMIT_RTPRIO, 0},
	{"stack", unix.RLIMIT_STACK, 8 << 20},
	{"signals", unix.RLIMIT_SIGPENDING, 1024},
	{"a file", unix.RLIMIT_FSIZE, 16 << 20},
	{"memory", unix.RLIMIT_DATA, 512<<20 + sandbox.Overhead},
}

// tellLimits prints which limits are higher than the usual ones.
func tellLimits() {
	for _, l := range usualLimits {
		var now unix.Rlimit
		if err := unix.Prlimit(0, l.kind, nil, &now); err != nil || now.Max > l.most || now.Cur > l.most {
			fmt.Println("more:", l.name)
		}
	}
	fmt.Println("told")
}

// TestEachLimitIsSet also where the arena itself has a lower one than others have.
func TestEachLimitIsSet(t *testing.T) {
	s := standard(t)
	higher := ""
	for _, l := range usualLimits {
		var before unix.Rlimit
		require.NoError(t, unix.Getrlimit(l.kind, &before))
		now := unix.Rlimit{Cur: max(before.Cur, l.most+1), Max: max(before.Max, l.most+1)}
		if unix.Setrlimit(l.kind, &now) == nil { // else it is what the system gives an ordinary user
			t.Cleanup(func() { require.NoError(t, unix.Setrlimit(l.kind, &before)) })
			higher += "more: " + l.name + "\n"
		}
	}
	output, err := run(t, nil, "", sandbox.Limits{}, "probe", "limits")
	require.NoError(t, err, output)
	require.Equal(t, higher+"told\n", output, "unconfined")
	require.Contains(t, higher, "memory", "unconfined")
	output, err = run(t, s, "/nowhere", sandbox.DefaultLimits(), "probe", "limits")
	require.NoError(t, err, output)
	require.NotContains(t, output, "more: ", "confined")
	require.Contains(t, output, "told\n", "confined") // the race detector says more
}

// mounts are what a program sees, and how: no more may be done there than it needs.
var mounts = []struct {
	path string
	how  int64
}{
	{"/", unix.ST_RDONLY | unix.ST_NOSUID | unix.ST_NODEV},
	{shim.Bot, unix.ST_RDONLY | unix.ST_NOSUID | unix.ST_NODEV},
	{shim.Home, unix.ST_NOSUID | unix.ST_NODEV | unix.ST_NOEXEC | noSymFollow},
	{"/dev/null", unix.ST_RDONLY | unix.ST_NOSUID | unix.ST_NOEXEC},
}

// noSymFollow is ST_NOSYMFOLLOW, which package unix does not have.
const noSymFollow = 0x2000

// tellMounts prints how much of that is missing.
func tellMounts() {
	for _, m := range mounts {
		var now unix.Statfs_t
		err := unix.Statfs(m.path, &now)
		fmt.Printf("%s: %v, missing %#x\n", m.path, err, m.how&^now.Flags)
	}
}

// TestWhatIsMountedIsMountedForAsLittleAsCanBe: other layers forbid the same on most systems.
func TestWhatIsMountedIsMountedForAsLittleAsCanBe(t *testing.T) {
	standard(t)
	s, err := sandbox.WithoutFilter() // which lets nobody ask
	require.NoError(t, err)
	if !s.HasRoot() {
		t.Skip("a bot has no root folder of its own here")
	}
	folder, _ := bot(t, "main", "")
	self, err := os.ReadFile("/proc/self/exe")
	require.NoError(t, err)
	probe := folder + "/probe"
	require.NoError(t, os.WriteFile(probe, self, 0o755)) //nolint:gosec // it is to be started
	output, err := run(t, s, folder, sandbox.DefaultLimits(), probe, "how it is mounted")
	require.NoError(t, err, output)
	want := ""
	for _, m := range mounts {
		want += m.path + ": <nil>, missing 0x0\n"
	}
	require.Contains(t, output, want)
}

// machineTeller is a bot that prints what /proc shows it that is not of itself alone.
const machineTeller = `#!/bin/sh
[ -e /proc/$$/status ] && echo itself
for name in smaps smaps_rollup pagemap numa_maps io fdinfo net task; do
	if [ -d /proc/$$/$name ]; then
		for one in /proc/$$/$name/*; do [ -e "$one" ] && echo "shows $name"; done
	elif true < /proc/$$/$name; then
		echo "shows $name"
	fi 2> /dev/null
done
echo told
`

// TestABotSeesOfProcWhatIsItsOwn: the other entries of its process tell of the machine and of others.
func TestABotSeesOfProcWhatIsItsOwn(t *testing.T) {
	s := standard(t)
	tier.Needs(t, "sh")
	shell, err := exec.LookPath("sh")
	require.NoError(t, err)
	_, file := bot(t, "main.sh", machineTeller)
	output, err := run(t, nil, "", sandbox.Limits{}, shell, file)
	require.NoError(t, err, output)
	for _, name := range []string{"smaps", "pagemap", "io", "fdinfo", "net", "task"} {
		require.Contains(t, output, "shows "+name+"\n", "unconfined")
	}
	output, err = run(t, s, file, sandbox.DefaultLimits(), shell, file)
	require.NoError(t, err, output)
	if s.HasRoot() {
		require.Equal(t, "itself\ntold\n", output)
	} else {
		require.Equal(t, "told\n", output)
	}
}

// TestABotThatCanNotJoinItsGroupDoesNotStart: nothing would limit it.
func TestABotThatCanNotJoinItsGroupDoesNotStart(t *testing.T) {
	s := standard(t)
	folder := place(t)
	members, err := os.Open(os.DevNull) // it can't be written to
	require.NoError(t, err)
	t.Cleanup(func() { _ = members.Close() })
	c := exec.CommandContext(t.Context(), "/proc/self/exe")
	c.Args, c.Dir = []string{"probe", "nothing"}, folder
	start, err := s.Confine(c, sandbox.Program{
		Bot: "/nowhere", Folder: folder, Limits: sandbox.DefaultLimits(), Counted: true, Groups: []*os.File{members},
	})
	require.NoError(t, err)
	refused := new(sandbox.StepError)
	require.ErrorAs(t, runAnd(c, start), &refused)
	require.Equal(t, "cgroups", refused.Step)
}
