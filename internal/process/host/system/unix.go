//go:build unix

package system

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// likeUnix are the abilities that all systems have that are like Unix.
func likeUnix() Abilities {
	a := nothing()
	a.OwnGroup, a.OwnSession = ownGroup, ownSession
	a.IsGone, a.KillGroup, a.KillHeirs, a.KillOne = isGone, killGroup, killHeirs, killOne
	a.PeakOf = func(state *os.ProcessState) int64 { return mostResident(state) << 10 }
	a.ReadNow = func(fd uintptr, buffer []byte) (int, error) { return syscall.Read(int(fd), buffer) }
	return a
}

// ownGroup makes a process the leader of its own group, so that its children can be
// killed with it and a Ctrl-C meant for the arena doesn't reach it.
func ownGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// ownSession makes a bot the leader of a session, and with that of a group that it
// can't leave. It also takes the user's terminal from the bot.
func ownSession(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
}

func isGone(pid int) bool { return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }

func killGroup(leader *os.Process) {
	_ = syscall.Kill(leader.Pid, syscall.SIGKILL)
	_ = syscall.Kill(-leader.Pid, syscall.SIGKILL)
}

// killHeirs relies on this: as long as one is left in a group, no other process gets the number of it.
func killHeirs(leader int) { _ = syscall.Kill(-leader, syscall.SIGKILL) }

func killOne(pid int) { _ = syscall.Kill(pid, syscall.SIGKILL) }

// mostResident returns the most memory that a process had at a time, in the unit of the system. It counts what came
// before the program in the same process, as a sandbox does.
func mostResident(state *os.ProcessState) int64 {
	used, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return int64(used.Maxrss) //nolint:unconvert // where a word has 32 bits, so has this
}
