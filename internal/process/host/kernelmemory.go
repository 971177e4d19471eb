package host

import (
	"fmt"
	"time"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/dialogue"
	"github.com/botarena/arena/internal/process/host/system"
	"github.com/botarena/arena/internal/process/sandbox"
)

// kernelMemory says when to look again at what the kernel holds for a bot. The limits of a process bound
// most of what it holds for a bot alone, but not how many files epolls watch: each of them watches a file
// again by each number that it ever had. And many processes have as much of everything many times over:
// full pipes, and areas of memory, each of which remembers all processes that it was copied from.
// Only a cgroup counts that.
//
// The sandbox does not ask us about each call by which it grows: a signal would interrupt that, and a
// shell such as dash takes an interrupted fork for one that failed.
type kernelMemory struct{ next time.Time }

// longestPause is how long nobody looks at what the kernel holds.
const longestPause = 200 * time.Millisecond

// fewFiles is how many a bot without children may have open before somebody looks at what they hold. Half of
// them being epolls, with the other half watched by each number that a bot may use, they hold less than
// [system.MostKernel].
const fewFiles = 64

// looksAtKernel returns the verdict on a bot for which the kernel holds too much, and false if it is too early to look
// again. What a bot makes it hold takes us time to find, so that we rest after that; but not for long, as it grows
// meanwhile.
func (p *process) looksAtKernel(now time.Time, relatives []int) (fault *match.Fault, looked bool) {
	if p.shim == nil || p.sandbox.Level() == sandbox.Strict {
		return nil, true
	}
	if now.Before(p.kernel.next) {
		return nil, false
	}
	held, what := int64(0), "its files"
	if p.mayHaveChildren() {
		held = system.This.KernelMemory(append(relatives, p.command.Process.Pid))
		what = "its programs: pipes, open files, areas of memory"
	} else if system.This.OpenFiles(p.command.Process.Pid) > fewFiles {
		held = system.This.KernelMemoryOfFiles(p.command.Process.Pid)
	}
	const share = 4
	p.kernel.next = now.Add(min(share*time.Since(now), longestPause))
	if held <= system.MostKernel {
		return nil, true
	}
	return &match.Fault{Kind: match.TooMuchMemory, Detail: fmt.Sprintf(
		"had the system hold more than %s for %s", dialogue.InBytes(system.MostKernel), what)}, true
}
