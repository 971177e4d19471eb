package language

import (
	"os/exec"
	"runtime"

	"github.com/botarena/arena/internal/base/safe"
)

// Packages are the names of packages with a program, by the command that installs them. What installs it on a system
// that needs no package is there by the name of the system.
type Packages map[string]string

// HowToInstall returns the command that installs a program on this system.
func HowToInstall(program string) string {
	known := Packages{}
	for _, l := range all {
		if l.Install[program] != nil {
			known = l.Install[program]
		}
	}
	if command := known[runtime.GOOS]; command != "" {
		return command
	}
	for _, installer := range []struct{ command, how string }{
		{"apt", "apt install "},
		{"dnf", "dnf install "},
		{"pacman", "pacman -S "},
		{"apk", "apk add "},
		{"brew", "brew install "},
		{"winget", "winget install "},
	} {
		if _, err := exec.LookPath(installer.command); err == nil && known[installer.command] != "" {
			return installer.how + known[installer.command]
		}
	}
	return "install " + safe.Name(program) + ", or add its folder to PATH"
}
