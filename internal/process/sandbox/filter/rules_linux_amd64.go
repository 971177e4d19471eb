package filter

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_X86_64

// harmlessHere are the calls that only older machines have, each one a form of one that
// is in harmless.
var harmlessHere = []uintptr{
	unix.SYS_OPEN, unix.SYS_STAT, unix.SYS_LSTAT, unix.SYS_NEWFSTATAT, unix.SYS_ACCESS, unix.SYS_READLINK,
	unix.SYS_GETDENTS,
	unix.SYS_MKDIR, unix.SYS_RMDIR, unix.SYS_UNLINK, unix.SYS_RENAME, unix.SYS_CREAT, unix.SYS_DUP2, unix.SYS_PIPE,
	unix.SYS_POLL, unix.SYS_SELECT, unix.SYS_EPOLL_CREATE,
	unix.SYS_EPOLL_WAIT, unix.SYS_EVENTFD, unix.SYS_SIGNALFD, unix.SYS_PAUSE, unix.SYS_ALARM, unix.SYS_TIME,
	unix.SYS_GETPGRP,
	unix.SYS_GETRLIMIT, unix.SYS_ARCH_PRCTL,
}

// refusedHere has likewise the variants of refused.
var refusedHere = []uintptr{
	unix.SYS_FORK, unix.SYS_VFORK, unix.SYS_SYMLINK, unix.SYS_LINK, unix.SYS_MKNOD, unix.SYS_CHOWN, unix.SYS_LCHOWN,
	unix.SYS_INOTIFY_INIT, unix.SYS_IOPERM, unix.SYS_IOPL, unix.SYS_MODIFY_LDT,
}

// forksHere are the calls other than clone that start a process.
var forksHere = []uintptr{unix.SYS_FORK, unix.SYS_VFORK}

// changesHere has the variants of changes.
var changesHere = []uintptr{unix.SYS_CHMOD, unix.SYS_UTIME, unix.SYS_UTIMES, unix.SYS_FUTIMESAT}
