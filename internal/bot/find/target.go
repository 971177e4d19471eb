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

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/pack"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/executable"
)

// target is a file or folder that exists.
type target struct {
	typed  string
	path   string // absolute
	given  string // the path as the user would write it
	shown  string // the same, for messages
	folder bool
	built  bool               // by the command of its bot.txt, on another machine
	packed bool               // it comes from a package: nothing of it is built, as that would not be confined
	linked *executable.Linked // nil unless it comes with the arena, and is no file
}

func (f Finder) locate(typed string) (target, error) {
	candidates, missing := f.candidates(typed)
	for _, shown := range candidates {
		info, shown, err := statProgram(shown)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return target{}, Unfit(f.called(typed), unfit.Reason(err), unfit.HowToName)
		}
		path, err := filepath.Abs(shown)
		if err != nil {
			return target{}, Unfit(f.called(typed), unfit.Reason(err), unfit.HowToName)
		}
		if !utf8.ValidString(path) {
			return target{}, Unfit(f.called(typed), "its path is not UTF-8: "+strconv.QuoteToASCII(path), "rename what is not")
		}
		t := target{
			typed: typed, path: path, given: shown, shown: shown, folder: info.IsDir(), packed: f.Foreign,
			built: f.Foreign,
		}
		if f.Called != "" {
			t.typed, t.shown = f.Called, f.Called
		}
		return t, t.check(info)
	}
	if !hasSeparator(typed) {
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
	return target{}, Unfit(f.called(typed), missing, unfit.HowToName)
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
			paths = append(paths, filepath.Join(dir, typed), filepath.Join(dir, typed+pack.Ending))
		}
	}
	switch {
	case f.Inside:
		missing += " in " + safe.Name(f.Dir)
	case !hasSeparator(typed):
		missing += " here" + f.elsewhere()
	}
	return paths, missing
}

// meant returns the path of what somebody meant who typed a name that there is not, or "".
func (f Finder) meant(typed string) (string, error) {
	player := build.PlayerFile(typed)
	dirs := f.folders()
	if !f.Inside {
		dirs = append([]string{"."}, dirs...)
	}
	for _, dir := range dirs {
		if info, err := os.Stat(filepath.Join(dir, player)); err == nil && info.Mode().IsRegular() {
			return filepath.Join(dir, player), nil
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
		return "", Unfit(typed, several, "type one of "+safe.Shell(alike...))
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

func hasSeparator(path string) bool {
	return strings.ContainsFunc(path, func(r rune) bool { return r < 128 && os.IsPathSeparator(byte(r)) })
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

func (t target) check(info fs.FileInfo) error {
	switch {
	case t.folder:
		return nil
	case !info.Mode().IsRegular():
		return Unfit(t.typed, "neither a file nor a folder", unfit.HowToName)
	case filepath.Ext(t.path) == ".go":
		return Unfit(
			t.typed, "a Go source file, not a program", "type its folder: "+safe.Shell(filepath.Dir(t.shown)),
		)
	case slices.Contains([]string{".o", ".obj"}, filepath.Ext(t.path)):
		source := strings.TrimSuffix(t.shown, filepath.Ext(t.path)) + build.ClassicEnding
		return Unfit(
			t.typed, "an object file, which only the original program can be linked with",
			"get its source, "+safe.Name(source)+`, or type demo, dummy or null, which come with the arena`,
		)
	case info.Size() > executable.MostBytes:
		return Unfit(
			t.typed, fmt.Sprintf("larger than %d MB, which is too large for a bot", executable.MostBytes>>20), unfit.HowToName,
		)
	case kindOf(t.path) != Program:
		return nil
	case runtime.GOOS == "windows" && !strings.EqualFold(filepath.Ext(t.path), ".exe"):
		return Unfit(t.typed, "not executable", "a bot on Windows is a file that ends with .exe")
	case runtime.GOOS != "windows" && info.Mode()&0o111 == 0:
		return Unfit(t.typed, "not executable", t.howToStart())
	}
	return nil
}

// howToStart is the advice about a file that is not executable. A text file without
// "#!" is not a program, even if it is made executable.
func (t target) howToStart() string {
	if executable.IsText(t.path) && !executable.IsScript(t.path) {
		return fmt.Sprintf(
			"what can be typed ends in %s; for anything else, make a folder with a file %s that says how to run it",
			language.HintEndings, botTxtName)
	}
	return safe.Shell("chmod", "+x", t.shown)
}
