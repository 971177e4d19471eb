//go:build linux && (amd64 || arm64)

package shim

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

func TestKernelInterfaceIsThatOfPackageUnix(t *testing.T) {
	for _, c := range [][2]uintptr{
		{sysOpenTree, unix.SYS_OPEN_TREE},
		{sysMoveMount, unix.SYS_MOVE_MOUNT},
		{sysCloseRange, unix.SYS_CLOSE_RANGE},
		{sysOpenat2, unix.SYS_OPENAT2},
		{sysMountSetattr, unix.SYS_MOUNT_SETATTR},
		{sysLandlockCreateRuleset, unix.SYS_LANDLOCK_CREATE_RULESET},
		{sysLandlockAddRule, unix.SYS_LANDLOCK_ADD_RULE},
		{sysLandlockRestrictSelf, unix.SYS_LANDLOCK_RESTRICT_SELF},
		{sysSeccomp, unix.SYS_SECCOMP},
		{sysExecveat, unix.SYS_EXECVEAT},
		{atEmptyPath, unix.AT_EMPTY_PATH},
		{atRecursive, unix.AT_RECURSIVE},
		{closeRangeCloexec, unix.CLOSE_RANGE_CLOEXEC},
		{sysGetrandom, unix.SYS_GETRANDOM},
		{mapFixedNoReplace, unix.MAP_FIXED_NOREPLACE},
		{openTreeClone, unix.OPEN_TREE_CLONE},
		{moveFromEmpty, unix.MOVE_MOUNT_F_EMPTY_PATH},
		{resolveNoSymlinks, unix.RESOLVE_NO_SYMLINKS},
		{unsafe.Sizeof(openHow{}), unsafe.Sizeof(unix.OpenHow{})},
		{prCapbsetDrop, unix.PR_CAPBSET_DROP},
		{prSetNoNewPrivs, unix.PR_SET_NO_NEW_PRIVS},
		{prGetNoNewPrivs, unix.PR_GET_NO_NEW_PRIVS},
		{prCapAmbient, unix.PR_CAP_AMBIENT},
		{prCapAmbientClearAll, unix.PR_CAP_AMBIENT_CLEAR_ALL},
		{rlimitNproc, unix.RLIMIT_NPROC},
		{rlimitMemlock, unix.RLIMIT_MEMLOCK},
		{rlimitSigpending, unix.RLIMIT_SIGPENDING},
		{rlimitMsgqueue, unix.RLIMIT_MSGQUEUE},
		{rlimitNice, unix.RLIMIT_NICE},
		{rlimitRtprio, unix.RLIMIT_RTPRIO},
		{mountReadOnly, unix.MOUNT_ATTR_RDONLY},
		{mountNoSuid, unix.MOUNT_ATTR_NOSUID},
		{mountNoDev, unix.MOUNT_ATTR_NODEV},
		{mountNoExec, unix.MOUNT_ATTR_NOEXEC},
		{msNoSymFollow, unix.MS_NOSYMFOLLOW},
		{capability3, unix.LINUX_CAPABILITY_VERSION_3},
		{seccompFilter, unix.SECCOMP_SET_MODE_FILTER},
		{seccompListens, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER},
		{seccompKillable, unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV},
		{landlockVersion, unix.LANDLOCK_CREATE_RULESET_VERSION},
		{landlockBeneath, unix.LANDLOCK_RULE_PATH_BENEATH},
		{oPath, unix.O_PATH},
		{landlockReads, unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR},
		{
			landlockStarts,
			unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR | unix.LANDLOCK_ACCESS_FS_EXECUTE,
		},
		{landlockWrites, unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE |
			unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR |
			unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_SOCK |
			unix.LANDLOCK_ACCESS_FS_REMOVE_FILE | unix.LANDLOCK_ACCESS_FS_REMOVE_DIR},
		{lastOfVersion1, unix.LANDLOCK_ACCESS_FS_MAKE_SYM},
		{landlockRefer, unix.LANDLOCK_ACCESS_FS_REFER},
		{landlockTruncate, unix.LANDLOCK_ACCESS_FS_TRUNCATE},
		{landlockIoctl, unix.LANDLOCK_ACCESS_FS_IOCTL_DEV},
		{landlockTCP, unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP},
		{landlockScopes, unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL},
		{unsafe.Sizeof(mountAttr{}), unsafe.Sizeof(unix.MountAttr{})},
		{unsafe.Offsetof(landlockPath{}.folder), unsafe.Offsetof(unix.LandlockPathBeneathAttr{}.Parent_fd)},
		{unsafe.Sizeof(capHeader{}), unsafe.Sizeof(unix.CapUserHeader{})},
		{unsafe.Sizeof(capData{}), unsafe.Sizeof(unix.CapUserData{})},
		{unsafe.Sizeof(sockFprog{}), unsafe.Sizeof(unix.SockFprog{})},
		{bpfJumpIfEqual, unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K},
	} {
		require.Equal(t, c[1], c[0])
	}
	at := atFdcwd
	require.Equal(t, unix.AT_FDCWD, int(at))
}
