package sys

import "golang.org/x/sys/windows"

// FreeSpace returns how many bytes this user may still write below a folder, or false where that is not known.
func FreeSpace(folder string) (bytes uint64, known bool) {
	path, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, false
	}
	err = windows.GetDiskFreeSpaceEx(path, &bytes, nil, nil)
	return bytes, err == nil
}
