//go:build linux && (amd64 || arm64)

package hostile

import (
	"github.com/botarena/arena/engine/match"
)

// outOfMemory is the end of a bot that takes what only the arena's look at it finds, or, at
// the level strict, a cgroup: whichever comes first.
var outOfMemory = frozen(match.TooMuchMemory, "the most is 128 MiB|needed more than 128 MiB")

// doneWithRoot is the end of a bot that changes the rights of its own files, which takes a root
// folder of its own: Landlock does not tell whose files are changed.
var doneWithRoot = plays("done|operation not permitted")

var memoryEnemies = []enemy{
	{
		names: []string{"heap"}, does: "takes more memory than it may have", free: done,
		held: frozen(match.TooMuchMemory, "needed more than 128 MiB of memory"),
	},
	{
		names: []string{"heap"}, in: goPlugin, does: "takes more memory than it may have", free: done,
		held: frozen(match.TooMuchMemory, "needed more than 128 MiB of memory"),
	},
	{
		names: []string{"malloc"}, in: inC, does: "takes more memory than it may have", free: done,
		held: plays("cannot allocate memory"),
	},
	{
		names: []string{"py-memory"}, in: inPython, does: "takes more memory than it may have", free: done,
		held: plays("MemoryError"),
	},
	{
		names: []string{"read-only"}, does: "takes memory and makes it read-only, so that the system forgets it",
		free: frozen(match.Late, "gave no answer"), held: outOfMemory,
	},
	{
		names: []string{"page-tables"}, does: "makes the kernel take memory for its page tables",
		free: frozen(match.Late, "gave no answer"), held: outOfMemory,
	},
	{
		names: []string{"sh-memory"}, in: inShell, does: "takes memory in eight children", free: end{kind: whatever},
		held: outOfMemory, spaces: true,
	},
	{
		names: []string{"shared", "memfd", "growing"}, does: "takes memory that the limit would not count", free: done,
		held: denied,
	},
	{
		names: []string{"shm", "messages", "semaphores", "queue"}, in: inC,
		does: "makes memory, queues or semaphores that outlive it", free: done, held: denied,
	},
	{names: []string{"dev-shm", "dev-zero"}, does: "takes memory by a device", free: done, held: invisible},
	{
		names: []string{"locked"}, does: "locks memory", free: done,
		held: plays("operation not permitted|cannot allocate memory"),
	},
	{names: []string{"lock-all"}, in: inC, does: "locks memory", free: done, held: denied},
	{names: []string{"socket-pairs"}, does: "fills buffers of the kernel", free: done, held: plays("too many open files")},
	{
		names: []string{"recursion", "alloca"}, in: inC, does: "overflows its stack",
		free: frozen(match.Crash, "segmentation fault"), held: frozen(match.Crash, "segmentation fault"),
	},
	{
		names: []string{"py-recursion"}, in: inPython, does: "overflows its stack",
		free: frozen(match.Crash, "exited with code 1"), held: frozen(match.Crash, "exited with code 1"),
	},
	{
		names: []string{"threads"}, in: inC, does: "starts 300 threads", free: done,
		held: frozen(match.TooManyThreads, "more than 64 threads"),
	},
	{
		names: []string{"py-threads"}, in: inPython, does: "starts 300 threads", free: done,
		held: frozen(match.TooManyThreads, "more than 64 threads"),
	},
	{names: []string{"open-files"}, does: "opens 400 files", free: done, held: plays("too many open files")},
	{
		names: []string{"own-folder"}, does: "writes a file of 64 MB", free: done,
		held: plays("no space left on device|file too large"),
	},
	{
		names: []string{"many-files"}, does: "makes 2000 files", free: done, held: plays("no space left on device"),
		spaces: true,
	},
	{names: []string{"deep-folder"}, does: "leaves folders that are hard to remove", free: done, held: done},
	{names: []string{"locked-door"}, does: "leaves folders that are hard to remove", free: done, held: doneWithRoot},
}

