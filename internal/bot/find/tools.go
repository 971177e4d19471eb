package find

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/process/executable"
)

// tool returns the absolute path of a program that a bot needs.
func (t target) tool(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil || !filepath.IsAbs(path) {
		return "", Unfit(t.typed, "needs "+safe.Name(name)+", which is not in PATH", howToInstall(name))
	}
	return path, nil
}

// unwrapped is the error of the system alone.
func unwrapped(err error) error {
	if at := new(exec.Error); errors.As(err, &at) {
		return at.Err
	}
	return err
}

// packages are the names of the packages that hold a program, by the command that installs
// them.
var packages = map[string]map[string]string{
	"python3": {"apt": "python3", "dnf": "python3", "pacman": "python", "apk": "python3", "brew": "python"},
	"python":  {"winget": "Python.Python.3.13"},
	"node": {
		"apt": "nodejs", "dnf": "nodejs", "pacman": "nodejs", "apk": "nodejs", "brew": "node",
		"winget": "OpenJS.NodeJS",
	},
	"c++": {"apt": "g++", "dnf": "gcc-c++", "pacman": "gcc", "apk": "g++"},
	"java": {
		"apt": "default-jre-headless", "dnf": "java-latest-openjdk-headless", "pacman": "jre-openjdk-headless",
		"apk": "openjdk21-jre", "brew": "openjdk",
	},
	"javac": {
		"apt": "default-jdk-headless", "dnf": "java-latest-openjdk-devel", "pacman": "jdk-openjdk",
		"apk": "openjdk21", "brew": "openjdk",
	},
	"cargo": {
		"apt": "cargo", "dnf": "cargo", "pacman": "rust", "apk": "cargo", "brew": "rust",
		"winget": "Rustlang.Rustup",
	},
}

// howToInstall returns the command that installs a program on this system.
func howToInstall(name string) string {
	if name == "c++" && runtime.GOOS == "darwin" {
		return "xcode-select --install"
	}
	for _, installer := range []struct{ command, how string }{
		{"apt", "apt install "},
		{"dnf", "dnf install "},
		{"pacman", "pacman -S "},
		{"apk", "apk add "},
		{"brew", "brew install "},
		{"winget", "winget install "},
	} {
		known := packages[name][installer.command]
		if _, err := exec.LookPath(installer.command); err == nil && known != "" {
			return installer.how + known
		}
	}
	return "install " + safe.Name(name) + ", or add its folder to PATH"
}

// usualPath are the folders in which every bot finds programs.
var usualPath = filepath.SplitList(executable.Path)

// folderVariable begins the environment variable that tells a bot where its files are.
const folderVariable = "ARENA_BOT_DIR="

// environment returns what a bot finds in its environment besides what every bot does.
func (f Finder) environment(folder string, r recipe, sdk string) []string {
	env := []string{folderVariable + folder}
	path := usualPath
	for _, folder := range slices.Backward(r.tools) {
		if !slices.Contains(path, folder) {
			path = append([]string{folder}, path...)
		}
	}
	if runtime.GOOS != "windows" && len(path) > len(usualPath) {
		env = append(env, "PATH="+strings.Join(path, string(filepath.ListSeparator)))
	}
	if len(r.tools) == 0 && !executable.IsScript(r.args[0]) {
		return env // a program has no use for the rest, and learns from it where your folders are
	}
	if f.Cache != "" {
		env = append(env, "PYTHONPYCACHEPREFIX="+filepath.Join(f.Cache, "pycache")) // no __pycache__ beside the bot
	}
	if sdk != "" {
		env = append(env, "PYTHONPATH="+filepath.Join(sdk, "python"))
	}
	// Packages that were installed for one user are below the home folder, which bots don't
	// have.
	if home, err := os.UserHomeDir(); err == nil && runtime.GOOS == "linux" {
		if packages := filepath.Join(home, ".local"); isFolder(filepath.Join(packages, "lib")) {
			env = append(env, "PYTHONUSERBASE="+packages)
		}
	}
	return env
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// maxSaid is how many lines of a compiler are shown.
const maxSaid = 40

// tidy cuts what a compiler said.
func tidy(said string) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	if more := len(lines) - maxSaid; more > 0 {
		lines = append(lines[:maxSaid], "and "+safe.Count(more, "line")+" more")
	}
	return strings.Join(lines, "\n")
}
