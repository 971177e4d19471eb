//go:build linux && (amd64 || arm64)

package shim

import (
	"syscall"
	"unsafe"
)

// What package syscall lacks of the kernel's interface, as in package unix. That package
// is not imported: until it is initialised, nearly all others are, and the shim would
// start a millisecond later. A test compares the two.
const (
	sysOpenTree              = 428
	sysMoveMount             = 429
	sysCloseRange            = 436
	sysOpenat2               = 437
	sysMountSetattr          = 442
	sysLandlockCreateRuleset = 444
	sysLandlockAddRule       = 445
	sysLandlockRestrictSelf  = 446

	atEmptyPath = 0x1000
	atRecursive = 0x8000
	atFdcwd     = ^uintptr(99)

	closeRangeCloexec = 4
	openTreeClone     = 1
	moveFromEmpty     = 4 // MOVE_MOUNT_F_EMPTY_PATH
	resolveNoSymlinks = 4

	mapFixedNoReplace = 0x100000

	prCapbsetDrop        = 24
	prSetNoNewPrivs      = 38
	prGetNoNewPrivs      = 39
	prCapAmbient         = 47
	prCapAmbientClearAll = 4

	rlimitNproc      = 6
	rlimitMemlock    = 8
	rlimitSigpending = 11
	rlimitMsgqueue   = 12
	rlimitNice       = 13
	rlimitRtprio     = 14

	mountReadOnly  = 0x1
	mountNoSuid    = 0x2
	mountNoDev     = 0x4
	mountNoExec    = 0x8
	msNoSymFollow  = 0x100
	capability3    = 0x20080522
	seccompFilter  = 1 // SECCOMP_SET_MODE_FILTER
	seccompListens = 8 // SECCOMP_FILTER_FLAG_NEW_LISTENER

	seccompKillable = 0x20 // SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV

	landlockVersion = 1 // LANDLOCK_CREATE_RULESET_VERSION
	landlockBeneath = 1 // LANDLOCK_RULE_PATH_BENEATH

	oPath = 0x200000
)

// mountAttr is struct mount_attr.
type mountAttr struct{ set, clear, propagation, userNamespace uint64 }

// openHow is struct open_how.
type openHow struct{ flags, mode, resolve uint64 }

// landlockRuleset is struct landlock_ruleset_attr.
type landlockRuleset struct{ files, network, scoped uint64 }

// landlockPath is struct landlock_path_beneath_attr, which is packed: the kernel reads
// twelve bytes.
type landlockPath struct {
	allowed uint64
	folder  int32
}

// capHeader and capData are struct __user_cap_header_struct and __user_cap_data_struct.
type (
	capHeader struct {
		version uint32
		pid     int32
	}
	capData [3]uint32 // effective, permitted, inheritable
)

// sockFprog is struct sock_fprog.
type sockFprog struct {
	length uint16
	filter *byte
}

func prctl(args ...uintptr) error {
	var a [5]uintptr
	copy(a[:], args)
	_, _, errno := syscall.RawSyscall6(syscall.SYS_PRCTL, a[0], a[1], a[2], a[3], a[4], 0)
	return orNil(errno)
}

// limit reads the limit of a kind, or sets it if it is given.
func limit(kind int, to, was *syscall.Rlimit) error {
	_, _, errno := syscall.RawSyscall6(syscall.SYS_PRLIMIT64, 0, uintptr(kind), uintptr(unsafe.Pointer(to)),
		uintptr(unsafe.Pointer(was)), 0, 0)
	return orNil(errno)
}

func setMount(path string, attributes uint64, flags uintptr) error {
	return setTree(atFdcwd, path, attributes, flags)
}

// setTree sets the attributes of a mount, found from an open folder.
func setTree(folder uintptr, path string, attributes uint64, flags uintptr) error {
	name, err := syscall.BytePtrFromString(path)
	if err != nil {
		return err
	}
	attr := mountAttr{set: attributes}
	_, _, errno := syscall.RawSyscall6(sysMountSetattr, folder, uintptr(unsafe.Pointer(name)), flags,
		uintptr(unsafe.Pointer(&attr)), unsafe.Sizeof(attr), 0)
	return orNil(errno)
}

func orNil(errno syscall.Errno) error {
	if errno != 0 {
		return errno
	}
	return nil
}
