//go:build unix

package host_test

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
	"google.golang.org/grpc"
)

// enemies are bots that exhaust what they may have, or leave processes behind. Many more
// are in folder hostile; these are for tests of how the host does what it does.
var enemies = map[string]func(){
	"othergroup": misbehave(func() {
		_ = syscall.Setpgid(0, os.Getppid()) // the arena's own group, if we may
		_ = syscall.Setpgid(0, 0)
		time.Sleep(time.Hour)
	}),
	"heirs":   misbehave(leaveHeirs),
	"hoard":   misbehave(hoard),
	"gorge":   misbehave(gorge),
	"threads": misbehave(func() { startThreads(0) }),
	"weaver":  misbehave(func() { startThreads(5 * time.Millisecond) }), // as fast as it is looked at
	"deafheirs": func() {
		serveRaw(func(grpc.ServerStream) error { leaveHeirs(); return nil })
	},
}

func init() {
	for name, bot := range enemies {
		programs[name] = bot
	}
}

// leaveHeirs starts a child in a session of its own that inherits every open file, the
// pipes and sockets to the arena among them, and exits.
func leaveHeirs() {
	child := exec.Command("/bin/sleep", "20")
	child.Stdout, child.Stderr = os.Stdout, os.Stderr
	for fd := uintptr(3); fd < 64; fd++ {
		if _, _, errno := syscall.Syscall(syscall.SYS_FCNTL, fd, syscall.F_GETFD, 0); errno == 0 {
			child.ExtraFiles = append(child.ExtraFiles, os.NewFile(fd, "inherited"))
		}
	}
	child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := child.Start(); err != nil {
		panic(err)
	}
	fmt.Fprintf(os.Stderr, "child %d\n", child.Process.Pid)
	syscall.Exit(1)
}

// hoardPiece is what is taken at a time, and hoarded what is in the end: far more than any limit of these tests.
const hoardPiece, hoarded = 16 << 20, 512 << 20

// startThreads starts threads without end.
func startThreads(pause time.Duration) {
	for {
		go func() {
			runtime.LockOSThread()
			time.Sleep(time.Hour)
		}()
		runtime.Gosched()
		time.Sleep(pause)
	}
}

// gorge takes much memory in the usual way.
func gorge() {
	var all [][]byte
	for range hoarded / hoardPiece {
		piece := make([]byte, hoardPiece)
		for i := 0; i < len(piece); i += 4096 {
			piece[i] = 1
		}
		all = append(all, piece)
	}
	fmt.Fprintln(os.Stderr, "took", len(all), "pieces")
	select {}
}

// hoard takes much memory, of which the system counts only one piece at a time.
func hoard() {
	for range hoarded / hoardPiece {
		piece, err := syscall.Mmap(-1, 0, hoardPiece, syscall.PROT_READ|syscall.PROT_WRITE,
			syscall.MAP_PRIVATE|syscall.MAP_ANON)
		if err != nil {
			panic(err)
		}
		for i := 0; i < len(piece); i += 4096 {
			piece[i] = 1
		}
		if err := unix.Mprotect(piece, unix.PROT_READ); err != nil {
			panic(err)
		}
	}
	fmt.Fprintln(os.Stderr, "took it all")
	select {}
}
