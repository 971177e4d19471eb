//go:build linux

package main

import (
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// watching is the argument with which go test starts this program in place of each test binary.
const watching = "-watch"

// measured is what the tests of a package had cost at some moments: at first nothing, at last all.
type measured struct {
	Package string
	Samples []sample
}

type sample struct {
	At  time.Time
	CPU time.Duration
}

// watch runs a test binary, and appends what it cost, with all that it started, to a file.
func watch(file string, command []string) int {
	runtime.LockOSThread() // the test binary ends with the thread that starts it
	binary := exec.Command(command[0], command[1:]...)
	binary.Stdin, binary.Stdout, binary.Stderr = os.Stdin, os.Stdout, os.Stderr
	binary.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGQUIT)
	of := measured{packageOf(command[0]), []sample{{At: time.Now()}}}
	if err := binary.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	of.Samples = append(of.Samples, samplesOf(binary, signals)...)
	if err := record(file, of); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if !binary.ProcessState.Exited() {
		fmt.Fprintln(os.Stderr, binary.ProcessState)
		return 1
	}
	return binary.ProcessState.ExitCode()
}

// packageOf is the package whose tests a binary has.
func packageOf(binary string) string {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return binary
	}
	return strings.TrimSuffix(info.Path, ".test")
}

// samplesOf looks at a test binary twice a second until it ends, and passes on what go test tells it.
func samplesOf(binary *exec.Cmd, signals <-chan os.Signal) (samples []sample) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = binary.Wait() // its state says it
	}()
	every := time.NewTicker(time.Second / 2)
	defer every.Stop()
	for {
		select {
		case s := <-signals:
			_ = binary.Process.Signal(s) // or it has ended
		case at := <-every.C:
			samples = append(samples, sample{at, cpuOf(binary.Process.Pid)})
		case <-ended:
			return append(samples, sample{time.Now(), binary.ProcessState.UserTime() + binary.ProcessState.SystemTime()})
		}
	}
}

// record appends a line in one write, as others append to the same file.
func record(file string, of measured) error {
	line, err := json.Marshal(of)
	if err != nil {
		return err
	}
	to, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = to.Write(append(line, '\n'))
	return errors.Join(err, to.Close())
}
