package host

import (
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/botarena/arena/engine/match"
)

// memoryEvery is how often the memory of a confined bot is looked at.
const memoryEvery = 50 * time.Millisecond

// watchMemory kills a confined bot that holds more memory than its limit. The system
// counts what a bot could write to, and refuses more; but it forgets what the bot has
// made read-only since, so that a bot that wants to fill the machine can.
func (p *process) watchMemory() {
	if p.shim == nil || p.memory == 0 {
		return
	}
	ticker := time.NewTicker(memoryEvery)
	defer ticker.Stop()
	for {
		select {
		case <-p.alive.Done():
			return
		case <-ticker.C:
		}
		if held := ownMemory(p.command.Process.Pid); held > p.memory+p.origin.Overhead+memoryOverhead {
			p.kill(&match.Fault{
				Kind:   match.TooMuchMemory,
				Detail: fmt.Sprintf("held %s of memory, the most is %s", inBytes(int(held)), inBytes(int(p.memory))),
			})
			return
		}
	}
}

// memoryOverhead is what a runtime may hold besides; the sandbox adds as much.
const memoryOverhead = 64 << 20

// ownMemory returns how many bytes of memory a process holds that are no files. It
// returns 0 for a process that has ended.
func ownMemory(pid int) int64 {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/statm")
	if err != nil {
		return 0
	}
	var size, resident, files int64
	if _, err := fmt.Sscan(string(text), &size, &resident, &files); err != nil {
		return 0
	}
	return (resident - files) * int64(os.Getpagesize())
}
