package orkisland

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest"
)

func seen(i *match, me int) *State {
	return i.View(engine.NewSeat(me, []string{"a", "b", "c", "d"}, 5))
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
	require.Equal(t, i.setup.settings, s.Settings())
	require.Equal(t, Cell{Terrain: City, Unit: 0, City: 0, Path: -1}, s.Cell(Pos{Row: 1, Col: 1}))
	require.Equal(t, Cell{Terrain: Path, Unit: 1, City: -1, Path: 0}, s.Cell(Pos{Row: 1, Col: 2}))
	require.Equal(t, Cell{Terrain: Forest, Unit: -1, City: -1, Path: -1}, s.Cell(Pos{Row: 2, Col: 1}))
	require.Equal(t, 3, s.NumUnits())
	require.Equal(t, Unit{1, 2, Pos{Row: 1, Col: 2}, 8}, s.Unit(1))
	require.Equal(t, i.units, slices.Collect(s.Units()))
	require.Equal(t, []Unit{i.units[0], i.units[2]}, slices.Collect(s.Orks(0)))
	require.Equal(t, []Unit{i.units[0], i.units[2]}, slices.Collect(s.UnitsOf(0)))
	for u := range s.Orks(0) {
		require.Equal(t, i.units[0], u)
		break
	}
	u, ok := s.UnitAt(Pos{Row: 1, Col: 2})
	require.Equal(t, s.Unit(1), u)
	require.True(t, ok)
	_, ok = s.UnitAt(Pos{Row: 2, Col: 1})
	require.False(t, ok)
	require.Equal(t, []int{2, 1}, []int{s.NumCities(), s.NumPaths()})
	require.Equal(t, []Area{s.City(0), s.City(1)}, slices.Collect(s.Cities()))
	require.Equal(t, Area{ID: 1, Owner: 3, Ends: [2]int{-1, -1}, cells: []Pos{{Row: 1, Col: 3}}}, s.City(1))
	require.Equal(t, []Pos{{Row: 1, Col: 3}}, s.City(1).Cells())
	require.Equal(t, []Area{{ID: 0, Owner: 2, Ends: [2]int{0, 1}, cells: []Pos{{Row: 1, Col: 2}}}},
		slices.Collect(s.Paths()))
	for range s.Paths() {
		break
	}
	var costs []int
	for _, p := range []Pos{{Row: 3, Col: 1}, {Row: 2, Col: 1}, {Row: 2, Col: 2}, {Row: 1, Col: 1}, {Row: 1, Col: 2}} {
		cost, ok := s.Cost(p)
		require.True(t, ok)
		costs = append(costs, cost)
	}
	require.Equal(t, []int{1, 2, 3, 0, 0}, costs)
	for _, p := range []Pos{{}, {Row: -1}} {
		_, ok := s.Cost(p)
		require.False(t, ok, "nobody enters water, or leaves the board")
	}
	require.Equal(t, 5, s.Steps(Pos{Row: 3, Col: 1}, Pos{Row: 1, Col: 4}))
	require.Equal(t, Pos{Row: 2, Col: 1}, s.Dest(Pos{Row: 1, Col: 1}, South))
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
		require.Equal(t, Unit{-1, -1, Pos{Row: -1, Col: -1}, 0}, s.Unit(UnitID(bad)))
		require.Empty(t, slices.Collect(s.Orks(bad)))
		nothing := Area{ID: -1, Owner: -1, Ends: [2]int{-1, -1}}
		require.Equal(t, []Area{nothing, nothing}, []Area{s.City(bad), s.Path(bad)})
		require.Empty(t, nothing.Cells())
		p := Pos{Row: bad}
		require.False(t, s.Has(p))
		require.False(t, s.IsOpen(p))
		require.Equal(t, Cell{NoTerrain, -1, -1, -1}, s.Cell(p))
		require.Equal(t, s, s.As(bad))
		_, ok := s.UnitAt(p)
		require.False(t, ok)
		require.Equal(t, None, s.WaysTo(Pos{Row: 1, Col: 1}).Step(p))
		require.Equal(t, None, s.WaysTo(p).Step(Pos{Row: 1, Col: 1}))
	}
	require.Zero(t, Ways{}.Step(Pos{}), "ways to nowhere")
}

