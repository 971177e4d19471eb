package store_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
)

func facts() store.Facts {
	return sample().Facts(schedule.Planned{Seed: 7, Seats: []int{1, 0}})
}

// TestKeyIsPromised: with another key, a store would not know its matches again.
func TestKeyIsPromised(t *testing.T) {
	require.Equal(t, "fb11b282b654721fc0c7a539e0e5fe6d11429cfdbcaab8622d73b789ab55c51d", facts().Key().String())
}

// TestKeyTellsEverythingApart: each of the facts is part of the key, and none runs into the
// next.
func TestKeyTellsEverythingApart(t *testing.T) {
	seen := map[store.Key]string{facts().Key(): "unchanged"}
	for name, change := range map[string]func(*store.Facts){
		"game":             func(f *store.Facts) { f.Game = "moria" },
		"rules":            func(f *store.Facts) { f.Rules++ },
		"setup":            func(f *store.Facts) { f.Setup = []byte("boarD") },
		"random":           func(f *store.Facts) { f.Random = engine.Classic },
		"limits":           func(f *store.Facts) { f.Limits = "" },
		"sandbox":          func(f *store.Facts) { f.Sandbox = "none" },
		"seed":             func(f *store.Facts) { f.Seed++ },
		"name":             func(f *store.Facts) { f.Names[1] += "x" },
		"program":          func(f *store.Facts) { f.Programs[1][31]++ },
		"seats":            func(f *store.Facts) { f.Programs[0], f.Programs[1] = f.Programs[1], f.Programs[0] },
		"fewer seats":      func(f *store.Facts) { f.Programs = f.Programs[:1] },
		"repeat":           func(f *store.Facts) { f.Repeat++ },
		"limits, sandbox":  func(f *store.Facts) { f.Limits, f.Sandbox = f.Limits+"s", f.Sandbox[1:] },
		"sandbox, limits":  func(f *store.Facts) { f.Limits, f.Sandbox = f.Sandbox, f.Limits },
		"game, with setup": func(f *store.Facts) { f.Game, f.Setup = f.Game+"b", f.Setup[1:] },
	} {
		f := facts()
		change(&f)
		require.NotContains(t, seen, f.Key(), name)
		seen[f.Key()] = name
	}
	require.Equal(t, facts().Key(), facts().Key())
}

func TestFactsNameTheProgramsBySeat(t *testing.T) {
	f := facts()
	require.Equal(t, sample().Conditions, f.Conditions)
	require.Equal(t, uint64(7), f.Seed)
	require.Equal(t, [][32]byte{{2}, {1}}, f.Programs)
	require.Len(t, f.Names, 2)
}
