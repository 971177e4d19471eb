//go:build unix

package bots

import (
	"fmt"
	"io/fs"
	"syscall"
)

// systemIdentity tells a file from another that was moved to its place.
func systemIdentity(info fs.FileInfo) string {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return fmt.Sprintf("%d %d", stat.Dev, stat.Ino)
	}
	return ""
}
