package moria

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

func seen(m *mountain, me int) *State {
	return &State{engine.NewSeat(me, []string{"a", "b", "c", "d"}, 5), m}
}

func TestStateAnswers(t *testing.T) { // rules 16
	m := draw(t, `
		C1TAGRb
		CCCCCCC`, dwarf(2, 0, at(2, 2), 60), wizard(2, 0, at(3, 2), 9), orc(107, at(2, 5)), troll(at(3, 5)), balrogAt(30, 40))
	m.treasures, m.round = []int{0, 0, 3, 1}, 17
	s := seen(m, 2)

	require.Equal(t, []int{2, 17, 200, 4, 60, 60}, []int{s.Me(), s.Round(), s.Rounds(), s.Players(), s.Rows(), s.Cols()})
	require.Equal(t, "c", s.Name(2))
	require.Equal(t, []int{0, 1, 30, 10}, []int{s.Score(0), s.Score(1), s.Score(2), s.Score(3)})
	require.Equal(t, []int{1, 3}, []int{s.NumCells(1), s.NumTreasures(2)})
	require.Equal(t, m.settings, s.Settings())
	require.Equal(t, Cell{Terrain: Cave, Owner: -1, Unit: 50}, s.Cell(at(2, 2)))
	require.Equal(t, Cell{Terrain: Cave, Owner: 1, Unit: -1}, s.Cell(at(2, 3)))
	require.Equal(t, Cell{Terrain: Cave, Owner: -1, Unit: -1, Treasure: true}, s.Cell(at(2, 4)))
	require.Equal(t, Cell{Terrain: Abyss, Owner: -1, Unit: 107}, s.Cell(at(2, 5)))
	require.Equal(t, Cell{Terrain: Granite, Owner: -1, Unit: -1}, s.Cell(at(2, 6)))
	require.Equal(t, Cell{Terrain: Rock, Owner: -1, Unit: -1, Hits: 5}, s.Cell(at(2, 7)))
	require.Equal(t, Cell{Terrain: Rock, Owner: -1, Unit: -1, Hits: 2}, s.Cell(at(2, 8)))
	require.Equal(t, Cell{Terrain: Outside, Owner: -1, Unit: -1}, s.Cell(at(1, 1)))
	require.Equal(t, []Pos{at(2, 4)}, s.Treasures())
	require.Equal(t, []Pos{at(2, 3)}, s.Owned(1))
	require.Len(t, s.Unclaimed(1), 9)
	require.Len(t, s.Unclaimed(0), 10)

	require.Equal(t, 125, s.NumUnits())
	require.Equal(t, Unit{50, Dwarf, 2, at(2, 2), 60}, s.Unit(50))
	require.Equal(t, Unit{107, Orc, -1, at(2, 5), OrcHealth}, s.Unit(107))
	require.Len(t, slices.Collect(s.Units()), 106)
	require.Len(t, s.Dwarves(2), 20)
	require.Equal(t, []int{70, 71, 72, 73, 74}, s.Wizards(2))
	require.Equal(t, []int{107}, s.Orcs())
	require.Equal(t, []int{120, 121, 122, 123}, s.Trolls())
	require.Equal(t, Unit{124, Balrog, -1, at(30, 40), 0}, s.Balrog())
	require.Equal(t, []int{100, 50, 75, 500, 0, 0, 0}, []int{
		s.MaxHealth(Dwarf), s.MaxHealth(Wizard), s.MaxHealth(Orc), s.MaxHealth(Troll), s.MaxHealth(Balrog), s.MaxHealth(-1), s.MaxHealth(5),
	})
	cells := 0
	for p, there := range s.Cells() {
		require.Equal(t, s.Cell(p), there)
		if cells++; cells == 200 {
			break
		}
	}
}

