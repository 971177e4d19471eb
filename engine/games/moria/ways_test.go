package moria

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

func TestWaysAreQuickest(t *testing.T) {
	s := seen(generated(t, rules{}.Default(), engine.NewClassic(8)), 0)
	targets := s.Treasures()
	ways := s.WaysTo(Dwarf, targets...)
	for dwarf := range s.Dwarves(0) {
		path := ways.Path(dwarf.Pos)
		steps, ok := ways.Steps(dwarf.Pos)
		require.True(t, ok)
		require.Len(t, path, steps)
		cost, here := 0, dwarf.Pos
		for _, p := range path {
			d, ok := s.Between(here, p)
			require.True(t, ok)
			require.Equal(t, ways.Step(here), d)
			step, ok := s.Cost(Dwarf, p)
			require.True(t, ok)
			cost += step
			here = p
		}
		want, ok := ways.Cost(dwarf.Pos)
		require.True(t, ok)
		require.Equal(t, want, cost)
		require.True(t, slices.Contains(targets, here))
		nearest, ok := s.Nearest(Dwarf, dwarf.Pos, targets...)
		require.True(t, ok)
		there, ok := s.WaysTo(Dwarf, nearest).Cost(dwarf.Pos)
		require.True(t, ok)
		require.Equal(t, want, there, "the same by a search the other way round")
		_, ok = s.Nearest(Wizard, dwarf.Pos, targets...)
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
	cost := func(k Kind) int {
		cost, ok := s.WaysTo(k, goal).Cost(from)
		require.True(t, ok)
		return cost
	}
	require.Equal(t, 4, cost(Dwarf), "around, diagonally")
	require.Equal(t, 6, cost(Wizard))
	s.match.cells.Set(at(3, 4), 'a')
	require.Equal(t, 3, cost(Dwarf), "a hit and two steps")
	ways := s.WaysTo(Dwarf, goal)
	require.Equal(t, []Pos{at(3, 4), goal}, ways.Path(from))
	require.Equal(t, East, ways.Step(from))
	require.Equal(t, None, ways.Step(goal))
	require.Empty(t, ways.Path(goal))
	_, ok := s.WaysTo(Wizard, at(3, 4)).Cost(from)
	require.False(t, ok, "wizards do not dig")
	require.Equal(t, None, s.WaysTo(Wizard, at(3, 4)).Step(from))
}

func TestNeighboursAreOnTheBoard(t *testing.T) {
	s := seen(draw(t, ``), 0)
	around := map[Dir]Pos{}
	for d, p := range s.Neighbours(at(0, 0)) {
		around[d] = p
	}
	require.Equal(t, map[Dir]Pos{South: at(1, 0), SouthEast: at(1, 1), East: at(0, 1)}, around)
	for d := range s.Neighbours(at(0, 0)) {
		require.Equal(t, South, d)
		break
	}
}

func TestStepsWithNothingInTheWay(t *testing.T) { // rules 2
	for k, want := range map[Kind]int{Dwarf: 3, Wizard: 5, Orc: 3, Troll: 3, Balrog: 5} {
		require.Equal(t, want, new(State).Steps(k, at(2, 2), at(5, 4)), k)
		require.Equal(t, want, new(State).Steps(k, at(5, 2), at(2, 4)), k)
	}
}

func BenchmarkWaysTo(b *testing.B) {
	s := seen(generated(b, rules{}.Default(), engine.NewChaCha8(1, 0)), 0)
	treasures := s.Treasures()
	b.ReportAllocs()
	for b.Loop() {
		s.WaysTo(Dwarf, treasures...)
	}
}

// TestWaysAreThoseOfASearch compares with a search that looks at one cell at a time.
func TestWaysAreThoseOfASearch(t *testing.T) {
	s := seen(midMatch(t), 0)
	targets := append(s.Treasures(), at(0, 0), at(-1, 3), at(59, 60))
	for _, k := range []Kind{Dwarf, Wizard} {
		var open []Pos
		for _, p := range targets {
			if _, ok := s.Cost(k, p); ok {
				open = append(open, p)
			}
		}
		want := engine.Search(Size, Size, open, func(from Pos, visit func(Pos, int)) {
			for _, d := range k.Dirs() {
				if _, ok := s.Cost(k, d.from(from)); ok {
					cost, _ := s.Cost(k, from)
					visit(d.from(from), cost)
				}
			}
		})
		ways := s.WaysTo(k, targets...)
		for p := range s.Cells() {
			cost, ok := ways.Cost(p)
			wanted, can := want.Cost(p)
			require.Equal(t, can, ok, "%v", p)
			require.Equal(t, wanted, cost, "%v", p)
			steps, _ := ways.Steps(p)
			fewest, _ := want.Steps(p)
			require.Equal(t, fewest, steps, "%v", p)
		}
	}
	_, ok := s.WaysTo(Dwarf, targets...).Cost(at(-1, -1))
	require.False(t, ok)
}
