package find

import (
	"slices"
	"strings"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/unfit"
)

// folders returns the bots folder, and those that are looked at after it.
func (f Finder) folders() []string { return append([]string{f.Dir}, f.Also...) }

// elsewhere says where a name was looked for beside the current folder.
func (f Finder) elsewhere() string {
	dirs := f.folders()
	for i, dir := range dirs {
		dirs[i] = safe.Name(dir)
	}
	text := " or in " + strings.Join(dirs, " or ")
	if own := f.linkedNames(""); len(own) > 0 {
		text += ", and no bot that comes with the arena: " + unfit.Listed(own)
	}
	return text
}

// locateFile locates what must be a file or folder.
func (f Finder) locateFile(typed string) (target, error) {
	t, err := f.locate(typed)
	if err == nil && t.linked != nil {
		return target{}, t.noFile()
	}
	return t, err
}

// Names returns the sorted names of all bots in all folders, and of the linked bots that play a game; a game of "" is
// any.
func (f Finder) Names(game string) []string {
	names := f.linkedNames(game)
	for _, dir := range f.folders() {
		there, _ := Finder{Dir: dir}.List() // none if there is no such folder
		names = append(names, there...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
