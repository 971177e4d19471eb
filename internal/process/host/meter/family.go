package meter

import (
	"sync"
	"time"

	"github.com/botarena/arena/internal/process/host/system"
)

// family counts the CPU time of a bot's children where no cgroup does. None can hide: all
// of them are below the first process of their namespace, which is the bot.
//
// When a process is waited for, the system adds all that it has used, and what it had
// added itself, to what its parent has. Each process that is there, running or waiting to
// be waited for, has a clock. A census sums these up. It misses only fractions that the system
// rounds off, however a process has ended.
//
// Nobody needs to wait for a process whose parent has told the system that it won't, which
// is then deaf. A family with such parents is charged for the time that is known for sure:
// that of each of them when it was last seen. The sandbox tells of each process that is
// about to end, so that this is all for those that end by exit(3). Any other is charged
// with all the time since the last census that nobody else of the family has used: they
// have one processor, so that it can't have used more.
type family struct {
	mu      sync.Mutex
	alive   map[int]*member // by number, as of when it was read last
	gone    time.Duration   // of those that are gone, as of then
	lost    time.Duration   // which those that are gone may have used since
	counted time.Duration   // the sum as of the last census
	seen    time.Duration   // the time known for sure by then
	looked  time.Time       // the last census
	gaps    int             // censuses in a row that found too little
	deaf    bool
}

// member is a process.
type member struct {
	used time.Duration
	ends bool // with the system call that it is in, at once
}

// reads is told what a process has used that has asked for its end, and whether nothing of
// it can run on.
func (f *family) reads(process int, used time.Duration, ends bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	m := f.member(process)
	m.used = max(m.used, used)
	m.ends = m.ends || ends
}

func (f *family) member(process int) *member {
	if f.alive == nil {
		f.alive = make(map[int]*member)
	}
	if f.alive[process] == nil {
		f.alive[process] = new(member)
	}
	return f.alive[process]
}

// deafen is called when a process may have told the system that nobody waits for its
// children.
func (f *family) deafen() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.deaf = true
}

// used returns the CPU time of all children that is known without a census.
func (f *family) used() time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.sum()
}

func (f *family) sum() time.Duration { return f.counted + f.known() - f.seen }

// least returns the CPU time that all children have used for sure.
func (f *family) least() time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.known()
}

func (f *family) known() time.Duration {
	sum := f.gone
	for _, m := range f.alive {
		sum += m.used
	}
	return sum
}

// count takes a census. All of a family that is deaf is charged as such, from its first
// moment on: it may have been before we knew.
func (f *family) count(c system.Census, now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	killed := f.bury(c)
	for process, r := range c.There {
		m := f.member(process)
		m.used = max(m.used, r.Used)
	}
	if killed { // the rest of the time since the last census
		f.lost += max(now.Sub(f.looked)-(f.known()-f.seen), 0)
	}
	f.listen(c)
	// Each of these is the least that they can have used. The rounding differs from census to
	// census, so that the largest of many is nearly exact.
	f.counted = max(f.sum(), f.known(), c.Sum())
	if f.deaf {
		f.counted = max(f.counted, f.known()+f.lost)
	}
	f.seen = f.known()
	f.looked = now
}

// rests is told that nothing of the family has run since the last census.
func (f *family) rests(now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.looked = now
}

// end is what the end of a small process takes after it has asked for that.
const end = 50 * time.Microsecond

// bury removes those that are gone, and reports whether one was killed.
func (f *family) bury(c system.Census) (killed bool) {
	for process, m := range f.alive {
		if _, is := c.There[process]; is {
			continue
		}
		f.gone += m.used
		delete(f.alive, process)
		if m.ends {
			f.lost += end
		} else {
			killed = true
		}
	}
	return killed
}

// mostGaps is how often in a row a census may miss a process that was waited for while it
// was taken.
const mostGaps = 5

// listen finds out that the family is deaf: more was known than the system has counted.
func (f *family) listen(c system.Census) {
	if c.Before > c.Sum()+c.Rounded()+system.Tick {
		f.gaps++
	} else {
		f.gaps = 0
	}
	if f.gaps > mostGaps {
		f.deaf = true
	}
}
