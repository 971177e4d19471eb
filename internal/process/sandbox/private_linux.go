//go:build linux && (amd64 || arm64)

package sandbox

import (
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/botarena/arena/internal/process/sandbox/shim"
)

// wholes are folders with private files of users or of the system. Something in them may be shown,
// but never they themselves, nor the folders above.
var wholes = []string{
	"/etc", "/var", "/tmp", "/run", "/proc", "/sys", "/dev", "/boot", "/mnt", "/media", "/srv", "/home", "/root", "/usr",
	"/opt",
}

// secretsOfSystem are folders of which only files that the arena itself names may be shown.
var secretsOfSystem = []string{"/proc", "/sys", "/dev", "/run", "/boot"}

// secretsOfHome are such folders in a home folder.
var secretsOfHome = []string{
	".ssh", ".gnupg", ".config", ".cache", ".local/share", ".local/state", ".aws", ".azure", ".kube", ".docker",
	".mozilla",
	".thunderbird", ".password-store", ".netrc", ".git-credentials", ".npmrc", ".pypirc",
}

// homes returns the home folders of the user, by their environment and by the system's list, and
// by what names they really have.
func homes() []string {
	home, _ := os.UserHomeDir()
	if known, ok := knownHomes.Load(home); ok {
		return known.([]string) //nolint:forcetypeassert // there is nothing else in it
	}
	var all []string
	for _, path := range []string{home, listedHome()} {
		if !filepath.IsAbs(path) || filepath.Clean(path) == "/" {
			continue
		}
		all = append(all, filepath.Clean(path))
		if real, err := filepath.EvalSymlinks(path); err == nil {
			all = append(all, real)
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	knownHomes.Store(home, all)
	return all
}

// knownHomes are those found out so far, by what the environment says.
var knownHomes sync.Map

// listedHome returns the home folder that the system's list of users has.
var listedHome = sync.OnceValue(func() string {
	if me, err := user.Current(); err == nil {
		return me.HomeDir
	}
	return ""
})

// secrets are the folders and files of which nothing may be shown.
func secrets() []string {
	all := slices.Clone(secretsOfSystem)
	for _, home := range homes() {
		for _, name := range secretsOfHome {
			all = append(all, filepath.Join(home, name))
		}
	}
	return all
}

// isSecret reports whether a path is, or is in, what no bot may see. It must be resolved: a link
// may lead anywhere.
func isSecret(path string) bool {
	return slices.ContainsFunc(secrets(), func(secret string) bool { return within(path, secret) })
}

// holdsSecret returns what a folder is or holds that no bot may see, or "". Its path must be
// resolved.
func holdsSecret(path string) string {
	if filepath.Dir(path) == "/home" {
		return path // somebody's home
	}
	cache, _ := os.UserCacheDir() // of the user, who may have set it
	config, _ := os.UserConfigDir()
	for _, whole := range slices.Concat(wholes, homes(), secrets(), []string{os.TempDir(), cache, config}) {
		if whole != "" && within(whole, path) {
			return whole
		}
	}
	return ""
}

// mayBeShown reports whether something that is not the bot's own may be shown, whatever links
// lead to it.
func mayBeShown(path string) bool {
	real, err := filepath.EvalSymlinks(path)
	return err == nil && !isSecret(real) && holdsSecret(real) == ""
}

// checkBot refuses a bot that is a folder with what no bot may see. One may be installed below
// such a folder, as in the cache, but a link that somebody else has made must not lead there.
func checkBot(bot string) error {
	real, err := filepath.EvalSymlinks(bot)
	if err != nil {
		return nil //nolint:nilerr // it is not there, which the system will tell
	}
	if info, err := os.Lstat(bot); err == nil && info.Mode().Type() == os.ModeSymlink && isSecret(real) {
		return &PrivateError{bot, real}
	}
	if secret := holdsSecret(real); secret != "" && isFolder(real) {
		return &PrivateError{bot, secret}
	}
	return nil
}

// managed returns the folder of a runtime that one of those has installed, with this path in it,
// or "".
func managed(path string) string {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return ""
	}
	for _, home := range homes() {
		rest, is := strings.CutPrefix(real, home+"/")
		parts := strings.Split(rest, "/")
		for _, pattern := range managers {
			n := strings.Count(pattern, "/") + 1
			if !is || len(parts) <= n {
				continue
			}
			if fits, _ := filepath.Match(pattern, strings.Join(parts[:n], "/")); fits {
				return filepath.Join(home, filepath.Join(parts[:n]...))
			}
		}
	}
	return ""
}

// partsOf returns the parts that bots see of a folder with a program in its bin.
func partsOf(prefix string, isManaged bool) []string {
	parts := slices.Clone(libraries)
	for _, r := range runtimes {
		if found, _ := filepath.Glob(filepath.Join(escaped(prefix), r.mark)); len(found) > 0 || isManaged {
			parts = append(parts, r.parts...)
		}
	}
	return parts
}

// escaped returns a path as a pattern for itself.
func escaped(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// showRuntime shows the parts that an interpreter needs of the folder that it is installed in: the known parts of a
// runtime, or its libraries. If it lies about in the user's own folder, that is the file alone.
func (n *needs) showRuntime(file string) {
	bin := filepath.Dir(file)
	prefix := filepath.Dir(bin)
	if isSystem(file) {
		if filepath.Base(bin) != "bin" {
			prefix = bin
		}
		if holdsSecret(prefix) != "" {
			prefix = file
		}
		if within(file, optional) {
			n.showEach(publicIn(prefix, mixedLevels))
		}
		return
	}
	n.showProgram(file)
	isManaged := managed(bin) != ""
	if filepath.Base(bin) == "bin" && (isManaged || mayBeShown(bin) && mayBeShown(prefix)) {
		n.showParts(prefix, partsOf(prefix, isManaged))
	}
}

// showTool shows a program that builds, elsewhere than it is.
func (n *needs) showTool(file string) {
	bin := filepath.Dir(file)
	prefix := filepath.Dir(bin)
	switch {
	case isSystem(file):
	case filepath.Base(bin) != "bin" || !mayBeShown(prefix):
		n.hideAt(bin, filepath.Join(shim.SDK, "bin"))
		n.show(file)
	default:
		n.hideAt(prefix, filepath.Join(shim.SDK, filepath.Base(prefix)))
		n.showParts(prefix, append(partsOf(prefix, managed(bin) != ""), "bin", "include"))
	}
}

// showProgram shows a file, and what it is a link to in its folder, as many interpreters are.
func (n *needs) showProgram(file string) {
	const deepest = 8 // more than anybody has
	for range deepest {
		n.show(file)
		to, err := os.Readlink(file)
		if err != nil || to != filepath.Base(to) || n.place(file) != file {
			return
		}
		file = filepath.Join(filepath.Dir(file), to)
	}
}

// showParts shows what a folder has of some parts, but nothing else that links in it lead to.
func (n *needs) showParts(prefix string, parts []string) {
	var found, reals []string
	for _, part := range parts {
		all, _ := filepath.Glob(filepath.Join(escaped(prefix), part))
		found = append(found, all...)
	}
	inside, err := filepath.EvalSymlinks(prefix)
	for _, path := range found {
		reals = append(reals, inside+strings.TrimPrefix(path, prefix))
	}
	for _, path := range found {
		real, gone := filepath.EvalSymlinks(path)
		isPart := slices.ContainsFunc(reals, func(part string) bool { return within(real, part) })
		if err == nil && gone == nil && isPart {
			n.show(path)
		}
	}
}
