package orkisland

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

func seen(i *island, me int) *State {
	return &State{engine.NewSeat(me, []string{"a", "b", "c", "d"}, 5), i}
}

func TestStateAnswers(t *testing.T) { // rules 11
	i := draw(t, `
		W W W W W
		W C0P2C W
		W F S .0W
		W . . . W
		W W W W W`, 7, 8, 9)
	i.scores = []int{10, 20, 30, 40}
	i.cityOwners[1], i.pathOwners[0], i.round = 3, 2, 17
	s := seen(i, 2)

	require.Equal(t, []int{2, 17, 200, 4, 5, 5}, []int{s.Me(), s.Round(), s.Rounds(), s.Players(), s.Rows(), s.Cols()})
	require.Equal(t, "c", s.Name(2))
	require.Equal(t, 40, s.Score(3))
	require.Equal(t, i.settings, s.Settings())
	require.Equal(t, Cell{Terrain: City, Unit: 0, City: 0, Path: -1}, s.Cell(Pos{Row: 1, Col: 1}))
	require.Equal(t, Cell{Terrain: Path, Unit: 1, City: -1, Path: 0}, s.Cell(Pos{Row: 1, Col: 2}))
	require.Equal(t, Cell{Terrain: Forest, Unit: -1, City: -1, Path: -1}, s.Cell(Pos{Row: 2, Col: 1}))
	require.Equal(t, 3, s.NumUnits())
	require.Equal(t, Unit{1, 2, Pos{Row: 1, Col: 2}, 8}, s.Unit(1))
	require.Equal(t, i.units, slices.Collect(s.Units()))
	require.Equal(t, []int{0, 2}, s.Orks(0))
	require.Equal(t, []int{2, -1, 3}, []int{s.NumCities(), s.CityOwner(0), s.CityOwner(1)})
	require.Equal(t, []Pos{{Row: 1, Col: 3}}, s.City(1))
	require.Equal(t, []int{1, 2}, []int{s.NumPaths(), s.PathOwner(0)})
	require.Equal(t, []Pos{{Row: 1, Col: 2}}, s.Path(0))
	first, last := s.PathEnds(0)
	require.Equal(t, []int{0, 1}, []int{first, last})
	require.Equal(t, []int{1, 2, 3, 0, 0, Impassable, Impassable}, []int{
		s.Cost(Grass), s.Cost(Forest), s.Cost(Sand), s.Cost(City), s.Cost(Path), s.Cost(Water), s.Cost(NoTerrain),
	})
	require.True(t, s.IsOpen(Pos{Row: 1, Col: 1}))
	require.False(t, s.IsOpen(Pos{Row: 0, Col: 1}))
}

func TestBadQuestionsGetNeutralAnswers(t *testing.T) { // rules 11
	s := seen(draw(t, `
		W W W W
		W C P W
		W .0C W
		W W W W`, 7), 0)
	for _, bad := range []int{-1, 100} {
		require.Equal(t, -1, s.Score(bad))
		require.Equal(t, -2.0, s.Status(bad))
		require.Equal(t, Unit{-1, -1, Pos{Row: -1, Col: -1}, 0}, s.Unit(bad))
		require.Empty(t, s.Orks(bad))
		require.Empty(t, s.City(bad))
		require.Equal(t, -1, s.CityOwner(bad))
		require.Empty(t, s.Path(bad))
		require.Equal(t, -1, s.PathOwner(bad))
		first, last := s.PathEnds(bad)
		require.Equal(t, []int{-1, -1}, []int{first, last})
		p := Pos{Row: bad}
		require.False(t, s.Has(p))
		require.False(t, s.IsOpen(p))
		require.Equal(t, Cell{NoTerrain, -1, -1, -1}, s.Cell(p))
		require.Equal(t, s, s.As(bad))
		require.Equal(t, None, s.Towards(p, Pos{Row: 1, Col: 1}))
		require.Equal(t, None, s.Towards(Pos{Row: 1, Col: 1}, p))
	}
}

func TestAnswersAreCopies(t *testing.T) {
	i := midMatch(t)
	var before, after engine.Digest
	rules{}.Digest(i, &before)
	start := rules{}.EncodeStart(i)
	s := seen(i, 0)
	s.City(0)[0] = nowhere
	s.Path(0)[0] = nowhere
	s.Orks(0)[0] = -1
	s.Names()[0] = "z"
	for u := range s.Units() {
		u.Health++
	}
	changed := s.Settings()
	changed.CostGrass = 50
	rules{}.Digest(i, &after)
	require.Equal(t, before, after)
	require.Equal(t, start, rules{}.EncodeStart(i))
	require.Equal(t, "a", s.Name(0))
}

func TestDirections(t *testing.T) {
	from := Pos{Row: 5, Col: 5}
	for d, want := range map[Dir]Pos{
		North: {Row: 4, Col: 5}, South: {Row: 6, Col: 5}, East: {Row: 5, Col: 6}, West: {Row: 5, Col: 4}, None: from,
	} {
		require.Equal(t, want, d.From(from))
		require.Equal(t, d, Between(from, want))
		require.True(t, d.Valid())
	}
	require.Zero(t, Between(from, Pos{Row: 4, Col: 4}))
	require.Equal(t, from, Dir(0).From(from))
	require.False(t, Dir(0).Valid())
	require.False(t, Dir(6).Valid())
	names := []string{}
	for d := range Dir(7) {
		names = append(names, d.String())
	}
	require.Equal(t, []string{"no direction", "north", "south", "east", "west", "none", "no direction"}, names)
	terrains := []string{}
	for _, c := range "W.FSCP\x00R" {
		terrains = append(terrains, Terrain(c).String())
	}
	require.Equal(t, []string{"water", "grass", "forest", "sand", "city", "path", "nothing", "nothing"}, terrains)
}

