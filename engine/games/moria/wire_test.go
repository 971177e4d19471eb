package moria

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/engine"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
	moriav1 "github.com/botarena/arena/proto/moria/v1"
)

// midMatch is a match after some rounds.
func midMatch(t *testing.T) *mountain {
	t.Helper()
	text, err := readFile(ownRecord)
	require.NoError(t, err)
	record, err := ReadRecord(text)
	require.NoError(t, err)
	m := record.states[25]
	m.status[2] = engine.Frozen
	return m
}

func TestStartAndStateRoundTrip(t *testing.T) {
	m := midMatch(t)
	start, err := rules{}.DecodeStart(rules{}.EncodeStart(m))
	require.NoError(t, err)
	require.Equal(t, m.setup, start.setup)
	got, err := rules{}.DecodeState(start, rules{}.EncodeState(m))
	require.NoError(t, err)
	m.moves = nil // not for players
	require.Equal(t, m, got)
}

func TestStateLeavesOutWhatNeverChanges(t *testing.T) {
	m := midMatch(t)
	var state moriav1.State
	require.NoError(t, proto.Unmarshal(rules{}.EncodeState(m), &state))
	fixed := 0
	for _, c := range m.board.cells.Cells() {
		if c == outside || c == granite {
			fixed++
		}
	}
	require.Greater(t, fixed, 464)
	require.Len(t, state.Cells, Size*Size-fixed)
	require.NotContains(t, string(state.Cells), "G")
	require.Less(t, proto.Size(&state), 4000)
}

func TestStartTakesTheSeatInFront(t *testing.T) {
	m := midMatch(t)
	seat, err := proto.Marshal(&arenav1.Start{Seat: &arenav1.Seat{Me: 3}})
	require.NoError(t, err)
	var whole moriav1.Start
	require.NoError(t, proto.Unmarshal(append(seat, rules{}.EncodeStart(m)...), &whole))
	require.EqualValues(t, 3, whole.GetSeat().GetMe())
	require.EqualValues(t, 12, whole.GetSettings().GetDwarves())
}

func TestCommandsRoundTrip(t *testing.T) {
	c := &Commands{}
	for _, m := range []Move{{3, North}, {-7, None}, {3, Dir(0)}, {1 << 30, Dir(99)}, {0, Dir(-2)}, {1 << 40, East}} {
		_ = c.Move(m.Unit, m.Dir)
	}
	got, err := rules{}.DecodeCommands(rules{}.EncodeCommands(c))
	require.NoError(t, err)
	require.Equal(t, []Move{{3, North}, {-1, None}, {3, Dir(0)}, {1 << 30, Dir(99)}, {0, Dir(-2)}, {-1, East}}, got.given)
	require.Empty(t, rules{}.EncodeCommands(nil))
}

func TestBadCommandsRefused(t *testing.T) {
	_, err := rules{}.DecodeCommands(encode(&moriav1.Commands{Units: []int32{1, 2}}))
	require.EqualError(t, err, "commands: 2 units, but 0 directions")
	_, err = rules{}.DecodeCommands([]byte{0xff})
	require.ErrorContains(t, err, "commands: ")
}

func TestBadStartRefused(t *testing.T) {
	for _, c := range []struct {
		name, want string
		spoil      func(*moriav1.Start)
	}{
		{"setting", "start: nb_trolls: 0, but the least is 1", func(m *moriav1.Start) { m.Settings.Trolls = 0 }},
		{"no settings", "start: nb_players: 0, but only 4 is possible", func(m *moriav1.Start) { m.Settings = nil }},
		{"too many", "start: found ", func(m *moriav1.Start) { m.Settings.Dwarves = 400 }},
		{"size", "start: board: 3599 cells, but it has 3600", func(m *moriav1.Start) { m.Board = m.Board[1:] }},
		{"frame", `start: board: found "C" at (0, 0), expected O, as the frame of two cells is outside`, func(m *moriav1.Start) { m.Board[0] = 'C' }},
		{"cell", `start: board: found "b" at (9, 9), expected O, C, 0`, func(m *moriav1.Start) { m.Board[9*Size+9] = 'b' }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var m moriav1.Start
			require.NoError(t, proto.Unmarshal(rules{}.EncodeStart(midMatch(t)), &m))
			c.spoil(&m)
			_, err := rules{}.DecodeStart(encode(&m))
			require.ErrorContains(t, err, c.want)
		})
	}
	_, err := rules{}.DecodeStart([]byte{0xff})
	require.ErrorContains(t, err, "start: ")
}

func TestBadStateRefused(t *testing.T) {
	m := midMatch(t)
	start, err := rules{}.DecodeStart(rules{}.EncodeStart(m))
	require.NoError(t, err)
	for _, c := range []struct {
		name, want string
		spoil      func(*moriav1.State)
	}{
		{"missing", "state: 0 statuses, but there must be 4", func(m *moriav1.State) { m.Status = nil }},
		{"too many", "state: 86 unit cells, but there must be 85", func(m *moriav1.State) { m.UnitCells = append(m.UnitCells, 1) }},
		{"clan", "state: unit 2: clan 4", func(m *moriav1.State) { m.UnitClans[2] = 4 }},
		{"too few cells", "state: 9 cells, but there must be ", func(m *moriav1.State) { m.Cells = m.Cells[:9] }},
		{"too many cells", "cells, but there must be ", func(m *moriav1.State) { m.Cells = append(m.Cells, 'C') }},
		{"cell", `state: cells: found "x" at (2, 2), expected O, C`, func(m *moriav1.State) { m.Cells[0] = 'x' }},
		{"unit off the board", "state: unit 3: cell 3600, but there are 3600", func(m *moriav1.State) { m.UnitCells[3] = 3600 }},
		{"unit nowhere", "state: unit 3: found dwarf 3 with health", func(m *moriav1.State) { m.UnitCells[3] = -1 }},
		{"two on a cell", "which is taken, expected a free cell", func(m *moriav1.State) { m.UnitCells[4] = m.UnitCells[3] }},
		{"health", "state: unit 5: health -1, but the most is 100", func(m *moriav1.State) { m.UnitHealths[5] = -1 }},
		{"too healthy", "state: unit 5: health 101, but the most is 100", func(m *moriav1.State) { m.UnitHealths[5] = 101 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var message moriav1.State
			require.NoError(t, proto.Unmarshal(rules{}.EncodeState(m), &message))
			c.spoil(&message)
			_, err := rules{}.DecodeState(start, encode(&message))
			require.ErrorContains(t, err, c.want)
		})
	}
	_, err = rules{}.DecodeState(start, []byte{0xff})
	require.ErrorContains(t, err, "state: ")
}

func FuzzDecodeCommands(f *testing.F) {
	f.Add(encode(&moriav1.Commands{Units: []int32{1, -1}, Directions: []moriav1.Direction{1, 99}}))
	f.Fuzz(func(t *testing.T, message []byte) {
		c, err := rules{}.DecodeCommands(message)
		if err != nil {
			return
		}
		again, err := rules{}.DecodeCommands(rules{}.EncodeCommands(c))
		require.NoError(t, err)
		require.Equal(t, c.Len(), again.Len())
	})
}