func TestBadQuestionsGetNeutralAnswers(t *testing.T) { // rules 16
	s := seen(draw(t, `CCC`), 0)
	none := Unit{-1, Dwarf, -1, at(-1, -1), 0}
	for _, bad := range []int{-1, 10000} {
		require.Equal(t, -1, s.Score(bad))
		require.Equal(t, -1, s.NumCells(bad))
		require.Equal(t, -1, s.NumTreasures(bad))
		require.Equal(t, -2.0, s.Status(bad))
		require.Equal(t, none, s.Unit(bad))
		require.Empty(t, s.Dwarves(bad))
		require.Empty(t, s.Wizards(bad))
		require.Empty(t, s.Owned(bad))
		require.Empty(t, s.HealingSpots(bad))
		require.Empty(t, s.Reach(bad))
		p := at(bad, 0)
		require.False(t, s.Has(p))
		require.False(t, s.IsOpen(p))
		require.Equal(t, Cell{NoTerrain, -1, -1, 0, false}, s.Cell(p))
		require.Equal(t, s, s.As(bad))
		require.Equal(t, None, s.Towards(Dwarf, p, at(2, 2)))
		require.Equal(t, None, s.Towards(Dwarf, at(2, 2), p))
		require.Equal(t, Impassable, s.Cost(Dwarf, p))
		require.False(t, s.InBalrogsReach(p))
		_, ok := s.NearestUnit(at(2, 2), bad)
		require.False(t, ok)
	}
	require.Equal(t, none, s.Unit(105), "an orc that is not alive")
	require.Empty(t, s.Orcs())
	require.Empty(t, s.Towards(Balrog, at(2, 2), at(2, 3)).From(Pos{}))
	require.Equal(t, Impassable, s.Cost(Troll, at(2, 2)))
	require.Nil(t, Orc.Dirs())
}

func TestAnswersAreCopies(t *testing.T) {
	m := midMatch(t)
	var before, after engine.Digest
	rules{}.Digest(m, &before)
	start := rules{}.EncodeStart(m)
	s := seen(m, 0)
	s.Treasures()[0] = nowhere
	s.Trolls()[0] = -1
	s.Names()[0] = "z"
	for u := range s.Units() {
		u.Health++
	}
	changed := s.Settings()
	changed.TreasureValue = 50
	Dwarf.Dirs()[0] = None
	rules{}.Digest(m, &after)
	require.Equal(t, before, after)
	require.Equal(t, start, rules{}.EncodeStart(m))
	require.Equal(t, "a", s.Name(0))
	require.Equal(t, South, Dwarf.Dirs()[0])
}

func TestDirections(t *testing.T) { // rules 2
	from := at(5, 5)
	for d, want := range map[Dir]Pos{
		South: at(6, 5), SouthEast: at(6, 6), East: at(5, 6), NorthEast: at(4, 6), North: at(4, 5),
		NorthWest: at(4, 4), West: at(5, 4), SouthWest: at(6, 4), None: from,
	} {
		require.Equal(t, want, d.From(from))
		require.Equal(t, d, Between(from, want))
		require.True(t, d.Valid())
		require.Equal(t, want.Row != 5 && want.Col != 5, d.IsDiagonal())
		if d != None {
			require.Equal(t, 1, Chebyshev(from, want))
			require.Equal(t, d.IsDiagonal(), Manhattan(from, want) == 2)
		}
	}
	require.Zero(t, Between(from, at(7, 5)))
	require.Equal(t, from, Dir(0).From(from))
	require.Equal(t, from, Dir(-5).From(from))
	require.False(t, Dir(0).Valid())
	require.False(t, Dir(10).Valid())
	names := []string{}
	for d := range Dir(11) {
		names = append(names, d.String())
	}
	require.Equal(t, []string{
		"no direction", "south", "southeast", "east", "northeast", "north", "northwest", "west", "southwest", "none", "no direction",
	}, names)
	terrains := []string{}
	for _, c := range "OCAGR\x00T" {
		terrains = append(terrains, Terrain(c).String())
	}
	require.Equal(t, []string{"outside", "cave", "abyss", "granite", "rock", "nothing", "nothing"}, terrains)
	units := []string{}
	for k := Kind(-1); k < 6; k++ {
		units = append(units, k.String())
		require.Equal(t, k == Orc || k == Troll || k == Balrog, k.IsSauron())
	}
	require.Equal(t, []string{"nobody", "dwarf", "wizard", "orc", "troll", "balrog", "nobody"}, units)
}

