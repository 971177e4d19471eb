package battleroyale

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

// begun begins a match of a setup changed from the default one.
func begun(t *testing.T, seed int, change func(*Settings)) *match {
	t.Helper()
	s := rules{}.Default()
	if change != nil {
		change(&s.settings)
	}
	m, err := s.New(engine.NewRand(seeded(seed)))
	require.NoError(t, err)
	return m
}

func TestStart(t *testing.T) { // rules 3, 4, 16.25
	m := begun(t, 3, nil)
	require.Len(t, m.units, 120)
	for id, u := range m.units {
		require.EqualValues(t, id, u.ID)
		require.Equal(t, id/30, u.Owner)
		kind, health, colour := Farmer, 60, u.Owner
		if id%30 >= 15 {
			kind, health, colour = Knight, 120, -1
		}
		require.Equal(t, kind, u.Kind)
		require.Equal(t, health, u.Health)
		require.EqualValues(t, id, m.at.At(u.Pos))
		require.EqualValues(t, colour, m.colours.At(u.Pos))
		require.True(t, m.board.spawn(u.Owner).isIn(u.Pos))
	}
	require.Equal(t, []int{15, 15, 15, 15}, m.scores)
	require.Equal(t, []int{1, 1, 1, 1}, engine.Places(m.scores))
}

func TestTwoPlayersAreOpposite(t *testing.T) { // rules 4, 16.29
	m := begun(t, 5, func(s *Settings) { s.Players = 2 })
	require.Len(t, m.units, 60)
	for _, u := range m.units[30:] {
		require.Equal(t, 1, u.Owner)
		require.True(t, area{span{18, 32}, span{18, 32}}.isIn(u.Pos))
	}
	end := step(m, seeded(1), say{1, 45, North}, say{1, 0, North}, say{0, 45, South})
	require.Equal(t, []Command{{45, North}}, end.actions[1])
	require.Len(t, end.actions, 2)
	require.Empty(t, end.actions[0])
}

func TestCrowdedStartSpreadsOverTheBoard(t *testing.T) { // rules 4 (decided)
	m := begun(t, 5, func(s *Settings) { s.Rows, s.Cols, s.Farmers, s.Knights = 8, 8, 3, 4 })
	for _, u := range m.units {
		require.EqualValues(t, u.ID, m.at.At(u.Pos))
	}
}

func TestIdleMatch(t *testing.T) { // rules 5, 16.32
	start := begun(t, 9, nil)
	m := start
	for round := range m.setup.settings.Rounds {
		require.Equal(t, round, m.round)
		m = step(m, seeded(round))
		require.Empty(t, m.moves)
	}
	require.Equal(t, start.units, m.units)
	require.Equal(t, start.colours, m.colours)
	require.Equal(t, []int{15, 15, 15, 15}, m.scores)
}

func TestDigestHasEverythingThatChanges(t *testing.T) {
	m := begun(t, 30, nil)
	for name, change := range map[string]func(*match){
		"unit 3":  func(c *match) { c.units[3].Health-- },
		"unit 4":  func(c *match) { c.units[4].Owner++ },
		"unit 5":  func(c *match) { c.units[5].Pos.Row++ },
		"unit 6":  func(c *match) { c.units[6].Pos.Col++ },
		"row 7":   func(c *match) { c.colours.Set(Pos{Row: 7, Col: 34}, 3) },
		"score 2": func(c *match) { c.scores[2]++ },
		"round 0": func(c *match) { c.round++ },
		"":        func(c *match) { c.status[1]++ }, // differs from run to run
	} {
		var before, after engine.Digest
		changed := m.clone()
		change(changed)
		m.Digest(&before)
		changed.Digest(&after)
		if name == "round 0" {
			name = "round 1"
		}
		require.Equal(t, name, after.Differs(before.Checks(nil)))
		require.Equal(t, name != "", before.Sum() != after.Sum())
	}
}
