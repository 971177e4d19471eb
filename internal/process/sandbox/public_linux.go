//go:build linux && (amd64 || arm64)

package sandbox

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/process/sandbox/shim"
)

// system are the folders that hold programs and libraries, and nothing of the user's but in those that are mixed.
var system = []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}

// optional is where each program has a folder of its own. A bot sees only that of its interpreter.
const optional = "/opt"

// mixed are folders of the system in which people also keep their own files. An ordinary user's bot has the rights of
// that user, so that no mode of a file keeps it from there: it sees what root owns and everybody may read.
var mixed = []string{"/usr/local", "/usr/src", optional}

// mixedLevels is how far below a mixed folder each thing is looked at. What root owns there holds nobody else's.
const mixedLevels = 2

// isSystem reports whether a path is the system's, and nobody else's.
func isSystem(path string) bool {
	path = filepath.Clean(path)
	isBelow := func(folder string) bool { return within(path, folder) }
	if at := slices.IndexFunc(mixed, isBelow); at >= 0 {
		for ; path != mixed[at]; path = filepath.Dir(path) {
			if info, err := os.Lstat(path); err != nil || !isPublic(info) {
				return false
			}
		}
		return true
	}
	return slices.ContainsFunc(system, isBelow)
}

// isPublic reports whether something is a file, folder or link that root owns and everybody may read.
func isPublic(info fs.FileInfo) bool {
	if is, ok := info.Sys().(*syscall.Stat_t); !ok || is.Uid != 0 {
		return false
	}
	switch info.Mode().Type() {
	case 0:
		return info.Mode()&0o004 != 0
	case fs.ModeDir:
		return info.Mode()&0o005 == 0o005
	}
	return info.Mode().Type() == fs.ModeSymlink
}

// publicIn returns the public parts of a folder: the folder itself, if there is nothing else so many levels below it,
// nor can be while a bot plays.
func publicIn(folder string, levels int) (parts []string) {
	info, err := os.Lstat(folder)
	if err != nil || !isPublic(info) {
		return nil
	}
	whole := []string{folder}
	if !info.IsDir() {
		return whole
	}
	isOurs := os.Geteuid() != 0 && isWritable(folder)
	if levels == 0 {
		if isOurs {
			return nil
		}
		return whole
	}
	entries, err := os.ReadDir(folder)
	isWhole := err == nil && !isOurs
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		public := publicIn(path, levels-1)
		isWhole = isWhole && slices.Equal(public, []string{path})
		parts = append(parts, public...)
	}
	if isWhole {
		return whole
	}
	return parts
}

// showSystem shows a folder of the system's, without what others keep in it.
func (n *needs) showSystem(folder string) {
	inside := map[string][]string{}
	isWhole := true
	for _, path := range mixed {
		if within(path, folder) && files.Exists(path) {
			inside[path] = publicIn(path, mixedLevels)
			isWhole = isWhole && slices.Equal(inside[path], []string{path})
		}
	}
	if isWhole {
		n.show(folder)
		return
	}
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		if parts, is := inside[path]; is {
			n.showEach(parts)
		} else {
			n.showEach([]string{path})
		}
	}
}

// showEach shows files and folders of the system's, and links to such.
func (n *needs) showEach(paths []string) {
	for _, path := range paths {
		if real, err := filepath.EvalSymlinks(path); err == nil && isSystem(real) && !n.shows(path) {
			n.reads = append(n.reads, shim.Read{Path: path, At: path})
		}
	}
}

// private returns some files in the mixed folders that are not for everybody.
func private() (paths []string) {
	const most, looks = 64, 50_000
	looked := 0
	for _, folder := range mixed {
		_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if looked++; looked > looks || len(paths) == most {
				return fs.SkipAll
			}
			if err != nil || !entry.Type().IsRegular() {
				return nil //nolint:nilerr // a folder that we can't read has none that a bot could
			}
			if info, err := entry.Info(); err == nil && info.Mode()&0o004 == 0 {
				paths = append(paths, path)
			}
			return nil
		})
	}
	return paths
}
