package system

import "time"

// Census has the state, at one moment, of the processes below one.
type Census struct {
	Before time.Duration // the time known for sure before it was taken; 0 if nobody says so
	Waited time.Duration // what children used that the first process has waited for, rounded off
	There  map[int]*Relative
}

// Relative is a process as a census finds it.
type Relative struct {
	Used   time.Duration
	Waited time.Duration // as of the first process
	Parent bool          // has children
}

// Tick is what the system rounds sums of waited children to: that of each of two parts.
const (
	Tick  = 10 * time.Millisecond
	parts = 2
)

// Sum is the least that the processes have used.
func (c Census) Sum() time.Duration {
	sum := c.Waited
	for _, r := range c.There {
		sum += r.Used + r.Waited
	}
	return sum
}

// Rounded is the most that the system may have rounded off.
func (c Census) Rounded() time.Duration {
	sums := time.Duration(1)
	for _, r := range c.There {
		if r.Parent || r.Waited > 0 {
			sums++
		}
	}
	return sums * parts * Tick
}

// mostChildren is how many processes of a bot are looked at, which is more than it can have.
const mostChildren = 1024
