package host

import (
	"sync"
	"time"
)

// family counts the CPU time of a bot's children where no cgroup does. The sandbox tells
// of each process that is about to begin or to end. One that ends is read for the last
// time; those that run are read at each census. None can hide: all of them are below the
// first process of their namespace, which is the bot.
//
// A process that was killed has not told of its end, and what it has used since the last
// census is not known. It is charged with all the time that has passed since: all
// processes of a bot share one processor, so that it can't have used more.
type family struct {
	mu     sync.Mutex
	births int
	ends   int // told or found out
	past   time.Duration
	alive  map[int]time.Duration // by number, as of the last census
	ended  map[int]bool          // has told so, but may still be there
	looked time.Time             // the last census
	unseen int                   // processes that began, but were not there at the last census
}

// born is called before a process begins.
func (f *family) born() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.births == 0 {
		f.alive, f.ended, f.looked = make(map[int]time.Duration), make(map[int]bool), time.Now()
	}
	f.births++
}

// exits is called before a process ends, or with the bot's own number.
func (f *family) exits(own int, process int, used time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if process == own || f.births == 0 || f.ended[process] {
		return
	}
	f.past += max(used, f.alive[process])
	f.ends++
	f.ended[process] = true
	delete(f.alive, process)
}

// used returns the CPU time of all children as far as it is known without a census.
func (f *family) used() time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	sum := f.past
	for _, used := range f.alive {
		sum += used
	}
	return sum
}

// isEmpty reports whether the bot has never had a child.
func (f *family) isEmpty() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.births == 0
}

// count takes a census: the CPU time of each child that is there now.
func (f *family) count(there map[int]time.Duration, now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	passed := now.Sub(f.looked)
	f.looked = now
	for process, used := range f.alive {
		if _, is := there[process]; !is {
			f.past += used + passed
			f.ends++
			delete(f.alive, process)
		}
	}
	for process := range f.ended {
		if _, is := there[process]; !is {
			delete(f.ended, process)
		}
	}
	for process, used := range there {
		if !f.ended[process] {
			f.alive[process] = max(used, f.alive[process])
		}
	}
	// One that is just about to begin is missing once, but not twice.
	unseen := max(f.births-f.ends-len(f.alive), 0)
	if gone := min(unseen, f.unseen); gone > 0 {
		f.past += passed
		f.births -= gone
		unseen -= gone
	}
	f.unseen = unseen
}
