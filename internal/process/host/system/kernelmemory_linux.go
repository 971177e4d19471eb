package system

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// The most that the kernel takes for each of these, by what it charges a cgroup. What grows fastest
// counts at least twice, as it grows on until we look again.
const (
	perProcess = 48 << 10 // with its stack and its tables
	perFile    = 1 << 10
	perPipe    = 160 << 10 // twice what a full one takes, and more
	perWatch   = 288       // a file that an epoll watches, if it waits to read and to write
	perArea    = 256       // of memory
	perCopy    = 128       // twice that for each process that an area was copied from
)

func kernelMemoryOf(all []int) (held int64) {
	perArea := perArea + perCopy*int64(len(all))
	pipes := make(map[string]bool) // each once, as many processes may have it
	for _, pid := range all {
		folder := procFolder(pid)
		held += perProcess + heldByFiles(folder, pipes)
		if held > MostKernel {
			break
		}
		held += perArea * linesOf(filepath.Join(folder, "maps"), "\n", (MostKernel-held)/perArea+1)
	}
	return held
}

func kernelMemoryOfFiles(pid int) int64 { return heldByFiles(procFolder(pid), make(map[string]bool)) }

func openFiles(pid int) int64 {
	folder := filepath.Join(procFolder(pid), "fd")
	if info, err := os.Stat(folder); err == nil && info.Size() > 0 { // since Linux 6.2
		return info.Size()
	}
	files, _ := os.ReadDir(folder)
	return int64(len(files))
}

// heldByFiles returns the most that the kernel holds for a process's open files, without pipes that are
// known already.
func heldByFiles(process string, pipes map[string]bool) (held int64) {
	files, _ := os.ReadDir(filepath.Join(process, "fd"))
	for _, file := range files {
		held += perFile
		switch is, _ := os.Readlink(filepath.Join(process, "fd", file.Name())); {
		case strings.HasPrefix(is, "pipe:") && !pipes[is]:
			pipes[is] = true
			held += perPipe
		case is == "anon_inode:[eventpoll]":
			held += perWatch * linesOf(filepath.Join(process, "fdinfo", file.Name()), "tfd:", MostKernel/perWatch)
		}
	}
	return held
}

// linesOf returns how many lines of a file of the system's hold a text, which is all of them, or so many
// and a few more.
func linesOf(path, text string, most int64) (count int64) {
	file, err := os.Open(path)
	if err != nil {
		return 0 // it has ended
	}
	defer func() { _ = file.Close() }()
	for part := make([]byte, 16<<10); count < most; {
		n, err := io.ReadFull(file, part)
		count += int64(bytes.Count(part[:n], []byte(text)))
		if err != nil {
			break
		}
	}
	return count
}
