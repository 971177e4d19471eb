package pack

import (
	"fmt"
	"slices"
	"strings"
)

const (
	maxPath  = 120 // characters
	maxDepth = 8   // names in a path
)

var (
	// partForm has what every file system takes for the same name. No name begins with a
	// point, as those of tools do, which the arena would not count to the bot, or with a
	// hyphen, as an option of a command does.
	partForm = form{capital + small + digits + "_+@=,", capital + small + digits + "_+@=,.-", 0}
	// devices are the names of those on Windows, whatever they end in; the last two have a digit behind them.
	devices = []string{"con", "prn", "aux", "nul", "com", "lpt"}
)

// CheckPath reports why a file can't have this path in a package: it must mean the same on
// every system, and nothing outside of the folder.
func CheckPath(path string) error {
	parts := strings.Split(path, "/")
	if len(path) > maxPath || len(parts) > maxDepth {
		return fmt.Errorf("%.40q…: a path has at most %d characters and %d names", path, maxPath, maxDepth)
	}
	for _, part := range parts {
		switch {
		case !partForm.fits(part) || strings.HasSuffix(part, "."):
			return fmt.Errorf("%q: a name has letters, digits and _ + @ = , - . only, and neither begins nor ends with a point",
				path)
		case isDevice(part):
			return fmt.Errorf("%q: the name of a device on Windows", path)
		}
	}
	return nil
}

// checkApart finds paths that would be one file on some system, or file and folder.
func checkApart(paths []string) error {
	files, folders := map[string]bool{}, map[string]bool{}
	for _, path := range paths {
		small := strings.ToLower(path)
		if files[small] {
			return fmt.Errorf("%q: there are two files of this name", path)
		}
		files[small] = true
		for i, c := range small {
			if c == '/' {
				folders[small[:i]] = true
			}
		}
	}
	for _, path := range paths {
		if folders[strings.ToLower(path)] {
			return fmt.Errorf("%q: a file and a folder", path)
		}
	}
	return nil
}

// isDevice reports whether Windows takes a name for that of a device.
func isDevice(name string) bool {
	stem, _, _ := strings.Cut(strings.ToLower(name), ".")
	i := slices.IndexFunc(devices, func(device string) bool { return strings.HasPrefix(stem, device) })
	if i < 0 {
		return false
	}
	number := stem[len(devices[i]):]
	if i < 4 {
		return number == ""
	}
	return len(number) == 1 && strings.Contains(digits, number)
}
