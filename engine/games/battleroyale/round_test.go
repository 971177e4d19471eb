package battleroyale

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

func TestAttackOverTheBorder(t *testing.T) { // rules 8, 9, 16.1
	start := meadow(t, knight(0, 0, 0), knight(1, 0, 9), knight(2, 5, 5), knight(3, 7, 2))
	seen := map[int]bool{}
	for seed := range 1000 {
		end := step(start, seeded(seed), say{0, 0, West})
		require.Equal(t, Pos{Row: 0, Col: 0}, end.where(0))
		require.Equal(t, Pos{Row: 0, Col: 9}, end.where(1))
		require.Equal(t, []Command{{0, West}}, end.moves)
		require.Equal(t, 120, end.units[0].Health)
		seen[end.units[1].Health] = true
	}
	require.Len(t, seen, 21)
	for health := 65; health <= 85; health++ {
		require.True(t, seen[health], health)
	}
}

func TestConversion(t *testing.T) { // rules 8, 16.2
	start := meadow(t, knight(0, 0, 0), knight(1, 0, 9, 50), knight(2, 5, 5), knight(3, 7, 2))
	for seed := range 50 {
		end := step(start, seeded(seed), say{0, 0, West})
		require.Equal(t, 0, end.units[1].Owner)
		require.Equal(t, 120, end.units[1].Health)
		require.True(t, area{span{1, 3}, span{1, 3}}.isIn(end.where(1)))
		require.EqualValues(t, -1, end.at.At(Pos{Row: 0, Col: 9}))
		require.Equal(t, Pos{Row: 0, Col: 0}, end.where(0))
		require.Equal(t, []int{0, 0, 0, 0}, end.scores)
	}
}

func TestConvertedFarmerPaints(t *testing.T) { // rules 8, 16.3
	start := meadow(t, knight(0, 0, 0), farmer(1, 0, 9, 50), knight(2, 5, 5), knight(3, 7, 2))
	end := step(start, order(0, 1, 2, 3).roll(50, 4), say{0, 0, West})
	requireUnit(t, end, 1, 0, Pos{Row: 2, Col: 2}, 60)
	require.Equal(t, 0, end.colour(2, 2))
	require.Equal(t, []int{1, 0, 0, 0}, end.scores)
}

func TestResting(t *testing.T) { // rules 7, 9, 16.4, 16.5, 16.6
	start := draw(t, []string{
		"..........",
		"..X.......",
		"..........",
		"..........",
		"..........",
		"..........",
		"..........",
	}, knight(0, 1, 1, 50), knight(0, 5, 5, 110), knight(0, 2, 1, 50), farmer(0, 5, 1, 30))
	healths := func(m *match) (all []int) {
		for _, u := range m.units {
			all = append(all, u.Health)
		}
		return all
	}
	require.Equal(t, []int{65, 120, 65, 30}, healths(step(start, seeded(1))), "no commands")
	require.Equal(t, []int{65, 120, 65, 30}, healths(step(start, seeded(1), say{0, 0, None}, say{0, 1, None})),
		"none rests")
	walls := step(start, seeded(1), say{0, 0, East}, say{0, 2, North})
	require.Equal(t, []int{50, 120, 50, 30}, healths(walls), "a wall, and an own unit")
	require.Empty(t, walls.moves)
	require.Equal(t, start.where(0), walls.where(0))
	require.Equal(t, start.where(2), walls.where(2))

	start.setup.settings.FarmersRegen = 25
	require.Equal(t, 55, step(start, seeded(1)).units[3].Health)
	require.Equal(t, 60, step(step(start, seeded(1)), seeded(1)).units[3].Health)
	require.Equal(t, 30, step(start, seeded(1), say{0, 3, South}).units[3].Health, "a unit that moves does not rest")
}

