package league

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/unfit"
)

// Bring copies a bot into the folder of the league, and returns it as it is there. A change
// of the original does not change it. A compiled bot is copied as a program, without its
// sources. The finder is one that finds bots for the league's game; its Dir does not matter. Unless
// fits returns nil for the folder of the copy and its name there, the league does not take it.
func (f Folder) Bring(ctx context.Context, finder find.Finder, bot find.Bot,
	fits func(folder, name string) error,
) (find.Bot, error) {
	name := filepath.Base(bot.Command.Path)
	if !IsPlainName(name) {
		return find.Bot{}, unfit.New(bot.Typed, PlainNames, "rename it")
	}
	fresh, err := os.MkdirTemp(f.Bots(), Unfinished)
	if err != nil {
		return find.Bot{}, err
	}
	defer os.RemoveAll(fresh)                      //nolint:errcheck // it begins with a dot: nobody looks at it
	if err := os.Chmod(fresh, 0o755); err != nil { //nolint:gosec // a confined bot may run as another user
		return find.Bot{}, err
	}
	if name, err = copyBot(bot, fresh, name); err != nil {
		return find.Bot{}, err
	}
	if err := fits(fresh, name); err != nil {
		return find.Bot{}, unfit.New(bot.Typed, err.Error(), leaveOut)
	}
	finder.Dir = fresh
	found, err := finder.Find(ctx, filepath.Join(fresh, name))
	if err != nil {
		return find.Bot{}, err
	}
	digest := hex.EncodeToString(found.SHA256[:])
	to := filepath.Join(f.Bots(), digest)
	if err := moveTo(fresh, to); err != nil {
		return find.Bot{}, err
	}
	_, values := find.SplitValues(bot.Typed)
	typed := digest + "/" + name
	if values != "" {
		typed += ":" + values
	}
	return f.Find(ctx, finder, typed)
}

const leaveOut = "leave out what it does not need to play"

// Drop removes a bot that was brought.
func (f Folder) Drop(program [32]byte) error {
	return os.RemoveAll(filepath.Join(f.Bots(), hex.EncodeToString(program[:])))
}

// moveTo moves a folder. If there is one of its name, the same program was brought before:
// then what that lacks is moved into it, as some programs go by their own name.
func moveTo(folder, to string) error {
	moved := os.Rename(folder, to)
	if moved == nil || !files.Exists(to) {
		return moved
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		into := filepath.Join(to, entry.Name())
		if files.Exists(into) {
			continue
		}
		if err := os.Rename(filepath.Join(folder, entry.Name()), into); err != nil {
			return err
		}
	}
	return nil
}

// Find finds a bot of the league by what stands for it in the store.
func (f Folder) Find(ctx context.Context, finder find.Finder, typed string) (find.Bot, error) {
	return f.found(finder, typed, func(finder find.Finder, path string) (find.Bot, error) {
		return finder.Find(ctx, path)
	})
}

func (f Folder) found(finder find.Finder, typed string,
	by func(find.Finder, string) (find.Bot, error),
) (find.Bot, error) {
	finder.Dir = f.Bots()
	path, err := filepath.Abs(filepath.Join(f.Bots(), filepath.FromSlash(typed)))
	if err != nil || !filepath.IsLocal(filepath.FromSlash(typed)) {
		return find.Bot{}, unfit.New(typed, "no bot of this league", "")
	}
	found, err := by(finder, path)
	found.Typed = typed
	return found, err
}

// ProgramOf returns the folder with a program in that of all bots, by what stands for it in the store.
func ProgramOf(typed string) string {
	folder, _, _ := strings.Cut(typed, "/")
	return folder
}

// FindThat finds a bot in the folder as Find does, if it is the program with this SHA-256: see [find.Finder.FindThat].
func (f Folder) FindThat(ctx context.Context, finder find.Finder, typed string,
	sum [sha256.Size]byte,
) (find.Bot, error) {
	return f.found(finder, typed, func(finder find.Finder, path string) (find.Bot, error) {
		return finder.FindThat(ctx, path, sum)
	})
}

// PlainNames says what [IsPlainName] wants.
const PlainNames = "its name may have up to 80 letters, digits, dots, dashes, underscores and spaces"

// maxName is the length of the longest name of a file in a league, in bytes.
const maxName = 80

