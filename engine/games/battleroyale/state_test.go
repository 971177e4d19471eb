package battleroyale

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

func seen(b *battle, me int) *State {
	return &State{engine.NewSeat(me, []string{"a", "b", "c", "d"}, 5), b}
}

func TestStateAnswers(t *testing.T) { // rules 14
	b := draw(t, []string{
		"..........",
		".X.3......",
		".0........",
		"..........",
		"..........",
		"..........",
		"..........",
	}, farmer(0, 2, 1), knight(1, 3, 1, 33), knight(0, 6, 9), farmer(0, 0, 0))
	b.round, b.first = 17, 5
	s := seen(b, 2)
	require.Equal(t, []int{2, 17, 100, 5, 4, 7, 10}, []int{s.Me(), s.Round(), s.Rounds(), s.First(), s.Players(), s.Rows(), s.Cols()})
	require.Equal(t, "c", s.Name(2))
	require.Equal(t, []int{1, 0, 0, 1}, []int{s.Score(0), s.Score(1), s.Score(2), s.Score(3)})
	require.Equal(t, b.settings, s.Settings())
	require.Equal(t, Cell{Empty, 0, 0}, s.Cell(Pos{Row: 2, Col: 1}))
	require.Equal(t, Cell{Empty, 3, -1}, s.Cell(Pos{Row: 1, Col: 3}))
	require.Equal(t, Cell{Wall, -1, -1}, s.Cell(Pos{Row: 1, Col: 1}))
	require.Equal(t, 4, s.NumUnits())
	require.Equal(t, Unit{1, Knight, 1, Pos{Row: 3, Col: 1}, 33}, s.Unit(1))
	require.Equal(t, b.units, slices.Collect(s.Units()))
	require.Equal(t, [][]int{{0, 3}, {2}, {1}}, [][]int{s.Farmers(0), s.Knights(0), s.Knights(1)})
	require.Equal(t, []int{1}, s.Others(0))
	require.Empty(t, s.Farmers(1))
	require.Equal(t, []int{0, 1}, s.Near(Pos{Row: 2, Col: 1}, 1))
	require.Equal(t, []int{2, 3}, s.Near(Pos{Row: 0, Col: 0}, 2), "over the corner")
	require.True(t, s.IsOpen(Pos{Row: 2, Col: 1}))
	require.False(t, s.IsOpen(Pos{Row: 1, Col: 1}))
	require.Equal(t, []Pos{{Row: 2, Col: 1}}, s.Tiles(0))
	require.Empty(t, s.Tiles(1))
	require.Len(t, s.Tiles(-1), 67)
	require.Len(t, s.OtherTiles(0), 68)
	require.Equal(t, []Pos{{Row: 1, Col: 2}, {Row: 1, Col: 3}}, s.SpawnArea(0))
	require.Equal(t, []Pos{{Row: 4, Col: 6}, {Row: 4, Col: 7}}, s.SpawnArea(1))
}

func TestBadQuestionsGetNeutralAnswers(t *testing.T) { // rules 14
	s := seen(meadow(t, knight(0, 1, 1)), 0)
	for _, bad := range []int{-1, 100} {
		require.False(t, s.HasPlayer(bad))
		require.False(t, s.HasUnit(bad))
		require.Equal(t, -1, s.Score(bad))
		require.Equal(t, -2.0, s.Status(bad))
		require.Equal(t, "", s.Name(bad))
		require.Equal(t, Unit{-1, NoKind, -1, Pos{Row: -1, Col: -1}, 0}, s.Unit(bad))
		require.Empty(t, s.Farmers(bad))
		require.Empty(t, s.Knights(bad))
		require.Empty(t, s.SpawnArea(bad))
		require.Equal(t, s, s.As(bad))
		p, good := Pos{Row: bad}, Pos{Row: 1, Col: 1}
		require.False(t, s.Has(p))
		require.False(t, s.IsOpen(p))
		require.False(t, s.IsContested(p))
		require.Empty(t, s.Near(p, 100))
		require.Equal(t, Cell{NoTerrain, -1, -1}, s.Cell(p))
		require.Equal(t, p, s.Dest(p, North))
		require.Zero(t, s.Between(p, good))
		require.Zero(t, s.Between(good, p))
		require.Equal(t, -1, s.Steps(p, good))
		require.Equal(t, -1, s.Steps(good, p))
		require.Equal(t, None, s.Towards(p, good))
		require.Equal(t, None, s.Towards(good, p))
		for range s.Neighbors(p) {
			t.Fatal("a neighbour of nothing")
		}
	}
	require.True(t, s.HasPlayer(3))
	require.True(t, s.HasUnit(0))
	require.Empty(t, s.Tiles(7))
	require.Len(t, s.OtherTiles(7), 100)
}

