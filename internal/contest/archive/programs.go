package archive

import (
	"context"
	"fmt"
	"path"
	"slices"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/store"
)

// Programs finds the programs that played: among those that the user has named, or else one in the bots
// folder, by its name there. What a store says stood on a command line is no path to follow.
type Programs struct {
	Named  []string    // bots that may have played, as the user has typed them
	Finder find.Finder // finds these
	Folder find.Folder // finds the others
	// MayPlay returns an error unless a bot that was found for an entrant may be started.
	MayPlay func(e store.Entrant, found find.Bot) error
}

// find finds the programs that played a match, by the numbers of their entrants. The others are left zero.
func (p Programs) find(ctx context.Context, t store.Tournament, m store.Match, debug bool) ([]find.Bot, error) {
	p.Finder.Game, p.Finder.Debug = t.Game, debug
	p.Folder.Game, p.Folder.Debug = t.Game, debug
	named, err := p.Finder.FindAll(ctx, p.Named)
	if err != nil {
		return nil, err
	}
	found := make([]find.Bot, len(t.Entrants))
	for _, number := range players(m) {
		e := t.Entrants[number]
		if i := slices.IndexFunc(named, func(b find.Bot) bool { return b.SHA256 == e.Program }); i >= 0 {
			found[number] = named[i]
			continue
		}
		if found[number], err = p.findUnnamed(ctx, e, m.Number+1); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// players are the numbers of the entrants that played a match, each once.
func players(m store.Match) []int { return slices.Compact(slices.Sorted(slices.Values(m.Seats))) }

// findUnnamed finds a program that the user has not named.
func (p Programs) findUnnamed(ctx context.Context, e store.Entrant, match int) (find.Bot, error) {
	name, err := nameOf(e)
	if err != nil {
		return find.Bot{}, &RefusedError{Reason: NotFound, Err: err}
	}
	if err := p.Folder.MayStart(name); err != nil {
		return find.Bot{}, &RefusedError{Reason: NotFound, Err: err}
	}
	found, err := p.Folder.FindThat(ctx, name, e.Program)
	if err != nil {
		return found, &RefusedError{Reason: NotFound, Err: err}
	}
	if found.SHA256 != e.Program {
		err := hint.New(e.Typed, fmt.Sprintf(
			"has changed since match %d was played: its SHA-256 was %x, and is %x", match, e.Program, found.SHA256), "")
		return found, &RefusedError{Reason: Changed, Err: err}
	}
	return found, p.MayPlay(e, found)
}

// nameOf returns the name of a bot in the bots folder. The bots of a league have a folder each there, of the
// name of their sum.
func nameOf(e store.Entrant) (string, error) {
	typed, values := find.SplitValues(e.Typed)
	folder, name := path.Split(typed)
	if !safe.IsPlainName(name) {
		return "", hint.New(e.Typed, "not the name of a bot", "")
	}
	if key := store.Key(e.Program).String(); folder == key+"/" {
		name = folder + name
	}
	if values != "" {
		name += ":" + values
	}
	return name, nil
}
