package find

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/host"
)

// List returns the names in the bots folder, sorted, for [Finder.Find]. It leaves out
// hidden files, but includes files that aren't bots.
func (f Finder) List() ([]string, error) {
	entries, err := os.ReadDir(f.Dir)
	if err != nil {
		return nil, unfit.New(
			f.Dir, unfit.Reason(err), "name the bots folder with --bots, or make one: "+safe.Shell("mkdir", f.Dir),
		)
	}
	var names []string
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// ListAll returns the same names, but instead of a folder with several player files of the
// original programs, those files: each is a bot.
func (f Finder) ListAll() ([]string, error) {
	names, err := f.List()
	var all []string
	for _, name := range names {
		players := f.players(name, 2) // a folder for each game, in one for all
		if len(players) == 0 {
			players = []string{name}
		}
		all = append(all, players...)
	}
	return all, err
}

// players returns the player files in a folder that is not a bot itself, or in folders within
// it, so many levels deep.
func (f Finder) players(name string, levels int) (found []string) {
	t := build.Source{Typed: name, Path: filepath.Join(f.Dir, name), Shown: name, Folder: true}
	if levels == 0 || !files.IsFolder(t.Path) || files.Exists(filepath.Join(t.Path, build.BotTxtName)) {
		return nil
	}
	in, err := t.Candidates()
	if err != nil || len(in.Names) > 1 {
		return nil
	}
	for _, file := range in.Sources {
		if _, is := t.Player(file); is {
			found = append(found, filepath.Join(name, file))
		}
	}
	if len(in.Names) == 1 {
		if len(found) == 1 { // the folder is a bot
			return nil
		}
		return found
	}
	entries, _ := os.ReadDir(t.Path)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			found = append(found, f.players(filepath.Join(name, e.Name()), levels-1)...)
		}
	}
	return found
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

// linkedNames returns the names of the linked bots that play a game; "" means any.
func (f Finder) linkedNames(game string) (names []string) {
	for _, l := range f.Linked {
		if game == "" || l.Plays(game) {
			names = append(names, l.Name)
		}
	}
	return names
}

// Asks starts a bot, and returns what it says about itself. If it is none, the error is an *[unfit.Error].
type Asks func(ctx context.Context, b Bot) (host.Description, error)

// Asked is a file or folder in the bots folder.
type Asked struct {
	Listed string // as [Finder.ListAll] lists it
	Bot    Bot    // the zero Bot if it was not found
	Said   host.Description
	Err    error // why it is not a bot
}

// Name is the name of the player: the bot's own, or else that of its file.
func (a Asked) Name() string {
	if a.Said.Name != "" {
		return a.Said.Name
	}
	return build.Name(a.Listed)
}

// AskAll asks everything in the bots folders what it is, and each linked bot that no folder has, as many at a time as
// there are processors. Its error is that there is no folder, or the cause why ctx is done.
func (f Finder) AskAll(ctx context.Context, ask Asks) ([]Asked, error) {
	listed, err := f.listEverywhere()
	if err != nil {
		return nil, err
	}
	all := make([]Asked, len(listed))
	free := make(chan struct{}, runtime.NumCPU())
	var asking sync.WaitGroup
	for i, one := range listed {
		asking.Go(func() {
			free <- struct{}{}
			defer func() { <-free }()
			all[i] = f.ask(ctx, one, ask)
		})
	}
	asking.Wait()
	return all, context.Cause(ctx)
}

// listing is something in a folder, or a linked bot, which is in none.
type listing struct{ dir, name string }

// listEverywhere lists the bots of all folders, and the linked bots behind them. A bot hides those with its name in
// later folders. If there are several folders, none need be there.
func (f Finder) listEverywhere() (all []listing, err error) {
	for _, dir := range f.folders() {
		names, err := Finder{Dir: dir}.ListAll()
		if err != nil && len(f.Also) == 0 {
			return nil, err
		}
		all = appendNew(all, dir, names)
	}
	return appendNew(all, "", f.linkedNames("")), nil
}

func appendNew(all []listing, dir string, names []string) []listing {
	for _, name := range names {
		if !slices.ContainsFunc(all, func(l listing) bool { return l.name == name }) {
			all = append(all, listing{dir, name})
		}
	}
	return all
}

func (f Finder) ask(ctx context.Context, l listing, ask Asks) Asked {
	a := Asked{Listed: l.name}
	if l.dir != "" {
		a.Bot, a.Said, a.Err = f.findAndAsk(ctx, filepath.Join(l.dir, l.name), ask)
		return a
	}
	t, _, err := f.ownBot(l.name)
	if err == nil {
		a.Bot, err = f.linkedBot(t)
	}
	if a.Err = err; err == nil {
		a.Said, a.Err = ask(ctx, a.Bot)
	}
	return a
}

// findAndAsk finds the bot at a path, and asks it.
func (f Finder) findAndAsk(ctx context.Context, path string, ask Asks) (b Bot, said host.Description, err error) {
	if b, err = f.Find(ctx, path); err == nil {
		said, err = ask(ctx, b)
	}
	return b, said, err
}
