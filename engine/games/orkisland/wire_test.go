package orkisland

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest"
	"github.com/botarena/arena/engine/wire"
	orkislandv1 "github.com/botarena/arena/proto/orkisland/v1"
)

// midMatch is a match after some rounds.
func midMatch(t *testing.T) *match {
	t.Helper()
	text, err := readFile(ownRecord)
	require.NoError(t, err)
	record, err := readRecord(text)
	require.NoError(t, err)
	i := record.states[25]
	i.status[2] = engine.Frozen
	return i
}

func TestStartAndStateRoundTrip(t *testing.T) {
	i := midMatch(t)
	start, err := rules{}.DecodeStart(i.EncodeStart())
	require.NoError(t, err)
	require.Equal(t, i.setup, start.setup)
	got, err := start.DecodeState(i.EncodeState())
	require.NoError(t, err)
	i.moves = nil // not for players
	require.Equal(t, i, got)
}

// change gives a setting of a Start another value.
func change(m *orkislandv1.Start, name string, value int64) {
	for _, s := range m.GetSettings() {
		if s.GetName() == name {
			s.Value = value
		}
	}
}

func TestBadStartRefused(t *testing.T) {
	for _, c := range []struct {
		name, want string
		spoil      func(*orkislandv1.Start)
	}{
		{"orks", "start: nb_orks: 10, but the most is 9", func(m *orkislandv1.Start) { change(m, "nb_orks", 10) }},
		{"size", "start: board: 900 cells, but a board of 31 rows and columns has 961", func(m *orkislandv1.Start) {
			change(m, "rows", 31)
			change(m, "cols", 31)
		}},
		{"border", `start: board: cell 0: found ".", expected W, as the border is water`, func(m *orkislandv1.Start) {
			m.Board.Terrain[0] = '.'
		}},
		{"city off the board", "start: board: city 1: cell 900, but there are 900", func(m *orkislandv1.Start) {
			m.Board.Cities[1].Cells[0] = 900
		}},
		{
			"city in water", "start: board: city 1: found cell (0, 0), which is water, expected a cell of type C",
			func(m *orkislandv1.Start) { m.Board.Cities[1].Cells[0] = 0 },
		},
		{"city incomplete", "found C in no city, expected each C in one", func(m *orkislandv1.Start) {
			m.Board.Cities[1].Cells = m.Board.Cities[1].Cells[1:]
		}},
		{"path to no city", "start: board: path 0: from city 0 to 99, but there are", func(m *orkislandv1.Start) {
			m.Board.Paths[0].From, m.Board.Paths[0].To = 0, 99
		}},
		{"path off the board", "start: board: path 1: cell -1, but there are 900", func(m *orkislandv1.Start) {
			m.Board.Paths[1].Cells[0] = -1
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var m orkislandv1.Start
			require.NoError(t, proto.Unmarshal(midMatch(t).EncodeStart(), &m))
			c.spoil(&m)
			_, err := rules{}.DecodeStart(wire.Marshal(&m))
			require.ErrorContains(t, err, c.want)
		})
	}
	_, err := rules{}.DecodeStart([]byte{0xff})
	require.ErrorContains(t, err, "start: ")
}

func TestStartWithTooLittleLandRefused(t *testing.T) {
	s := rules{}.Default()
	s.settings.Size, s.settings.Orks = 20, 4
	_, err := rules{}.DecodeStart(wire.Marshal(&orkislandv1.Start{
		Settings: wire.Settings(s),
		Board:    &orkislandv1.Board{Terrain: bytes.Repeat([]byte("W"), 400)},
	}))
	require.EqualError(t, err, "start: the board has 0 cells of land for 16 orks")
}

func TestBadStateRefused(t *testing.T) {
	i := midMatch(t)
	for _, c := range []struct {
		name, want string
		spoil      func(*orkislandv1.State)
	}{
		{"missing", "state: 0 statuses, but there must be 4", func(m *orkislandv1.State) { m.Status = nil }},
		{"too many", "state: 25 unit cells, but there must be 24", func(m *orkislandv1.State) {
			m.UnitCells = append(m.UnitCells, 1)
		}},
		{"city owner", "state: city 0: owner 4", func(m *orkislandv1.State) { m.CityOwners[0] = 4 }},
		{"path owner", "state: path 1: owner -2", func(m *orkislandv1.State) { m.PathOwners[1] = -2 }},
		{"unit owner", "state: unit 2: owner -1", func(m *orkislandv1.State) { m.UnitOwners[2] = -1 }},
		{"unit off the board", "state: unit 3: cell 900, but there are 900", func(m *orkislandv1.State) {
			m.UnitCells[3] = 900
		}},
		{"unit in water", "state: unit 4: cell 0 is water or taken", func(m *orkislandv1.State) { m.UnitCells[4] = 0 }},
		{"two in a cell", "is water or taken", func(m *orkislandv1.State) { m.UnitCells[4] = m.UnitCells[3] }},
		{"health", "state: unit 5: health -1", func(m *orkislandv1.State) { m.UnitHealths[5] = -1 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var m orkislandv1.State
			require.NoError(t, proto.Unmarshal(i.EncodeState(), &m))
			c.spoil(&m)
			_, err := i.DecodeState(wire.Marshal(&m))
			require.ErrorContains(t, err, c.want)
		})
	}
	_, err := i.DecodeState([]byte{0xff})
	require.ErrorContains(t, err, "state: ")
}

func FuzzCommands(f *testing.F) { enginetest.FuzzCommands(f, Game) }

func FuzzState(f *testing.F) { enginetest.FuzzState(f, Game) }
