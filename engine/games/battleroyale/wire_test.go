package battleroyale

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest"
	"github.com/botarena/arena/engine/wire"
	battleroyalev1 "github.com/botarena/arena/proto/battleroyale/v1"
)

// midMatch is a match after some rounds.
func midMatch(t *testing.T) *match {
	t.Helper()
	m := playMatch(t, 25, 7)[25]
	m.status[2] = engine.Frozen
	return m
}

func TestStartAndStateRoundTrip(t *testing.T) {
	m := midMatch(t)
	m.setup.first = 3
	start, err := rules{}.DecodeStart(m.EncodeStart())
	require.NoError(t, err)
	require.Equal(t, m.setup.settings, start.setup.settings)
	require.Equal(t, m.board.tiles, start.board.tiles)
	require.Equal(t, 3, start.setup.first)
	got, err := start.DecodeState(m.EncodeState())
	require.NoError(t, err)
	m.moves, m.actions = nil, nil // not for players
	m.setup, m.board = got.setup, got.board
	require.Equal(t, m, got)
	again, err := got.DecodeState(m.EncodeState())
	require.NoError(t, err)
	require.Equal(t, m, again)
}

// change gives a setting of a Start another value.
func change(w *battleroyalev1.Start, name string, value int64) {
	for _, s := range w.GetSettings() {
		if s.GetName() == name {
			s.Value = value
		}
	}
}

func TestBadStartRefused(t *testing.T) {
	for _, c := range []struct {
		name, want string
		spoil      func(*battleroyalev1.Start)
	}{
		{"setting", "start: rows: 6, but the least is 7", func(w *battleroyalev1.Start) { change(w, "rows", 6) }},
		{"no settings", "start: nb_players: not given", func(w *battleroyalev1.Start) { w.Settings = nil }},
		{"players", "start: nb_players: 3, but it is 2 or 4", func(w *battleroyalev1.Start) { change(w, "nb_players", 3) }},
		{"units", "start: the board has 233 open tiles for 432 units", func(w *battleroyalev1.Start) {
			change(w, "nb_knights", 102)
		}},
		{"size", "start: board: 272 tiles, but with rows 18 and cols 16 there are 288", func(w *battleroyalev1.Start) {
			change(w, "rows", 18)
		}},
		{"tile", `start: board: tile 1: '0', but it must be . or X`, func(w *battleroyalev1.Start) { w.Board[1] = '0' }},
		{"kinds", "start: 56 kinds, but there must be 60", func(w *battleroyalev1.Start) { change(w, "nb_knights", 9) }},
		{"kind", `start: unit 2: kind 'q'`, func(w *battleroyalev1.Start) { w.Kinds[2] = 'q' }},
		{"first", "start: nb_rounds: 25, but the match begins at round 25", func(w *battleroyalev1.Start) { w.First = 25 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var w battleroyalev1.Start
			require.NoError(t, proto.Unmarshal(midMatch(t).EncodeStart(), &w))
			c.spoil(&w)
			_, err := rules{}.DecodeStart(wire.Marshal(&w))
			require.EqualError(t, err, c.want)
		})
	}
	_, err := rules{}.DecodeStart([]byte{0xff})
	require.ErrorContains(t, err, "start: ")
}

func TestBadStateRefused(t *testing.T) {
	m := midMatch(t)
	for _, c := range []struct {
		name, want string
		spoil      func(*battleroyalev1.State)
	}{
		{"missing", "state: 0 statuses, but there must be 4", func(w *battleroyalev1.State) { w.Status = nil }},
		{"too many", "state: 57 unit tiles, but there must be 56", func(w *battleroyalev1.State) {
			w.UnitTiles = append(w.UnitTiles, 1)
		}},
		{"colour", "state: tile 1: colour '4' of empty", func(w *battleroyalev1.State) { w.Colours[1] = '4' }},
		{"no colour", "state: tile 1: colour 'X' of empty", func(w *battleroyalev1.State) { w.Colours[1] = 'X' }},
		{"wall", "state: tile 15: colour '0' of wall", func(w *battleroyalev1.State) { w.Colours[15] = '0' }},
		{"owner", "state: unit 2: owner -1", func(w *battleroyalev1.State) { w.UnitOwners[2] = -1 }},
		{"off the board", "state: unit 3: tile 272, but there are 272", func(w *battleroyalev1.State) {
			w.UnitTiles[3] = 272
		}},
		{"in a wall", "state: unit 4: tile 15 is a wall or taken", func(w *battleroyalev1.State) { w.UnitTiles[4] = 15 }},
		{"two on a tile", "is a wall or taken", func(w *battleroyalev1.State) { w.UnitTiles[4] = w.UnitTiles[3] }},
		{"dead", "state: unit 5: health 0", func(w *battleroyalev1.State) { w.UnitHealths[5] = 0 }},
		{"too healthy", "state: unit 5: health 61", func(w *battleroyalev1.State) { w.UnitHealths[5] = 61 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var w battleroyalev1.State
			require.NoError(t, proto.Unmarshal(m.EncodeState(), &w))
			c.spoil(&w)
			_, err := m.DecodeState(wire.Marshal(&w))
			require.ErrorContains(t, err, c.want)
		})
	}
	_, err := m.DecodeState([]byte{0xff})
	require.ErrorContains(t, err, "state: ")
}

func FuzzCommands(f *testing.F) { enginetest.FuzzCommands(f, Game) }

func FuzzState(f *testing.F) { enginetest.FuzzState(f, Game) }