func TestFarmersNeverAttack(t *testing.T) { // rules 8, 16.7
	for _, other := range []Unit{knight(1, 5, 6, 70), farmer(1, 5, 6, 40), farmer(0, 5, 6, 40)} {
		start := meadow(t, farmer(0, 5, 5, 30), other)
		start.setup.settings.FarmersRegen, start.setup.settings.KnightsRegen = 10, 0
		end := step(start, seeded(1), say{0, 0, East})
		requireUnit(t, end, 0, 0, Pos{Row: 5, Col: 5}, 30)
		require.LessOrEqual(t, other.Health, end.units[1].Health)
		require.Empty(t, end.moves)
		require.Equal(t, []int{0, 0, 0, 0}, end.scores)
	}
}

func TestOwnOrderIsKept(t *testing.T) { // rules 6, 16.8
	start := meadow(t, farmer(0, 5, 5), knight(0, 5, 6))
	orders24(func(d *dice) {
		both := step(start, d, say{0, 1, East}, say{0, 0, East})
		require.Equal(t, []Command{{1, East}, {0, East}}, both.moves)
		require.Equal(t, 0, both.colour(5, 6))
		require.Equal(t, -1, both.colour(5, 5))
	})
	orders24(func(d *dice) {
		one := step(start, d, say{0, 0, East}, say{0, 1, East})
		require.Equal(t, []Command{{1, East}}, one.moves)
		require.Equal(t, -1, one.colour(5, 6))
	})
}

func TestFirstPlayerGetsTheTile(t *testing.T) { // rules 6, 16.9
	start := meadow(t, farmer(0, 5, 4), farmer(1, 5, 6))
	won := [2]int{}
	for seed := range 1000 {
		end := step(start, seeded(seed), say{0, 0, East}, say{1, 1, West})
		require.Len(t, end.moves, 1)
		winner := end.moves[0].Unit
		require.Equal(t, Pos{Row: 5, Col: 5}, end.where(winner))
		require.EqualValues(t, winner, end.colour(5, 5))
		require.Equal(t, start.where(1-winner), end.where(1-winner))
		won[winner]++
	}
	require.InDelta(t, 500, won[0], 60)
}

func TestOnlyFarmersPaint(t *testing.T) { // rules 8, 16.10, 16.11
	m := draw(t, []string{
		"..........",
		"..........",
		"..........",
		"..........",
		"..........",
		"..1.0.....",
		"..........",
		"..........",
		"0.........",
		"..........",
	}, knight(0, 5, 1), farmer(0, 8, 9), knight(1, 9, 9))
	before := m.colours
	for range 4 {
		m = step(m, seeded(1), say{0, 0, East})
	}
	require.Equal(t, before, m.colours)
	require.Equal(t, Pos{Row: 5, Col: 5}, m.where(0))

	own := step(m, seeded(1), say{0, 1, East})
	require.Equal(t, []Command{{1, East}}, own.moves)
	require.Equal(t, m.scores, own.scores)
	require.Equal(t, Pos{Row: 8, Col: 0}, own.where(1))

	left := step(own, seeded(1), say{0, 1, South})
	require.Equal(t, 0, left.colour(8, 0))
	require.Equal(t, 0, left.colour(9, 0))
	knightOnIt := step(step(left, seeded(1), say{1, 2, North}), seeded(1), say{1, 2, East})
	require.Equal(t, Pos{Row: 8, Col: 0}, knightOnIt.where(2))
	require.Equal(t, 0, knightOnIt.colour(8, 0))
}

func TestFirstCommandStands(t *testing.T) { // rules 7, 16.12
	start := meadow(t, knight(0, 5, 5))
	end := step(start, seeded(1), say{0, 0, East}, say{0, 0, West})
	require.Equal(t, Pos{Row: 5, Col: 6}, end.where(0))
	require.Equal(t, []Command{{0, East}}, end.actions[0])

	stays := step(start, seeded(1), say{0, 0, None}, say{0, 0, West})
	require.Equal(t, Pos{Row: 5, Col: 5}, stays.where(0))
	require.Equal(t, []Command{{0, None}}, stays.actions[0])
}

