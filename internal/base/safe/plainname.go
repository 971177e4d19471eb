package safe

import "strings"

// IsPlainName reports whether a name from a file is one of something in a folder, and no path.
func IsPlainName(name string) bool {
	return name != "" && !strings.HasPrefix(name, ".") && !strings.ContainsAny(name, "/\\:")
}
