//go:build linux && (amd64 || arm64)

package filter

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// SignalOf returns the signal of a suicide.
func SignalOf(call int, args [6]uint64) unix.Signal {
	for _, c := range signalCalls {
		if c.number == uintptr(call) {
			return unix.Signal(int32(args[c.signal])) //nolint:gosec // the kernel looks at this half only
		}
	}
	return 0
}

// Judge returns what a call is about, and of an attack and a suicide what the bot did, in
// words that follow its name.
func Judge(call int, args [6]uint64) (What, string) {
	switch uintptr(call) {
	case unix.SYS_KILL, unix.SYS_TKILL, unix.SYS_TGKILL, unix.SYS_RT_SIGQUEUEINFO, unix.SYS_RT_TGSIGQUEUEINFO:
		return Suicide, fmt.Sprintf("was ended by a signal (%v)", SignalOf(call, args))
	case unix.SYS_EXIT_GROUP:
		return Exit, ""
	case unix.SYS_RT_SIGACTION:
		return Reap, ""
	case unix.SYS_CLONE:
		return Thread, ""
	case unix.SYS_SOCKETPAIR:
		return Pair, ""
	case unix.SYS_SYSINFO:
		return Machine, ""
	case unix.SYS_EXECVEAT:
		return Attack, "tried to become another program (execveat)"
	case unix.SYS_SOCKET:
		return Attack, "opened " + socket(args[1])
	}
	if words, known := attacks[uintptr(call)]; known {
		return Attack, words
	}
	return Attack, fmt.Sprintf("asked the system for what no bot needs (call %d)", call)
}

// socket returns what kind of socket of the internet it is.
func socket(kind uint64) string {
	switch kind & 0xf {
	case unix.SOCK_STREAM:
		return "a TCP connection"
	case unix.SOCK_DGRAM:
		return "a UDP socket"
	}
	return "a raw socket of the internet"
}

// attacks says what a bot did by a call.
var attacks = map[uintptr]string{
	unix.SYS_PTRACE:            "traced a process (ptrace)",
	unix.SYS_PROCESS_VM_READV:  "read the memory of a process (process_vm_readv)",
	unix.SYS_PROCESS_VM_WRITEV: "wrote to the memory of a process (process_vm_writev)",
	unix.SYS_KCMP:              "compared processes (kcmp)",
	unix.SYS_PIDFD_GETFD:       "took a file of another process (pidfd_getfd)",
	unix.SYS_MOUNT:             "mounted a file system (mount)",
	unix.SYS_UMOUNT2:           "unmounted a file system (umount)",
	unix.SYS_PIVOT_ROOT:        "changed the root folder (pivot_root)",
	unix.SYS_CHROOT:            "changed the root folder (chroot)",
	unix.SYS_UNSHARE:           "made a namespace (unshare)",
	unix.SYS_SETNS:             "entered a namespace (setns)",
	unix.SYS_OPEN_TREE:         "mounted a file system (open_tree)",
	unix.SYS_MOVE_MOUNT:        "mounted a file system (move_mount)",
	unix.SYS_FSOPEN:            "mounted a file system (fsopen)",
	unix.SYS_FSCONFIG:          "mounted a file system (fsconfig)",
	unix.SYS_FSMOUNT:           "mounted a file system (fsmount)",
	unix.SYS_FSPICK:            "mounted a file system (fspick)",
	unix.SYS_MOUNT_SETATTR:     "changed a mounted file system (mount_setattr)",
	unix.SYS_BPF:               "loaded a program into the kernel (bpf)",
	unix.SYS_PERF_EVENT_OPEN:   "measured other programs (perf_event_open)",
	unix.SYS_USERFAULTFD:       "took over page faults (userfaultfd)",
	unix.SYS_KEYCTL:            "used the kernel's keys (keyctl)",
	unix.SYS_ADD_KEY:           "used the kernel's keys (add_key)",
	unix.SYS_REQUEST_KEY:       "used the kernel's keys (request_key)",
	unix.SYS_INIT_MODULE:       "loaded a module into the kernel (init_module)",
	unix.SYS_FINIT_MODULE:      "loaded a module into the kernel (finit_module)",
	unix.SYS_DELETE_MODULE:     "removed a module from the kernel (delete_module)",
	unix.SYS_KEXEC_LOAD:        "replaced the kernel (kexec_load)",
	unix.SYS_REBOOT:            "restarted the machine (reboot)",
	unix.SYS_SWAPON:            "changed the swap space (swapon)",
	unix.SYS_SWAPOFF:           "changed the swap space (swapoff)",
	unix.SYS_OPEN_BY_HANDLE_AT: "opened a file by its handle (open_by_handle_at)",
	unix.SYS_NAME_TO_HANDLE_AT: "asked for the handle of a file (name_to_handle_at)",
	unix.SYS_QUOTACTL:          "changed quotas (quotactl)",
	unix.SYS_ACCT:              "switched accounting (acct)",
	unix.SYS_SYSLOG:            "read the kernel's log (syslog)",
	unix.SYS_FANOTIFY_INIT:     "watched files (fanotify_init)",
}
