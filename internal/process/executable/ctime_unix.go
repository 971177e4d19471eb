//go:build unix && !darwin && !freebsd && !netbsd

package executable

import "syscall"

func ctime(stat *syscall.Stat_t) int64 { return stat.Ctim.Nano() }