func TestCommandsWithoutEffect(t *testing.T) { // rules 7, 16.13
	start := meadow(t, knight(0, 5, 5), knight(0, 7, 7, 50))
	end := step(start, seeded(1), say{0, 77, East}, say{0, 2, East}, say{0, -1, East}, say{0, 0, 0}, say{0, 0, 6},
		say{0, 1, -3}, say{0, 0, East})
	require.Equal(t, []Command{{0, East}}, end.moves)
	require.Equal(t, []Command{{0, East}}, end.actions[0])
	require.Equal(t, 65, end.units[1].Health, "a unit with a bad direction rests")
}

func TestOthersUnitsDoNotObey(t *testing.T) { // rules 7 (decided), 16.14
	start := meadow(t, knight(0, 0, 0), knight(1, 5, 5, 50))
	orders24(func(d *dice) {
		end := step(start, d, say{0, 1, West}, say{1, 1, East})
		requireUnit(t, end, 1, 1, Pos{Row: 5, Col: 6}, 50)
		require.Empty(t, end.actions[0])
	})
	require.Equal(t, 65, step(start, seeded(1), say{0, 1, West}).units[1].Health)
}

func TestAttackOrEscape(t *testing.T) { // rules 8, 16.15
	start := meadow(t, knight(0, 5, 5), knight(1, 5, 6, 50))
	hit := step(start, order(0, 1, 2, 3), say{0, 0, East}, say{1, 1, East})
	require.Equal(t, []Command{{0, East}}, hit.moves)
	requireUnit(t, hit, 1, 0, Pos{Row: 1, Col: 1}, 120)
	fled := step(start, order(1, 0, 2, 3), say{0, 0, East}, say{1, 1, East})
	require.Equal(t, []Command{{1, East}, {0, East}}, fled.moves)
	require.Equal(t, []Pos{{Row: 5, Col: 6}, {Row: 5, Col: 7}}, []Pos{fled.where(0), fled.where(1)})
}

// A command for a unit that is yet to be converted is a command for another's.
func TestNewUnitDoesNotObeyYet(t *testing.T) { // rules 7 (decided), 16.16
	start := meadow(t, knight(0, 5, 5), farmer(1, 5, 6, 10))
	end := step(start, order(0, 1, 2, 3), say{0, 0, East}, say{0, 1, South})
	require.Equal(t, []Command{{0, East}}, end.moves)
	requireUnit(t, end, 1, 0, Pos{Row: 1, Col: 1}, 60)
	require.Equal(t, 1, end.scores[0])
}

func TestSecondAttackerEntersTheTile(t *testing.T) { // rules 8, 16.17
	start := meadow(t, knight(0, 5, 5), knight(0, 5, 7), knight(1, 5, 6, 30))
	end := step(start, seeded(1), say{0, 0, East}, say{0, 1, West})
	require.Equal(t, []Command{{0, East}, {1, West}}, end.moves)
	require.Equal(t, []Pos{{Row: 5, Col: 5}, {Row: 5, Col: 6}}, []Pos{end.where(0), end.where(1)})
}

func TestUnitWonBack(t *testing.T) { // rules 8, 16.18
	start := meadow(t, knight(0, 5, 5), farmer(2, 5, 6, 10), knight(2, 1, 2))
	// Unit 1 appears at (1, 1), is won back at once and appears at (1, 6).
	back := func() *dice { return order(0, 2, 1, 3).roll(50, 0, 70, 0) }
	end := step(start, back(), say{0, 0, East}, say{2, 2, West}, say{2, 1, South})
	require.Equal(t, []Command{{0, East}, {2, West}, {1, South}}, end.moves)
	requireUnit(t, end, 1, 2, Pos{Row: 2, Col: 6}, 60)
	require.Equal(t, []int{0, 2, 2}, []int{end.colour(1, 1), end.colour(1, 6), end.colour(2, 6)})

	// Its command comes before it is won back, when it is of player 0.
	end = step(start, back(), say{0, 0, East}, say{2, 1, South}, say{2, 2, West})
	require.Equal(t, []Command{{0, East}, {2, West}}, end.moves)
	requireUnit(t, end, 1, 2, Pos{Row: 1, Col: 6}, 60)
}

