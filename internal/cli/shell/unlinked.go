package shell

import (
	"path/filepath"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/hint"
)

// Unlinked returns an error if a name that the arena has chosen is a link. A file that the user has typed may be one:
// it leads where they want.
func Unlinked(path, fix string) error {
	if err := files.NoLink(path); err != nil {
		return hint.With(err, fix)
	}
	return nil
}

// UnlinkedFolder returns an error if there is a link in a folder in which the arena chooses the names.
func UnlinkedFolder(path, fix string) error {
	if err := files.NoLinks(path); err != nil {
		return hint.With(err, fix)
	}
	return nil
}

// LinkedInside returns an error if a file that the arena has named is a link that leads out of its folder.
func LinkedInside(path, fix string) error {
	if files.NoLink(path) == nil {
		return nil
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return FileError(path, err)
	}
	to, err := filepath.EvalSymlinks(path)
	if err != nil {
		return FileError(path, err)
	}
	if inside, err := filepath.Rel(folder, to); err != nil || !filepath.IsLocal(inside) {
		return hint.New(path, "is a link out of its folder", fix).Because(files.ErrLink)
	}
	return nil
}