var processEnemies = []enemy{
	{
		names: []string{"fork", "posix-fork", "vfork", "namespace"}, in: inC, does: "starts a process", free: done,
		held: denied,
	},
	{names: []string{"clone3"}, in: inC, does: "starts a process", free: done, held: plays("function not implemented")},
	{names: []string{"py-fork", "py-subprocess"}, in: inPython, does: "starts a process", free: done, held: denied},
	{
		names: []string{"py-becomes"}, in: inPython, does: "becomes a shell", free: frozen(match.Crash, "exited with code 5"),
		held: denied,
	},
	{names: []string{"becomes"}, does: "becomes a shell", free: frozen(match.Crash, "exited with code 5"), held: denied},
	{
		names: []string{"shell", "starts-itself", "written"}, does: "starts a shell, itself, or what it wrote", free: done,
		held: denied,
	},
	{
		names: []string{"sealed-again"}, does: "starts the copy of its program again", free: plays("no file can be started"),
		held: another,
	},
	{names: []string{"bomb"}, in: inC, does: "starts processes without end", free: done, held: denied},
	{
		names: []string{"sh-bomb"}, in: inShell, does: "starts 300 processes", free: done, held: frozen(anything, ""),
		leaves: true, spaces: true,
	},
	{
		names: []string{"sh-daemon"}, in: inShell, does: "leaves a process in a session of its own", free: done, held: done,
		leaves: true, spaces: true,
	},
	{
		names: []string{"daemon"}, in: inC, does: "leaves a process in a session of its own", free: done, held: denied,
		leaves: true,
	},
	{
		names: []string{"daemon-exits"}, in: inC, does: "leaves a process that holds its pipes open, and ends",
		free: frozen(match.Crash, "exited with code 1"), held: frozen(match.Crash, "exited with code 1"), leaves: true,
	},
	{names: []string{"outlive"}, does: "asks to outlive the arena", free: done, held: denied},
	{names: []string{"other-group"}, does: "joins the arena's group of processes", free: denied, held: denied},
	{names: []string{"session"}, does: "begins a session", free: denied, held: denied},
	{
		names: []string{"signal-arena", "stop-arena", "signal-all"}, does: "signals the arena, or everybody", free: done,
		held: denied,
	},
	{names: []string{"py-kill"}, in: inPython, does: "signals the arena", free: done, held: denied},
	{names: []string{"kill-victim", "kill-by-file"}, does: "kills another process", free: done, held: denied, kills: true},
	{names: []string{"its-limits"}, does: "looks at the limits of another process", free: done, held: denied},
	{names: []string{"ptrace"}, does: "traces another process", free: done, held: violation("traced a process (ptrace)")},
	{
		names: []string{"vm-read"}, does: "reads the memory of another process", free: done,
		held: violation("read the memory of a process"),
	},
	{
		names: []string{"vm-write"}, does: "writes to the memory of another process", free: done,
		held: violation("wrote to the memory of a process"),
	},
	{
		names: []string{"take-file"}, does: "takes an open file of another process", free: done,
		held: violation("took a file of another process"),
	},
	{names: []string{"take-rights", "core"}, does: "sets its rights", free: done, held: denied},
	{names: []string{"set-user"}, does: "becomes root", free: harmless, held: denied},
	{
		names: []string{"has-rights"}, does: "looks for a right that it has or could get", free: done,
		held: plays("none, and none to get"),
	},
	{
		names: []string{"set-uid"}, does: "makes a set-user-ID program, which nobody can start", free: done,
		held: doneWithRoot,
	},
}

var fileEnemies = []enemy{
	{
		names: []string{"secret", "secret-above", "passwd"}, does: "reads a file of the user's or the system's", free: done,
		held: invisible,
	},
	{
		names: []string{"sh-secret"}, in: inShell, does: "reads a file of the user's", free: done, held: plays("refused"),
		spaces: true,
	},
	{
		names: []string{"py-secret", "py-shadow"}, in: inPython, does: "reads a file of the user's or the system's",
		free: done, held: plays("no such file or directory|permission denied"),
	},
	{names: []string{"home"}, does: "lists a folder of the user's", free: done, held: invisible},
	{
		names: []string{"temp"}, does: "lists the folder with the folders of all bots", free: done,
		held: plays("permission denied"),
	},
	{
		names: []string{"root"}, does: "lists the root folder", free: done,
		held: plays("permission denied|nothing of the system's"),
	},
	{
		names: []string{"beside", "overwrite", "remove", "replace"},
		does:  "writes, overwrites, removes or replaces a file of the user's", free: done, held: invisible,
	},
	{
		names: []string{"itself"}, does: "overwrites its own program", free: plays("text file busy|permission denied"),
		held: invisible,
	},
	{
		names: []string{"py-itself"}, in: inPython, does: "overwrites its own program", free: plays("done|permission denied"),
		held: plays("permission denied|read-only file system"),
	},
	{
		names: []string{"py-beside"}, in: inPython, does: "looks for files beside its own", free: done,
		held: plays("nothing but itself|permission denied"),
	},
	{
		names: []string{"symlink", "hardlink", "fifo"}, does: "makes a link to a file of the user's, or a pipe with a name",
		free: done, held: denied,
	},
	{names: []string{"processes"}, does: "lists the processes", free: done, held: invisible},
	{
		names: []string{"py-processes"}, in: inPython, does: "lists the processes", free: done,
		held: plays("none but its own|permission denied"),
	},
	{
		names: []string{"its-environ", "its-command", "machine-id"}, does: "reads about the arena or the machine in /proc",
		free: done, held: invisible,
	},
	{
		names: []string{"py-oom-score"}, in: inPython, does: "writes to /proc", free: done,
		held: plays("permission denied|no such file or directory"),
	},
	{names: []string{"py-environ"}, in: inPython, does: "reads about the arena in /proc", free: done, held: invisible},
	{
		names: []string{"its-files", "its-memory", "its-program"}, does: "reads about another process in /proc", free: done,
		held: invisible,
	},
	{
		names: []string{"environment"}, does: "looks for the user's environment variables",
		free: plays("nothing of the user's"), held: plays("nothing of the user's"),
	},
	{
		names: []string{"arena-pid"}, does: "looks for the number of the arena's process", free: done,
		held: plays("not told"), spaces: true,
	},
	{
		names: []string{"host-name"}, does: "asks for the name of the machine", free: done, held: plays("another name"),
		spaces: true,
	},
	{
		names: []string{"inherits"}, in: inC, does: "looks for a file that the arena has open", free: done,
		held: plays("only 0 1 2 3 4"),
	},
	{
		names: []string{"flock", "lease", "file-lock"}, does: "locks a file, by which bots could talk", free: done,
		held: denied,
	},
	{
		names: []string{"touch-device"}, does: "sets the time of a device, by which bots could talk", free: done,
		held: plays("read-only file system"), spaces: true,
	},
}

