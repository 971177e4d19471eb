package filter

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

var harmlessHere = []uintptr{unix.SYS_NEWFSTATAT, unix.SYS_GETRLIMIT}

var refusedHere []uintptr // nothing that is not in refused

// forksHere are what starts a process besides clone.
var forksHere = []uintptr{}

// changesHere are forms of what is in changes, of which there are none.
var changesHere []uintptr
