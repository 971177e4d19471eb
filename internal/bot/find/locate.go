package find

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/executable"
)

// target is a file or folder that exists, or a bot that comes with the arena.
type target struct {
	build.Source
	linked *executable.Linked // nil unless it comes with the arena, and is no file
}

// locateFile locates what must be a file or folder: a linked bot can't be copied, packed or watched.
func (f Finder) locateFile(typed string) (build.Source, error) {
	t, err := f.locate(typed)
	if err == nil && t.linked != nil {
		return build.Source{}, unfit.New(
			t.Typed, "comes with the arena, and has no file of its own",
			"name a copy of its source, which is examples/"+t.linked.Name+" in the arena's repository",
		)
	}
	return t.Source, err
}

// locate finds what typed stands for, as [Finder.Find] says.
func (f Finder) locate(typed string) (target, error) {
	candidates, missing := f.candidates(typed)
	for _, shown := range candidates {
		info, shown, err := statProgram(shown)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return target{}, unfit.New(f.called(typed), unfit.Reason(err), unfit.HowToName)
		}
		path, err := filepath.Abs(shown)
		if err != nil {
			return target{}, unfit.New(f.called(typed), unfit.Reason(err), unfit.HowToName)
		}
		if !utf8.ValidString(path) {
			why := "its path is not UTF-8: " + strconv.QuoteToASCII(path)
			return target{}, unfit.New(f.called(typed), why, "rename what is not")
		}
		t := build.Source{
			Typed: f.called(typed), Path: path, Given: shown, Shown: f.called(shown), Folder: info.IsDir(),
			Packed: f.Foreign, Built: f.Foreign, Strangers: f.Foreign || f.Strange,
		}
		return target{Source: t}, f.hiding(t, check(t, info))
	}
	if !build.HasSeparator(typed) {
		if alike, err := f.meant(typed); alike != "" || err != nil {
			if err != nil {
				return target{}, err
			}
			if f.Inside {
				alike = filepath.Base(alike)
			}
			return f.locate(alike)
		}
		if own, is, err := f.ownBot(typed); is || err != nil {
			return own, err
		}
	}
	return target{}, unfit.New(f.called(typed), missing, unfit.HowToName)
}

// called returns the name in messages of a typed bot.
func (f Finder) called(typed string) string { return cmp.Or(f.Called, typed) }

// candidates returns the paths that typed can stand for, or the reason why there are none.
func (f Finder) candidates(typed string) (paths []string, missing string) {
	missing = "no such file or folder"
	if !f.Inside {
		paths = []string{typed}
	}
	if filepath.IsLocal(typed) && typed[0] != '.' {
		for _, dir := range f.folders() {
			paths = append(paths, filepath.Join(dir, typed), filepath.Join(dir, typed+botfile.Ending))
		}
	}
	switch {
	case f.Inside:
		missing += " in " + safe.Name(f.Dir)
	case !build.HasSeparator(typed):
		missing += " here" + f.elsewhere()
	}
	return paths, missing
}

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

// meant returns the path of what somebody meant who typed a name that there is not, or "".
func (f Finder) meant(typed string) (string, error) {
	player := build.PlayerFile(typed)
	dirs := f.folders()
	if !f.Inside {
		dirs = append([]string{"."}, dirs...)
	}
	for _, dir := range dirs {
		if path := filepath.Join(dir, player); files.IsFile(path) {
			return path, nil
		}
	}
	for _, dir := range f.folders() {
		if path, err := onlyOne(dir, typed, typed); path != "" || err != nil {
			return path, err
		}
	}
	for _, dir := range dirs {
		if path, err := onlyOne(dir, player, typed); path != "" || err != nil {
			return path, err
		}
	}
	return "", nil
}

// onlyOne returns the path of the only file of a folder with this name, whatever its capital letters, or "".
func onlyOne(dir, name, typed string) (string, error) {
	alike := alike(dir, name)
	if len(alike) > 1 {
		several := safe.Sprintf("can be any of several in %s, which differ only in capital letters", dir)
		return "", unfit.New(typed, several, "type one of "+safe.Shell(alike...))
	}
	if len(alike) == 0 {
		return "", nil
	}
	return filepath.Join(dir, alike[0]), nil
}