func TestMoveSaysWhatIsWrong(t *testing.T) { // rules 9
	c := newCommands(seen(draw(t, `CCC`), 0))
	require.NoError(t, c.Move(0, North))
	require.ErrorIs(t, c.Move(0, None), ErrRepeated)
	require.ErrorIs(t, c.Move(25, South), ErrNotYours)
	require.ErrorIs(t, c.Move(124, South), ErrNotYours)
	require.ErrorIs(t, c.Move(105, South), ErrUnknown)
	require.ErrorIs(t, c.Move(125, South), ErrUnknown)
	require.ErrorIs(t, c.Move(-1, South), ErrUnknown)
	require.False(t, c.Told(1))
	require.EqualError(t, c.Move(1, Dir(0)), "unit 1: no such direction: 0")
	require.False(t, c.Told(1), "the bad one has not used it up")
	require.NoError(t, c.Move(1, East))
	require.EqualError(t, c.Move(20, NorthEast), "unit 20: wizards do not go diagonally: northeast")
	require.ErrorIs(t, c.Move(20, North), ErrRepeated, "the bad one has used it up")
	require.EqualError(t, c.Move(26, East), "unit 26: not your unit: it is of player 1")
	require.EqualError(t, c.Move(121, East), "unit 121: not your unit: it is one of Sauron's")
	require.Equal(t, 13, c.Len())
	for range c.All() {
		break
	}
	for c.Len() < engine.MaxCommands {
		require.NotErrorIs(t, c.Move(0, East), ErrLimit)
	}
	require.EqualError(t, c.Move(0, East), "command 1001: too many commands: the limit is 1000")
	require.Equal(t, 1001, c.Len())
}

func TestNoCommands(t *testing.T) {
	var none *Commands
	require.Zero(t, none.Len())
	require.False(t, none.Told(0))
	for range none.All() {
		t.Fatal("a command of nobody")
	}
	var c Commands
	require.NoError(t, c.Move(5, East))
	require.Equal(t, 1, c.Len())
}

func TestRandomIsLegal(t *testing.T) {
	s := seen(generated(t, rules{}.Default(), engine.NewClassic(30)), 1)
	c := newCommands(s)
	Random(s, c)
	require.Equal(t, 25, c.Len())
	for unit, d := range c.All() {
		u := s.Unit(unit)
		require.Equal(t, 1, u.Owner)
		require.NotEqual(t, None, d)
		require.NotEqual(t, Impassable, s.Cost(u.Kind, d.From(u.Pos)))
	}
	walled := seen(draw(t, `
		GGG
		GCG
		GAG`, wizard(0, 0, at(3, 3), 0)), 0)
	require.Equal(t, None, walled.randomDir(&walled.mountain.units[20]))
	edge := seen(draw(t, ``, dwarf(0, 0, at(0, 0), 0), dwarf(1, 0, at(0, 1), 0), dwarf(0, 1, at(1, 0), 0)), 0)
	found := map[Dir]bool{}
	for range 100 {
		found[edge.randomDir(&edge.mountain.units[0])] = true
	}
	require.Equal(t, map[Dir]bool{East: true, SouthEast: true}, found, "an enemy, not a friend, not off the board")
}

func TestRandomAllocatesNothing(t *testing.T) {
	s := seen(generated(t, rules{}.Default(), engine.NewClassic(30)), 1)
	c := newCommands(s)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		c.given = c.given[:0]
		clear(c.told)
		Random(s, c)
	}))
}

func TestWaysAreQuickest(t *testing.T) {
	s := seen(generated(t, rules{}.Default(), engine.NewClassic(8)), 0)
	targets := s.Treasures()
	to := s.DistancesTo(Dwarf, targets...)
	for _, id := range s.Dwarves(0) {
		from := s.Unit(id).Pos
		way := s.Way(Dwarf, from, targets...)
		require.Len(t, way, to.Steps(from))
		cost, here := 0, from
		for _, p := range way {
			require.Equal(t, s.Follow(Dwarf, to, here), Between(here, p))
			cost += s.Cost(Dwarf, p)
			here = p
		}
		require.Equal(t, to.Cost(from), cost)
		require.True(t, slices.Contains(targets, here))
		require.Equal(t, s.Follow(Dwarf, to, from), s.Towards(Dwarf, from, targets...))
		require.Equal(t, to.Cost(from), s.DistancesFrom(Dwarf, from).Cost(here))
		nearest, ok := s.Nearest(Dwarf, from, targets...)
		require.True(t, ok)
		require.Equal(t, to.Cost(from), s.DistancesFrom(Dwarf, from).Cost(nearest))
		_, ok = s.Nearest(Wizard, from, targets...)
		require.False(t, ok, "treasures are buried")
	}
}

