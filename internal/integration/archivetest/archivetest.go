// Package archivetest makes stores for tests, with matches that nobody has played.
package archivetest

import (
	"crypto/sha256"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/comparison"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

// Noon is when all begins.
var Noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// Games are the games that are known.
var Games = engine.Games{duel.Game}

// Filled is a store with a tournament of duel.
type Filled struct {
	*store.Store
	Path string
	ID   int64 // of the tournament
	t    testing.TB
}

// New makes a store with a tournament of a kind. Change, if not nil, changes the tournament before it begins.
func New(t testing.TB, kind string, change func(*store.Tournament), names ...string) *Filled {
	t.Helper()
	path := filepath.Join(t.TempDir(), "duel.db")
	opened, err := store.Open(t.Context(), path, store.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, opened.Close()) })
	setup := duel.Game.Default()
	begun := store.Tournament{
		Kind: kind, Format: "made up", First: 1,
		Conditions: store.Conditions{
			Game: duel.Game.Info().Name, Rules: duel.Game.Info().Version, Setup: setup.Text(), Random: engine.ChaCha8,
			Limits: host.DefaultLimits().Text(), Sandbox: string(sandbox.Standard),
		},
	}
	for _, name := range names {
		e := store.Entrant{Entrant: played.Entrant{Name: name, Typed: name, Program: sha256.Sum256([]byte(name))}}
		begun.Entrants = append(begun.Entrants, e)
	}
	if change != nil {
		change(&begun)
	}
	f := &Filled{Store: opened, Path: path, t: t}
	if kind == store.KindLeague {
		l, err := opened.BeginLeague(t.Context(), store.League{Name: "tuesdays", Tournament: begun}, Noon)
		require.NoError(t, err)
		f.ID = l.ID
		return f
	}
	begun, err = opened.Begin(t.Context(), begun, Noon)
	require.NoError(t, err)
	f.ID = begun.ID
	return f
}

// Archive is the store as it is asked.
func (f *Filled) Archive() archive.Archive {
	pairs := comparison.Question{By: comparison.ByPairs}
	return archive.Archive{Path: f.Path, Store: f.Store, Games: Games, Question: pairs}
}

// Now is the tournament as it is in the store now.
func (f *Filled) Now() store.Tournament {
	f.t.Helper()
	now, err := f.Tournament(f.t.Context(), f.ID)
	require.NoError(f.t, err)
	return now
}

// Read is the tournament with its matches, as they are in the store now.
func (f *Filled) Read() *archive.Tournament {
	f.t.Helper()
	a := f.Archive()
	read, err := a.Read(f.t.Context(), f.Now())
	require.NoError(f.t, err)
	return read
}

// Match is the match of a number, in which the bots of these numbers play. Two of them have a seed.
func Match(number int, seats ...int) schedule.Planned {
	seed := uint64(1 + number/2) //nolint:gosec // small
	return schedule.Planned{Number: number, Group: number / 2, Seed: seed, Seats: seats}
}

// Scored is how a match ended with these scores.
func Scored(scores ...int) store.Match {
	m := store.Match{Match: played.Match{
		Result: match.Result{Rounds: 10, Scores: scores, Places: engine.Places(scores)},
		Wall:   time.Second, Ended: Noon.Add(time.Minute),
	}}
	for range scores {
		m.CPU, m.MostCPU = append(m.CPU, time.Millisecond), append(m.MostCPU, time.Microsecond)
	}
	return m
}

// Add adds a match that was played.
func (f *Filled) Add(planned schedule.Planned, m store.Match, replay []byte) store.Match {
	f.t.Helper()
	m.Planned, m.Key = planned, f.KeyOf(planned)
	_, err := f.Store.Add(f.t.Context(), f.ID, m, replay)
	require.NoError(f.t, err)
	m.Places, m.HasReplay = slices.Clone(m.Places), replay != nil
	return m
}

// KeyOf is the key of a match, also of one that can't be.
func (f *Filled) KeyOf(m schedule.Planned) store.Key {
	now := f.Now()
	m.Seats = slices.DeleteFunc(slices.Clone(m.Seats), func(bot int) bool {
		return bot < 0 || bot >= len(now.Entrants)
	})
	return now.Facts(m).Key()
}
