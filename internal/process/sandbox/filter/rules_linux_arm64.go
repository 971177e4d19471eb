package filter

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

var harmlessHere = []uintptr{unix.SYS_NEWFSTATAT, unix.SYS_GETRLIMIT}

var refusedHere []uintptr // nothing that is not in refused

// forksHere are the calls other than clone that start a process.
var forksHere = []uintptr{}

// changesHere has the arm64 variants of changes; there are none.
var changesHere []uintptr
