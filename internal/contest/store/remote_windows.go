package store

import (
	"path/filepath"
	"strings"

	"golang.org/x/sys/windows"
)

// networkOf returns the name of the network file system that a folder is on, or "" if it is on
// none. SQLite's log needs memory that all processes share, on one machine.
func networkOf(folder string) string {
	full, err := filepath.Abs(folder)
	if err != nil {
		return ""
	}
	root, err := windows.UTF16PtrFromString(strings.TrimSuffix(filepath.VolumeName(full), `\`) + `\`)
	if err != nil || windows.GetDriveType(root) != windows.DRIVE_REMOTE {
		return ""
	}
	return "a network drive"
}