func TestAnswersAreCopies(t *testing.T) {
	i := midMatch(t)
	var before, after engine.Digest
	i.Digest(&before)
	start := i.EncodeStart()
	s := seen(i, 0)
	s.City(0).Cells()[0] = nowhere
	s.Path(0).Cells()[0] = nowhere
	for u := range s.Units() {
		u.Health++
	}
	changed := s.Settings()
	changed.CostGrass = 50
	i.Digest(&after)
	require.Equal(t, before, after)
	require.Equal(t, start, i.EncodeStart())
}

func TestDirections(t *testing.T) {
	from := Pos{Row: 5, Col: 5}
	for d, want := range map[Dir]Pos{
		North: {Row: 4, Col: 5}, South: {Row: 6, Col: 5}, East: {Row: 5, Col: 6}, West: {Row: 5, Col: 4}, None: from,
	} {
		require.Equal(t, want, d.from(from))
		between, ok := new(State).Between(from, want)
		require.Equal(t, d, between)
		require.True(t, ok)
		require.True(t, d.valid())
	}
	_, ok := new(State).Between(from, Pos{Row: 4, Col: 4})
	require.False(t, ok)
	require.Equal(t, from, Dir(0).from(from))
	require.False(t, Dir(0).valid())
	require.False(t, Dir(6).valid())
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

func TestRefusedCommandsAreKeptAndNoted(t *testing.T) { // rules 6
	i := draw(t, `
		W W W W W
		W .0.0. W
		W .1. . W
		W . . . W
		W W W W W`, 9, 9, 9)
	s := seen(i, 0)
	c := rules{}.Commands(s)
	given := []Command{{0, North}, {0, None}, {2, South}, {3, South}, {-1, South}, {1, 0}, {1, East}}
	for _, one := range given {
		require.Equal(t, one.Unit == 0 && c.Len() > 0 || one == Command{1, East}, c.Has(one.Unit))
		c.Move(one.Unit, one.Dir)
	}
	require.Equal(t, []engine.Refusal{
		{Unit: 0, Order: "none", Why: "already has an order this round"},
		{Unit: 2, Order: "south", Why: "another player's unit"},
		{Unit: 3, Order: "south", Why: "no such unit"},
		{Unit: -1, Order: "south", Why: "no such unit"},
		{Unit: 1, Order: "no direction", Why: "no such direction"},
		{Unit: 1, Order: "east", Why: "already has an order this round"}, // the bad one has used it up
	}, c.Refused())
	require.Equal(t, given, slices.Collect(c.All()))
	notes := s.Debug().Take()
	require.Len(t, notes, 6)
	require.Equal(t, engine.Note{Kind: engine.LogNote, Unit: 2, Text: "refused: south: another player's unit"}, notes[1])

	for c.Len() < engine.MaxCommands {
		c.Move(0, East)
	}
	require.NotContains(t, c.Refused()[len(c.Refused())-1].Why, "limit")
	c.Move(0, East)
	require.Equal(t, engine.Refusal{Unit: 0, Order: "east", Why: "too many commands: the limit is 1000"},
		c.Refused()[len(c.Refused())-1])
	require.Equal(t, 1001, c.Len())
}

// TestLookingAheadNotesNothing: commands given there never reach the arena.
func TestLookingAheadNotesNothing(t *testing.T) {
	s := seen(generated(t, rules{}.Default(), engine.NewClassic(30)), 1)
	c := s.Commands()
	c.Move(0, North)
	require.Len(t, c.Refused(), 1)
	require.Empty(t, s.Debug().Take())
}

func TestCommandsOfNoMatch(t *testing.T) {
	var c Commands
	c.Move(5, East)
	require.Equal(t, 1, c.Len())
	require.Empty(t, c.Refused(), "nothing is known of the match")
}

func TestRandomIsLegal(t *testing.T) {
	i := generated(t, rules{}.Default(), engine.NewClassic(30))
	s := seen(i, 1)
	c := s.Commands()
	Random(s, c)
	require.Equal(t, 15, c.Len())
	for one := range c.All() {
		require.Equal(t, 1, s.Unit(one.Unit).Owner)
		require.True(t, s.IsOpen(one.Dir.from(s.Unit(one.Unit).Pos)))
		require.NotEqual(t, None, one.Dir)
	}
	lonely := seen(draw(t, `
		W W W
		W .0W
		W W W`, 9), 0)
	c = lonely.Commands()
	Random(lonely, c)
	require.Equal(t, []Command{{0, None}}, slices.Collect(c.All()))
}

// TestRandomAllocatesItsCommandsOnly: bots that look ahead use it for the other
// players.
func TestRandomAllocatesItsCommandsOnly(t *testing.T) {
	s := seen(generated(t, rules{}.Default(), engine.NewClassic(30)), 1)
	empty := testing.AllocsPerRun(100, func() { s.Commands() })
	require.Equal(t, empty, testing.AllocsPerRun(100, func() { Random(s, s.Commands()) }))
}

func TestWaysAreShortest(t *testing.T) {
	i := generated(t, rules{}.Default(), engine.NewClassic(8))
	s := seen(i, 0)
	targets := append(s.City(0).Cells(), s.City(3).Cells()...)
	ways := s.WaysTo(targets...)
	for u := range s.Units() {
		want, ok := ways.Cost(u.Pos)
		require.True(t, ok)
		cost, at := 0, u.Pos
		for _, p := range ways.Path(u.Pos) {
			d, ok := s.Between(at, p)
			require.True(t, ok)
			require.Equal(t, ways.Step(at), d)
			step, ok := s.Cost(p)
			require.True(t, ok)
			cost += step
			at = p
		}
		require.Equal(t, want, cost)
		require.True(t, slices.Contains(targets, at))
		nearest, ok := s.Nearest(u.Pos, targets...)
		require.True(t, ok)
		there, ok := s.WaysTo(nearest).Cost(u.Pos)
		require.True(t, ok)
		require.Equal(t, want, there, "the same by a search the other way round")
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
	require.Len(t, s.WaysTo(Pos{Row: 4, Col: 4}).Path(Pos{Row: 1, Col: 1}), 6)
}

func TestOtherShores(t *testing.T) {
	s := seen(draw(t, `
		W W W W W
		W . W . W
		W . W . W
		W . W . W
		W W W W W`), 0)
	here, there := Pos{Row: 1, Col: 1}, Pos{Row: 1, Col: 3}
	require.Equal(t, None, s.WaysTo(there).Step(here))
	require.Equal(t, None, s.WaysTo(here).Step(here))
	require.Empty(t, s.WaysTo(there).Path(here))
	_, ok := s.Nearest(here, there)
	require.False(t, ok)
	_, ok = s.WaysTo(Pos{Row: 0, Col: 0}).Cost(here)
	require.False(t, ok, "nobody gets into water")
	for d := range s.Neighbours(Pos{Row: 0, Col: 0}) {
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
	want := i.Step(turns, engine.NewRand(engine.NewChaCha8(1, 1)), nil)
	require.Equal(t, want, next.match)
	require.Equal(t, 0, s.Round())
	require.Equal(t, 1, next.Round())
	require.Equal(t, 1, next.Me())

	idle := s.Next(engine.NewRand(engine.NewChaCha8(1, 1)), nil, nil, nil, nil, commands[0])
	require.Equal(t, i.units, idle.match.units)
}

func BenchmarkNext(b *testing.B) {
	enginetest.BenchNext(b, Game, Bot, Random, (*State).As, (*State).Commands, (*State).Next)
}

func BenchmarkWaysTo(b *testing.B) {
	b.ReportAllocs()
	i, err := rules{}.Default().New(engine.NewRand(engine.NewClassic(30)))
	require.NoError(b, err)
	s := seen(i, 0)
	for b.Loop() {
		s.WaysTo(i.board.cities.cells[0]...)
	}
}
