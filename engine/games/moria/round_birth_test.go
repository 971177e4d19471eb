package moria

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

// crowdedBoard has a block of the given number of caves, and no other caves.
func crowdedBoard(caves int) *setup {
	s := rules{}.Default()
	s.board = newBoard()
	for i := range s.board.cells.Cells() {
		p := s.board.cells.Pos(i)
		s.board.cells.Cells()[i] = granite
		switch {
		case isFrame(p):
			s.board.cells.Cells()[i] = outside
		case p.Row >= 20 && caves > 0:
			s.board.cells.Cells()[i] = cave
			caves--
		}
	}
	return s
}

func TestCrowdedStart(t *testing.T) { // rules 7.5
	s := crowdedBoard(400)
	require.NoError(t, s.Check())
	m := generated(t, s, engine.NewChaCha8(1, 0))
	beside := 0
	for id, u := range m.units[:firstOrc] {
		require.True(t, m.cells.At(u.Pos).isCave())
		for _, o := range m.units[:id] {
			if chebyshev(u.Pos, o.Pos) == 1 {
				beside++
			}
		}
	}
	require.Positive(t, beside)
	require.Equal(t, []int{20, 20, 20, 20}, m.owned)
}

func TestTooCrowdedBoardsRefused(t *testing.T) { // rules 7.5
	_, err := crowdedBoard(103).New(engine.NewRand(lowest{}))
	require.EqualError(t, err, "found 103 caves without a treasure, expected at least 104, one for each unit")
	_, err = crowdedBoard(104).New(engine.NewRand(engine.NewChaCha8(1, 0)))
	require.EqualError(t, err, "the board has too few caves for 100 dwarves and wizards")
	many := crowdedBoard(104)
	many.settings.Dwarves, many.settings.Wizards, many.settings.Trolls = 1, 1, 90
	_, err = many.New(engine.NewRand(engine.NewChaCha8(1, 0)))
	require.EqualError(t, err, "the board has too few caves for 90 trolls")
	generator := rules{}.Default()
	generator.settings.Dwarves = 200
	require.EqualError(t, generator.Check(), "found 800 dwarves, 20 wizards and 4 trolls, "+
		"expected fewer: they need 905 caves, and a generated board may have no more than 800")
}

func TestManyUnitsOnGeneratedBoards(t *testing.T) { // rules 7
	s := rules{}.Default()
	s.settings.Dwarves, s.settings.Trolls = 100, maxTrolls
	for s.Check() != nil {
		s.settings.Trolls--
	}
	for seed := range uint64(20) {
		generated(t, s, engine.NewChaCha8(seed, 0))
	}
}

func TestRebirthKeepsApart(t *testing.T) { // rules 14, 18.30
	start := generated(t, rules{}.Default(), engine.NewClassic(5))
	r := during(start, engine.NewChaCha8(1, 0))
	for id := range UnitID(firstOrc) {
		r.kill(id, 0)
	}
	r.rebirth()
	for id, u := range r.units[:firstOrc] {
		require.Equal(t, fullHealth(u.Kind), u.Health)
		require.Greater(t, chebyshev(u.Pos, r.balrog().Pos), 3)
		for other, o := range r.units {
			if other != id && o.Pos != nowhere {
				require.Greater(t, chebyshev(u.Pos, o.Pos), 1)
			}
		}
	}
}

