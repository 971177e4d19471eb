package starships

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/engine"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
	starshipsv1 "github.com/botarena/arena/proto/starships/v1"
)

// smallMatch is a match on the small board.
func smallMatch(t *testing.T) *universe {
	t.Helper()
	s, err := readSetup([]byte(small))
	require.NoError(t, err)
	u, err := newUniverse(s)
	require.NoError(t, err)
	u.status[2] = engine.Frozen
	return u
}

func TestStartAndStateRoundTrip(t *testing.T) {
	u := smallMatch(t)
	start, err := rules{}.DecodeStart(rules{}.EncodeStart(u))
	require.NoError(t, err)
	require.Equal(t, u.settings, start.settings)
	for u.round < 20 {
		got, err := rules{}.DecodeState(start, rules{}.EncodeState(u))
		require.NoError(t, err)
		require.Equal(t, u.status, got.status)
		require.Equal(t, u.round, got.round)
		require.Equal(t, u.cells, got.cells)
		require.Equal(t, u.units, got.units)
		require.Equal(t, append([]Shot{}, u.shots...), append([]Shot{}, got.shots...))
		require.Equal(t, u.nextShot, got.nextShot)
		require.Equal(t, u.scores, got.scores)
		u = step(u, newClassic(uint64(u.round)), say{0, Command{0, true, Default}}, say{1, Command{1, true, Default}})
	}
}

func TestStartTakesTheSeatInFront(t *testing.T) {
	seat, err := proto.Marshal(&arenav1.Start{Seat: &arenav1.Seat{Me: 3}})
	require.NoError(t, err)
	var whole starshipsv1.Start
	require.NoError(t, proto.Unmarshal(append(seat, rules{}.EncodeStart(smallMatch(t))...), &whole))
	require.EqualValues(t, 3, whole.GetSeat().GetMe())
	require.EqualValues(t, 12, whole.GetSettings().GetCols())
}

func TestCommandsRoundTrip(t *testing.T) {
	c := &Commands{}
	for _, command := range []Command{
		{3, false, Slow},
		{3, false, FastDown},
		{-7, true, Default},
		{0, false, 0},
		{0, false, 10}, // must not become a shot
		{1 << 30, false, 99},
		{1 << 40, true, Default},
		{2, false, -2},
	} {
		if command.Shoot {
			_ = c.Shoot(command.Unit)
		} else {
			_ = c.Move(command.Unit, command.Dir)
		}
	}
	got, err := rules{}.DecodeCommands(rules{}.EncodeCommands(c))
	require.NoError(t, err)
	require.Equal(t, []Command{
		{3, false, Slow},
		{3, false, FastDown},
		{-1, true, Default},
		{0, false, 0},
		{0, false, 0},
		{1 << 30, false, 0},
		{-1, true, Default},
		{2, false, 0},
	}, got.given)
	require.Empty(t, rules{}.EncodeCommands(nil))
}

func TestBadCommandsRefused(t *testing.T) {
	_, err := rules{}.DecodeCommands(encode(&starshipsv1.Commands{Starships: []int32{1, 2}}))
	require.EqualError(t, err, "commands: 2 starships, but 0 actions")
	_, err = rules{}.DecodeCommands([]byte{0xff})
	require.ErrorContains(t, err, "commands: ")
	c, err := rules{}.DecodeCommands(encode(&starshipsv1.Commands{Starships: []int32{1}, Actions: []starshipsv1.Action{77}}))
	require.NoError(t, err)
	require.Equal(t, []Command{{1, false, 77}}, c.given)
}

func TestBadStartRefused(t *testing.T) {
	for _, c := range []struct {
		name, want string
		spoil      func(*starshipsv1.Start)
	}{
		{"setting", "start: nb_rows: 9, but the least is 10", func(m *starshipsv1.Start) { m.Settings.Rows = 9 }},
		{"window", "start: nb_win_cols: 13, but the most is 12", func(m *starshipsv1.Start) { m.Settings.WindowCols = 13 }},
		{"no settings", "start: nb_players: 0, but only 4 is possible", func(m *starshipsv1.Start) { m.Settings = nil }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var m starshipsv1.Start
			require.NoError(t, proto.Unmarshal(rules{}.EncodeStart(smallMatch(t)), &m))
			c.spoil(&m)
			_, err := rules{}.DecodeStart(encode(&m))
			require.EqualError(t, err, c.want)
		})
	}
	_, err := rules{}.DecodeStart([]byte{0xff})
	require.ErrorContains(t, err, "start: ")
}

