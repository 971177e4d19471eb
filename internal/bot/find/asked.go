package find

import (
	"context"
	"path/filepath"
	"runtime"
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

// AskAll asks everything in the bots folder what it is, as many at a time as there are processors. Its error is
// that there is no folder, or the cause why ctx is done.
func (f Finder) AskAll(ctx context.Context, ask Asks) ([]Asked, error) {
	names, err := f.ListAll()
	if err != nil {
		return nil, err
	}
	all := make([]Asked, len(names))
	free := make(chan struct{}, runtime.NumCPU())
	var asking sync.WaitGroup
	for i, name := range names {
		asking.Go(func() {
			free <- struct{}{}
			defer func() { <-free }()
			all[i] = f.ask(ctx, name, ask)
		})
	}
	asking.Wait()
	return all, context.Cause(ctx)
}

func (f Finder) ask(ctx context.Context, name string, ask Asks) Asked {
	a := Asked{Listed: name}
	a.Bot, a.Said, a.Err = f.findAndAsk(ctx, filepath.Join(f.Dir, name), ask)
	return a
}

// findAndAsk finds the bot at a path, and asks it.
func (f Finder) findAndAsk(ctx context.Context, path string, ask Asks) (b Bot, said host.Description, err error) {
	if b, err = f.Find(ctx, path); err == nil {
		said, err = ask(ctx, b)
	}
	return b, said, err
}
