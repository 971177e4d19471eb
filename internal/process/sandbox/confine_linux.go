//go:build linux && (amd64 || arm64)

package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/botarena/arena/internal/process/sandbox/shim"
)

// Sandbox starts programs confined. It must be made by [New].
type Sandbox struct {
	level    Level
	layers   []Layer
	way      way
	programs sealed
	filters  filters
	started  atomic.Int64 // programs, to give each a processor in turn
}

// way is how far programs can be confined on this system.
type way struct {
	namespaces bool // all but that of users
	users      bool // and a namespace of users, without which only root may make the others
	ownUser    bool // each program runs as a user of its own
	proc       bool
	landlock   int // version
	filter     bool
	tell       bool // the filter tells the arena what a bot tried
}

// Start is a program that is about to be started through the shim.
type Start struct {
	report   *net.UnixConn // from the shim
	ours     []*os.File    // to be closed once the shim has them
	listener *os.File      // by which the kernel tells of calls; nil if it does not
	home     *os.Root      // the program's folder, if nobody else sees it; nil if it did not come, or was taken
	Children bool          // it may have some
	memory   int64         // that it may have, in bytes
	release  func()        // gives back its user
}

// Confine makes a command that has not been started yet start through the shim. Its
// files and environment are those of the program, and nothing else is. Once the command
// has been started, or could not be, [Start.Begun] must be called, and once it has ended,
// or could not be started, [Start.Stop].
func (s *Sandbox) Confine(c *exec.Cmd, p Program) (*Start, error) {
	o, err := s.order(c, p)
	if err != nil {
		return nil, err
	}
	if err := o.giveUser(); err != nil {
		return nil, err
	}
	start, err := o.passFiles()
	if err != nil {
		o.release()
		return nil, err
	}
	c.Path, c.Args, c.Err = "/proc/self/exe", o.Arguments(), nil
	c.Dir = "" // the shim goes there itself
	c.SysProcAttr = s.attributes(o.user)
	return start, nil
}

// attributes are those of the process of a shim, whose program becomes a user of its own unless
// that is 0.
func (s *Sandbox) attributes(user int) *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
	if s.way.namespaces {
		a.Cloneflags = unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET |
			unix.CLONE_NEWIPC | unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP
	}
	if !s.way.users {
		return a
	}
	a.Cloneflags |= unix.CLONE_NEWUSER
	group := user
	if user == 0 {
		user, group = os.Geteuid(), os.Getegid()
	} else { // the namespace has that user alone, and its maker must become that user, without any group of ours
		a.Credential = &syscall.Credential{Uid: insideUser, Gid: insideUser}
		a.GidMappingsEnableSetgroups = true
	}
	a.UidMappings = []syscall.SysProcIDMap{{ContainerID: insideUser, HostID: user, Size: 1}}
	a.GidMappings = []syscall.SysProcIDMap{{ContainerID: insideUser, HostID: group, Size: 1}}
	// The shim is not root, so that it would lose these when it is started.
	a.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_SETPCAP}
	return a
}

// insideUser is the number of the user in a namespace of users.
const insideUser = 1000

// Begun must be called when the command has been started, or could not be.
func (s *Start) Begun() {
	for _, f := range s.ours {
		_ = f.Close()
	}
}

// Await waits until the shim has become the program, and returns why it could not. If
// the process ends before that, Await returns nil: how it ended says more.
func (s *Start) Await() error {
	defer func() { _ = s.report.Close() }()
	var text []byte
	for len(text) < 4<<10 {
		part, rights := make([]byte, 512), make([]byte, 64)
		n, r, _, _, err := s.report.ReadMsgUnix(part, rights)
		if n <= 0 || err != nil {
			break
		}
		text = append(text, part[:n]...)
		if fd, is := passedFile(rights[:r]); is {
			s.take(part[n-1], fd)
		}
	}
	text = bytes.TrimPrefix(text, []byte{shim.Folder})
	text, told := bytes.CutPrefix(text, []byte{shim.Listener})
	if told && s.listener == nil { // the system drops a file for which there is no number left
		return &StepError{"seccomp", syscall.EMFILE}
	}
	if len(text) == 0 {
		return nil
	}
	step, number, _ := bytes.Cut(text, []byte{0})
	errno, err := strconv.Atoi(string(number))
	if err != nil {
		return fmt.Errorf("the shim said %q", text)
	}
	if string(step) == "start" {
		return syscall.Errno(errno) // as if the system had refused the program itself
	}
	return &StepError{string(step), syscall.Errno(errno)}
}