func TestUnitConvertedAgainByAnother(t *testing.T) { // rules 8
	start := meadow(t, knight(0, 5, 5), farmer(2, 5, 6, 10), knight(3, 1, 2))
	end := step(start, order(0, 3, 2, 1).roll(50, 0, 70, 0), say{0, 0, East}, say{3, 2, West}, say{2, 1, South})
	requireUnit(t, end, 1, 3, Pos{Row: 6, Col: 1}, 60)
	require.Equal(t, []int{1, 0, 0, 1}, end.scores)
}

func TestTwoAttackers(t *testing.T) { // rules 8, 9, 16.19
	start := meadow(t, knight(0, 5, 5), knight(1, 5, 6), knight(2, 5, 7))
	twice := []say{{0, 0, East}, {2, 2, West}}
	converted := step(start, order(0, 2, 1, 3).roll(60, 60), twice...)
	require.Equal(t, 2, converted.units[1].Owner)
	require.Equal(t, 120, converted.units[1].Health)
	rests := step(start, order(0, 2, 1, 3).roll(50, 60), twice...)
	requireUnit(t, rests, 1, 1, Pos{Row: 5, Col: 6}, 25)
	tries := step(start, order(0, 2, 1, 3).roll(50, 60), append(twice, say{1, 1, East})...)
	require.Equal(t, 10, tries.units[1].Health, "a unit that tries to go does not rest")
	once := step(start, order(2, 0, 1, 3).roll(50), say{2, 2, West})
	require.Equal(t, 85, once.units[1].Health)
}

func TestConvertedUnitCanBeHurtAndHeals(t *testing.T) { // rules 9
	start := meadow(t, knight(0, 5, 5), knight(1, 5, 6, 10), knight(2, 1, 2))
	end := step(start, order(0, 2, 1, 3).roll(50, 0, 70), say{0, 0, East}, say{2, 2, West})
	requireUnit(t, end, 1, 0, Pos{Row: 1, Col: 1}, 65)
}

func TestEqualDamages(t *testing.T) { // rules 8, 16.23, 16.24
	start := meadow(t, knight(0, 5, 5), knight(1, 5, 6))
	start.setup.settings.KnightsRegen = 0
	for _, damage := range []int{50, 0} {
		start.setup.settings.DamageMin, start.setup.settings.DamageMax = damage, damage
		end := step(start, seeded(3), say{0, 0, East})
		require.Equal(t, []Command{{0, East}}, end.moves)
		require.Equal(t, 120-damage, end.units[1].Health)
	}
}

func TestFarmerOverTheBorder(t *testing.T) { // rules 8, 16.26
	start := meadow(t, farmer(0, 0, 5))
	end := step(start, seeded(1), say{0, 0, North})
	require.Equal(t, Pos{Row: 9, Col: 5}, end.where(0))
	require.Equal(t, 0, end.colour(9, 5))

	walled := draw(t, append(slices.Repeat([]string{".........."}, 9), ".....X...."), farmer(0, 0, 5))
	end = step(walled, seeded(1), say{0, 0, North})
	require.Equal(t, Pos{Row: 0, Col: 5}, end.where(0))
	require.Empty(t, end.moves)
}

func TestPlayerWithoutUnits(t *testing.T) { // rules 11, 16.30
	start := draw(t, []string{
		"11........",
		"..........",
		"..........",
		"..........",
		"..........",
		"..........",
		"..........",
	}, farmer(0, 5, 5))
	end := step(start, seeded(1), say{0, 0, East}, say{1, 0, East})
	require.Equal(t, []int{1, 2, 0, 0}, end.scores)
	require.Contains(t, string(end.appendActions(nil)), "\n1\n-1\n2\n-1\n")
}

