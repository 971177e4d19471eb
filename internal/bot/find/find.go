// Package find turns what a user typed into a program to start: it finds bots by path or name. Package build makes them
// startable, package pack unpacks those that come as a package.
package find

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/pack"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/executable"
)

// Bot is a program that can be started. Whether it really is a bot shows only when
// it runs.
type Bot struct {
	Typed   string             // what the user typed
	Kind    language.Kind      // what it is written in
	Command executable.Command // its Path is that of the bot's file or folder
	Name    string             // used if the bot does not name itself; at most engine.MaxName characters
	Game    string             // the one that its bot.txt names, or ""
	SHA256  [sha256.Size]byte  // of the program, or of all files of the folder if it is not compiled; and of Parameters
	// Parameters are nil if it declares none.
	Parameters *Parameters

	// Packed says that it comes from a package, whose files nobody may change.
	Packed bool

	// Strangers says that the finder knows it to be made by somebody else than the user.
	Strangers bool

	bare [sha256.Size]byte // SHA256 without Parameters
}

// Finder finds bots.
type Finder struct {
	// Builder makes found bots startable. Its Called names the bot in messages to readers who may know neither the
	// typed word nor the path, and should not: errors about this machine alone are no *[unfit.Error] then.
	build.Builder

	// Dir is the bots folder.
	Dir string
	// Also are folders in which a bot is looked for that is not in Dir.
	Also []string
	// Linked are the bots that come with the arena. They are found if no folder has a bot of the name.
	Linked []executable.Linked
	// Admit decides whether a package may play, before anything of it is unpacked. It is called by
	// one goroutine at a time. If it is nil, no package plays.
	Admit func(ctx context.Context, p *pack.File) error
	// Unpack is the folder in which packages are unpacked, "" for one in Cache.
	Unpack string
	// Foreign says that strangers made the bots that are found: none is built, as their commands
	// would have to be run unconfined.
	Foreign bool
	// Strange says the same, but that the user wants it to be built.
	Strange bool
	// Inside says that a typed word is the name of something in Dir, and nothing else: no path out of
	// it, and nothing of the current folder. This is for names that the user has not typed.
	Inside bool
}

// Find finds the program that typed stands for, in this order:
//
//  1. A file or folder of this path, relative to the current folder.
//  2. The same within the bots folder, unless typed begins with a dot or leads out of it.
//  3. If typed has no path separator: the player file of that name, as the original
//     programs named them, here or in the bots folder: AIDemo.cc for Demo.
//  4. The only one in the bots folder whose name differs in nothing but capital letters,
//     or the only such player file, here or in the bots folder.
//  5. If typed has no path separator: the bot of that name that comes with the arena.
//
// In the bots folder, the ending of a package may be left out.
//
// Values for its parameters can follow after a colon, as in zorg:spread=3,fear=0.5.
//
// On Windows, ".exe" may be left out. A file must be executable, or its name must end
// with that of a language. What must be built is built first. Errors are of type *[unfit.Error], unless ctx is
// done.
func (f Finder) Find(ctx context.Context, typed string) (Bot, error) {
	found, err := f.FindAll(ctx, []string{typed})
	if err != nil {
		return Bot{}, err
	}
	return found[0], nil
}

// Locate returns the path, which is absolute, of the file or folder that typed stands for.
// Nothing is built. Errors are of type *[unfit.Error].
func (f Finder) Locate(typed string) (string, error) {
	t, err := f.locateFile(typed)
	return t.Path, err
}

