package system

import "time"

// cpuTime returns the CPU time that all threads of a process have used so far, also those that
// have ended. A thread that runs just now may lag by what it has used since the system looked
// last, which is charged with the next answer. It returns 0 if the process is gone.
func cpuTime(pid int) time.Duration {
	u := usageInfoOf(pid)
	return ticks(u.user + u.system).in(ownTimebase())
}
