// Package archive answers for the tournaments of a store: which matches they have, what these say about
// the bots, and how one of them went. A match whose replay is not kept is played again ([Again]).
//
// A store may come from anybody. So all that is read is checked before it counts, and nothing is started
// because a store says so: programs are found by those who ask, see [Programs].
package archive

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest"
	"github.com/botarena/arena/internal/contest/comparison"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/store"
)

// MostEntrants is how many bots a tournament can have, with the versions that have left. How each did in each part of
// the matches is kept in memory, and the table is made of it.
const MostEntrants = 20_000

// ErrNoMatch reports a number that no match of a tournament has.
var ErrNoMatch = errors.New("there is no such match")

// Archive is a store that is read.
type Archive struct {
	Path  string
	Store *store.Store
	Games engine.Games
	// Tables says that nothing is wanted but tables, so that matches are let go once they are counted.
	Tables bool
	// NoCosts says that nobody asks how sure CPU times are.
	NoCosts bool
	// Question is a comparison's question to its matches.
	Question comparison.Question
}

// Read reads a tournament with all its matches.
func (a *Archive) Read(ctx context.Context, t store.Tournament) (*Tournament, error) {
	read, err := a.begin(t)
	if err != nil {
		return nil, hint.Wrap(a.Path, err)
	}
	if err := a.ReadLeague(ctx, read); err != nil {
		return nil, err
	}
	for m, err := range ahead(ctx, func(ctx context.Context) iter.Seq2[store.Line, error] {
		return a.Store.Lines(ctx, t.ID, 0)
	}) {
		if err == nil {
			err = read.add(m)
		}
		if err != nil {
			return nil, err
		}
	}
	read.ask()
	return read, nil
}

// begin returns a tournament without its matches.
func (a *Archive) begin(t store.Tournament) (*Tournament, error) {
	if two := t.Kind == store.KindCompare || t.Kind == store.KindTune; two && len(t.Entrants) < 2 {
		return nil, fmt.Errorf("tournament %d is of kind %s, and does not have two bots", t.ID, t.Kind)
	}
	if len(t.Entrants) > MostEntrants {
		return nil, fmt.Errorf("tournament %d has %d bots, and %d are the most", t.ID, len(t.Entrants), MostEntrants)
	}
	setup, err := setupOf(a.Games, t)
	if err != nil {
		return nil, fmt.Errorf("tournament %d: %w", t.ID, err)
	}
	read := &Tournament{
		Tournament: t, Setup: setup, Bots: Labelled(t.Entrants), Standings: contest.NewStandings(len(t.Entrants)),
		last: store.Last(t.Entrants), numbers: newNumbers(), faults: make(faultTally),
	}
	if a.Tables {
		read.Standings.LetGo()
	}
	if a.NoCosts {
		read.Standings.WithoutCosts()
	}
	if t.Kind == store.KindCompare {
		read.Answer, err = a.Question.NewAnswer()
	}
	return read, err
}

// setupOf returns the setup that was played.
func setupOf(games engine.Games, t store.Tournament) (engine.Setup, error) {
	game, err := games.Find(safe.Name(t.Game))
	if err != nil {
		return nil, err
	}
	return game.ReadSetup(t.Setup)
}

// Labelled are the bots of a tournament, with names in one line. Where they are now is not known.
func Labelled(entrants []store.Entrant) []lineup.Entrant {
	list := make([]lineup.Entrant, len(entrants))
	for i, e := range entrants {
		list[i] = lineup.Stored(e)
		list[i].Name, list[i].Version = engine.Printable(e.Name), engine.Printable(e.Version)
	}
	lineup.Label(list)
	labelVersions(list, entrants)
	return list
}

// labelVersions tells the versions of a bot apart that have played in a league one after the
// other: by a number for each, from 1. Only the one that plays has none.
func labelVersions(list []lineup.Entrant, entrants []store.Entrant) {
	versions := make(map[string]int)
	for i, e := range entrants {
		if e.Waits() {
			continue // or is in no league
		}
		versions[e.Name]++
		list[i].Label = list[i].Name
		if e.Paused {
			list[i].Label += " (paused)"
		} else if !e.Stays() {
			list[i].Label += fmt.Sprintf(" (version %d)", versions[e.Name])
		}
	}
	for i, last := range store.Last(entrants) {
		list[i].Label = list[last].Label
	}
}

// ReadLeague reads what a league has beyond its matches, as it is now.
func (a *Archive) ReadLeague(ctx context.Context, t *Tournament) error {
	if t.Kind != store.KindLeague {
		return nil
	}
	l, err := a.Store.League(ctx)
	if err != nil {
		return err
	}
	if t.Failures, err = a.Store.Failures(ctx, t.ID); err != nil {
		return err
	}
	t.Name = l.Name.Raw()
	if t.known, err = a.Store.Workers(ctx); err != nil {
		return err
	}
	_, err = a.ReadFinal(ctx, t)
	return err
}

// ReadFinal reads the final of a league, and returns whether it has changed since that was done.
func (a *Archive) ReadFinal(ctx context.Context, t *Tournament) (changed bool, err error) {
	if t.Kind != store.KindLeague {
		return false, nil
	}
	f, found, err := a.Store.Final(ctx, t.ID)
	if err != nil || !found || t.Final != nil && t.Final.ID == f.ID && t.Final.Count() >= f.Matches {
		return false, err
	}
	all, err := a.Read(ctx, f.Tournament)
	if err != nil {
		return false, err
	}
	t.Final = &Final{all, f.Of}
	return true, nil
}

// ReadNew adds the matches that a tournament does not have yet, and returns them. Those before the first one that
// is missing are not looked at again.
func (a *Archive) ReadNew(ctx context.Context, t *Tournament) (added []played.Match, err error) {
	if err := a.ReadLeague(ctx, t); err != nil {
		return nil, err
	}
	for m, err := range a.Store.Lines(ctx, t.ID, t.firstMissing()) {
		if err != nil {
			return nil, err
		}
		if t.Has(m.Number) {
			continue
		}
		if err := t.add(m); err != nil {
			return nil, err
		}
		added = append(added, m.Match)
	}
	slices.SortFunc(t.Standings.Matches, func(a, b played.Match) int { return a.Number - b.Number })
	t.Matches = t.Count()
	t.ask()
	return added, nil
}

// Find returns the match of a tournament with a number, which counts from 0. If there is none, the error is
// an [ErrNoMatch].
func (a *Archive) Find(ctx context.Context, t store.Tournament, number int) (store.Match, error) {
	for m, err := range a.Store.MatchesFrom(ctx, t.ID, number) {
		if err != nil || m.Number == number {
			return m, err
		}
		break
	}
	return store.Match{}, fmt.Errorf("tournament %d: match %d: %w", t.ID, number+1, ErrNoMatch)
}

// numbers is a set of numbers of matches, most of which follow one another.
type numbers struct {
	bits  map[int]uint64 // by the 64th part of a number
	count int
}

func newNumbers() *numbers { return &numbers{bits: make(map[int]uint64)} }

func (n *numbers) has(number int) bool { return n.bits[number>>6]>>(number&63)&1 == 1 }

func (n *numbers) add(number int) {
	if !n.has(number) {
		n.bits[number>>6] |= 1 << (number & 63)
		n.count++
	}
}