// FindAll finds a program for everything typed, as [Finder.Find] does. Folders are
// built concurrently, and each is built only once. If several fail, the error is
// that of the first one typed.
//
// Bots share most of their packages. If some were never built, one of them is built
// first, and the others do not compile the same packages at the same time.
func (f Finder) FindAll(ctx context.Context, typed []string) ([]Bot, error) {
	type result struct {
		bot Bot
		err error
	}
	var targets []target // each program once
	results, paths, values := make(map[string]*result), make([]string, len(typed)), make([]string, len(typed))
	for i, t := range typed {
		t, values[i] = SplitValues(t)
		target, err := f.locate(t)
		if err != nil {
			return nil, err
		}
		paths[i] = target.Path
		if results[target.Path] == nil {
			results[target.Path] = &result{}
			targets = append(targets, target)
		}
	}
	prepare := func(t target) {
		r := results[t.Path]
		r.bot, r.err = f.prepare(ctx, t)
	}
	if i := slices.IndexFunc(targets, func(t target) bool { return f.IsNew(t.Source) }); i >= 0 {
		prepare(targets[i])
		targets = slices.Delete(targets, i, i+1)
	}
	if admit, one := f.Admit, new(sync.Mutex); admit != nil {
		f.Admit = func(ctx context.Context, p *pack.File) error {
			one.Lock()
			defer one.Unlock()
			return admit(ctx, p)
		}
	}
	var work sync.WaitGroup
	for _, t := range targets {
		work.Go(func() { prepare(t) })
	}
	work.Wait()
	bots := make([]Bot, len(typed))
	for i, path := range paths {
		r := results[path]
		if r.err != nil {
			return nil, r.err
		}
		var err error
		if bots[i], err = r.bot.withValues(f.called(typed[i]), values[i]); err != nil {
			return nil, err
		}
		bots[i].Typed, bots[i].Command.Called = f.called(typed[i]), cmp.Or(f.Called, bots[i].Command.Called)
	}
	return bots, nil
}

// prepare builds what must be built, and computes the checksum.
func (f Finder) prepare(ctx context.Context, t target) (Bot, error) {
	switch {
	case t.linked != nil:
		return f.linkedBot(t)
	case !t.Folder && build.KindOf(t.Path) == language.Package:
		return f.fromPackage(ctx, t.Source)
	}
	r, err := f.Recipe(ctx, t.Source)
	if err != nil {
		return Bot{}, f.hiding(t.Source, err)
	}
	return f.complete(t.Source, r)
}

// complete returns the bot that a recipe makes.
func (f Finder) complete(t build.Source, r build.Recipe) (Bot, error) {
	if r.Place != "" {
		t.Path = r.Place
	}
	command, err := f.Complete(t, r)
	if err != nil {
		return Bot{}, err
	}
	return Bot{
		Kind: r.Kind, Command: command, Name: t.Name(), Game: r.Game, SHA256: command.Hashed.Sum(), Strangers: t.Strangers,
	}, nil
}

// linkedBot returns the bot of a target that is linked into the arena.
func (f Finder) linkedBot(t target) (Bot, error) {
	command, err := t.linked.Command()
	if err == nil {
		command.Hashed, err = executable.Hash(command.Args[:1], f.Sum)
	}
	if err != nil {
		return Bot{}, unfit.New(t.Typed, unfit.Reason(err), unfit.HowToName)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "arena's own bot %s\x00%x", t.linked.Name, command.Hashed.Sum()))
	return Bot{Kind: language.Linked, Command: command, Name: t.linked.Name, SHA256: sum}, nil
}

// fromPackage unpacks a package, unless that was done before, and returns its bot.
func (f Finder) fromPackage(ctx context.Context, t build.Source) (Bot, error) {
	p, err := pack.OpenAs(t.Path, t.Shown)
	if err != nil {
		if found := new(unfit.Error); errors.As(err, &found) {
			found.Culprit = safe.Outside(t.Typed)
		}
		return Bot{}, err
	}
	defer p.Close() //nolint:errcheck // only read
	t.Strangers = t.Strangers || p.IsStrangers()
	if err := f.MayStart(t, language.Kind(p.Manifest.Kind)); err != nil { // before anybody is asked
		return Bot{}, err
	}
	if f.Admit == nil {
		return Bot{}, unfit.New(
			t.Typed, "a package, and nobody is asked here whether to trust it",
			"arena bot info tells who has signed it",
		)
	}
	if err := f.Admit(ctx, p); err != nil {
		return Bot{}, err
	}
	if f.Cache == "" && f.Unpack == "" {
		return Bot{}, t.NoCache()
	}
	inside, r, err := p.Unpack(ctx, f.Builder, t, f.Unpack)
	if err != nil {
		return Bot{}, err
	}
	found, err := f.complete(inside, r)
	found.Name, found.Packed = p.Manifest.Name, true
	return found, err
}
