//go:build linux

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

var processAttempts = map[string]func() error{
	"shell":         func() error { return exec.Command("/bin/sh", "-c", "exit 0").Run() },
	"starts-itself": startItself,
	"becomes":       func() error { return syscall.Exec("/bin/sh", []string{"sh", "-c", "exit 5"}, nil) },
	"written":       runWritten,
	"sealed-again":  sealedAgain,
	"session":       func() error { _, err := unix.Setsid(); return err },
	"other-group":   func() error { return unix.Setpgid(0, unix.Getppid()) },
	"outlive":       func() error { return unix.Prctl(unix.PR_SET_PDEATHSIG, 0, 0, 0, 0) },
	"signal-arena":  func() error { return unix.Kill(targetNumber("arena"), 0) },
	"stop-arena":    func() error { return unix.Tgkill(targetNumber("arena"), targetNumber("arena"), 0) },
	"kill-victim":   func() error { return unix.Kill(targetNumber("victim"), unix.SIGKILL) },
	"kill-by-file":  killByFile,
	"signal-all":    func() error { return unix.Kill(-1, 0) }, // which only asks whether it might
	"core":          func() error { return unix.Prctl(unix.PR_SET_DUMPABLE, 1, 0, 0, 0) },
	"set-user":      func() error { return rawCall(unix.SYS_SETRESUID, ^uintptr(0), 0, ^uintptr(0)) },
	"take-rights":   takeRights,
	"set-uid":       func() error { return os.Chmod(ownFile(), os.ModeSetuid|0o755) },
	"has-rights":    hasRights,
}

func rawCall(call uintptr, args ...uintptr) error {
	var a [6]uintptr
	copy(a[:], args)
	if _, _, errno := syscall.RawSyscall6(call, a[0], a[1], a[2], a[3], a[4], a[5]); errno != 0 {
		return errno
	}
	return nil
}

func startItself() error {
	c := exec.Command("/proc/self/exe", "march")
	err := c.Start()
	if err == nil {
		_ = c.Wait() // it reads nothing, and so ends
	}
	return err
}

func runWritten() error {
	path := filepath.Join(os.TempDir(), "script")
	if err := os.WriteFile(path, []byte("#!/bin/true\n"), 0o700); err != nil {
		return err
	}
	return exec.Command(path).Run()
}

// sealedAgain starts the sealed copy of its program once more.
func sealedAgain() error {
	var empty [1]byte
	for fd := uintptr(3); fd < 2048; fd++ {
		err := rawCall(unix.SYS_EXECVEAT, fd, uintptr(unsafe.Pointer(&empty)), 0, 0, unix.AT_EMPTY_PATH)
		if err != syscall.EPERM && err != syscall.EBADF && err != syscall.EACCES {
			return err
		}
	}
	return errors.New("no file can be started")
}

func killByFile() error {
	fd, err := unix.PidfdOpen(targetNumber("victim"), 0)
	if err != nil {
		return err
	}
	return unix.PidfdSendSignal(fd, unix.SIGKILL, nil, 0)
}

func ownFile() string {
	path := filepath.Join(os.TempDir(), "set-uid")
	_ = os.WriteFile(path, nil, 0o700)
	return path
}

// takeRights takes those that it has.
func takeRights() error {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var own [2]unix.CapUserData
	if err := unix.Capget(&header, &own[0]); err != nil {
		return err
	}
	return unix.Capset(&header, &own[0])
}

// hasRights succeeds if there is any right that it has or could get.
func hasRights() error {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var own [2]unix.CapUserData
	if err := unix.Capget(&header, &own[0]); err != nil {
		return err
	}
	no, err := unix.PrctlRetInt(unix.PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0)
	if err != nil {
		return err
	}
	for capability := range uintptr(64) {
		if held, err := unix.PrctlRetInt(unix.PR_CAPBSET_READ, capability, 0, 0, 0); err == nil && held == 1 && no == 0 {
			return nil
		}
	}
	if own != [2]unix.CapUserData{} || os.Getuid() == 0 {
		return nil
	}
	return errors.New("none, and none to get")
}