func TestBadStateRefused(t *testing.T) {
	u := smallMatch(t)
	for _, c := range []struct {
		name, want string
		spoil      func(*starshipsv1.State)
	}{
		{"round", "state: round 51, but the match has 50", func(m *starshipsv1.State) { m.Round = 51 }},
		{"missing", "state: 0 statuses, but there must be 4", func(m *starshipsv1.State) { m.Status = nil }},
		{"cells", "state: 119 cells, but there must be 120", func(m *starshipsv1.State) { m.Cells = m.Cells[1:] }},
		{"too many", "state: 5 starship cells, but there must be 4", func(m *starshipsv1.State) { m.StarshipCells = append(m.StarshipCells, 1) }},
		{"missiles", "state: 1 missile cells, but there must be 2", func(m *starshipsv1.State) { m.MissileCells = m.MissileCells[1:] }},
		{"cell", "state: cell 3: 'Z'", func(m *starshipsv1.State) { m.Cells[3] = 'Z' }},
		{"starship off the universe", "state: starship 3: cell 120, but there are 120", func(m *starshipsv1.State) { m.StarshipCells[3] = 120 }},
		{"starship outside the window", "state: starship 0: found starship 0 at (0, 11), outside the window, expected a cell in the window", func(m *starshipsv1.State) { m.StarshipCells[0] = 11 }},
		{"two in a cell", "state: starship 1: found starship 1 at (0, 0), a cell that is taken (starship), expected an empty cell", func(m *starshipsv1.State) { m.StarshipCells[1] = 0 }},
		{"ammunition", "state: starship 1: -1 missiles", func(m *starshipsv1.State) { m.StarshipMissiles[1] = -1 }},
		{"countdown", "state: starship 1: countdown -2", func(m *starshipsv1.State) { m.StarshipCountdowns[1] = -2 }},
		{"missile off the universe", "state: missile 1: cell -1, but there are 120", func(m *starshipsv1.State) { m.MissileCells[1] = -1 }},
		{"missile number", "state: missile 1: number -1", func(m *starshipsv1.State) { m.MissileIds[1] = -1 }},
		{"missile of nobody", "state: missile 1: starship 4, but there are 4", func(m *starshipsv1.State) { m.MissileStarships[1] = 4 }},
		{"missile twice", "state: missile 1: found missile 4 twice, expected each number once", func(m *starshipsv1.State) { m.MissileIds[1] = 4 }},
		{"next missile", "state: next missile 7, but there is 7", func(m *starshipsv1.State) { m.NextMissile = 7 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var m starshipsv1.State
			require.NoError(t, proto.Unmarshal(rules{}.EncodeState(u), &m))
			c.spoil(&m)
			_, err := rules{}.DecodeState(u, encode(&m))
			require.EqualError(t, err, c.want)
		})
	}
	_, err := rules{}.DecodeState(u, []byte{0xff})
	require.ErrorContains(t, err, "state: ")
}

func FuzzDecodeCommands(f *testing.F) {
	f.Add(encode(&starshipsv1.Commands{Starships: []int32{1, -1}, Actions: []starshipsv1.Action{1, 10}}))
	f.Fuzz(func(t *testing.T, message []byte) {
		c, err := rules{}.DecodeCommands(message)
		if err != nil {
			return
		}
		again, err := rules{}.DecodeCommands(rules{}.EncodeCommands(c))
		require.NoError(t, err)
		require.Equal(t, c.Len(), again.Len())
		after := rules{}.Step(base(), []engine.Turn[*Commands]{{Commands: c}, {}, {}, {}}, engine.NewRand(newClassic(1)), nil)
		same := rules{}.Step(base(), []engine.Turn[*Commands]{{Commands: again}, {}, {}, {}}, engine.NewRand(newClassic(1)), nil)
		require.Equal(t, after, same)
	})
}
