// Package lineup meets the bots of a contest: it finds out who they are, tells them apart, and
// starts them.
//
// A [find.Bot] is a program that was found. An [Entrant] is a bot that takes part in a contest,
// under a name. [Players] are bots that sit in the seats of a match, as running processes.
package lineup

import (
	"context"
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/process/host"
)

// Entrant is a bot in a contest.
type Entrant struct {
	Name    string // that the bot gives itself, or else that of its file
	Label   string // the name, with the typed one if another bot has the same name
	Version string
	Bot     find.Bot
}

// Lineup are the bots that were typed for a contest.
type Lineup struct {
	Entrants []Entrant // each once
	Typed    []int     // the bots as typed, as indices of Entrants
}

// Meet finds bots, and starts each once to see that it plays the game, and who it is.
func Meet(ctx context.Context, finder find.Finder, game engine.Info, typed []string, o host.Options) (Lineup, error) {
	finder.Game = game.Name
	found, err := finder.FindAll(ctx, typed)
	if err != nil {
		return Lineup{}, StartError(ctx, found, err)
	}
	return MeetFound(ctx, found, game, o)
}

// MeetFound does the same with bots that were found.
func MeetFound(ctx context.Context, found []find.Bot, game engine.Info, o host.Options) (Lineup, error) {
	each, typed := distinct(found)
	started, err := Start(ctx, each, game, o)
	if err != nil {
		return Lineup{}, err
	}
	defer started.Close()
	return Lineup{started.Lineup().Entrants, typed}, nil
}

// distinct returns each bot once, and which of them each of the given ones is. Bots are told apart
// by their programs, not by their names, which two versions of a bot often share.
func distinct(found []find.Bot) (each []find.Bot, which []int) {
	for _, b := range found {
		number := slices.IndexFunc(each, b.Same)
		if number < 0 {
			number = len(each)
			each = append(each, b)
		}
		which = append(which, number)
	}
	return each, which
}

// lineupOf returns the lineup of bots that have described themselves.
func lineupOf(found []find.Bot, described []host.Description) Lineup {
	each, typed := distinct(found)
	l := Lineup{make([]Entrant, len(each)), typed}
	for i := len(found) - 1; i >= 0; i-- { // so that of the same bots the first one counts
		l.Entrants[typed[i]] = Entrant{Name: nameOf(found[i], described[i]), Version: described[i].Version, Bot: found[i]}
	}
	Label(l.Entrants)
	return l
}

// nameOf is the name of a player: the bot's own, or else that of its file.
func nameOf(b find.Bot, d host.Description) string {
	if d.Name != "" {
		return d.Name
	}
	return b.Name
}

// Label gives each bot its name as a label, with the typed one if another bot has the name too.
func Label(entrants []Entrant) {
	typed := make(map[string]map[string]bool) // by name
	for _, e := range entrants {
		if typed[e.Name] == nil {
			typed[e.Name] = make(map[string]bool)
		}
		typed[e.Name][e.Bot.Typed] = true
	}
	for i := range entrants {
		e := &entrants[i]
		e.Label = e.Name
		if len(typed[e.Name]) > 1 {
			e.Label += " (" + safe.Name(e.Bot.Typed) + ")"
		}
	}
}

// Labels are the labels of the bots in the order in which they were typed.
func (l Lineup) Labels() []string {
	labels := make([]string, len(l.Typed))
	for i, entrant := range l.Typed {
		labels[i] = l.Entrants[entrant].Label
	}
	return labels
}

// Apart returns an entrant for each bot that was typed, also where two are the same program.
func (l Lineup) Apart() []Entrant {
	all := make([]Entrant, len(l.Typed))
	for i, entrant := range l.Typed {
		all[i] = l.Entrants[entrant]
	}
	return all
}

// Stored returns the entrant that a store has. It has no command unless that is filled in.
func Stored(e store.Entrant) Entrant {
	return Entrant{Name: e.Name, Version: e.Version, Bot: find.Bot{Typed: e.Typed, SHA256: e.Program}}
}

// Played returns the entrant as the matches that it plays name it.
func (e Entrant) Played() played.Entrant {
	return played.Entrant{Name: e.Name, Version: e.Version, Typed: e.Bot.Typed, Program: e.Bot.SHA256}
}

// InStore returns entrants as a store has them.
func InStore(entrants []Entrant) []store.Entrant {
	all := make([]store.Entrant, len(entrants))
	for i, e := range entrants {
		all[i].Entrant = e.Played()
	}
	return all
}

// InSeries returns entrants as a series starts them.
func InSeries(entrants []Entrant) []series.Entrant {
	all := make([]series.Entrant, len(entrants))
	for i, e := range entrants {
		all[i] = series.Entrant{Entrant: e.Played(), Command: e.Bot.Command}
	}
	return all
}