// take takes over a file that came with a letter, which says what it is.
func (s *Start) take(letter byte, fd int) {
	if letter == shim.Listener {
		s.listen(fd)
		return
	}
	s.home, _ = os.OpenRoot("/proc/self/fd/" + strconv.Itoa(fd)) // without /proc there is no sandbox
	_ = unix.Close(fd)
}

// Home returns the folder of the program as it is, also when the program has ended. It is nil if that is where the
// program was told, or if it was returned before. The caller closes it.
func (s *Start) Home() *os.Root {
	home := s.home
	s.home = nil
	return home
}

// passedFile returns the file that came with a message.
func passedFile(rights []byte) (fd int, is bool) {
	messages, err := unix.ParseSocketControlMessage(rights)
	if err != nil || len(messages) != 1 {
		return 0, false
	}
	files, err := unix.ParseUnixRights(&messages[0])
	if err != nil || len(files) != 1 {
		return 0, false
	}
	return files[0], true
}

// Stop ends a wait in [Start.Await] or [Start.Watch], and gives back what the program had.
// The program must have ended: its user may be the next one's.
func (s *Start) Stop() {
	s.release()
	_ = s.report.Close()
	if s.listener != nil {
		_ = s.listener.Close()
	}
	if s.home != nil {
		_ = s.home.Close()
	}
}

// HasRoot reports whether programs have a root folder of their own.
func (s *Sandbox) HasRoot() bool { return s.Confines() && s.way.namespaces }

// Builds reports whether programs can be confined that start others, as compilers do.
func (s *Sandbox) Builds() bool { return s.HasRoot() }

// Home returns the path of a program's own folder as the program sees it.
func (s *Sandbox) Home(folder string) string {
	if s.HasRoot() {
		return shim.Home
	}
	return folder
}

// Outside returns where a file in the folder of a running program is for us. The path is
// as the program told it, and believed only if it is directly in that folder.
func (s *Sandbox) Outside(pid int, path string) (string, error) {
	if filepath.Dir(path) != shim.Home {
		return "", errors.New("not in its own folder")
	}
	return filepath.Join("/proc", strconv.Itoa(pid), "root", path), nil
}

// highest is the number of the program's file, if as many may be open.
const highest = 1000

// socketPair returns two sockets that are connected: ours, and one for the shim.
func socketPair() (ours *net.UnixConn, theirs *os.File, err error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("socketpair: %w", err)
	}
	file := os.NewFile(uintptr(fds[0]), "report")
	defer func() { _ = file.Close() }()
	theirs = os.NewFile(uintptr(fds[1]), "report")
	conn, err := net.FileConn(file)
	if err != nil {
		_ = theirs.Close()
		return nil, nil, err
	}
	ours, _ = conn.(*net.UnixConn)
	return ours, theirs, nil
}

// starter runs functions on a thread that lives as long as the arena. The system ends a
// bot not when the arena ends, but when the thread does that started it.
var starter = sync.OnceValue(func() chan<- func() {
	tasks := make(chan func())
	go func() {
		runtime.LockOSThread()
		for task := range tasks {
			task()
		}
	}()
	return tasks
})

// Run calls a function that starts a confined command, where that must be called.
func (s *Sandbox) Run(start func() error) error {
	result := make(chan error)
	starter() <- func() { result <- start() }
	return <-result
}

// inMemory is a folder that containers have even if nothing else of theirs can be written to.
const inMemory = "/dev/shm"

// TempFolder returns the folder for the temporary folders of bots: the usual one, if that can be
// written to or the user names it.
func TempFolder() string {
	usual := os.TempDir()
	if os.Getenv("TMPDIR") == "" && !isWritable(usual) && isWritable(inMemory) {
		return inMemory
	}
	return usual
}

func isWritable(folder string) bool { return unix.Access(folder, unix.W_OK|unix.X_OK) == nil }

// folderError reports that there is no folder even for the probe.
type folderError struct{ error }

func (e *folderError) Unwrap() error { return e.error }

// Hint returns what gives one.
func (e *folderError) Hint() string {
	if surroundingsNow().container {
		return "docker run --tmpfs /tmp"
	}
	return "set TMPDIR to a folder that exists and can be written to"
}