// alike returns the names in a folder that differ from this one in nothing but capital
// letters, or how a letter with an accent is spelt. In the original programs, the names of players began with one.
func alike(dir, typed string) []string {
	names, _ := Finder{Dir: dir}.List() // there are none in a folder that can't be read
	return slices.DeleteFunc(names, func(name string) bool {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			return true // a link to nothing
		}
		if runtime.GOOS == "windows" && strings.EqualFold(name, typed+".exe") {
			return false
		}
		return !strings.EqualFold(norm.NFC.String(name), norm.NFC.String(typed)) // a Mac spells é as two letters
	})
}

// statProgram also returns the path under which it found something.
func statProgram(path string) (fs.FileInfo, string, error) {
	info, err := os.Stat(path)
	if err != nil && runtime.GOOS == "windows" {
		if exe, err := os.Stat(path + ".exe"); err == nil {
			return exe, path + ".exe", nil
		}
	}
	return info, path, err
}

// check refuses what can't be a bot whatever is in it.
func check(t build.Source, info fs.FileInfo) error {
	switch {
	case t.Folder:
		return nil
	case !info.Mode().IsRegular():
		return unfit.New(t.Typed, "neither a file nor a folder", unfit.HowToName)
	case filepath.Ext(t.Path) == ".go":
		return unfit.New(
			t.Typed, "a Go source file, not a program", "type its folder: "+safe.Shell(filepath.Dir(t.Shown)),
		)
	case slices.Contains([]string{".o", ".obj"}, filepath.Ext(t.Path)):
		source := strings.TrimSuffix(t.Shown, filepath.Ext(t.Path)) + build.ClassicEnding
		return unfit.New(
			t.Typed, "an object file, which only the original program can be linked with",
			"get its source, "+safe.Name(source)+`, or type demo, dummy or null, which come with the arena`,
		)
	case info.Size() > executable.MostBytes:
		return unfit.New(
			t.Typed, fmt.Sprintf("larger than %d MB, which is too large for a bot", executable.MostBytes>>20), unfit.HowToName,
		)
	case build.KindOf(t.Path) != language.Program:
		return nil
	case runtime.GOOS == "windows" && !strings.EqualFold(filepath.Ext(t.Path), ".exe"):
		return unfit.New(t.Typed, "not executable", "a bot on Windows is a file that ends with .exe")
	case runtime.GOOS != "windows" && info.Mode()&0o111 == 0:
		return unfit.New(t.Typed, "not executable", howToStart(t))
	}
	return nil
}

// howToStart is the advice about a file that is not executable. A text file without
// "#!" is not a program, even if it is made executable.
func howToStart(t build.Source) string {
	if executable.IsText(t.Path) && !executable.IsScript(t.Path) {
		return fmt.Sprintf(
			"what can be typed ends in %s; for anything else, make a folder with a file %s that says how to run it",
			language.HintEndings, build.BotTxtName)
	}
	return safe.Shell("chmod", "+x", t.Shown)
}

// hiding adds to the hint about a file or folder that is no bot which built-in bot it hides, if it does.
func (f Finder) hiding(t build.Source, err error) error {
	i := slices.IndexFunc(f.Linked, func(l executable.Linked) bool { return strings.EqualFold(l.Name, t.Typed) })
	if no := new(unfit.Error); i >= 0 && !f.Foreign && !f.Inside && errors.As(err, &no) {
		no.Fix = "rename it, as it hides the built-in " + f.Linked[i].Name + "; " + no.Fix
	}
	return err
}

// ownBot returns the target of a linked bot of this name; capital letters make no difference.
func (f Finder) ownBot(typed string) (t target, is bool, err error) {
	i := slices.IndexFunc(f.Linked, func(l executable.Linked) bool { return strings.EqualFold(l.Name, typed) })
	if i < 0 || f.Foreign {
		return target{}, false, nil
	}
	command, err := f.Linked[i].Command()
	if err != nil {
		return target{}, false, unfit.Troubled(
			f.Called, typed, "the arena does not know where its own program is: "+err.Error(), "start it by its whole path")
	}
	shown := f.called(f.Linked[i].Name)
	return target{build.Source{Typed: f.called(typed), Path: command.Path, Shown: shown}, &f.Linked[i]}, true, nil
}

// Hides returns the file or folder that plays in the place of a linked bot, as it has its name; "" if none does.
func (f Finder) Hides(linked string) string {
	t, _ := f.locate(linked) // a file that can't play hides it as well
	if t.linked != nil {
		return ""
	}
	return t.Shown
}