func TestRebirthInCavesWhenThereIsNoRoomOutside(t *testing.T) { // rules 14.2, 18.30
	r := during(draw(t, `
		GGGGGG
		G1TC2G
		GGGGGG`), lowest{})
	for id := range UnitID(firstOrc) {
		r.lift(id)
	}
	r.lift(aTroll)
	id := UnitID(1)
	for _, p := range frame { // one unit for every three columns and rows
		if p.Row%(Size-1) == 0 && p.Col%3 == 1 || p.Col%(Size-1) == 0 && p.Row%3 == 1 {
			for id == 20 {
				id++
			}
			r.put(id, p)
			id++
		}
	}
	r.dead[0], r.dead[20], r.dead[aTroll] = true, true, true
	r.rebirth()
	require.Equal(t, at(3, 3), r.where(0))
	require.Equal(t, ownedBy(0), r.cells.At(at(3, 3)), "a dwarf conquers where he is reborn")
	require.Equal(t, at(3, 5), r.where(20), "two away; not on the treasure")
	require.Equal(t, cave, r.cells.At(at(3, 5)), "a wizard owns nothing")
	require.Equal(t, at(3, 6), r.where(aTroll), "with no room left, beside another")
	require.Equal(t, cave, r.cells.At(at(3, 6)))
}

func TestRebirthOutsideAsALastResort(t *testing.T) { // rules 14.3
	r := during(draw(t, `
		GGG
		GCG
		GGG`), lowest{})
	r.lift(0)
	r.dead[0] = true
	r.at.Set(at(3, 3), 30)
	r.squeeze(0)
	require.Equal(t, at(0, 0), r.where(0))
}

// TestRebirthOutsideAwayFromTheBalrog: three cells are too near, four are enough.
func TestRebirthOutsideAwayFromTheBalrog(t *testing.T) { // rules 14.3
	r := during(draw(t, `CGGGGGGC`, balrogAt(2, 5)), lowest{})
	r.lift(0)
	r.dead[0] = true
	r.squeeze(0)
	require.Equal(t, at(2, 9), r.where(0))
}

func TestDrawsOfRebirth(t *testing.T) { // rules 14
	c := counter{lowest{}, map[[2]int]int{}}
	r := during(draw(t, ``), c)
	r.rebirth()
	all := 0
	for _, n := range c.draws {
		all += n
	}
	free := 0
	for _, p := range frame {
		safe := true
		for _, u := range r.units {
			safe = safe && (u.Pos == nowhere || chebyshev(p, u.Pos) > 1)
		}
		if safe {
			free++
		}
	}
	require.Equal(t, free-1, all, "the places are shuffled in every round")
	require.Len(t, frame, 464)
}

// abysses is a row of them.
func abysses(n int) string { return strings.Repeat("A", n) }

func TestOrcsComeOutOfAbysses(t *testing.T) { // rules 14, 18.28
	r := during(draw(t, abysses(3)), lowest{}) // the lowest of 50 draws is 1
	r.summon()
	require.Equal(t, []Pos{at(2, 2), at(2, 3), at(2, 4)}, []Pos{r.where(119), r.where(118), r.where(117)})
	require.Equal(t, OrcHealth, r.units[119].Health)
	require.Equal(t, abyss, r.cells.At(at(2, 2)))
	r.summon()
	require.Equal(t, nowhere, r.where(116), "there is one over each")

	r = during(draw(t, abysses(3)), always(2))
	r.summon()
	require.Equal(t, nowhere, r.where(119))
}

func TestOrcsDoNotComeNearTheBalrog(t *testing.T) { // rules 14
	r := during(draw(t, abysses(5), balrogAt(3, 4)), lowest{})
	r.summon()
	require.Equal(t, []Pos{at(2, 2), at(2, 6)}, []Pos{r.where(119), r.where(118)}, "not less than 3 away")
}

func TestNoDrawsWithoutFreeOrcs(t *testing.T) { // rules 14, 18.27
	start := draw(t, abysses(30))
	for k := range UnitID(20) {
		start.put(firstOrc+k, at(2, 10+int(k)))
		start.units[firstOrc+k].Health = OrcHealth
	}
	c := counter{lowest{}, map[[2]int]int{}}
	r := during(start, c)
	r.summon()
	require.Zero(t, c.draws[[2]int{1, orcOdds}])

	r.lift(firstOrc + 7)
	r.units[firstOrc+7].Health = 0
	r.summon()
	require.Equal(t, 1, c.draws[[2]int{1, orcOdds}], "the draws stop when the orc comes")
	require.NotEqual(t, nowhere, r.where(firstOrc+7))
}
