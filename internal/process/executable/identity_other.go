//go:build !unix

package executable

import "io/fs"

// systemIdentity is empty: on Windows, size and time must do.
func systemIdentity(fs.FileInfo) string { return "" }

func changeTime(fs.FileInfo) string { return "" }
