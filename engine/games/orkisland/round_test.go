package orkisland

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

func TestHealthZeroIsAlive(t *testing.T) { // rules 8.5, 15.1
	start := draw(t, `
		W W W W W W
		W .0. . . W
		W . . . . W
		W . . . . W
		W W W W W W
		W W W W W W `, 1)
	once := step(start, lowest{}, say{0, 0, East})
	requireUnit(t, once, 0, 0, Pos{Row: 1, Col: 2}, 0)
	require.Equal(t, []Command{{0, East}}, once.moves)

	twice := step(once, highest{}, say{0, 0, East})
	requireReborn(t, once, twice, 0, 0)
	require.Equal(t, Pos{Row: 3, Col: 4}, twice.where(0)) // the last of the shore
	require.Empty(t, twice.moves)
	require.EqualValues(t, -1, newCrowd(twice).unitAt(Pos{Row: 1, Col: 2}))
}

func TestFreeCellsNeverKill(t *testing.T) { // rules 8.5, 15.2
	i := draw(t, `
		W W W W W
		W C0P C W
		W . . . W
		W W W W W
		W W W W W`, 0)
	for _, d := range []Dir{East, East, West, West} {
		i = step(i, lowest{}, say{0, 0, d})
		require.Equal(t, 0, i.units[0].Health)
		require.Equal(t, []Command{{0, d}}, i.moves)
	}
}

func TestStarvedOrkStaysWithItsPlayer(t *testing.T) { // rules 8.5, 15.3
	start := draw(t, `
		W W W W W
		W .1S . W
		W . . . W
		W . . . W
		W W W W W`, 2)
	end := step(start, highest{}, say{1, 0, East})
	requireReborn(t, start, end, 0, 1)
	require.Empty(t, end.moves)
	require.EqualValues(t, -1, newCrowd(end).unitAt(Pos{Row: 1, Col: 2}))
}

func TestStarvingAttackerLosesTheFight(t *testing.T) { // rules 8, 15.4
	start := draw(t, `
		W W W W W
		W .0S1. W
		W . . . W
		W . . . W
		W W W W W`, 2, 0)
	end := step(start, highest{}, say{0, 0, East})
	requireReborn(t, start, end, 0, 1)
	requireUnit(t, end, 1, 1, Pos{Row: 1, Col: 2}, 0)
	require.Empty(t, end.moves)
}

func TestFights(t *testing.T) { // rules 8.4, 15.5, 15.6
	for _, c := range []struct {
		name          string
		terrain       string
		health, enemy int
		source        engine.Source
		wins          bool
		left          int
	}{
		{"more health wins", ".", 12, 10, lowest{}, true, 11},
		{"cost counts first", ".", 10, 10, highest{}, false, 0},
		{"even fight won", ".", 11, 10, highest{}, true, 10},
		{"even fight lost", ".", 11, 10, lowest{}, false, 0},
		{"even fight in a city won", "C", 10, 10, highest{}, true, 10},
		{"even fight in a city lost", "C", 10, 10, lowest{}, false, 0},
		{"forest costs 2", "F", 12, 10, highest{}, true, 10},
		{"sand costs 3", "S", 12, 10, highest{}, false, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			start := draw(t, `
				W W W W W
				W .0`+c.terrain+`1. W
				W . . . W
				W . . . W
				W W W W W`, c.health, c.enemy)
			end := step(start, c.source, say{0, 0, East})
			if c.wins {
				requireUnit(t, end, 0, 0, Pos{Row: 1, Col: 2}, c.left)
				requireReborn(t, start, end, 1, 0)
				require.Equal(t, []Command{{0, East}}, end.moves)
				return
			}
			requireUnit(t, end, 1, 1, Pos{Row: 1, Col: 2}, c.enemy)
			requireReborn(t, start, end, 0, 1)
			require.Empty(t, end.moves)
		})
	}
}

func TestCoinIsFair(t *testing.T) { // rules 8.4, 15.5
	start := draw(t, `
		W W W W W
		W .0.1. W
		W . . . W
		W . . . W
		W W W W W`, 11, 10)
	won := 0
	for seed := range 1000 {
		if step(start, engine.NewChaCha8(uint64(seed), 0), say{0, 0, East}).units[1].Owner == 0 {
			won++
		}
	}
	require.InDelta(t, 500, won, 60)
}