func TestWaysThroughRock(t *testing.T) { // rules 10
	s := seen(draw(t, `
		GGGGG
		GCRCG
		GCGCG
		GCCCG`), 0)
	from, goal := at(3, 3), at(3, 5)
	require.Equal(t, 4, s.DistancesTo(Dwarf, goal).Cost(from), "around, diagonally")
	require.Equal(t, 6, s.DistancesTo(Wizard, goal).Cost(from))
	s.mountain.cells.Set(at(3, 4), 'a')
	to := s.DistancesTo(Dwarf, goal)
	require.Equal(t, []int{3, 2}, []int{to.Cost(from), to.Steps(from)}, "a hit and two steps")
	require.Equal(t, East, s.Follow(Dwarf, to, from))
	require.Equal(t, None, s.Follow(Dwarf, to, goal))
	require.False(t, s.DistancesTo(Wizard, at(3, 4)).Reaches(from), "wizards do not dig")
}

func TestReach(t *testing.T) { // rules 11 to 13
	m := draw(t, `
		CCCCCCC
		CCCCCCC
		CCCCCCC`, dwarf(0, 0, at(2, 2), 0), dwarf(1, 0, at(2, 4), 0), wizard(1, 0, at(3, 3), 0), orc(119, at(4, 4)), balrogAt(20, 20))
	s := seen(m, 0)
	require.Len(t, s.Reach(0), 8)
	require.Empty(t, s.Reach(45))
	require.Len(t, s.Reach(124), 20, "a cross of three rows and columns")
	require.True(t, s.InBalrogsReach(at(20, 20)))
	require.True(t, s.InBalrogsReach(at(18, 21)))
	require.False(t, s.InBalrogsReach(at(18, 22)))
	require.Equal(t, []int{25, 119}, s.Threats(at(3, 3)))
	require.Equal(t, []int{25}, s.Threats(at(2, 3)))
	require.Empty(t, s.Threats(at(2, 2)))
	require.Equal(t, []int{124}, s.Threats(at(21, 22)))
	require.Equal(t, None, seen(draw(t, ``), 0).BalrogsStep(), "everybody is outside")
	require.Equal(t, North, s.BalrogsStep())

	rim := seen(draw(t, ``, balrogAt(2, 10)), 0)
	require.False(t, rim.InBalrogsReach(at(0, 10)), "it does not leave the mountain")
	require.True(t, rim.InBalrogsReach(at(1, 12)))
}

func TestHealingSpots(t *testing.T) { // rules 15
	s := seen(draw(t, `
		CCC
		CGC
		CCC`, wizard(0, 0, at(2, 2), 0), wizard(0, 1, at(4, 3), 0)), 0)
	spots := s.HealingSpots(0)
	for _, p := range []Pos{at(1, 2), at(2, 1), at(3, 2), at(2, 3), at(4, 2), at(4, 4)} {
		require.Contains(t, spots, p)
	}
	require.NotContains(t, spots, at(3, 3))
	require.True(t, slices.IsSortedFunc(spots, func(p, q Pos) int { return (p.Row-q.Row)*Size + p.Col - q.Col }))
}

func TestNextPlaysByTheRules(t *testing.T) {
	m := generated(t, rules{}.Default(), engine.NewClassic(30))
	s := seen(m, 1)
	var commands []*Commands
	turns := make([]engine.Turn[*Commands], 4)
	for player := range 4 {
		as := s.As(player)
		require.Equal(t, player, as.Me())
		c := as.Commands()
		Random(as, c)
		commands = append(commands, c)
		turns[player].Commands = c
	}
	next := s.Next(engine.NewRand(engine.NewChaCha8(1, 1)), commands...)
	want := rules{}.Step(m, turns, engine.NewRand(engine.NewChaCha8(1, 1)), nil)
	require.Equal(t, want, next.mountain)
	require.Equal(t, 0, s.Round())
	require.Equal(t, 1, next.Round())
	require.Equal(t, 1, next.Me())

	idle := s.Next(engine.NewRand(engine.NewChaCha8(1, 1)), nil, nil, nil, nil, commands[0])
	require.Empty(t, idle.mountain.clanMoves())
}
