package host

import (
	"math/bits"
	"strconv"
	"syscall"
)

func isStop(signal syscall.Signal) bool { return signal == syscall.SIGSTOP }

// stop stops a process, as only who is outside of its namespace can.
func stop(pid int) { _ = syscall.Kill(pid, syscall.SIGSTOP) }

// holdsBack reports whether a signal is blocked: it comes later, or is waited for. Some C libraries block all
// signals while they send one, which is none of the bot's doing.
func (s processStatus) holdsBack(signal syscall.Signal) bool {
	const almostAll = 50
	blocked, _ := strconv.ParseUint(s.word("SigBlk"), 16, 64)
	return bits.OnesCount64(blocked) < almostAll && blocked>>(signal-1)&1 != 0
}