func TestBlockedCommandsDoNothing(t *testing.T) { // rules 8.2, 8.3, 15.7
	for _, c := range []struct {
		name, drawing string
		healths       []int
	}{
		{"water", `
			W W W
			W .0W
			W W W`, []int{5}},
		{"border", `
			W W W
			W W .0
			W W W`, []int{5}},
		{"friend", `
			W W W W
			W .0.0W
			W W W W
			W W W W`, []int{5, 5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			start := draw(t, c.drawing, c.healths...)
			end := step(start, lowest{}, say{0, 0, East})
			require.Equal(t, start.units, end.units)
			require.Empty(t, end.moves)
		})
	}
}

func TestColumnMovesAsOrderAllows(t *testing.T) { // rules 8, 15.8
	start := draw(t, `
		W W W W W
		W .0.0. W
		W W W W W
		W W W W W
		W W W W W`, 9, 9)
	behindFirst := step(start, lowest{}, say{0, 0, East}, say{0, 1, East})
	require.Equal(t, []Command{{1, East}}, behindFirst.moves)
	requireUnit(t, behindFirst, 0, 0, Pos{Row: 1, Col: 1}, 9)
	frontFirst := step(start, highest{}, say{0, 0, East}, say{0, 1, East})
	require.Equal(t, []Command{{1, East}, {0, East}}, frontFirst.moves)
	requireUnit(t, frontFirst, 0, 0, Pos{Row: 1, Col: 2}, 8)

	seen := map[int]int{}
	for seed := range 100 {
		seen[len(step(start, engine.NewChaCha8(uint64(seed), 0), say{0, 0, East}, say{0, 1, East}).moves)]++
	}
	require.Len(t, seen, 2)
	require.InDelta(t, 50, seen[1], 25)
}

func TestEnemiesNeverSwap(t *testing.T) { // rules 8, 15.9
	start := draw(t, `
		W W W W W
		W C0C1. W
		W . . . W
		W . . . W
		W W W W W`, 50, 40)
	for _, order := range []engine.Source{lowest{}, highest{}} {
		end := step(start, order, say{0, 0, East}, say{1, 1, West})
		requireUnit(t, end, 0, 0, Pos{Row: 1, Col: 2}, 50)
		requireReborn(t, start, end, 1, 0)
		require.Equal(t, []Command{{0, East}}, end.moves)
	}
}

func TestThreePlayersMeet(t *testing.T) { // rules 8, 15.10
	start := draw(t, `
		W W W W W W
		W C0C1C2. W
		W . . . . W
		W . . . . W
		W . . . . W
		W W W W W W`, 50, 30, 40)
	middle := Pos{Row: 1, Col: 2}
	strongFirst := step(start, lowest{}, say{0, 0, East}, say{2, 2, West})
	requireUnit(t, strongFirst, 0, 0, middle, 50)
	requireReborn(t, start, strongFirst, 1, 0)
	requireReborn(t, start, strongFirst, 2, 0)

	weakFirst := step(start, highest{}, say{0, 0, East}, say{2, 2, West})
	requireUnit(t, weakFirst, 0, 0, middle, 50)
	requireReborn(t, start, weakFirst, 1, 2)
	requireReborn(t, start, weakFirst, 2, 0)
	require.Equal(t, []Command{{2, West}, {0, East}}, weakFirst.moves)
}

func TestDeadOrkDoesNotMove(t *testing.T) { // rules 8.1, 15.11
	start := draw(t, `
		W W W W W
		W C0C1C W
		W . . . W
		W . . . W
		W W W W W`, 50, 30)
	end := step(start, lowest{}, say{0, 0, East}, say{1, 1, East})
	requireReborn(t, start, end, 1, 0)
	require.Equal(t, []Command{{0, East}}, end.moves)
}

func TestCellOfDeadAttackerIsFree(t *testing.T) { // rules 8.4, 15.12
	start := draw(t, `
		W W W W W
		W .0.0.1W
		W . . . W
		W . . . W
		W W W W W`, 50, 20, 90)
	end := step(start, lowest{}, say{0, 1, East}, say{0, 0, East})
	requireReborn(t, start, end, 1, 1)
	requireUnit(t, end, 0, 0, Pos{Row: 1, Col: 2}, 49)
}

func TestFirstCommandOfAnOrkStands(t *testing.T) { // rules 6, 15.13
	start := draw(t, `
		W W W W W
		W . . . W
		W W .0. W
		W . . . W
		W W W W W`, 9)
	for _, c := range []struct {
		first Dir
		to    Pos
	}{
		{North, Pos{Row: 1, Col: 2}},
		{West, Pos{Row: 2, Col: 2}}, // water
		{None, Pos{Row: 2, Col: 2}},
		{Dir(0), Pos{Row: 2, Col: 2}},
		{Dir(77), Pos{Row: 2, Col: 2}},
	} {
		end := step(start, lowest{}, say{0, 0, c.first}, say{0, 0, South})
		require.Equal(t, c.to, end.where(0), c.first)
	}
}

