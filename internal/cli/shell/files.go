package shell

import "os"

// WriteWhole writes a file over an earlier one of the same name. If it can't write
// all of it, it removes the file.
func WriteWhole(path string, text []byte) error {
	file, err := CreateFile(path)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		return nil
	}
	if info, statErr := os.Lstat(path); statErr == nil && info.Mode().IsRegular() {
		_ = os.Remove(path)
	}
	return FileError(path, err)
}

// Same reports whether two names are of one file.
func Same(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}