var networkEnemies = []enemy{
	{
		names: []string{"tcp", "tcp6", "listens"}, does: "opens a TCP connection", free: done,
		held: violation("opened a TCP connection"),
	},
	{
		names: []string{"tcp"}, in: goPlugin, does: "opens a TCP connection", free: done,
		held: violation("opened a TCP connection"),
	},
	{
		names: []string{"py-tcp"}, in: inPython, does: "opens a TCP connection", free: done,
		held: violation("opened a TCP connection"),
	},
	{
		names: []string{"udp", "dns"}, does: "sends by UDP, or asks for the address of a name", free: done,
		held: violation("opened a UDP socket"),
	},
	{
		names: []string{"ping"}, does: "opens a raw socket", free: harmless,
		held: violation("opened a raw socket of the internet"),
	},
	{names: []string{"netlink"}, does: "opens a socket of the kernel's", free: done, held: denied},
	{
		names: []string{"vsock", "packet", "alg", "seqpacket"}, does: "opens a rare kind of socket", free: harmless,
		held: denied,
	},
	{
		names: []string{"path", "abstract", "datagram"}, does: "talks to a socket of another program on this machine",
		free: done, held: denied,
	},
	{
		names: []string{"py-unix"}, in: inPython, does: "talks to a socket of another program on this machine", free: done,
		held: denied,
	},
	{
		names: []string{"intruder"}, does: "tells the rivals' servers to end", in: goPlugin,
		free: plays("every server refused"), held: plays("no socket is seen"),
	},
}

var kernelEnemies = []enemy{
	{
		names: []string{"keyctl", "add_key"}, does: "uses the kernel's keys", free: done,
		held: violation("used the kernel's keys"),
	},
	{
		names: []string{"mount", "fsopen", "pivot_root", "chroot"}, does: "changes what is mounted", free: harmless,
		held: violation("mounted a file system|changed the root folder"),
	},
	{names: []string{"unshare", "setns"}, does: "makes or enters a namespace", free: done, held: violation("namespace")},
	{
		names: []string{"bpf", "init_module", "kexec_load"}, does: "loads something into the kernel", free: harmless,
		held: violation("loaded a program into the kernel|loaded a module into the kernel|replaced the kernel"),
	},
	{
		names: []string{"perf_event_open"}, does: "measures other programs", free: harmless,
		held: violation("measured other programs"),
	},
	{
		names: []string{"userfaultfd"}, does: "takes over page faults", free: harmless,
		held: violation("took over page faults"),
	},
	{
		names: []string{"by-handle"}, does: "opens a file by its handle", free: harmless,
		held: violation("opened a file by its handle"),
	},
	{
		names: []string{"reboot", "swapoff"}, does: "stops the machine", free: harmless,
		held: violation("restarted the machine|changed the swap space"),
	},
	{
		names: []string{"syslog", "fanotify"}, does: "watches the machine", free: harmless,
		held: violation("read the kernel's log|watched files"),
	},
	{names: []string{"io_uring"}, does: "uses io_uring", free: done, held: plays("function not implemented")},
	{names: []string{"personality", "new-filter", "inotify"}, does: "uses what few bots need", free: done, held: denied},
	{names: []string{"hostname"}, does: "renames the machine", free: harmless, held: denied},
	{
		names: []string{"int80", "x32"}, in: inC, does: "asks the kernel by another of its interfaces", free: harmless,
		held: frozen(match.Violation, "was ended by the sandbox"),
	},
	{
		names: []string{"aborts"}, in: inC, does: "aborts again and again, of which the arena is told",
		free: frozen(match.OverCPU, "of CPU time"), held: frozen(match.Crash, "aborted again and again"),
	},
	{names: []string{"types", "types-high"}, in: inC, does: "types on the user's terminal", free: done, held: denied},
}
