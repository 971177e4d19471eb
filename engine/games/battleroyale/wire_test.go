package battleroyale

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/engine"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
	battleroyalev1 "github.com/botarena/arena/proto/battleroyale/v1"
)

// midMatch is a match after some rounds.
func midMatch(t *testing.T) *battle {
	t.Helper()
	b := playMatch(t, 25, 7)[25]
	b.status[2] = engine.Frozen
	return b
}

func TestStartAndStateRoundTrip(t *testing.T) {
	b := midMatch(t)
	b.first = 3
	start, err := rules{}.DecodeStart(rules{}.EncodeStart(b))
	require.NoError(t, err)
	require.Equal(t, b.settings, start.settings)
	require.Equal(t, b.board.tiles, start.board.tiles)
	require.Equal(t, 3, start.first)
	got, err := rules{}.DecodeState(start, rules{}.EncodeState(b))
	require.NoError(t, err)
	b.moves, b.actions = nil, nil // not for players
	b.setup, b.start = got.setup, got.start
	require.Equal(t, b, got)
	again, err := rules{}.DecodeState(start, rules{}.EncodeState(b))
	require.NoError(t, err)
	require.Equal(t, b, again)
}

func TestStartTakesTheSeatInFront(t *testing.T) {
	seat, err := proto.Marshal(&arenav1.Start{Seat: &arenav1.Seat{Me: 3}})
	require.NoError(t, err)
	var whole battleroyalev1.Start
	require.NoError(t, proto.Unmarshal(append(seat, rules{}.EncodeStart(midMatch(t))...), &whole))
	require.EqualValues(t, 3, whole.GetSeat().GetMe())
	require.EqualValues(t, 17, whole.GetSettings().GetRows())
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
	_, err := rules{}.DecodeCommands(encode(&battleroyalev1.Commands{Units: []int32{1, 2}}))
	require.EqualError(t, err, "commands: 2 units, but 0 directions")
	_, err = rules{}.DecodeCommands([]byte{0xff})
	require.ErrorContains(t, err, "commands: ")
}

func TestBadStartRefused(t *testing.T) {
	for _, c := range []struct {
		name, want string
		spoil      func(*battleroyalev1.Start)
	}{
		{"setting", "start: rows: 6, but the least is 7", func(m *battleroyalev1.Start) { m.Settings.Rows = 6 }},
		{"no settings", "start: nb_players: 0, but the least is 2", func(m *battleroyalev1.Start) { m.Settings = nil }},
		{"players", "start: nb_players: 3, but it is 2 or 4", func(m *battleroyalev1.Start) { m.Settings.Players = 3 }},
		{"units", "start: the board has 233 open tiles for 432 units", func(m *battleroyalev1.Start) { m.Settings.Knights = 102 }},
		{"size", "start: board: 272 tiles, but 18 rows and 16 columns have 288", func(m *battleroyalev1.Start) { m.Settings.Rows = 18 }},
		{"tile", `start: board: tile 1: '0', but it must be . or X`, func(m *battleroyalev1.Start) { m.Board[1] = '0' }},
		{"kinds", "start: 56 kinds, but there are 60 units", func(m *battleroyalev1.Start) { m.Settings.Knights = 9 }},
		{"kind", `start: unit 2: kind 'q'`, func(m *battleroyalev1.Start) { m.Kinds[2] = 'q' }},
		{"first", "start: nb_rounds: 25, but the match begins at round 25", func(m *battleroyalev1.Start) { m.First = 25 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var m battleroyalev1.Start
			require.NoError(t, proto.Unmarshal(rules{}.EncodeStart(midMatch(t)), &m))
			c.spoil(&m)
			_, err := rules{}.DecodeStart(encode(&m))
			require.EqualError(t, err, c.want)
		})
	}
	_, err := rules{}.DecodeStart([]byte{0xff})
	require.ErrorContains(t, err, "start: ")
}

func TestBadStateRefused(t *testing.T) {
	b := midMatch(t)
	start, err := rules{}.DecodeStart(rules{}.EncodeStart(b))
	require.NoError(t, err)
	for _, c := range []struct {
		name, want string
		spoil      func(*battleroyalev1.State)
	}{
		{"missing", "state: 0 statuses, but there must be 4", func(m *battleroyalev1.State) { m.Status = nil }},
		{"too many", "state: 57 unit tiles, but there must be 56", func(m *battleroyalev1.State) { m.UnitTiles = append(m.UnitTiles, 1) }},
		{"colour", "state: tile 1: colour '4' of empty", func(m *battleroyalev1.State) { m.Colours[1] = '4' }},
		{"no colour", "state: tile 1: colour 'X' of empty", func(m *battleroyalev1.State) { m.Colours[1] = 'X' }},
		{"wall", "state: tile 15: colour '0' of wall", func(m *battleroyalev1.State) { m.Colours[15] = '0' }},
		{"owner", "state: unit 2: owner -1", func(m *battleroyalev1.State) { m.UnitOwners[2] = -1 }},
		{"off the board", "state: unit 3: tile 272, but there are 272", func(m *battleroyalev1.State) { m.UnitTiles[3] = 272 }},
		{"in a wall", "state: unit 4: tile 15 is a wall or taken", func(m *battleroyalev1.State) { m.UnitTiles[4] = 15 }},
		{"two on a tile", "is a wall or taken", func(m *battleroyalev1.State) { m.UnitTiles[4] = m.UnitTiles[3] }},
		{"dead", "state: unit 5: health 0", func(m *battleroyalev1.State) { m.UnitHealths[5] = 0 }},
		{"too healthy", "state: unit 5: health 61", func(m *battleroyalev1.State) { m.UnitHealths[5] = 61 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var m battleroyalev1.State
			require.NoError(t, proto.Unmarshal(rules{}.EncodeState(b), &m))
			c.spoil(&m)
			_, err := rules{}.DecodeState(start, encode(&m))
			require.ErrorContains(t, err, c.want)
		})
	}
	_, err = rules{}.DecodeState(start, []byte{0xff})
	require.ErrorContains(t, err, "state: ")
}

func FuzzDecodeCommands(f *testing.F) {
	f.Add(encode(&battleroyalev1.Commands{Units: []int32{1, -1}, Directions: []battleroyalev1.Direction{1, 9}}))
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