func TestMoveSaysWhatIsWrong(t *testing.T) { // rules 6
	i := draw(t, `
		W W W W W
		W .0.0. W
		W .1. . W
		W . . . W
		W W W W W`, 9, 9, 9)
	c := newCommands(seen(i, 0))
	require.NoError(t, c.Move(0, North))
	require.ErrorIs(t, c.Move(0, None), ErrRepeated)
	require.ErrorIs(t, c.Move(2, South), ErrNotYours)
	require.ErrorIs(t, c.Move(3, South), ErrUnknown)
	require.ErrorIs(t, c.Move(-1, South), ErrUnknown)
	require.False(t, c.Told(1))
	err := c.Move(1, Dir(0))
	require.ErrorIs(t, err, ErrDirection)
	require.EqualError(t, err, "unit 1: no such direction: 0")
	require.True(t, c.Told(1))
	require.ErrorIs(t, c.Move(1, East), ErrRepeated, "the bad one has used it up")
	require.EqualError(t, c.Move(2, East), "unit 2: not your unit: it is of player 1")
	require.Equal(t, 8, c.Len())

	sent := []Move{}
	for unit, d := range c.All() {
		sent = append(sent, Move{unit, d})
	}
	require.Equal(t, []Move{{0, North}, {0, None}, {2, South}, {3, South}, {-1, South}, {1, 0}, {1, East}, {2, East}}, sent)
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
	i := generated(t, rules{}.Default(), engine.NewClassic(30))
	s := seen(i, 1)
	c := newCommands(s)
	Random(s, c)
	require.Equal(t, 15, c.Len())
	for unit, d := range c.All() {
		require.Equal(t, 1, s.Unit(unit).Owner)
		require.True(t, s.IsOpen(d.From(s.Unit(unit).Pos)))
		require.NotEqual(t, None, d)
	}
	lonely := seen(draw(t, `
		W W W
		W .0W
		W W W`, 9), 0)
	c = newCommands(lonely)
	Random(lonely, c)
	require.Equal(t, []Move{{0, None}}, c.given)
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

func TestWaysAreShortest(t *testing.T) {
	i := generated(t, rules{}.Default(), engine.NewClassic(8))
	s := seen(i, 0)
	targets := append(s.City(0), s.City(3)...)
	to := s.DistancesTo(targets...)
	for u := range s.Units() {
		way := s.Way(u.Pos, targets...)
		require.Len(t, way, to.Steps(u.Pos))
		cost, at := 0, u.Pos
		for _, p := range way {
			require.Equal(t, s.Follow(to, at), Between(at, p))
			cost += s.Cost(s.Cell(p).Terrain)
			at = p
		}
		require.Equal(t, to.Cost(u.Pos), cost)
		require.True(t, slices.Contains(targets, at))
		require.Equal(t, s.Follow(to, u.Pos), s.Towards(u.Pos, targets...))
		require.Equal(t, to.Cost(u.Pos), s.DistancesFrom(u.Pos).Cost(at))
		nearest, ok := s.Nearest(u.Pos, targets...)
		require.True(t, ok)
		require.Equal(t, to.Cost(u.Pos), s.DistancesFrom(u.Pos).Cost(nearest))
		require.LessOrEqual(t, s.StepsTo(targets...).Cost(u.Pos), len(way))
	}
}

func TestFreeCellsDoNotLeadInCircles(t *testing.T) {
	s := seen(draw(t, `
		W W W W W W
		W P P P P W
		W P C C P W
		W P C C P W
		W P P P P W
		W W W W W W`), 0)
	require.Len(t, s.Way(Pos{Row: 1, Col: 1}, Pos{Row: 4, Col: 4}), 6)
}

func TestOtherShores(t *testing.T) {
	s := seen(draw(t, `
		W W W W W
		W . W . W
		W . W . W
		W . W . W
		W W W W W`), 0)
	here, there := Pos{Row: 1, Col: 1}, Pos{Row: 1, Col: 3}
	require.Equal(t, None, s.Towards(here, there))
	require.Equal(t, None, s.Towards(here, here))
	require.Empty(t, s.Way(here, there))
	_, ok := s.Nearest(here, there)
	require.False(t, ok)
	require.False(t, s.DistancesTo(Pos{Row: 0, Col: 0}).Reaches(here), "nobody gets into water")
	for d := range s.Neighbors(Pos{Row: 0, Col: 0}) {
		require.Equal(t, South, d)
		break
	}
}

func TestNextPlaysByTheRules(t *testing.T) {
	i := generated(t, rules{}.Default(), engine.NewClassic(30))
	s := seen(i, 1)
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
	want := rules{}.Step(i, turns, engine.NewRand(engine.NewChaCha8(1, 1)), nil)
	require.Equal(t, want, next.island)
	require.Equal(t, 0, s.Round())
	require.Equal(t, 1, next.Round())
	require.Equal(t, 1, next.Me())

	idle := s.Next(engine.NewRand(engine.NewChaCha8(1, 1)), nil, nil, nil, nil, commands[0])
	require.Equal(t, i.units, idle.island.units)
}

func BenchmarkDistancesTo(b *testing.B) {
	b.ReportAllocs()
	i, err := newIsland(rules{}.Default(), engine.NewRand(engine.NewClassic(30)))
	require.NoError(b, err)
	s := seen(i, 0)
	for b.Loop() {
		s.DistancesTo(i.board.cities.cells[0]...)
	}
}
