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
