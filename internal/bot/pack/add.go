package pack

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/bot/params"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/executable"
)

// addFile adds a file under a name, with slashes, in the folder of the bot, unless it is
// there already.
func (p *collecting) addFile(path, name string) error {
	if slices.ContainsFunc(p.Contents, func(c botfile.Content) bool { return c.OS == "" && c.Path == name }) {
		return nil
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && files.Exists(path):
		return p.linked(path, name)
	case err != nil:
		return p.failed(safe.Name(name)+": "+unfit.Reason(err), safe.Shell("chmod", "+r", path))
	case !info.Mode().IsRegular():
		return p.failed(safe.Name(name)+" in it is not a file", "remove it")
	case p.isLinked(path):
		return p.linked(path, name)
	}
	forPeople := botfile.IsForPeople(name)
	most := int64(botfile.MaxAllFiles)
	if forPeople {
		most = botfile.MaxText
	} else if err := botfile.CheckPath(name); err != nil {
		return p.failed(err.Error(), "rename it: a package is for every system")
	}
	p.bytes += info.Size()
	switch {
	case info.Size() > most || p.bytes > botfile.MaxAllFiles:
		return p.failed(safe.Sprintf("%s: there are more than %s of it", name, size(most)),
			"make it smaller, or leave it out")
	case len(p.Contents) >= botfile.MaxFiles:
		return p.failed(fmt.Sprintf("has more than %d files", botfile.MaxFiles),
			"put them in one, such as a "+language.HintArchive+"; hidden ones do not count")
	}
	// The rights of a file differ from system to system, and its first line does not.
	runs := !forPeople && executable.IsScript(path)
	p.Contents = append(p.Contents, botfile.Content{Path: name, Executable: runs, ForPeople: forPeople, Open: opens(path)})
	return nil
}

// isLinked reports whether a file is in the folder of the bot by a link alone. Somebody else may
// have made it, and what it leads to would be given away. A link that the user named is theirs.
func (p *collecting) isLinked(path string) bool {
	real, err := filepath.EvalSymlinks(p.Dir())
	if err != nil {
		return true
	}
	for _, folder := range []string{p.Dir(), real} {
		if inside, err := filepath.Rel(folder, path); err == nil && filepath.IsLocal(inside) && path != p.Path {
			file, err := filepath.EvalSymlinks(path)
			return err != nil || file != filepath.Join(real, inside)
		}
	}
	return false
}

func (p *collecting) linked(path, name string) error {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return p.failed(safe.Name(name)+": a link to what is not there", "remove it: "+safe.Shell("rm", path))
	}
	return p.failed(safe.Name(name)+": a link, which not every system has", "put the file there that it leads to")
}

func size(bytes int64) string {
	if bytes < 1<<20 {
		return fmt.Sprintf("%d KB", bytes>>10)
	}
	return fmt.Sprintf("%d MB", bytes>>20)
}

// addFolder adds all files of a folder, except hidden ones and those that were left out. The
// prefix is where the folder is in that of the bot.
func (p *collecting) addFolder(top, prefix string, without ...string) error {
	if whole, err := filepath.EvalSymlinks(top); err == nil {
		top = whole
	}
	return filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		inside, _ := filepath.Rel(top, path)
		name := filepath.ToSlash(filepath.Join(prefix, inside))
		hidden := path != top && executable.IsHidden(entry)
		switch {
		case err != nil:
			return p.failed(safe.Name(name)+": "+unfit.Reason(err), safe.Shell("chmod", "-R", "+r", p.Shown))
		case hidden && entry.IsDir():
			return fs.SkipDir
		case hidden || entry.IsDir() || slices.Contains(without, name):
			return nil
		case entry.Type()&fs.ModeSymlink != 0:
			return p.linked(path, name)
		}
		return p.addFile(path, name)
	})
}

// addBesideProgram adds the files that belong to a program: its parameters, and files for
// people.
func (p *collecting) addBesideProgram() error {
	if err := p.addParameters(params.Name); err != nil {
		return err
	}
	if !p.Folder {
		return nil
	}
	for _, name := range []string{"LICENSE", "README.md"} {
		if path := filepath.Join(p.Path, name); files.Exists(path) {
			if err := p.addFile(path, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// addParameters adds the file with the parameters that the bot declares, if it does.
func (p *collecting) addParameters(name string) error {
	space, err := params.Declared(p.Path)
	if err != nil {
		return p.failed(filepath.Base(params.File(p.Path))+": "+err.Error(), "arena tune --help explains it")
	}
	if space == nil {
		return nil
	}
	return p.addFile(params.File(p.Path), name)
}

// addPrograms adds the programs that were named one by one, in place of any that were built
// for the same system.
func (p *collecting) addPrograms() error {
	for platform, path := range p.how.Programs {
		if p.Typed == "" {
			p.Typed = path
		}
		if err := p.addProgram(platform, path, false); err != nil {
			return err
		}
	}
	return nil
}

// addProgram adds a program for a system, unless it has one already that was named.
func (p *collecting) addProgram(platform, path string, found bool) error {
	if _, named := p.how.Programs[platform]; named && found {
		return nil
	}
	info, err := os.Stat(path)
	switch built := executable.System(path); {
	case err != nil:
		return unfit.New(path, unfit.Reason(err), "build it first")
	case !info.Mode().IsRegular():
		return unfit.New(path, "not a file", "name a program")
	case built == "":
		return unfit.New(path, "not a program that was compiled", "pack a script as it is: arena bot pack "+language.HintFile)
	case built != platform:
		return unfit.New(
			path, "a program for "+built+", and not for "+platform, "--program "+safe.Shell(built+"="+path),
		)
	case info.Size() > botfile.MaxProgram:
		return unfit.New(
			path, fmt.Sprintf("larger than %d MB, which is too large for a package", botfile.MaxProgram>>20),
			"build it without symbols",
		)
	}
	goos, arch, _ := strings.Cut(platform, "/")
	p.Contents = append(p.Contents, botfile.Content{OS: goos, Arch: arch, Open: opens(path)})
	return nil
}

func opens(path string) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) { return os.Open(path) }
}

func (p *collecting) failed(why, fix string) error { return unfit.New(p.Typed, why, fix) }
