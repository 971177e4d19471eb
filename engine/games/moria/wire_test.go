package moria

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest"
	"github.com/botarena/arena/engine/wire"
	moriav1 "github.com/botarena/arena/proto/moria/v1"
)

// midMatch is a match after some rounds.
func midMatch(t *testing.T) *match {
	t.Helper()
	text, err := readFile(ownRecord)
	require.NoError(t, err)
	record, err := readRecord(text)
	require.NoError(t, err)
	m := record.states[25]
	m.status[2] = engine.Frozen
	return m
}

func TestStartAndStateRoundTrip(t *testing.T) {
	m := midMatch(t)
	start, err := rules{}.DecodeStart(m.EncodeStart())
	require.NoError(t, err)
	require.Equal(t, m.setup, start.setup)
	got, err := start.DecodeState(m.EncodeState())
	require.NoError(t, err)
	m.moves = nil // not for players
	require.Equal(t, m, got)
}

// TestStateIsReadIntoAnyMatch: nothing is left of where the units were.
func TestStateIsReadIntoAnyMatch(t *testing.T) {
	m := midMatch(t)
	other := step(m, engine.NewChaCha8(1, 0))
	got, err := other.DecodeState(m.EncodeState())
	require.NoError(t, err)
	m.moves = nil
	require.Equal(t, m, got)
}

func TestStateLeavesOutWhatNeverChanges(t *testing.T) {
	m := midMatch(t)
	var state moriav1.State
	require.NoError(t, proto.Unmarshal(m.EncodeState(), &state))
	fixed := 0
	for _, c := range m.setup.board.cells.Cells() {
		if c == outside || c == granite {
			fixed++
		}
	}
	require.Greater(t, fixed, 464)
	require.Len(t, state.Cells, Size*Size-fixed)
	require.NotContains(t, string(state.Cells), "G")
	require.Less(t, proto.Size(&state), 4000)
}

// change gives a setting of a Start another value.
func change(m *moriav1.Start, name string, value int64) {
	for _, s := range m.GetSettings() {
		if s.GetName() == name {
			s.Value = value
		}
	}
}

func TestBadStartRefused(t *testing.T) {
	for _, c := range []struct {
		name, want string
		spoil      func(*moriav1.Start)
	}{
		{"setting", "start: nb_trolls: 0, but the least is 1", func(m *moriav1.Start) { change(m, "nb_trolls", 0) }},
		{"no settings", "start: nb_players: not given", func(m *moriav1.Start) { m.Settings = nil }},
		{"too many", "start: found ", func(m *moriav1.Start) { change(m, "nb_dwarves", 400) }},
		{"size", "start: board: 3599 cells, but it has 3600", func(m *moriav1.Start) { m.Board = m.Board[1:] }},
		{
			"frame", `start: board: found "C" at (0, 0), expected O, as the frame of two cells is outside`,
			func(m *moriav1.Start) { m.Board[0] = 'C' },
		},
		{"cell", `start: board: found "b" at (9, 9), expected O, C, 0`, func(m *moriav1.Start) { m.Board[9*Size+9] = 'b' }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var m moriav1.Start
			require.NoError(t, proto.Unmarshal(midMatch(t).EncodeStart(), &m))
			c.spoil(&m)
			_, err := rules{}.DecodeStart(wire.Marshal(&m))
			require.ErrorContains(t, err, c.want)
		})
	}
	_, err := rules{}.DecodeStart([]byte{0xff})
	require.ErrorContains(t, err, "start: ")
}

func TestBadStateRefused(t *testing.T) {
	m := midMatch(t)
	start, err := rules{}.DecodeStart(m.EncodeStart())
	require.NoError(t, err)
	for _, c := range []struct {
		name, want string
		spoil      func(*moriav1.State)
	}{
		{"missing", "state: 0 statuses, but there must be 4", func(m *moriav1.State) { m.Status = nil }},
		{"too many", "state: 86 unit cells, but there must be 85", func(m *moriav1.State) {
			m.UnitCells = append(m.UnitCells, 1)
		}},
		{"clan", "state: unit 2: clan 4", func(m *moriav1.State) { m.UnitClans[2] = 4 }},
		{"no clan", "state: unit 2: clan -1", func(m *moriav1.State) { m.UnitClans[2] = -1 }},
		{"too few cells", "state: 9 cells, but there must be ", func(m *moriav1.State) { m.Cells = m.Cells[:9] }},
		{"too many cells", "cells, but there must be ", func(m *moriav1.State) { m.Cells = append(m.Cells, 'C') }},
		{"cell", `state: cells: found "x" at (2, 2), expected O, C`, func(m *moriav1.State) { m.Cells[0] = 'x' }},
		{"unit off the board", "state: unit 3: cell 3600, but there are 3600", func(m *moriav1.State) {
			m.UnitCells[3] = 3600
		}},
		{"unit nowhere", "state: unit 3: found dwarf 3 with health", func(m *moriav1.State) { m.UnitCells[3] = -1 }},
		{"two on a cell", "which is taken, expected a free cell", func(m *moriav1.State) { m.UnitCells[4] = m.UnitCells[3] }},
		{"health", "state: unit 5: health -1, but the most is 100", func(m *moriav1.State) { m.UnitHealths[5] = -1 }},
		{"too healthy", "state: unit 5: health 101, but the most is 100", func(m *moriav1.State) { m.UnitHealths[5] = 101 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var message moriav1.State
			require.NoError(t, proto.Unmarshal(m.EncodeState(), &message))
			c.spoil(&message)
			_, err := start.DecodeState(wire.Marshal(&message))
			require.ErrorContains(t, err, c.want)
		})
	}
	_, err = start.DecodeState([]byte{0xff})
	require.ErrorContains(t, err, "state: ")
}

func FuzzCommands(f *testing.F) { enginetest.FuzzCommands(f, Game) }

func FuzzState(f *testing.F) { enginetest.FuzzState(f, Game) }
