package battleroyale

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

func TestDirections(t *testing.T) { // rules 7, 8
	s := seen(meadow(t), 0)
	from := Pos{Row: 0, Col: 9}
	for d, want := range map[Dir]Pos{
		North: {Row: 9, Col: 9}, South: {Row: 1, Col: 9}, East: {Row: 0, Col: 0}, West: {Row: 0, Col: 8}, None: from,
	} {
		require.Equal(t, want, s.Dest(from, d))
		got, ok := s.Between(from, want)
		require.True(t, ok)
		require.Equal(t, d, got)
		require.Equal(t, from, s.Dest(want, opposite(d)))
		require.True(t, d.valid())
	}
	_, ok := s.Between(from, Pos{Row: 4, Col: 4})
	require.False(t, ok)
	require.Equal(t, from, s.Dest(from, Dir(0)))
	require.Equal(t, Pos{Row: -1, Col: 9}, North.from(from))
	require.Equal(t, Pos{Row: 0, Col: 10}, East.from(from))
	require.False(t, Dir(0).valid())
	require.False(t, Dir(6).valid())
	for d := range s.Neighbours(from) {
		require.Equal(t, North, d)
		break
	}
}

func TestStepsGoTheShorterWay(t *testing.T) { // rules 8
	s := seen(draw(t, slices.Repeat([]string{"......."}, 8)), 0)
	for _, c := range []struct{ row, col, want int }{
		{0, 0, 0},
		{0, 3, 3},
		{0, 4, 3},
		{0, 6, 1},
		{4, 0, 4},
		{5, 0, 3},
		{7, 6, 2},
		{4, 4, 7},
	} {
		p := Pos{Row: c.row, Col: c.col}
		require.Equal(t, c.want, s.Steps(Pos{}, p))
		require.Equal(t, c.want, s.Steps(p, Pos{}))
		cost, ok := s.WaysTo(p).Cost(Pos{})
		require.True(t, ok)
		require.Equal(t, c.want, cost)
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
	require.Len(t, s.WaysTo(to).Path(from), 6)
	for _, ends := range [][2]Pos{{from, to}, {to, from}} {
		cost, ok := s.WaysTo(ends[0]).Cost(ends[1])
		require.True(t, ok)
		require.Equal(t, 6, cost)
	}
	require.Equal(t, None, s.WaysTo(from).Step(from))
	nearest, ok := s.Nearest(from, to, Pos{Row: 1, Col: 5}, Pos{Row: 0, Col: 3})
	require.True(t, ok)
	require.Equal(t, Pos{Row: 1, Col: 5}, nearest)
	_, ok = s.Nearest(from, Pos{Row: 0, Col: 0})
	require.False(t, ok)
	_, ok = s.WaysTo(Pos{Row: 0, Col: 0}).Cost(from)
	require.False(t, ok, "nobody gets into a wall")
	require.Empty(t, s.WaysTo(Pos{Row: 0, Col: 0}).Path(from))
	// The knight on (4, 1) is in the way to the south.
	require.Equal(t, South, s.WaysTo(Pos{Row: 5, Col: 1}).Step(Pos{Row: 3, Col: 1}), "no other path is as short")
	require.Equal(t, East, s.WaysTo(Pos{Row: 4, Col: 2}).Step(Pos{Row: 3, Col: 1}))
	require.Equal(t, South, s.WaysTo(Pos{Row: 4, Col: 3}).Step(Pos{Row: 3, Col: 2}))
}

func TestPathOverTheBorder(t *testing.T) {
	s := seen(meadow(t), 0)
	require.Equal(t, []Pos{{Row: 9, Col: 5}, {Row: 8, Col: 5}}, s.WaysTo(Pos{Row: 8, Col: 5}).Path(Pos{Row: 0, Col: 5}))
}

func BenchmarkWaysTo(b *testing.B) {
	b.ReportAllocs()
	s := seen(playMatch(b, 50, 3)[50], 0)
	targets := s.Paintable(0)
	for b.Loop() {
		s.WaysTo(targets...)
	}
}

// TestWaysAreThoseOfASearch compares with the search for boards of all kinds.
func TestWaysAreThoseOfASearch(t *testing.T) {
	m := midMatch(t)
	s := seen(m, 1)
	targets := []Pos{{Row: 0, Col: 15}, {Row: 3, Col: 4}, {Row: 16, Col: 1}, {Row: -1, Col: 2}, {Row: 3, Col: 4}}
	var open []Pos
	for _, p := range targets {
		if s.IsOpen(p) {
			open = append(open, p)
		}
	}
	want := engine.Search(s.Rows(), s.Cols(), open, func(from Pos, visit func(Pos, int)) {
		for _, to := range s.Neighbours(from) {
			if s.IsOpen(to) {
				visit(to, 1)
			}
		}
	})
	ways := s.WaysTo(targets...)
	for index := range m.at.Cells() {
		p := m.at.Pos(index)
		cost, ok := ways.Cost(p)
		wanted, can := want.Cost(p)
		require.Equal(t, can, ok, "%v", p)
		require.Equal(t, wanted, cost, "%v", p)
	}
	_, ok := Ways{}.Cost(Pos{})
	require.False(t, ok)
	require.Zero(t, Ways{}.Step(Pos{}))
}
