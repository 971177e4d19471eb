// Package bots turns what a user typed into a program to start: it finds bots
// by path or name, builds those that are Go folders, and sums them.
package bots

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"unicode"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/program"
)

// Bot is a program that can be started. Nothing more is known of it: whether it
// is a bot shows when it has started.
type Bot struct {
	Typed  string            // what the user typed
	Path   string            // of the program, absolute
	Name   string            // for when it has none of its own; at most engine.MaxName characters
	SHA256 [sha256.Size]byte // of the program
}

// Finder finds bots.
type Finder struct {
	// Dir is the bots folder.
	Dir string
	// Cache is a folder for built bots and known sums, made when needed. Without
	// one, nothing can be built.
	Cache string
}

// Error says why something is no bot that can be started.
type Error struct {
	Typed  string // what the user typed
	Reason string
	Fix    string // what to do about it
}

func (e *Error) Error() string { return e.Typed + ": " + e.Reason }

// Hint says what to do about it.
func (e *Error) Hint() string { return e.Fix }

// Find finds the program that typed stands for, in this order:
//
//  1. A file or folder of this path, relative to the current folder.
//  2. If typed has no path separator: a file or folder of this name in the bots
//     folder.
//
// On Windows, ".exe" may be left out. A file must be executable. A folder must
// hold a Go program; it is built first. Errors are of type *[Error], unless ctx
// ended.
func (f Finder) Find(ctx context.Context, typed string) (Bot, error) {
	found, err := f.FindAll(ctx, []string{typed})
	if err != nil {
		return Bot{}, err
	}
	return found[0], nil
}

// FindAll finds a program for everything typed, as [Finder.Find] does. Folders
// are built at the same time, and one that was typed twice is built once. The
// error is that of the first that has one.
func (f Finder) FindAll(ctx context.Context, typed []string) ([]Bot, error) {
	type result struct {
		bot Bot
		err error
	}
	results := make(map[string]*result)
	paths := make([]string, len(typed))
	var work sync.WaitGroup
	defer work.Wait()
	for i, t := range typed {
		target, err := f.locate(t)
		if err != nil {
			return nil, err
		}
		paths[i] = target.path
		if results[target.path] == nil {
			r := &result{}
			results[target.path] = r
			work.Go(func() { r.bot, r.err = f.prepare(ctx, target) })
		}
	}
	work.Wait()
	bots := make([]Bot, len(typed))
	for i, path := range paths {
		r := results[path]
		if r.err != nil {
			return nil, r.err
		}
		bots[i] = r.bot
		bots[i].Typed = typed[i]
	}
	return bots, nil
}

// List returns the names in the bots folder that [Finder.Find] could be asked
// for, sorted. Hidden files are left out; what else is no bot is not.
func (f Finder) List() ([]string, error) {
	entries, err := os.ReadDir(f.Dir)
	if err != nil {
		return nil, &Error{f.Dir, reason(err), "name the bots folder with --bots, or make one: mkdir " + f.Dir}
	}
	var names []string
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// target is a file or folder that exists.
type target struct {
	typed  string
	path   string // absolute
	shown  string // the path as the user would write it
	folder bool
}

const howToName = `type the path of a bot or of its Go folder, or one of the names that "arena bots" lists`

func (f Finder) locate(typed string) (target, error) {
	candidates := []string{typed}
	missing := "no such file or folder"
	if !hasSeparator(typed) {
		candidates = append(candidates, filepath.Join(f.Dir, typed))
		missing += fmt.Sprintf(" here or in %s", f.Dir)
	}
	for _, shown := range candidates {
		info, shown, err := statProgram(shown)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return target{}, &Error{typed, reason(err), howToName}
		}
		path, err := filepath.Abs(shown)
		if err != nil {
			return target{}, &Error{typed, reason(err), howToName}
		}
		t := target{typed, path, shown, info.IsDir()}
		return t, t.check(info)
	}
	return target{}, &Error{typed, missing, howToName}
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
		return &Error{t.typed, "neither a file nor a folder", howToName}
	case filepath.Ext(t.path) == ".go":
		return &Error{t.typed, "a Go source file, no program", "type its folder: " + filepath.Dir(t.shown)}
	case runtime.GOOS == "windows" && !strings.EqualFold(filepath.Ext(t.path), ".exe"):
		return &Error{t.typed, "not executable", "a bot on Windows is a file that ends with .exe"}
	case runtime.GOOS != "windows" && info.Mode()&0o111 == 0:
		return &Error{t.typed, "not executable", t.howToStart()}
	}
	return nil
}

// howToStart is what to do about a file that is not executable. Of a text without
// "#!" the system would not make a program either.
func (t target) howToStart() string {
	if program.IsText(t.path) && !program.IsScript(t.path) {
		return howToName
	}
	return "chmod +x " + t.shown
}

// prepare makes of what was found a program that can be started.
func (f Finder) prepare(ctx context.Context, t target) (Bot, error) {
	path := t.path
	if t.folder {
		var err error
		if path, err = f.build(ctx, t); err != nil {
			return Bot{}, err
		}
	}
	sum, err := f.sum(path)
	if err != nil {
		return Bot{}, &Error{t.typed, reason(err), "chmod +r " + t.shown}
	}
	return Bot{Path: path, Name: Name(t.path), SHA256: sum}, nil
}

// Name is what a bot is called that does not name itself: like its file or
// folder, without extension, at most engine.MaxName characters.
func Name(path string) string {
	base := filepath.Base(path)
	if base != filepath.Ext(base) {
		base = strings.TrimSuffix(base, filepath.Ext(base))
	}
	name := []rune(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, base))
	if len(name) == 0 {
		return "bot"
	}
	return string(name[:min(len(name), engine.MaxName)])
}

// reason says in the user's words what the system reported.
func reason(err error) string {
	if errors.Is(err, fs.ErrNotExist) {
		return "no such file or folder"
	}
	if path := new(fs.PathError); errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}
