package store_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/store"
)

// TestTournamentGoesOn: the same settings are the same tournament.
func TestTournamentGoesOn(t *testing.T) {
	f := begin(t)
	_, err := f.add(t.Context(), 0, nil)
	require.NoError(t, err)
	again, err := f.Begin(t.Context(), sample(), noon.Add(time.Hour))
	require.NoError(t, err)

	want := sample()
	want.ID, want.Begun, want.Matches = f.tournament.ID, noon, 1
	require.Equal(t, want, again)
	all, err := f.Tournaments(t.Context())
	require.NoError(t, err)
	require.Equal(t, []store.Tournament{want}, all)
}

func TestOtherSettingsAreAnotherTournament(t *testing.T) {
	f := begin(t)
	changes := map[string]func(*store.Tournament){
		"kind":    func(o *store.Tournament) { o.Kind = "compare" },
		"format":  func(o *store.Tournament) { o.Format = "balanced" },
		"game":    func(o *store.Tournament) { o.Game = "moria" },
		"rules":   func(o *store.Tournament) { o.Rules++ },
		"setup":   func(o *store.Tournament) { o.Setup = nil },
		"random":  func(o *store.Tournament) { o.Random = engine.Classic },
		"limits":  func(o *store.Tournament) { o.Limits = "" },
		"sandbox": func(o *store.Tournament) { o.Sandbox = "none" },
		"first":   func(o *store.Tournament) { o.First = 0 },
		"fewer":   func(o *store.Tournament) { o.Entrants = o.Entrants[:1] },
		"name":    func(o *store.Tournament) { o.Entrants[0].Name = "Demo" },
		"version": func(o *store.Tournament) { o.Entrants[1].Version = "2" },
		"typed":   func(o *store.Tournament) { o.Entrants[1].Typed = "./null" },
		"program": func(o *store.Tournament) { o.Entrants[1].Program[31]++ },
		"order":   func(o *store.Tournament) { o.Entrants[0], o.Entrants[1] = o.Entrants[1], o.Entrants[0] },
	}
	for name, change := range changes {
		other := sample()
		change(&other)
		begun, err := f.Begin(t.Context(), other, noon)
		require.NoError(t, err, name)
		require.NotEqual(t, f.tournament.ID, begun.ID, name)
	}
	all, err := f.Tournaments(t.Context())
	require.NoError(t, err)
	require.Len(t, all, 1+len(changes))
}

// TestLatest: a command that names no seed goes on with what it began last.
func TestLatest(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "x.db"), store.Options{})
	_, known, err := s.Latest(t.Context(), sample())
	require.NoError(t, err)
	require.False(t, known)
	for _, first := range []uint64{5, 1 << 63, 3} {
		tournament := sample()
		tournament.First = first
		_, err := s.Begin(t.Context(), tournament, noon)
		require.NoError(t, err)
		tournament.Kind = "compare"
		_, err = s.Begin(t.Context(), tournament, noon)
		require.NoError(t, err)
	}
	latest, known, err := s.Latest(t.Context(), sample())
	require.NoError(t, err)
	require.True(t, known)
	require.Equal(t, uint64(3), latest.First)
	require.Equal(t, "series", latest.Kind)
}
