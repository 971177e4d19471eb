//go:build unix

package executable

import (
	"fmt"
	"io/fs"
	"strconv"
	"syscall"
)

// systemIdentity differs if another file was moved to the same path.
func systemIdentity(info fs.FileInfo) string {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return fmt.Sprintf("%d %d", stat.Dev, stat.Ino)
	}
	return ""
}

// changeTime is when the system has last noted a change, which nobody can set back.
func changeTime(info fs.FileInfo) string {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return strconv.FormatInt(ctime(stat), 10)
	}
	return ""
}