func TestAllOrdersAreAsLikely(t *testing.T) { // rules 6, 16.31
	start := meadow(t, knight(0, 1, 1), knight(1, 7, 7), knight(2, 1, 7), knight(3, 7, 1))
	counts := map[[4]UnitID]int{}
	const rounds = 24 * 500
	for seed := range rounds {
		end := step(start, seeded(seed), say{0, 0, East}, say{1, 1, East}, say{2, 2, East}, say{3, 3, East})
		var order [4]UnitID
		for k, c := range end.moves {
			order[k] = c.Unit
		}
		counts[order]++
	}
	require.Len(t, counts, 24)
	for order, n := range counts {
		require.InDelta(t, 500, n, 120, order)
	}
}

// TestUnitsAreWhereTheBoardSays shows that no unit moves twice in a round, either.
func TestUnitsAreWhereTheBoardSays(t *testing.T) { // rules 8
	for _, m := range playMatch(t, 40, 5) {
		moved := map[UnitID]bool{}
		for _, move := range m.moves {
			require.False(t, moved[move.Unit])
			moved[move.Unit] = true
		}
		n := 0
		for index, id := range m.at.Cells() {
			if id >= 0 {
				n++
				require.Equal(t, m.at.Pos(index), m.where(UnitID(id)))
			}
		}
		require.Len(t, m.units, n)
	}
}

func TestStatusIsKept(t *testing.T) { // rules 12
	start := meadow(t, farmer(0, 5, 5))
	turns := []engine.Turn[*Commands]{{Status: 250000}, {Status: engine.Frozen}, {}, {Status: 1000000}}
	s := seen(start.Step(turns, engine.NewRand(seeded(1)), nil), 0)
	require.Equal(t, []float64{0.25, -1, 0, 1, -2, -2}, []float64{
		s.Status(0), s.Status(1), s.Status(2), s.Status(3), s.Status(4), s.Status(-1),
	})
}

func TestStepLeavesTheStateBefore(t *testing.T) {
	start := meadow(t, knight(0, 5, 5), farmer(1, 5, 6, 10), farmer(2, 8, 8))
	var before, after engine.Digest
	start.Digest(&before)
	step(start, seeded(1), say{0, 0, East}, say{2, 2, East})
	start.Digest(&after)
	require.Equal(t, before, after)
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

func TestFullAreaDoesNotHang(t *testing.T) { // rules 4 (decided), 16.22
	m := begun(t, 1, func(s *Settings) { s.Rows, s.Cols, s.Farmers, s.Knights = 7, 7, 0, 1 })
	(&round{match: m}).enter(1, Pos{Row: 1, Col: 2}, fromSteps) // beside knight 0, which fills the area of its player
	m.units[1].Health = 10
	seen := map[Pos]bool{}
	for seed := range 300 {
		end := step(m, seeded(seed), say{0, 0, East})
		require.Equal(t, 0, end.units[1].Owner)
		require.NotEqual(t, m.where(1), end.where(1))
		seen[end.where(1)] = true
	}
	require.Greater(t, len(seen), 25, "anywhere on the board")
}

func TestFullBoardLeavesTheUnitWhereItIs(t *testing.T) { // rules 4 (decided)
	m := draw(t, []string{
		"XXXXXXX",
		"X..XXXX",
		"XXXXXXX",
		"XXXXXXX",
		"XXXXXXX",
		"XXXXXXX",
		"XXXXXXX",
	}, knight(0, 1, 1), farmer(1, 1, 2, 10))
	end := step(m, seeded(1), say{0, 0, East})
	requireUnit(t, end, 1, 0, Pos{Row: 1, Col: 2}, 60)
	require.Equal(t, []Command{{0, East}}, end.moves)
	require.Equal(t, -1, end.colour(1, 2), "it did not appear there, so it paints nothing")
}
