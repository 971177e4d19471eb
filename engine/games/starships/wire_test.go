package starships

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest"
	"github.com/botarena/arena/engine/wire"
	starshipsv1 "github.com/botarena/arena/proto/starships/v1"
)

// smallMatch is a match on the small board.
func smallMatch(t *testing.T) *match {
	t.Helper()
	s, err := rules{}.ReadSetup([]byte(small))
	require.NoError(t, err)
	m, err := s.New(nil)
	require.NoError(t, err)
	m.status[2] = engine.Frozen
	return m
}

func TestStartAndStateRoundTrip(t *testing.T) {
	m := smallMatch(t)
	start, err := rules{}.DecodeStart(m.EncodeStart())
	require.NoError(t, err)
	require.Equal(t, m.setup.settings, start.setup.settings)
	for m.round < 20 {
		got, err := start.DecodeState(m.EncodeState())
		require.NoError(t, err)
		require.Equal(t, m.status, got.status)
		require.Equal(t, m.round, got.round)
		require.Equal(t, m.cells, got.cells)
		require.Equal(t, m.units, got.units)
		require.Equal(t, append([]Shot{}, m.shots...), append([]Shot{}, got.shots...))
		require.Equal(t, m.nextShot, got.nextShot)
		require.Equal(t, m.scores, got.scores)
		m = step(m, newClassic(uint64(m.round)), say{0, Command{0, true, Default}}, say{1, Command{1, true, Default}})
	}
}

func TestCommandsRoundTrip(t *testing.T) {
	var c Commands
	c.Shoot(3)
	c.Shoot(-7)
	c.Move(3, FastDown)
	c.Move(math.MinInt, Slow)
	c.Move(0, 10) // must not become a shot
	c.Move(0, -2)
	got, err := rules{}.DecodeCommands(rules{}.EncodeCommands(&c))
	require.NoError(t, err)
	require.Equal(t, []Command{
		{3, true, Default},
		{-1, true, Default},
		{3, false, FastDown},
		{-1, false, Slow},
		{0, false, 0},
		{0, false, -2},
	}, slices.Collect(got.All()))
}

func TestBadStateRefused(t *testing.T) {
	m := smallMatch(t)
	for _, c := range []struct {
		name, want string
		spoil      func(*starshipsv1.State)
	}{
		{"round", "state: round 51, but the match has 50", func(w *starshipsv1.State) { w.Round = 51 }},
		{"missing", "state: 0 statuses, but there must be 4", func(w *starshipsv1.State) { w.Status = nil }},
		{"cells", "state: 119 cells, but there must be 120", func(w *starshipsv1.State) { w.Cells = w.Cells[1:] }},
		{"too many", "state: 5 starship cells, but there must be 4", func(w *starshipsv1.State) {
			w.StarshipCells = append(w.StarshipCells, 1)
		}},
		{"missiles", "state: 1 missile cells, but there must be 2", func(w *starshipsv1.State) {
			w.MissileCells = w.MissileCells[1:]
		}},
		{"cell", "state: cell 3: 'Z'", func(w *starshipsv1.State) { w.Cells[3] = 'Z' }},
		{"starship off the universe", "state: starship 3: cell 120, but there are 120", func(w *starshipsv1.State) {
			w.StarshipCells[3] = 120
		}},
		{"starship outside the window", "state: starship 0: found starship 0 at (0, 11), outside the window, expected a " +
			"cell in the window", func(w *starshipsv1.State) { w.StarshipCells[0] = 11 }},
		{"two in a cell", "state: starship 1: found starship 1 at (0, 0), a cell that is taken (starship), expected an " +
			"empty cell", func(w *starshipsv1.State) { w.StarshipCells[1] = 0 }},
		{"ammunition", "state: starship 1: -1 missiles", func(w *starshipsv1.State) { w.StarshipMissiles[1] = -1 }},
		{"countdown", "state: starship 1: countdown -2", func(w *starshipsv1.State) { w.StarshipCountdowns[1] = -2 }},
		{"missile off the universe", "state: missile 1: cell -1, but there are 120", func(w *starshipsv1.State) {
			w.MissileCells[1] = -1
		}},
		{"missile number", "state: missile 1: number -1", func(w *starshipsv1.State) { w.MissileIds[1] = -1 }},
		{"missile of nobody", "state: missile 1: starship 4, but there are 4", func(w *starshipsv1.State) {
			w.MissileStarships[1] = 4
		}},
		{"missile twice", "state: missile 1: found missile 4 twice, expected each number once", func(w *starshipsv1.State) {
			w.MissileIds[1] = 4
		}},
		{"next missile", "state: next missile 7, but there is 7", func(w *starshipsv1.State) { w.NextMissile = 7 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var w starshipsv1.State
			require.NoError(t, proto.Unmarshal(m.EncodeState(), &w))
			c.spoil(&w)
			_, err := m.DecodeState(wire.Marshal(&w))
			require.EqualError(t, err, c.want)
		})
	}
	_, err := m.DecodeState([]byte{0xff})
	require.ErrorContains(t, err, "state: ")
}

func FuzzCommands(f *testing.F) { enginetest.FuzzCommands(f, Game) }

func FuzzState(f *testing.F) { enginetest.FuzzState(f, Game) }
