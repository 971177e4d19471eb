//go:build unix

package find

import (
	"fmt"
	"io/fs"
	"syscall"
)

// systemIdentity differs if another file was moved to the same path.
func systemIdentity(info fs.FileInfo) string {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return fmt.Sprintf("%d %d", stat.Dev, stat.Ino)
	}
	return ""
}
