//go:build linux && (amd64 || arm64)

package filter

import (
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestWhatChildrenUseIsTold: the end of a process, and that nobody will wait for children.
func TestWhatChildrenUseIsTold(t *testing.T) {
	const at = 0x7fff0000
	for _, c := range []struct {
		name string
		call uintptr
		args []uint64
		want verdict
		what What
	}{
		{"the end of a process", unix.SYS_EXIT_GROUP, nil, told, Exit},
		{"the end of a thread", unix.SYS_EXIT, nil, allowed, 0},
		{"children", unix.SYS_RT_SIGACTION, []uint64{uint64(unix.SIGCHLD), at}, told, Reap},
		{"children, high bits", unix.SYS_RT_SIGACTION, []uint64{high | uint64(unix.SIGCHLD), at}, told, Reap},
		{"a high address", unix.SYS_RT_SIGACTION, []uint64{uint64(unix.SIGCHLD), high}, told, Reap},
		{"a question", unix.SYS_RT_SIGACTION, []uint64{uint64(unix.SIGCHLD), 0, at}, allowed, 0},
		{"a fork", unix.SYS_CLONE, []uint64{uint64(unix.SIGCHLD)}, allowed, 0},
		{"a vfork", unix.SYS_CLONE, []uint64{uint64(unix.SIGCHLD) | unix.CLONE_VM | unix.CLONE_VFORK}, allowed, 0},
		{"a thread", unix.SYS_CLONE, []uint64{thread}, allowed, 0},
		{"a process with our memory", unix.SYS_CLONE, []uint64{uint64(unix.SIGCHLD) | unix.CLONE_VM}, denied, 0},
		{
			"a vfork of our parent's", unix.SYS_CLONE,
			[]uint64{unix.CLONE_PARENT | unix.CLONE_VM | unix.CLONE_VFORK},
			denied,
			0,
		},
		{"another signal", unix.SYS_RT_SIGACTION, []uint64{uint64(unix.SIGINT), at}, allowed, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			counted := rulesFor(Options{Self: self, Program: program, Children: true, Tell: true, Count: true})
			require.Equal(t, c.want, judge(t, counted, auditArch, c.call, c.args...))
			if c.want == told {
				what, _ := Judge(int(c.call), [6]uint64{})
				require.Equal(t, c.what, what)
			}
			not := rulesFor(Options{Self: self, Program: program, Children: true, Tell: true})
			if c.want != denied {
				require.Equal(t, allowed, judge(t, not, auditArch, c.call, c.args...))
			}
		})
	}
}