func TestAnswersAreCopies(t *testing.T) {
	b := begun(t, 4, nil)
	var before, after engine.Digest
	rules{}.Digest(b, &before)
	s := seen(b, 0)
	s.Farmers(0)[0] = -1
	s.Tiles(0)[0] = nowhere
	s.SpawnArea(0)[0] = nowhere
	s.Names()[0] = "z"
	rules{}.Scores(b)[0] = 99
	for u := range s.Units() {
		u.Health++
	}
	changed := s.Settings()
	changed.DamageMax = 1
	rules{}.Digest(b, &after)
	require.Equal(t, before, after)
	require.Equal(t, 70, s.Settings().DamageMax)
	require.Equal(t, "a", s.Name(0))
}

func TestDirections(t *testing.T) { // rules 7, 8
	s := seen(meadow(t), 0)
	from := Pos{Row: 0, Col: 9}
	for d, want := range map[Dir]Pos{
		North: {Row: 9, Col: 9}, South: {Row: 1, Col: 9}, East: {Row: 0, Col: 0}, West: {Row: 0, Col: 8}, None: from,
	} {
		require.Equal(t, want, s.Dest(from, d))
		require.Equal(t, d, s.Between(from, want))
		require.Equal(t, from, s.Dest(want, d.Reverse()))
		require.True(t, d.Valid())
	}
	require.Zero(t, s.Between(from, Pos{Row: 4, Col: 4}))
	require.Equal(t, from, s.Dest(from, Dir(0)))
	require.Equal(t, Pos{Row: -1, Col: 9}, North.From(from))
	require.Equal(t, Pos{Row: 0, Col: 10}, East.From(from))
	require.False(t, Dir(0).Valid())
	require.False(t, Dir(6).Valid())
	names := []string{}
	for d := range Dir(7) {
		names = append(names, d.String())
	}
	require.Equal(t, []string{"no direction", "north", "south", "east", "west", "none", "no direction"}, names)
	require.Equal(t, []string{"empty", "wall", "nothing"}, []string{Empty.String(), Wall.String(), NoTerrain.String()})
	require.Equal(t, []string{"farmer", "knight", "nothing"}, []string{Farmer.String(), Knight.String(), NoKind.String()})
	for d := range s.Neighbors(from) {
		require.Equal(t, North, d)
		break
	}
}

func TestStepsGoTheShorterWay(t *testing.T) { // rules 8
	s := seen(draw(t, slices.Repeat([]string{"......."}, 8)), 0)
	for _, c := range []struct{ row, col, want int }{{0, 0, 0}, {0, 3, 3}, {0, 4, 3}, {0, 6, 1}, {4, 0, 4}, {5, 0, 3}, {7, 6, 2}, {4, 4, 7}} {
		p := Pos{Row: c.row, Col: c.col}
		require.Equal(t, c.want, s.Steps(Pos{}, p))
		require.Equal(t, c.want, s.Steps(p, Pos{}))
		require.Equal(t, c.want, s.DistancesTo(p).Steps(Pos{}))
	}
}

func TestContested(t *testing.T) {
	s := seen(draw(t, []string{
		".......",
		".......",
		".......",
		".......",
		"...X...",
		".......",
		".......",
	}, farmer(0, 1, 1), knight(1, 1, 3), knight(0, 3, 3), knight(1, 6, 6), knight(2, 0, 6)), 0)
	for _, c := range []struct {
		row, col int
		want     bool
	}{
		{1, 2, true},  // between 0 and 1
		{1, 1, false}, // only 0
		{2, 3, true},
		{4, 3, false}, // a wall
		{6, 6, true},  // 1 on it, 2 beside it over the border
		{5, 6, false},
		{3, 2, false},
		{6, 0, false},
	} {
		require.Equal(t, c.want, s.IsContested(Pos{Row: c.row, Col: c.col}), "%d, %d", c.row, c.col)
	}
}

func TestWaysGoRoundWallsAndUnits(t *testing.T) {
	s := seen(draw(t, []string{
		"XXXXXXX",
		"X.....X",
		"X.XXX.X",
		"X.....X",
		"X.....X",
		"X.....X",
		"XXXXXXX",
	}, knight(1, 4, 1)), 0)
	from, to := Pos{Row: 1, Col: 3}, Pos{Row: 3, Col: 3}
	require.Len(t, s.Way(from, to), 6)
	require.Equal(t, 6, s.DistancesTo(to).Steps(from))
	require.Equal(t, 6, s.DistancesTo(from).Steps(to))
	require.Equal(t, None, s.Towards(from, from))
	nearest, ok := s.Nearest(from, to, Pos{Row: 1, Col: 5}, Pos{Row: 0, Col: 3})
	require.True(t, ok)
	require.Equal(t, Pos{Row: 1, Col: 5}, nearest)
	_, ok = s.Nearest(from, Pos{Row: 0, Col: 0})
	require.False(t, ok)
	// South and west lead to (5, 1) alike, but south is taken.
	require.Equal(t, South, s.Towards(Pos{Row: 3, Col: 1}, Pos{Row: 5, Col: 1}), "no other way as short")
	require.Equal(t, East, s.Towards(Pos{Row: 3, Col: 1}, Pos{Row: 4, Col: 2}))
	require.Equal(t, South, s.Towards(Pos{Row: 3, Col: 2}, Pos{Row: 4, Col: 3}))
}