// IsPlainName reports whether a name can be typed, printed and stored anywhere.
func IsPlainName(name string) bool {
	return len(name) <= maxName && !strings.HasPrefix(name, ".") && !strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("._- ", r)
	})
}

// copyBot copies a bot into a folder, and returns the name that it has there.
func copyBot(bot find.Bot, into, name string) (string, error) {
	switch {
	case bot.Kind.IsCompiled():
		return copyCompiled(bot, into, name, language.IsSource)
	case bot.Kind == language.Program && bot.Packed:
		start, err := filepath.Rel(bot.Command.Path, bot.Command.Args[0])
		if err != nil {
			return "", err
		}
		return copyCompiled(bot, into, name, func(inside string) bool { return inside == start })
	}
	_, err := bot.Copy(into)
	return name, err
}

// copyCompiled copies the program that a bot was compiled to. If other files than those to be left
// out lie beside, they may be of use to it: then it becomes a folder with all of them.
func copyCompiled(bot find.Bot, into, name string, leftOut func(inside string) bool) (string, error) {
	built := bot.Command.Args[0]
	data, err := dataOf(bot, leftOut)
	if err != nil {
		return "", err
	}
	if len(data) == 0 {
		name = strings.TrimSuffix(name, filepath.Ext(name)) + filepath.Ext(built)
		return name, copyFile(built, filepath.Join(into, name), 0o755)
	}
	folder := filepath.Join(into, name)
	program := "program" + filepath.Ext(built)
	if err := copyFile(built, filepath.Join(folder, program), 0o755); err != nil {
		return "", err
	}
	for _, inside := range data {
		if inside == program || inside == "bot.txt" {
			return "", unfit.New(
				bot.Typed, safe.Name(inside)+": no file of a bot that is compiled may have this name in a league",
				"rename it",
			)
		}
		if err := copyFile(filepath.Join(bot.Command.Path, inside), filepath.Join(folder, inside), 0o644); err != nil {
			return "", err
		}
	}
	return name, os.WriteFile(filepath.Join(folder, "bot.txt"), []byte("run ./"+program+"\n"), 0o644) //nolint:gosec // see Bring
}

// mostData is how many files a bot may bring beside its program.
const mostData = 1000

// dataOf returns the files in the folder of a bot that are not left out, as paths in it, without
// hidden files, folders, pipes and the like.
func dataOf(bot find.Bot, leftOut func(inside string) bool) (data []string, err error) {
	path := bot.Command.Path
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return nil, err
	}
	err = filepath.WalkDir(path, func(at string, entry fs.DirEntry, err error) error {
		inside, _ := filepath.Rel(path, at)
		switch hidden := strings.HasPrefix(entry.Name(), ".") && at != path; {
		case err != nil:
			return err
		case hidden && entry.IsDir():
			return fs.SkipDir
		case hidden || !entry.Type().IsRegular() || leftOut(inside):
			return nil
		case len(data) == mostData:
			return unfit.New(bot.Typed, fmt.Sprintf("more than %d files", mostData), leaveOut)
		}
		data = append(data, inside)
		return nil
	})
	return data, err
}

// copyFile copies a file to a name that there is not yet, and makes its folder.
func copyFile(path, to string, mode fs.FileMode) error {
	from, err := os.Open(path)
	if err != nil {
		return err
	}
	defer from.Close() //nolint:errcheck // only read
	_, err = files.New(to, mode, from)
	return err
}

// strangersMark lies beside the copy of a bot that a stranger has made. An organiser on a system
// without a sandbox must allow it each time that the league is served, and not only when it joined.
const strangersMark = ".stranger"

// Mark notes whether a bot that was brought into a league is that of a stranger. A program
// that the organiser has brought is none, even if a stranger has brought the same before.
func Mark(bot find.Bot, strangers bool) error {
	mark := markOf(bot)
	if strangers {
		return files.Replace(mark, 0o644, strings.NewReader("")) // not what a link leads to
	}
	if err := os.Remove(mark); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// IsStrangers reports whether a bot of a league is marked as that of a stranger.
func IsStrangers(bot find.Bot) bool { return files.Exists(markOf(bot)) }

func markOf(bot find.Bot) string { return filepath.Join(filepath.Dir(bot.Command.Path), strangersMark) }
