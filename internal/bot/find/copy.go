package find

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/executable"
)

// Copy copies a bot into a folder, which is made: its file or folder, and the program that
// was built from it. When the bot is changed or built again, the copy stays as it is. Hidden
// files and folders are not copied; an interpreter in one of them is used where it is.
// A linked bot is the arena itself, which stays as it is without a copy. Errors are of type *[unfit.Error].
func (b Bot) Copy(into string) (Bot, error) {
	if b.Kind == language.Linked {
		return b, nil
	}
	c := copying{bot: b, from: b.Command.Path, to: filepath.Join(into, filepath.Base(b.Command.Path))}
	if err := c.copy(into); err != nil {
		return Bot{}, unfit.Troubled(b.Command.Called, b.Typed, "can't be copied: "+unfit.Reason(err),
			"free some room in "+safe.Name(filepath.Dir(into)))
	}
	copied := b
	copied.Command.Path = c.to
	copied.Command.Args, copied.Command.Env = nil, nil
	for _, arg := range b.Command.Args {
		copied.Command.Args = append(copied.Command.Args, c.moved(arg))
	}
	if c.program != "" {
		copied.Command.Args[0] = c.program
	}
	copied.Command.Hashed = b.Command.Hashed.Moved(func(top string) string {
		if c.program != "" && top == b.Command.Args[0] {
			return c.program
		}
		return c.moved(top)
	})
	for _, variable := range b.Command.Env {
		if strings.HasPrefix(variable, build.FolderVariable) {
			variable = build.FolderVariable + c.folder()
		}
		copied.Command.Env = append(copied.Command.Env, variable)
	}
	return copied, nil
}

// copying is a bot while it is copied.
type copying struct {
	bot      Bot
	from, to string // files or folders
	program  string // the copy of a program that was built elsewhere, or ""
	files    int
	bytes    int64
}

// folder is where the copy finds its files.
func (c *copying) folder() string {
	if files.IsFolder(c.to) {
		return c.to
	}
	return filepath.Dir(c.to)
}

func (c *copying) copy(into string) error {
	if err := os.MkdirAll(into, 0o755); err != nil { //nolint:gosec // a confined bot may run as another user
		return err
	}
	if err := c.copyAll(); err != nil {
		return err
	}
	if !c.bot.Kind.IsCompiled() {
		return nil
	}
	built := c.bot.Command.Args[0]
	c.program = filepath.Join(into, "program", filepath.Base(built))
	return c.copyFile(built, c.program)
}

// copyAll copies the files of the user.
func (c *copying) copyAll() error {
	if !files.IsFolder(c.from) {
		return c.copyBeside()
	}
	top, err := filepath.EvalSymlinks(c.from)
	if err != nil {
		return err
	}
	return filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		inside, _ := filepath.Rel(top, path)
		to := filepath.Join(c.to, inside)
		hidden := path != top && executable.IsHidden(entry)
		switch {
		case err != nil:
			return err
		case hidden && entry.IsDir():
			return fs.SkipDir
		case hidden:
			return nil
		case entry.IsDir():
			return os.MkdirAll(to, 0o755) //nolint:gosec // see copy
		case entry.Type()&fs.ModeSymlink != 0:
			link, err := os.Readlink(path)
			return errors.Join(err, os.Symlink(link, to))
		case entry.Type().IsRegular():
			return c.copyFile(path, to)
		}
		return nil
	})
}

// copyBeside copies a bot of one file, and the SDK beside it, which it may read.
func (c *copying) copyBeside() error {
	from, to := filepath.Dir(c.from), filepath.Dir(c.to)
	for _, path := range append([]string{c.from}, executable.Beside(c.from)...) {
		inside, err := filepath.Rel(from, path)
		if err == nil {
			err = c.copyFile(path, filepath.Join(to, inside))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *copying) copyFile(path, to string) error {
	from, err := os.Open(path)
	if err != nil {
		return err
	}
	defer from.Close() //nolint:errcheck // only read
	info, err := from.Stat()
	if err != nil {
		return err
	}
	c.files++
	c.bytes += info.Size()
	if c.files > executable.MostFiles || c.bytes > executable.MostBytes {
		return executable.ErrTooLarge
	}
	_, err = files.New(to, info.Mode().Perm(), from)
	return err
}

// moved returns a path as it is in the copy, if there is such a file.
func (c *copying) moved(path string) string {
	inside, err := filepath.Rel(c.from, path)
	if !filepath.IsAbs(path) || err != nil || !filepath.IsLocal(inside) {
		return path
	}
	if to := filepath.Join(c.to, inside); files.Exists(to) {
		return to
	}
	return path
}
