package sandbox

import (
	"os"
	"syscall"

	"github.com/botarena/arena/internal/process/sandbox/filter"
)

// Program is a program to confine.
type Program struct {
	Bot     string     // the file or folder that is the bot
	Folder  string     // a folder of the host's for this process alone, empty
	Counted bool       // what children use is counted already, if it is a program that needs some
	Groups  []*os.File // that take the members of cgroups: it begins in these
	Reads   []string   // files and folders beyond the bot that it must be able to read
	Limits  Limits

	// Builds says that it is a compiler, or the like: it may start all that it sees but the bot's own files, has nobody
	// who counts what these use but [Limits], and is not told where Reads are. It takes namespaces: see [Sandbox.Builds].
	Builds bool
	// Executes says that what builds may also start the bot's own files, and what it has written, as Cargo does.
	Executes bool
	// Tool is a program that what builds starts: it is shown with its folder, its libraries and headers, if that is called
	// bin, and else alone. Beside these a user may have anything, as Cargo has what it signs in with.
	Tool string

	probe bool // it is given all that any program may be given, to see whether it can be
}

// Limits bound what a program may use. Zero means no limit, except for Disk and Files.
type Limits struct {
	// Memory is how many bytes of memory it may have. It can't have shared or locked memory.
	Memory int64
	// Disk is how many bytes its folder may hold, and Files how many files.
	Disk, Files int64
	// Threads is how many threads it may have.
	Threads int64
	// Open is how many files may be open at once. Less are allowed where they would hold more
	// of the kernel's memory than usual: see [mostBuffered] and [mostOpenEach].
	Open int64
}

// mostBuffered is how much of the kernel's memory the files of a program may hold, which
// counts for nobody. A socket holds most: as much as the system lets each send.
const mostBuffered = 48 << 20

// leastOpen is how many files every runtime needs.
const leastOpen = 32

// mostOpenEach is how many files each process of a program with children may have open: 64 processes
// have 64 times as many.
const mostOpenEach = leastOpen

// openFor returns how many files may be open where sockets hold so many bytes each.
func openFor(most, buffer int64) int64 {
	if buffer <= 0 {
		return most
	}
	return min(most, max(leastOpen, mostBuffered/buffer))
}

// Overhead is memory that a program may have beyond [Limits.Memory]: a runtime takes it
// before it does anything.
const Overhead = 64 << 20

// DefaultLimits returns limits that every usual program keeps. The memory is the same on every machine, as
// verdicts would differ otherwise: four bots of it leave a laptop of 8 GB enough for itself.
func DefaultLimits() Limits {
	return Limits{Memory: 512 << 20, Disk: 16 << 20, Files: 1024, Threads: 64, Open: 128}
}

// Call is a system call of a bot that waits until the arena has decided.
type Call struct {
	What   filter.What
	Words  string         // what the bot did by an attack or a suicide, in words that follow its name
	Thread int            // the number of the thread that made it
	At     uintptr        // where it says what it wants, if it is [filter.Reap]
	Signal syscall.Signal // of a suicide
}
