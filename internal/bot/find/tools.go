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
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/process/executable"
)

// tool returns the absolute path of a program that a bot needs.
func (t target) tool(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil || !filepath.IsAbs(path) {
		return "", Unfit(t.typed, "needs "+safe.Name(name)+", which is not in PATH", language.HowToInstall(name))
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

// usualPath are the folders in which every bot finds programs.
var usualPath = filepath.SplitList(executable.Path)

// folderVariable begins the environment variable that tells a bot where its files are.
const folderVariable = "ARENA_BOT_DIR="

// environment returns the variables of a bot beyond those of every bot.
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
	places := language.Places{Cache: f.Cache, SDK: sdk}
	// Packages that were installed for one user are below the home folder, which bots don't
	// have.
	if home, err := os.UserHomeDir(); err == nil && runtime.GOOS == "linux" {
		places.User = filepath.Join(home, ".local")
	}
	for _, l := range language.All() {
		if l.Environment != nil {
			env = append(env, l.Environment(places)...)
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
