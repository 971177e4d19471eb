package find

import (
	"context"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"github.com/botarena/arena/internal/process/host"
)

// Asks starts a bot, and returns what it says about itself. If it is none, the error is an *[Error].
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
	return Name(a.Listed)
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
