// Package filter makes the program by which the kernel judges every system call of a bot
// (seccomp), and puts the calls that it reports into words.
package filter

// What names the kind of a call that the kernel has told the arena of.
type What int

// The kinds of calls.
const (
	Attack  What = iota // what only an attack tries
	Suicide             // a signal to itself, which ends or stops it unless it catches that
	Exit                // the end of a process
	Thread              // the start of a thread
	Machine             // what the machine is like, of which the bot is shown one of its own
	Pair                // a pair of sockets
	Reap                // a change of what becomes of children that have ended
)
