package system

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"

	"golang.org/x/sys/unix"
)

// pin binds this process, and every process that it starts from now on, to one of the
// processors that it may use: to one that fewest processes of this machine are bound to by pin.
// Of those it takes the one with number n, or the next; so processes that are started together
// look at different ones first. In a match only one side works at a time, and on a single
// processor a message wakes no other one.
func pin(n int) error {
	var allowed, one unix.CPUSet
	if err := unix.SchedGetaffinity(0, &allowed); err != nil {
		return err
	}
	var numbers []int
	for cpu := 0; len(numbers) < allowed.Count(); cpu++ {
		if allowed.IsSet(cpu) {
			numbers = append(numbers, cpu)
		}
	}
	cpu, _ := claim("arena", numbers, n) // which is held as long as the process lives
	one.Set(cpu)
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return err
	}
	for _, thread := range threads {
		id, err := strconv.Atoi(thread.Name())
		if err != nil {
			return err
		}
		// Threads come and go: one that is gone needs no binding, and a new one
		// inherits it.
		if err := unix.SchedSetaffinity(id, &one); err != nil && !errors.Is(err, unix.ESRCH) {
			return err
		}
	}
	runtime.GOMAXPROCS(1)
	return nil
}

// mostClaims is how many processes are spread evenly over each processor.
const mostClaims = 64

// claim chooses one of the processors, and says so by a name that only one process at a time can
// have: that of an abstract socket, which is free again when the process has ended, however it did.
// It is a file descriptor, or -1 if there are no such sockets here.
func claim(prefix string, processors []int, n int) (processor, socket int) {
	socket, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return processors[n%len(processors)], -1
	}
	for claims := range mostClaims {
		for i := range processors {
			processor := processors[(n+i)%len(processors)]
			name := fmt.Sprintf("@%s/processor/%d/%d", prefix, processor, claims)
			if unix.Bind(socket, &unix.SockaddrUnix{Name: name}) == nil {
				return processor, socket
			}
		}
	}
	_ = unix.Close(socket)
	return processors[n%len(processors)], -1
}
