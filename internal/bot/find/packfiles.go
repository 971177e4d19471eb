package find

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/botarena/arena/internal/base/plaintext"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/pack"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/executable"
)

// addFile adds a file under a name, with slashes, in the folder of the bot, unless it is
// there already.
func (p *packer) addFile(path, name string) error {
	if slices.ContainsFunc(p.Contents, func(c pack.Content) bool { return c.OS == "" && c.Path == name }) {
		return nil
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return p.failed(safe.Name(name)+": "+unfit.Reason(err), safe.Shell("chmod", "+r", path))
	case !info.Mode().IsRegular():
		return p.failed(safe.Name(name)+" in it is not a file", "remove it")
	case p.isLinked(path):
		return p.linked(name)
	}
	forPeople := pack.IsForPeople(name)
	most := int64(pack.MaxAllFiles)
	if forPeople {
		most = pack.MaxText
	} else if err := pack.CheckPath(name); err != nil {
		return p.failed(err.Error(), "rename it: a package is for every system")
	}
	p.bytes += info.Size()
	switch {
	case info.Size() > most || p.bytes > pack.MaxAllFiles:
		return p.failed(safe.Sprintf("%s: there are more than %s of it", name, size(most)),
			"make it smaller, or leave it out")
	case len(p.Contents) >= pack.MaxFiles:
		return p.failed(fmt.Sprintf("has more than %d files", pack.MaxFiles),
			"put them in one, such as a "+language.HintArchive+"; hidden ones do not count")
	}
	// The rights of a file differ from system to system, and its first line does not.
	runs := !forPeople && executable.IsScript(path)
	p.Contents = append(p.Contents, pack.Content{Path: name, Executable: runs, ForPeople: forPeople, Open: opens(path)})
	return nil
}

// isLinked reports whether a file is in the folder of the bot by a link alone. Somebody else may
// have made it, and what it leads to would be given away. A link that the user named is theirs.
func (p *packer) isLinked(path string) bool {
	folder := p.path
	if !p.folder {
		folder = filepath.Dir(p.path)
	}
	real, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return true
	}
	for _, folder := range []string{folder, real} {
		if inside, err := filepath.Rel(folder, path); err == nil && filepath.IsLocal(inside) && path != p.path {
			file, err := filepath.EvalSymlinks(path)
			return err != nil || file != filepath.Join(real, inside)
		}
	}
	return false
}

func (p *packer) linked(name string) error {
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
func (p *packer) addFolder(top, prefix string, without ...string) error {
	if whole, err := filepath.EvalSymlinks(top); err == nil {
		top = whole
	}
	return filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		inside, _ := filepath.Rel(top, path)
		name := filepath.ToSlash(filepath.Join(prefix, inside))
		hidden := path != top && executable.IsHidden(entry)
		switch {
		case err != nil:
			return p.failed(safe.Name(name)+": "+unfit.Reason(err), safe.Shell("chmod", "-R", "+r", p.shown))
		case hidden && entry.IsDir():
			return fs.SkipDir
		case hidden || entry.IsDir() || slices.Contains(without, name):
			return nil
		case entry.Type()&fs.ModeSymlink != 0:
			return p.linked(name)
		}
		return p.addFile(path, name)
	})
}

// collectDescribed packs a bot with a bot.txt. It packs the files that the command has built here,
// and leaves out the command: nobody builds on the machine of others.
func (p *packer) collectDescribed(ctx context.Context, about botTxt) error {
	if about.build != nil {
		if err := p.runBuild(ctx, about.build); err != nil {
			return err
		}
	}
	p.Kind, p.Start = Described, ""
	without := []string{botTxtName}
	if about.run != nil {
		first := filepath.Join(p.path, about.run[0])
		if system := executable.System(first); hasSeparator(about.run[0]) && system != "" {
			name := filepath.ToSlash(filepath.Clean(about.run[0]))
			p.Start = strings.TrimSuffix(name, ".exe")
			without = append(without, name)
			if p.isLinked(first) {
				return p.linked(name)
			}
			if err := p.addProgram(system, first, true); err != nil {
				return err
			}
		}
	}
	if err := p.addBotTxt(); err != nil {
		return err
	}
	if about.build == nil || about.run == nil {
		return p.addFolder(p.path, "", without...)
	}
	return p.addNamed(about.run, without)
}

// addNamed adds what a command names in the folder. A build leaves much else there.
func (p *packer) addNamed(run, without []string) error {
	for _, word := range run {
		path := filepath.Join(p.path, word)
		name := filepath.ToSlash(filepath.Clean(word))
		info, err := os.Stat(path)
		switch {
		case word == "" || !filepath.IsLocal(word) || err != nil || slices.Contains(without, name):
			continue
		case info.IsDir():
			err = p.addFolder(path, name)
		default:
			err = p.addFile(path, name)
		}
		if err != nil {
			return err
		}
	}
	return p.addBesideProgram()
}

// addBotTxt adds the bot.txt without its command to build.
func (p *packer) addBotTxt() error {
	file, err := os.ReadFile(filepath.Join(p.path, botTxtName)) // readBotTxt has checked it
	if err != nil {
		return p.failed(botTxtName+": "+unfit.Reason(err), safe.Shell("chmod", "-R", "+r", p.shown))
	}
	var kept strings.Builder
	for line := range strings.Lines(string(plaintext.Of(file))) {
		if key := strings.Fields(line); len(key) == 0 || key[0] != "build" {
			kept.WriteString(line)
		}
	}
	p.Contents = append(p.Contents, pack.Content{Path: botTxtName, Open: opensText([]byte(kept.String()))})
	return nil
}
