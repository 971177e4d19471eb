package contest

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/contest/store"
)

// Memory is what a run of matches remembers: they are a tournament of a store. A nil Memory
// remembers nothing.
type Memory struct {
	store      *store.Store
	tournament store.Tournament
	stored     atomic.Int64
	// filed returns a match as the tournament has it; nil if that is as it is planned.
	filed func(planned schedule.Planned) schedule.Planned
}

// MemoryOf remembers matches as a tournament of a store that somebody else closes.
func MemoryOf(s *store.Store, t store.Tournament) *Memory { return &Memory{store: s, tournament: t} }

// Begin says where matches are kept, and with which seed they begin.
type Begin struct {
	Store string // the file; "" if nothing is kept
	First uint64 // the seed of the first group
	// GoOn takes the seed of the latest matches that differ from these in nothing else, if the store
	// has any.
	GoOn bool
}

// Begun is how a contest begins.
type Begun struct {
	First uint64 // the seed of the first group
	Had   int    // how many matches the store had, if it goes on with them
}

// Remember opens the store, in which the matches of the run are a tournament of this kind and
// format, and settles with which seed they begin. The Memory of the run must be closed.
func (r *Run) Remember(ctx context.Context, kind, format string, b Begin) (Begun, error) {
	begun := Begun{First: b.First}
	if b.Store == "" {
		return begun, nil
	}
	opened, err := store.Open(ctx, b.Store, store.Options{})
	if err != nil {
		return begun, err
	}
	r.Memory = &Memory{store: opened}
	t := r.Tournament(kind, format, b.First)
	if b.GoOn {
		latest, known, err := opened.Latest(ctx, t)
		if err != nil {
			return begun, err
		}
		if known && latest.Matches > 0 {
			begun = Begun{latest.First, latest.Matches}
			t.First = latest.First
		}
	}
	r.Memory.tournament, err = opened.Begin(ctx, t, time.Now())
	return begun, err
}

// Close closes the store.
func (m *Memory) Close() error {
	if m == nil {
		return nil
	}
	return m.store.Close()
}

// Stored returns how many matches were not played because the store had them.
func (m *Memory) Stored() int {
	if m == nil {
		return 0
	}
	return int(m.stored.Load())
}

func (m *Memory) file(planned schedule.Planned) schedule.Planned {
	if m.filed == nil {
		return planned
	}
	return m.filed(planned)
}

// known returns a match that is in the store.
func (m *Memory) known(ctx context.Context, planned schedule.Planned) (series.Match, bool, error) {
	if m == nil {
		return series.Match{}, false, nil
	}
	stored, known, err := m.store.Place(ctx, m.tournament.ID, m.file(planned), m.tournament.Facts(planned).Key())
	if known {
		m.stored.Add(1)
	}
	stored.Planned = planned // which the store may have under another number
	return series.Match{Match: stored.Match}, known, err
}

// add keeps a match that was played.
func (m *Memory) add(ctx context.Context, played series.Match) error {
	if m == nil {
		return nil
	}
	one := store.Match{Match: played.Match, Key: m.tournament.Facts(played.Planned).Key()}
	one.Planned = m.file(played.Planned)
	_, err := m.store.Add(ctx, m.tournament.ID, one, played.Replay)
	return err
}
