package meter

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"time"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/host/system"
	"github.com/botarena/arena/internal/process/lineproto"
	"github.com/botarena/arena/internal/process/sandbox"
)

// Holdings are the memory and the threads of a bot, with those of its children, and what it may have of them.
//
// The system refuses more than that, and most bots end then. But it counts only memory
// that a bot could write to, and forgets what the bot has made read-only since.
// Where it does not count threads, the filter asks about each, and a watch need not find them.
type Holdings struct {
	Process     *os.Process
	Memory      int64 // the most; 0: no limit
	Overhead    int64 // of what runs it
	Threads     int64 // the most
	HasChildren bool  // it may have some that matter
	Kernel      bool  // nobody else limits what the kernel holds for it

	last look
	next time.Time // when to look again at what the kernel holds
}

// look has the state of a bot when it was last looked at. If it had no children, and has not run since, it holds as
// much as then: most of a match, a bot waits for the others.
type look struct {
	used  time.Duration // read before all else
	whole bool          // nothing was left for later, and there was nobody else who could run
}

// watchEvery is how often it is looked at what a bot holds.
const watchEvery = 50 * time.Millisecond

// censusTime is how often, on average, children are counted.
const censusTime = 10 * time.Millisecond

// Watch looks at the bot until it ends, and returns the verdict if it holds too much.
func (h *Holdings) Watch(alive context.Context, cpu *CPU) *match.Fault {
	countsFamily := cpu.CountsFamily()
	timer := time.NewTimer(watchEvery)
	defer timer.Stop()
	for {
		select {
		case <-alive.Done():
			return nil
		case <-timer.C:
		}
		timer.Reset(watchEvery)
		if h.HasChildren && system.This.TellsOfEnds {
			timer.Reset(censusTime/2 + rand.N(censusTime))
		}
		if h.rests() {
			cpu.Rests()
			continue
		}
		if countsFamily {
			cpu.Census()
		}
		if fault := h.look(); fault != nil {
			return fault
		}
	}
}

// rests reports whether the bot holds what it held at the last look.
func (h *Holdings) rests() bool {
	return h.last.whole && system.This.ClockIsExact && h.last.used > 0 &&
		h.last.used == system.This.OwnTime(h.Process)
}

// look looks at the bot, and returns the verdict if it holds too much.
func (h *Holdings) look() *match.Fault {
	h.last = look{used: system.This.OwnTime(h.Process)}
	relatives := h.relatives()
	if fault := h.over(h.with(relatives)); fault != nil {
		return fault
	}
	fault, looked := h.looksAtKernel(time.Now(), relatives)
	h.last.whole = looked && len(relatives) == 0
	return fault
}

// WithOneThreadMore returns the verdict on a bot that begins another thread.
func (h *Holdings) WithOneThreadMore() *match.Fault {
	all := h.with(h.relatives())
	all.Threads++
	return h.over(all)
}

func (h *Holdings) over(all system.Use) *match.Fault {
	switch {
	case h.Memory > 0 && all.Memory > h.Memory+h.Overhead+sandbox.Overhead:
		return &match.Fault{
			Kind: match.TooMuchMemory,
			Detail: fmt.Sprintf("held %s of memory, the most is %s", lineproto.InBytes(int(all.Memory)),
				lineproto.InBytes(int(h.Memory))),
		}
	case all.Threads > h.Threads:
		return &match.Fault{Kind: match.TooManyThreads, Detail: fmt.Sprintf("had more than %d threads", h.Threads)}
	}
	return nil
}

// relatives returns the numbers of the processes other than its own that the bot may have.
func (h *Holdings) relatives() []int {
	if !h.HasChildren {
		return nil
	}
	return system.This.Relatives(h.Process.Pid)
}

// with returns what the process and its relatives hold.
func (h *Holdings) with(relatives []int) system.Use {
	all := system.This.Holds(h.Process.Pid)
	for _, relative := range relatives {
		one := system.This.Holds(relative)
		all.Memory += one.Memory
		all.Threads += one.Threads
	}
	return all
}

// longestPause is how long nobody looks at what the kernel holds.
const longestPause = 200 * time.Millisecond

// fewFiles is how many a bot without children may have open before somebody looks at what they hold. Half of
// them being epolls, with the other half watched by each number that a bot may use, they hold less than
// [system.MostKernel].
const fewFiles = 64

// looksAtKernel returns the verdict on a bot for which the kernel holds too much, and false if it is too early to look
// again. What a bot makes it hold takes us time to find, so that we rest after that; but not for long, as it grows
// meanwhile.
//
// The limits of a process bound
// most of what it holds for a bot alone, but not how many files epolls watch: each of them watches a file
// again by each number that it ever had. And many processes have as much of everything many times over:
// full pipes, and areas of memory, each of which remembers all processes that it was copied from.
// Only a cgroup counts that.
//
// The sandbox does not ask us about each call by which it grows: a signal would interrupt that, and a
// shell such as dash takes an interrupted fork for one that failed.
func (h *Holdings) looksAtKernel(now time.Time, relatives []int) (fault *match.Fault, looked bool) {
	if !h.Kernel {
		return nil, true
	}
	if now.Before(h.next) {
		return nil, false
	}
	held, what := int64(0), "its files"
	if h.HasChildren {
		held = system.This.KernelMemory(append(relatives, h.Process.Pid))
		what = "its programs: pipes, open files, areas of memory"
	} else if system.This.OpenFiles(h.Process.Pid) > fewFiles {
		held = system.This.KernelMemoryOfFiles(h.Process.Pid)
	}
	const share = 4
	h.next = now.Add(min(share*time.Since(now), longestPause))
	if held <= system.MostKernel {
		return nil, true
	}
	return &match.Fault{Kind: match.TooMuchMemory, Detail: fmt.Sprintf(
		"had the system hold more than %s for %s", lineproto.InBytes(system.MostKernel), what)}, true
}