// noDraws is a source for a round in which nothing is random.
type noDraws struct{ t *testing.T }

func (n noDraws) Draw(low, high int) int {
	n.t.Fatalf("draw from %d to %d", low, high)
	return low
}

func TestOnlyRealCommandsAreShuffled(t *testing.T) { // rules 6, 7.2
	start := draw(t, `
		W W W
		W .0W
		W W W`, 9)
	end := step(start, noDraws{t}, say{0, 0, None}, say{0, 5, North}, say{0, -1, North}, say{1, 0, North})
	require.Equal(t, start.units, end.units)
}

func TestOthersOrksDoNotObey(t *testing.T) { // rules 6, 15.14
	start := draw(t, `
		W W W W W
		W . .1. W
		W . . . W
		W . . . W
		W W W W W`, 9)
	end := step(start, lowest{}, say{0, 0, West}, say{1, 0, East})
	require.Equal(t, []Command{{0, East}}, end.moves)
}

func TestConvertedOrkObeysNextRound(t *testing.T) { // rules 6, 15.15
	start := draw(t, `
		W W W W W
		W .0.1. W
		W . . . W
		W . . . W
		W W W W W`, 90, 10)
	end := step(start, highest{}, say{0, 0, East}, say{0, 1, South})
	requireReborn(t, start, end, 1, 0)
	require.Equal(t, Pos{Row: 3, Col: 3}, end.where(1))
	next := step(end, lowest{}, say{1, 1, West}, say{0, 1, North})
	require.Equal(t, []Command{{1, North}}, next.moves)
}

func TestThousandCommandsMostlyRepeated(t *testing.T) { // rules 6, 15.16
	start := draw(t, `
		W W W W W
		W .0. . W
		W .0. . W
		W . . . W
		W W W W W`, 9, 9)
	var many []say
	for range engine.MaxCommands / 2 {
		many = append(many, say{0, 0, East}, say{0, 1, East})
	}
	require.Len(t, step(start, lowest{}, many...).moves, 2)
}

func TestPlayerWithoutOrksKeepsScoring(t *testing.T) { // rules 8, 15.28
	start := draw(t, `
		W W W W W
		W C C . W
		W . .0. W
		W . . . W
		W W W W W`, 9)
	start.cityOwners[0] = 3
	end := step(start, lowest{}, say{3, 0, North}, say{3, 1, North})
	require.Empty(t, end.moves)
	require.Equal(t, []int{0, 0, 0, 2 + 4}, end.scores)
}

func TestIdleMatchIsShared(t *testing.T) { // rules 10, 15.30
	i, err := rules{}.Default().New(engine.NewRand(engine.NewChaCha8(1, 0)))
	require.NoError(t, err)
	start := i
	for range i.setup.settings.Rounds {
		i = step(i, noDraws{t})
		require.Empty(t, i.moves)
	}
	require.Equal(t, start.units, i.units)
	require.Equal(t, start.cityOwners, i.cityOwners)
	require.Equal(t, []int{0, 0, 0, 0}, i.scores)
	require.Equal(t, []int{1, 1, 1, 1}, engine.Places(i.scores))
}

func TestStatusIsKept(t *testing.T) { // rules 11
	start := draw(t, `
		W W W
		W .0W
		W W W`, 9)
	turns := []engine.Turn[*Commands]{{Status: 250000}, {Status: engine.Frozen}, {}, {Status: 1000000}}
	end := start.Step(turns, engine.NewRand(noDraws{t}), nil)
	s := end.View(engine.NewSeat(0, make([]string, 4), 0))
	require.Equal(t, []float64{0.25, -1, 0, 1, -2, -2}, []float64{
		s.Status(0), s.Status(1), s.Status(2), s.Status(3), s.Status(4), s.Status(-1),
	})
}

func TestStepLeavesTheStateBefore(t *testing.T) {
	start := draw(t, `
		W W W W W
		W C0C1C W
		W . . . W
		W . . . W
		W W W W W`, 50, 30)
	var before, after engine.Digest
	start.Digest(&before)
	step(start, lowest{}, say{0, 0, East}, say{1, 1, East})
	start.Digest(&after)
	require.Equal(t, before, after)
}
