package host

import (
	"sync"
	"time"
)

// family counts the CPU time of a bot's children where no cgroup does. None can hide: all
// of them are below the first process of their namespace, which is the bot.
//
// The sandbox tells of each process that is about to end, which is read for the last
// time. Those that run are read at each census. One that was killed has told of nothing.
// It is charged with what it had used at the last census and all the time since, which
// several that were killed share: the processes of a bot have one processor, so that they
// can't have used more. Some of these live and die between two censuses and are never
// seen; but as censuses are taken at random times, the overcharge of those that are seen
// makes up for that on average.
type family struct {
	mu     sync.Mutex
	past   time.Duration
	alive  map[int]time.Duration // by number, as of the last census
	ended  map[int]bool          // has told so, but may still be there
	looked time.Time             // the last census
}

// ends is called before a process ends, with what it has used.
func (f *family) ends(process int, used time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.ended[process] {
		return
	}
	if f.ended == nil {
		f.ended = make(map[int]bool)
	}
	f.past += max(used, f.alive[process])
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

// count takes a census, given the CPU time of each child that is there now.
func (f *family) count(there map[int]time.Duration, now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	killed := false
	for process, used := range f.alive {
		if _, is := there[process]; !is {
			f.past += used
			delete(f.alive, process)
			killed = true
		}
	}
	if killed {
		f.past += now.Sub(f.looked)
	}
	for process := range f.ended {
		if _, is := there[process]; !is {
			delete(f.ended, process)
		}
	}
	for process, used := range there {
		if f.ended[process] {
			continue
		}
		if f.alive == nil {
			f.alive = make(map[int]time.Duration)
		}
		f.alive[process] = max(used, f.alive[process])
	}
	f.looked = now
}