func TestWayOverTheBorder(t *testing.T) {
	s := seen(meadow(t), 0)
	require.Equal(t, []Pos{{Row: 9, Col: 5}, {Row: 8, Col: 5}}, s.Way(Pos{Row: 0, Col: 5}, Pos{Row: 8, Col: 5}))
}

func TestMoveSaysWhatIsWrong(t *testing.T) { // rules 7
	s := seen(meadow(t, farmer(0, 1, 1), knight(0, 3, 3), knight(1, 5, 5)), 0)
	c := newCommands(s)
	require.NoError(t, c.Move(0, North))
	require.ErrorIs(t, c.Move(0, None), ErrRepeated)
	require.ErrorIs(t, c.Move(2, South), ErrNotYours)
	require.ErrorIs(t, c.Move(3, South), ErrUnknown)
	require.ErrorIs(t, c.Move(-1, South), ErrUnknown)
	err := c.Move(1, Dir(0))
	require.ErrorIs(t, err, ErrDirection)
	require.EqualError(t, err, "unit 1: no such direction: 0")
	require.False(t, c.Told(1), "refused")
	require.NoError(t, c.Move(1, East))
	require.True(t, c.Told(1))
	require.False(t, c.Told(2))
	require.EqualError(t, c.Move(2, East), "unit 2: not your unit: it is of player 1")
	require.Equal(t, 8, c.Len())
	for c.Len() < engine.MaxCommands {
		require.NotErrorIs(t, c.Move(0, East), ErrLimit)
	}
	require.EqualError(t, c.Move(0, East), "command 1001: too many commands: the limit is 1000")
	require.Equal(t, 1001, c.Len())
	for range c.All() {
		break
	}
}

// TestMoveIsOfOneMindWithTheRules gives the commands of all kinds, and compares
// what Move says with what the arena takes.
func TestMoveIsOfOneMindWithTheRules(t *testing.T) { // rules 7
	b := meadow(t, farmer(0, 1, 1), knight(0, 3, 3), knight(1, 5, 5))
	r := engine.NewRand(seeded(8))
	for range 200 {
		c := newCommands(seen(b, 0))
		taken := []Move{}
		for range 5 {
			m := Move{r.Draw(-1, 3), Dir(r.Draw(-1, 6))}
			if c.Move(m.Unit, m.Dir) == nil {
				taken = append(taken, m)
			}
		}
		end := rules{}.Step(b, []engine.Turn[*Commands]{{Commands: c}, {}, {}, {}}, r, nil)
		require.Equal(t, taken, end.actions[0])
	}
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
	s := seen(begun(t, 30, nil), 1)
	c := newCommands(s)
	Random(s, c)
	require.Equal(t, 30, c.Len())
	for unit, d := range c.All() {
		require.Equal(t, 1, s.Unit(unit).Owner)
		require.True(t, s.IsOpen(s.Dest(s.Unit(unit).Pos, d)))
		require.NotEqual(t, None, d)
	}
	lonely := seen(draw(t, []string{
		"XXXXXXX",
		"X.XXXXX",
		"XXXXXXX",
		"XXXXXXX",
		"XXXXXXX",
		"XXXXXXX",
		"XXXXXXX",
	}, knight(0, 1, 1)), 0)
	c = newCommands(lonely)
	Random(lonely, c)
	require.Equal(t, []Move{{0, None}}, c.given)
}

func TestRandomAllocatesNothing(t *testing.T) {
	s := seen(begun(t, 30, nil), 1)
	c := newCommands(s)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		c.given = c.given[:0]
		clear(c.told)
		Random(s, c)
	}))
}

func TestNextPlaysByTheRules(t *testing.T) {
	b := begun(t, 30, nil)
	s := seen(b, 1)
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
	next := s.Next(engine.NewRand(seeded(1)), commands...)
	require.Equal(t, rules{}.Step(b, turns, engine.NewRand(seeded(1)), nil), next.battle)
	require.Equal(t, 0, s.Round())
	require.Equal(t, 1, next.Round())
	require.Equal(t, 1, next.Me())

	idle := s.Next(engine.NewRand(seeded(1)), nil, nil, nil, nil, commands[0])
	require.Equal(t, b.units, idle.battle.units)
}

// BenchmarkNext is a round that a player looks ahead.
func BenchmarkNext(b *testing.B) {
	b.ReportAllocs()
	start, err := newBattle(rules{}.Default(), engine.NewRand(seeded(1)))
	require.NoError(b, err)
	s := seen(start, 0)
	var commands []*Commands
	for player := range 4 {
		c := s.As(player).Commands()
		Random(s.As(player), c)
		commands = append(commands, c)
	}
	r := engine.NewRand(seeded(1))
	for b.Loop() {
		s.Next(r, commands...)
	}
}

func BenchmarkDistancesTo(b *testing.B) {
	b.ReportAllocs()
	s := seen(playMatch(b, 50, 3)[50], 0)
	targets := s.OtherTiles(0)
	for b.Loop() {
		s.DistancesTo(targets...)
	}
}
