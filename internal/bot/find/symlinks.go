package find

import (
	"os"
	"path/filepath"

	"github.com/botarena/arena/internal/base/safe"
)

// leads reports whether a link leads from something in a bot's folder out of that, without reading
// what it leads to: the author of the bot can have made the link.
func (t target) leads(name string) bool { return leavesAll(filepath.Join(t.path, name), t.path) }

// linkedOut refuses a bot for that.
func (t target) linkedOut(name string) error {
	return Unfit(t.typed, safe.Name(name)+" in it is a link out of its folder", "put the file there that it leads to")
}

// leavesAll reports whether path resolves, through symlinks, to a place outside all folders. A dangling link does not
// count.
func leavesAll(path string, folders ...string) bool {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return !os.IsNotExist(err)
	}
	for _, folder := range folders {
		whole, err := filepath.EvalSymlinks(folder)
		if err != nil {
			continue
		}
		if inside, err := filepath.Rel(whole, real); err == nil && filepath.IsLocal(inside) {
			return false
		}
	}
	return true
}
