//go:build linux

package main

import (
	"errors"
	"syscall"

	"golang.org/x/sys/unix"
)

// kernelAttempts are calls that no bot needs, mostly with arguments that are wrong, so
// that nothing comes of them even for root.
var kernelAttempts = map[string]func() error{
	"ptrace":    trace,
	"vm-read":   func() error { return readVictim(unix.SYS_PROCESS_VM_READV) },
	"vm-write":  func() error { return readVictim(unix.SYS_PROCESS_VM_WRITEV) },
	"take-file": takeFile,

	"keyctl":          func() error { return asked(rawCall(unix.SYS_KEYCTL, unix.KEYCTL_GET_KEYRING_ID, ^uintptr(2))) },
	"add_key":         func() error { return asked(rawCall(unix.SYS_ADD_KEY)) },
	"bpf":             func() error { return asked(rawCall(unix.SYS_BPF, 999)) },
	"perf_event_open": func() error { return asked(rawCall(unix.SYS_PERF_EVENT_OPEN)) },
	"userfaultfd":     func() error { return asked(rawCall(unix.SYS_USERFAULTFD, 0xffff)) },
	"mount":           func() error { return asked(unix.Mount("", "/nowhere", "tmpfs", 0, "")) },
	"fsopen":          func() error { return asked(rawCall(unix.SYS_FSOPEN)) },
	"pivot_root":      func() error { return asked(rawCall(unix.SYS_PIVOT_ROOT)) },
	"chroot":          func() error { return asked(unix.Chroot("/nowhere")) },
	"unshare":         func() error { return asked(unix.Unshare(0)) },
	"setns":           func() error { return asked(unix.Setns(-1, 0)) },
	"by-handle":       func() error { return asked(rawCall(unix.SYS_OPEN_BY_HANDLE_AT, ^uintptr(0))) },
	"init_module":     func() error { return asked(rawCall(unix.SYS_INIT_MODULE)) },
	"kexec_load":      func() error { return asked(rawCall(unix.SYS_KEXEC_LOAD, 0, 99)) },
	"reboot":          func() error { return asked(rawCall(unix.SYS_REBOOT)) },
	"swapoff":         func() error { return asked(rawCall(unix.SYS_SWAPOFF)) },
	"syslog":          func() error { return asked(rawCall(unix.SYS_SYSLOG, 99)) },
	"fanotify":        func() error { return asked(rawCall(unix.SYS_FANOTIFY_INIT, ^uintptr(0))) },

	"io_uring":    func() error { return asked(rawCall(unix.SYS_IO_URING_SETUP)) },
	"personality": func() error { return rawCall(unix.SYS_PERSONALITY, 0xffffffff) },
	"hostname":    func() error { return asked(rawCall(unix.SYS_SETHOSTNAME, 0, ^uintptr(0))) },
	"new-filter":  func() error { return asked(rawCall(unix.SYS_SECCOMP, 99)) },
	"inotify":     func() error { _, err := unix.InotifyInit1(0); return err },
}

// asked turns the error that the kernel gives to wrong arguments into none: it did not
// refuse the call itself.
func asked(err error) error {
	for _, wrong := range []error{
		unix.EINVAL, unix.EFAULT, unix.EBADF, unix.ENOENT, unix.ENOKEY, unix.E2BIG, unix.ENXIO, unix.ENODEV, unix.ESRCH,
	} {
		if errors.Is(err, wrong) {
			return nil
		}
	}
	return err
}

func trace() error {
	victim := targetNumber("victim")
	err := unix.PtraceSeize(victim)
	if err == nil {
		_ = unix.PtraceDetach(victim)
	}
	return err
}

// readVictim asks for memory that nobody has.
func readVictim(call uintptr) error {
	here := make([]byte, 1)
	local := []unix.Iovec{{Base: &here[0], Len: 1}}
	remote := []unix.RemoteIovec{{Base: 8, Len: 1}}
	var err error
	if call == unix.SYS_PROCESS_VM_READV {
		_, err = unix.ProcessVMReadv(targetNumber("victim"), local, remote, 0)
	} else {
		_, err = unix.ProcessVMWritev(targetNumber("victim"), local, remote, 0)
	}
	if errors.Is(err, syscall.EFAULT) {
		return nil // there is none at this address, but it was looked for
	}
	return err
}

func takeFile() error {
	fd, err := unix.PidfdOpen(targetNumber("victim"), 0)
	if err != nil {
		fd = -1
	}
	_, err = unix.PidfdGetfd(fd, 1, 0)
	return err
}
