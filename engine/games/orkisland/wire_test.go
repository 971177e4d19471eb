package orkisland

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/engine"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
	orkislandv1 "github.com/botarena/arena/proto/orkisland/v1"
)

// midMatch is a match after some rounds.
func midMatch(t *testing.T) *island {
	t.Helper()
	text, err := readFile(ownRecord)
	require.NoError(t, err)
	record, err := ReadRecord(text)
	require.NoError(t, err)
	i := record.states[25]
	i.status[2] = engine.Frozen
	return i
}

func TestStartAndStateRoundTrip(t *testing.T) {
	i := midMatch(t)
	start, err := rules{}.DecodeStart(rules{}.EncodeStart(i))
	require.NoError(t, err)
	require.Equal(t, i.setup, start.setup)
	got, err := rules{}.DecodeState(start, rules{}.EncodeState(i))
	require.NoError(t, err)
	i.moves = nil // not for players
	require.Equal(t, i, got)
}

func TestStartTakesTheSeatInFront(t *testing.T) {
	i := midMatch(t)
	seat, err := proto.Marshal(&arenav1.Start{Seat: &arenav1.Seat{Me: 3}})
	require.NoError(t, err)
	var whole orkislandv1.Start
	require.NoError(t, proto.Unmarshal(append(seat, rules{}.EncodeStart(i)...), &whole))
	require.EqualValues(t, 3, whole.GetSeat().GetMe())
	require.EqualValues(t, 30, whole.GetSettings().GetSize())
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
	_, err := rules{}.DecodeCommands(encode(&orkislandv1.Commands{Units: []int32{1, 2}}))
	require.EqualError(t, err, "commands: 2 units, but 0 directions")
	_, err = rules{}.DecodeCommands([]byte{0xff})
	require.ErrorContains(t, err, "commands: ")
}

func TestBadStartRefused(t *testing.T) {
	for _, c := range []struct {
		name, want string
		spoil      func(*orkislandv1.Start)
	}{
		{"setting", "start: rows: 19, but the least is 20", func(m *orkislandv1.Start) { m.Settings.Size = 19 }},
		{"no settings", "start: nb_players: 0, but only 4 is possible", func(m *orkislandv1.Start) { m.Settings = nil }},
		{"orks", "start: nb_orks: 10, but the most is 9", func(m *orkislandv1.Start) { m.Settings.Orks = 10 }},
		{"size", "start: board: 900 cells, but a board of 31 rows and columns has 961", func(m *orkislandv1.Start) { m.Settings.Size = 31 }},
		{"border", `start: board: cell 0: found ".", expected W, as the border is water`, func(m *orkislandv1.Start) { m.Board.Terrain[0] = '.' }},
		{"city off the board", "start: board: city 1: cell 900, but there are 900", func(m *orkislandv1.Start) { m.Board.Cities[1].Cells[0] = 900 }},
		{"city in water", "start: board: city 1: found cell (0, 0), which is water, expected a cell of type C", func(m *orkislandv1.Start) { m.Board.Cities[1].Cells[0] = 0 }},
		{"city incomplete", "found C in no city, expected each C in one", func(m *orkislandv1.Start) { m.Board.Cities[1].Cells = m.Board.Cities[1].Cells[1:] }},
		{"path to no city", "start: board: path 0: from city 0 to 99, but there are", func(m *orkislandv1.Start) { m.Board.Paths[0].From, m.Board.Paths[0].To = 0, 99 }},
		{"path off the board", "start: board: path 1: cell -1, but there are 900", func(m *orkislandv1.Start) { m.Board.Paths[1].Cells[0] = -1 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var m orkislandv1.Start
			require.NoError(t, proto.Unmarshal(rules{}.EncodeStart(midMatch(t)), &m))
			c.spoil(&m)
			_, err := rules{}.DecodeStart(encode(&m))
			require.ErrorContains(t, err, c.want)
		})
	}
	_, err := rules{}.DecodeStart([]byte{0xff})
	require.ErrorContains(t, err, "start: ")
}

func TestStartWithTooLittleLandRefused(t *testing.T) {
	m := orkislandv1.Start{
		Settings: &orkislandv1.Settings{Players: 4, Size: 20, Rounds: 1, InitialHealth: 1, Orks: 4, BonusPerCityCell: 1, BonusPerPathCell: 1, FactorConnectedComponent: 1},
		Board:    &orkislandv1.Board{Terrain: make([]byte, 400)},
	}
	for k := range m.Board.Terrain {
		m.Board.Terrain[k] = 'W'
	}
	_, err := rules{}.DecodeStart(encode(&m))
	require.EqualError(t, err, "start: the board has 0 cells of land for 16 orks")
}

func TestBadStateRefused(t *testing.T) {
	i := midMatch(t)
	for _, c := range []struct {
		name, want string
		spoil      func(*orkislandv1.State)
	}{
		{"missing", "state: 0 statuses, but there must be 4", func(m *orkislandv1.State) { m.Status = nil }},
		{"too many", "state: 25 unit cells, but there must be 24", func(m *orkislandv1.State) { m.UnitCells = append(m.UnitCells, 1) }},
		{"city owner", "state: city 0: owner 4", func(m *orkislandv1.State) { m.CityOwners[0] = 4 }},
		{"path owner", "state: path 1: owner -2", func(m *orkislandv1.State) { m.PathOwners[1] = -2 }},
		{"unit owner", "state: unit 2: owner -1", func(m *orkislandv1.State) { m.UnitOwners[2] = -1 }},
		{"unit off the board", "state: unit 3: cell 900, but there are 900", func(m *orkislandv1.State) { m.UnitCells[3] = 900 }},
		{"unit in water", "state: unit 4: cell 0 is water or taken", func(m *orkislandv1.State) { m.UnitCells[4] = 0 }},
		{"two in a cell", "is water or taken", func(m *orkislandv1.State) { m.UnitCells[4] = m.UnitCells[3] }},
		{"health", "state: unit 5: health -1", func(m *orkislandv1.State) { m.UnitHealths[5] = -1 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var m orkislandv1.State
			require.NoError(t, proto.Unmarshal(rules{}.EncodeState(i), &m))
			c.spoil(&m)
			_, err := rules{}.DecodeState(i, encode(&m))
			require.ErrorContains(t, err, c.want)
		})
	}
	_, err := rules{}.DecodeState(i, []byte{0xff})
	require.ErrorContains(t, err, "state: ")
}

func FuzzDecodeCommands(f *testing.F) {
	f.Add(encode(&orkislandv1.Commands{Units: []int32{1, -1}, Directions: []orkislandv1.Direction{1, 9}}))
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
