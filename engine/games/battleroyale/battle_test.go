package battleroyale

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

// begun begins a match of a setup changed from the default one.
func begun(t *testing.T, seed int, change func(*Settings)) *battle {
	t.Helper()
	s := rules{}.Default()
	if change != nil {
		change(&s.settings)
	}
	b, err := newBattle(s, engine.NewRand(seeded(seed)))
	require.NoError(t, err)
	return b
}

func TestStart(t *testing.T) { // rules 3, 4, 16.25
	b := begun(t, 3, nil)
	require.Len(t, b.units, 120)
	for id, u := range b.units {
		require.Equal(t, id, u.ID)
		require.Equal(t, id/30, u.Owner)
		kind, health, colour := Farmer, 60, u.Owner
		if id%30 >= 15 {
			kind, health, colour = Knight, 120, -1
		}
		require.Equal(t, kind, u.Kind)
		require.Equal(t, health, u.Health)
		require.EqualValues(t, id, b.at.At(u.Pos))
		require.EqualValues(t, colour, b.colours.At(u.Pos))
		require.True(t, b.board.spawn(u.Owner).isIn(u.Pos))
	}
	require.Equal(t, []int{15, 15, 15, 15}, b.scores)
	require.Equal(t, []int{1, 1, 1, 1}, engine.Places(b.scores))
}

// bounds says which tiles the units of the players have been on over many starts.
func bounds(t *testing.T, starts int, change func(*Settings)) []area {
	t.Helper()
	areas := make([]area, 4)
	for player := range areas {
		areas[player] = area{span{1000, -1}, span{1000, -1}}
	}
	for seed := range starts {
		for _, u := range begun(t, seed, change).units {
			a := &areas[u.Owner]
			a.rows = span{min(a.rows.low, u.Pos.Row), max(a.rows.high, u.Pos.Row)}
			a.cols = span{min(a.cols.low, u.Pos.Col), max(a.cols.high, u.Pos.Col)}
		}
	}
	return areas
}

func TestSpawnAreas(t *testing.T) { // rules 4, 16.20, 16.21, 16.22
	for _, c := range []struct {
		rows, cols, farmers, knights int
		want                         []area
	}{
		{36, 35, 15, 15, []area{
			{span{1, 16}, span{1, 15}},
			{span{19, 33}, span{18, 32}},
			{span{1, 16}, span{18, 32}},
			{span{19, 33}, span{1, 15}},
		}},
		{10, 9, 1, 1, []area{
			{span{1, 3}, span{1, 2}},
			{span{6, 7}, span{5, 6}},
			{span{1, 3}, span{5, 6}},
			{span{6, 7}, span{1, 2}},
		}},
		{7, 7, 0, 1, []area{
			{span{1, 1}, span{1, 1}},
			{span{4, 4}, span{4, 4}},
			{span{1, 1}, span{4, 4}},
			{span{4, 4}, span{1, 1}},
		}},
	} {
		got := bounds(t, 60, func(s *Settings) { s.Rows, s.Cols, s.Farmers, s.Knights = c.rows, c.cols, c.farmers, c.knights })
		require.Equal(t, c.want, got)
	}
}

func TestPublishedSizes(t *testing.T) { // rules 4
	for lines, want := range map[int][2]span{
		33: {{1, 14}, {17, 30}}, 35: {{1, 15}, {18, 32}}, 36: {{1, 16}, {19, 33}},
		48: {{1, 22}, {25, 45}}, 50: {{1, 23}, {26, 47}},
	} {
		require.Equal(t, want, [2]span{upper(lines), lower(lines)})
	}
}

func TestPlacingIsUniform(t *testing.T) { // rules 4
	counts := map[Pos]int{}
	for seed := range 9 * 200 {
		end := step(meadow(t, knight(0, 5, 5), knight(1, 5, 6, 1)), seeded(seed), say{0, 0, East})
		counts[end.where(1)]++
	}
	require.Len(t, counts, 9)
	for p, n := range counts {
		require.InDelta(t, 200, n, 75, p)
	}
}

func TestFullAreaDoesNotHang(t *testing.T) { // rules 4 (proposed), 16.22
	b := begun(t, 1, func(s *Settings) { s.Rows, s.Cols, s.Farmers, s.Knights = 7, 7, 0, 1 })
	b.enter(1, Pos{Row: 1, Col: 2}) // beside knight 0, which fills the area of its player
	b.units[1].Health = 10
	seen := map[Pos]bool{}
	for seed := range 300 {
		end := step(b, seeded(seed), say{0, 0, East})
		require.Equal(t, 0, end.units[1].Owner)
		require.NotEqual(t, b.where(1), end.where(1))
		seen[end.where(1)] = true
	}
	require.Greater(t, len(seen), 25, "anywhere on the board")
}

