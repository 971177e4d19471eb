//go:build linux

package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// run runs go test, and returns the exit code.
func run(report string, command []string) (code int) {
	temp, err := os.MkdirTemp("", "testrun")
	if err != nil {
		return failed(err)
	}
	defer func() {
		if err := os.RemoveAll(temp); err != nil {
			code = max(code, failed(err))
		}
	}()
	costs := filepath.Join(temp, "costs")
	told := newTold(os.Stdout)
	code, err = test(command, costs, told)
	if err != nil {
		return failed(err)
	}
	suffix := ""
	if slices.Contains(command, "-race") {
		suffix = " (race)"
	}
	if err := told.report(report, costs, suffix); err != nil {
		return failed(err)
	}
	return max(code, noneLeft())
}

func failed(err error) int {
	fmt.Fprintln(os.Stderr, "testrun:", err)
	return 1
}

// test starts go test, and waits for it and for all that its tests leave behind, which is handed to this process.
func test(command []string, costs string, told *told) (code int, err error) {
	own, err := os.Executable()
	if err != nil {
		return 0, err
	}
	program, err := exec.LookPath(command[0])
	if err != nil {
		return 0, err
	}
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return 0, err
	}
	read, write, err := os.Pipe()
	if err != nil {
		return 0, err
	}
	command = append(command, "-json", fmt.Sprintf("-exec='%s' %s '%s'", own, watching, costs))
	started, err := os.StartProcess(program, command, &os.ProcAttr{Files: []*os.File{nil, write, os.Stderr}})
	if err != nil {
		return 0, err
	}
	if err := write.Close(); err != nil {
		return 0, err
	}
	ended := make(chan int)
	go func() { ended <- reap(started.Pid) }()
	err = told.read(read)
	_, _ = io.Copy(io.Discard, read) // or it would wait for ever
	return <-ended, err
}

// reap waits for one process, and for others that end meanwhile.
func reap(wanted int) int {
	for {
		var status syscall.WaitStatus
		id, err := syscall.Wait4(-1, &status, 0, nil)
		switch {
		case err == syscall.EINTR:
		case err != nil:
			return failed(err)
		case id != wanted:
		case status.Exited():
			return status.ExitStatus()
		default:
			return failed(fmt.Errorf("go test: %v", status.Signal()))
		}
	}
}

// noneLeft ends processes that tests have left, and returns the exit code. Those that are ending get some time.
func noneLeft() int {
	left := leftTo(os.Getpid())
	for range 50 {
		if len(left) == 0 {
			return 0
		}
		time.Sleep(100 * time.Millisecond)
		left = leftTo(os.Getpid())
	}
	fmt.Fprintf(os.Stderr, "tests have left processes:\n%s\n", strings.Join(left, "\n"))
	for _, one := range left {
		var id int
		if _, err := fmt.Sscanf(one, "%d:", &id); err == nil {
			_ = syscall.Kill(id, syscall.SIGKILL)
		}
	}
	return 1
}
