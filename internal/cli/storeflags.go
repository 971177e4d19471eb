package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/schedule"
	"github.com/botarena/arena/internal/series"
	"github.com/botarena/arena/internal/store"
	"github.com/botarena/arena/internal/words"
)

const storeHelp = `Every match is kept in a store, an SQLite file named after the game. A match that is
in it is not played again. So the same command goes on where it was stopped, by Ctrl-C
or otherwise, and with a greater number it plays what is missing; arena results shows
what there is. Without -s, a command goes on with the seed that it had before.`

// storeFlags are the flags for the store of a command that plays many matches.
type storeFlags struct {
	path string
	keep keepFlag
}

// noStore is the name of a file with which nothing is kept.
const noStore = "none"

func (f *storeFlags) register(c *cobra.Command) {
	c.Flags().StringVar(&f.path, "store", "", "`FILE` that keeps the matches (default: GAME.db); \"none\" keeps none")
	f.keep.register(c)
}

// keepFlag says of which matches replays are kept.
type keepFlag series.Keep

var _ pflag.Value = (*keepFlag)(nil)

func (f *keepFlag) Type() string   { return "which" }
func (f *keepFlag) String() string { return string(*f) }

func (f *keepFlag) Set(text string) error {
	if !slices.Contains(series.Keeps, series.Keep(text)) {
		return errors.New("no such replays")
	}
	*f = keepFlag(text)
	return nil
}

// register registers a flag for the replays that a store keeps.
func (f *keepFlag) register(c *cobra.Command) {
	*f = keepFlag(series.KeepFaults)
	c.Flags().Var(f, "keep", "replays that the store keeps, of `WHICH` matches: all, faults, losses (of the first bot) or none")
	names := make([]string, len(series.Keeps))
	for i, keep := range series.Keeps {
		names[i] = string(keep)
	}
	must(c.RegisterFlagCompletionFunc("keep", cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp)))
}

// file returns the file of the store, or "" if there is none.
func (f *storeFlags) file(game string) string {
	switch f.path {
	case "":
		return game + ".db"
	case noStore:
		return ""
	}
	return f.path
}

// memory is what a run of matches remembers, and where.
type memory struct {
	store      *store.Store
	tournament store.Tournament
	stored     atomic.Int64 // matches that were known
	// filed returns a match as the tournament has it; nil if that is as it is planned.
	filed func(planned schedule.Match) schedule.Match
}

// The kinds of tournaments.
const (
	kindSeries  = "series"
	kindCompare = "compare"
	kindTune    = "tune"
	kindLeague  = "league"
)

// remember opens the store, and settles with which seed the matches of a format begin.
func (r *manyMatches) remember(ctx context.Context, kind, format string) error {
	seed := &r.o.setup.seed
	path := r.o.store.file(r.o.game)
	if path == "" {
		return seed.draw()
	}
	var err error
	if r.memory.store, err = store.Open(ctx, path, store.Options{}); err != nil {
		return err
	}
	t := store.Tournament{
		Kind: kind, Format: format,
		Conditions: store.Conditions{
			Game: r.o.game, Rules: r.setup.Game().Info().Version, Setup: r.setup.Text(),
			Random: engine.Randomness(r.o.setup.random), Limits: r.limits.Text(), Sandbox: string(r.o.from.level),
		},
	}
	t.Entrants = lineup.InStore(r.bots.Entrants)
	if !seed.given {
		latest, known, err := r.memory.store.Latest(ctx, t)
		if err != nil {
			return err
		}
		if known && latest.Matches > 0 {
			seed.value, seed.given = latest.First, true
			fmt.Fprintf(r.s.err, "note: %s has %s of these bots from seed %d on; -s begins others\n",
				words.Name(path), words.Count(latest.Matches, "match"), latest.First)
		}
	}
	if err := seed.draw(); err != nil {
		return err
	}
	t.First = seed.value
	r.memory.tournament, err = r.memory.store.Begin(ctx, t, time.Now())
	return err
}

// close closes the store.
func (r *manyMatches) close() error {
	if r.memory.store == nil {
		return nil
	}
	return r.memory.store.Close()
}

func (m *memory) file(planned schedule.Match) schedule.Match {
	if m.filed == nil {
		return planned
	}
	return m.filed(planned)
}

// known returns a match that is in the store.
func (m *memory) known(ctx context.Context, planned schedule.Match) (series.Match, bool, error) {
	if m.store == nil {
		return series.Match{}, false, nil
	}
	result, known, err := m.store.Place(ctx, m.tournament.ID, m.file(planned), m.tournament.Facts(planned).Key())
	if known {
		m.stored.Add(1)
	}
	return playedBefore(planned, result), known, err
}

// add keeps a match that was played.
func (m *memory) add(ctx context.Context, played series.Match) error {
	if m.store == nil {
		return nil
	}
	key := m.tournament.Facts(played.Match).Key()
	_, err := m.store.Add(ctx, m.tournament.ID, m.file(played.Match), key, resultOf(played), played.Replay)
	return err
}

// resultOf is a match as a store has it.
func resultOf(m series.Match) store.Result {
	r := store.Result{Rounds: m.Rounds, Wall: m.Wall, Played: m.Begun.Add(m.Wall), Seats: make([]store.Seat, len(m.Seats))}
	for seat := range r.Seats {
		r.Seats[seat] = store.Seat{Place: m.Places[seat], Score: m.Scores[seat], CPU: m.Costs[seat].CPU, MostCPU: m.Costs[seat].Most}
	}
	for _, v := range m.Verdicts {
		r.Seats[v.Seat].Verdict = &store.Verdict{Kind: v.Kind, Round: v.Round, Detail: v.Detail}
	}
	return r
}

// playedBefore is a match of a store as it was when it was played.
func playedBefore(planned schedule.Match, r store.Result) series.Match {
	m := series.Match{Match: planned, Begun: r.Played.Add(-r.Wall), Wall: r.Wall}
	m.Rounds = r.Rounds
	for seat, s := range r.Seats {
		m.Places, m.Scores = append(m.Places, s.Place), append(m.Scores, s.Score)
		m.Costs = append(m.Costs, series.Cost{CPU: s.CPU, Most: s.MostCPU})
		if v := s.Verdict; v != nil {
			m.Verdicts = append(m.Verdicts, match.Verdict{Seat: seat, Kind: v.Kind, Round: v.Round, Detail: v.Detail})
		}
	}
	slices.SortStableFunc(m.Verdicts, func(a, b match.Verdict) int { return a.Round - b.Round })
	return m
}