func TestFullBoardLeavesTheUnitWhereItIs(t *testing.T) { // rules 4 (proposed)
	b := draw(t, []string{
		"XXXXXXX",
		"X..XXXX",
		"XXXXXXX",
		"XXXXXXX",
		"XXXXXXX",
		"XXXXXXX",
		"XXXXXXX",
	}, knight(0, 1, 1), farmer(1, 1, 2, 10))
	end := step(b, seeded(1), say{0, 0, East})
	requireUnit(t, end, 1, 0, Pos{Row: 1, Col: 2}, 60)
	require.Equal(t, []Move{{0, East}}, end.moves)
	require.Equal(t, -1, end.colour(1, 2), "it did not appear there, so it paints nothing")
}

func TestTwoPlayersAreOpposite(t *testing.T) { // rules 4, 16.29
	b := begun(t, 5, func(s *Settings) { s.Players = 2 })
	require.Len(t, b.units, 60)
	for _, u := range b.units[30:] {
		require.Equal(t, 1, u.Owner)
		require.True(t, area{span{18, 32}, span{18, 32}}.isIn(u.Pos))
	}
	end := step(b, seeded(1), say{1, 45, North}, say{1, 0, North}, say{0, 45, South})
	require.Equal(t, []int{45}, []int{end.actions[1][0].Unit})
	require.Len(t, end.actions, 2)
	require.Empty(t, end.actions[0])
}

func TestCrowdedStartSpreadsOverTheBoard(t *testing.T) { // rules 4 (proposed)
	b := begun(t, 5, func(s *Settings) { s.Rows, s.Cols, s.Farmers, s.Knights = 8, 8, 3, 4 })
	for _, u := range b.units {
		require.EqualValues(t, u.ID, b.at.At(u.Pos))
	}
}

func TestIdleMatch(t *testing.T) { // rules 5, 16.32
	start := begun(t, 9, nil)
	b := start
	for round := range b.settings.Rounds {
		require.Equal(t, round, b.round)
		b = step(b, seeded(round))
		require.Empty(t, b.moves)
	}
	require.Equal(t, start.units, b.units)
	require.Equal(t, start.colours, b.colours)
	require.Equal(t, []int{15, 15, 15, 15}, b.scores)
}

func TestDefaultBoardIsFair(t *testing.T) {
	for _, size := range []int{7, 35, 41} {
		b := openBoard(size, size)
		mirror := func(line int) int { return (2*size - 2 - line) % size }
		for index, terrain := range b.tiles.Cells() {
			p := b.tiles.Pos(index)
			require.Equal(t, terrain, b.tiles.At(Pos{Row: mirror(p.Row), Col: p.Col}), p)
			require.Equal(t, terrain, b.tiles.At(Pos{Row: p.Row, Col: mirror(p.Col)}), p)
			require.Equal(t, terrain, b.tiles.At(Pos{Row: p.Col, Col: p.Row}), p)
		}
		for player := range 4 {
			require.Equal(t, (size/2-2)*(size/2-2), len(seen(begun(t, 1, func(s *Settings) {
				s.Rows, s.Cols, s.Farmers, s.Knights = size, size, 0, 1
			}), 0).SpawnArea(player)))
		}
	}
	require.Equal(t, []bool{false, true, true, false}, []bool{isGate(5, 35), isGate(6, 35), isGate(27, 35), isGate(28, 35)})
}

func TestDigestHasEverythingThatChanges(t *testing.T) {
	b := begun(t, 30, nil)
	for name, change := range map[string]func(*battle){
		"unit 3":  func(c *battle) { c.units[3].Health-- },
		"unit 4":  func(c *battle) { c.units[4].Owner++ },
		"unit 5":  func(c *battle) { c.units[5].Pos.Row++ },
		"unit 6":  func(c *battle) { c.units[6].Pos.Col++ },
		"row 7":   func(c *battle) { c.colours.Set(Pos{Row: 7, Col: 34}, 3) },
		"score 2": func(c *battle) { c.scores[2]++ },
		"round 0": func(c *battle) { c.round++ },
		"":        func(c *battle) { c.status[1]++ }, // differs from run to run
	} {
		var before, after engine.Digest
		changed := b.clone()
		change(changed)
		rules{}.Digest(b, &before)
		rules{}.Digest(changed, &after)
		if name == "round 0" {
			name = "round 1"
		}
		require.Equal(t, name, after.Differs(before.Checks(nil)))
		require.Equal(t, name != "", before.Sum() != after.Sum())
	}
}
