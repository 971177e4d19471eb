// Package sys asks of every system in the same way what each has in its own: locks on files, the limit on
// open ones, and how much a disk has and how much of it is free.
package sys

import (
	"io/fs"
	"path/filepath"
)

// FolderSize returns how many bytes the files in a folder have, and in the folders in it. What can't be
// looked at, as it is just being removed, counts nothing.
func FolderSize(path string) (bytes int64) {
	_ = filepath.WalkDir(path, func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			if info, err := entry.Info(); err == nil {
				bytes += info.Size()
			}
		}
		return nil
	})
	return bytes
}
