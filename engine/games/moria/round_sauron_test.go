package moria

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

// orc is one that is alive.
func orc(id UnitID, at Pos) placed { return placed{id, at, 0, -1} }
func troll(at Pos) placed          { return placed{aTroll, at, 0, -1} }
func balrogAt(row, col int) placed { return placed{theEvil, at(row, col), 0, -1} }

func lastMove(m *match) Command { return m.moves[len(m.moves)-1] }

func TestOrcAttacksOutside(t *testing.T) { // rules 11, 18.18
	start := draw(t, `CCC`, orc(119, at(2, 2)), dwarf(0, 0, at(1, 1), 0))
	r := during(start, lowest{})
	r.moveOrcs()
	require.Equal(t, Command{119, NorthWest}, lastMove(r.match))
	require.Equal(t, 85, r.units[0].Health)
	require.Equal(t, at(2, 2), r.where(119))
}

func TestPreyOutsideDoesNotAttract(t *testing.T) { // rules 11, 18.18
	start := draw(t, `CCCCC`, orc(119, at(2, 4)), dwarf(0, 0, at(1, 2), 0))
	ways := map[Dir]int{}
	for seed := range uint64(200) {
		r := during(start, engine.NewChaCha8(seed, 0))
		r.moveOrcs()
		ways[lastMove(r.match).Dir]++
	}
	require.Len(t, ways, 2)
	require.InDelta(t, 100, ways[West], 40)
	require.InDelta(t, 100, ways[East], 40)
}

func TestOrcGoesToPrey(t *testing.T) { // rules 11
	start := draw(t, `
		CCCCCCC
		CGGGGGC
		CCCCCCC`, orc(119, at(2, 4)), dwarf(0, 0, at(4, 2), 0))
	start.cells.Set(at(2, 3), ownedBy(3))
	r := during(start, highest{})
	r.moveOrcs()
	require.Equal(t, Command{119, West}, lastMove(r.match))
	require.Equal(t, cave, r.cells.At(at(2, 3)), "and leaves the cave to nobody")
}

func TestOrcWithoutWayStays(t *testing.T) { // rules 11, 18.19
	lonely := during(draw(t, `
		RRR
		RAR
		RRR`, orc(119, at(3, 3))), noDraws{t})
	lonely.moveOrcs()
	require.Equal(t, Command{119, None}, lastMove(lonely.match))

	wide := during(draw(t, `
		RRRR
		RACR
		RRRR`, orc(119, at(3, 3))), lowest{})
	wide.moveOrcs()
	require.Equal(t, at(3, 4), wide.where(119))
	wide.moveOrcs()
	require.Equal(t, at(3, 3), wide.where(119), "back to the abyss")
	require.Equal(t, abyss, wide.cells.At(at(3, 3)))
}

func TestPreyNearTheBalrogDoesNotAttract(t *testing.T) { // rules 11, 18.20
	start := draw(t, `
		CCCCCCCCCC
		GGGGGGGGGG
		GGGGGGGGGG
		GGGGGGGGGG`, orc(119, at(2, 7)), dwarf(0, 0, at(2, 5), 0), balrogAt(5, 4))
	r := during(start, lowest{})
	r.moveOrcs()
	require.Equal(t, at(2, 8), r.where(119), "there is no other way: the dwarf's side is blocked")

	beside := draw(t, `
		CCCCCCCCCC
		GGGGGGGGGG
		GGGGGGGGGG
		GGGGGGGGGG`, orc(119, at(2, 6)), dwarf(0, 0, at(2, 5), 0), balrogAt(5, 4))
	r = during(beside, lowest{})
	r.moveOrcs()
	require.Equal(t, 85, r.units[0].Health, "one beside is attacked all the same")
}

func TestEveryOrcUsesTheSameMap(t *testing.T) { // rules 11
	r := during(draw(t, `CCCCCC`, orc(118, at(2, 2)), orc(119, at(2, 5)), dwarf(0, 0, at(2, 6), 15)), lowest{})
	r.moveOrcs()
	require.True(t, r.dead[0])
	require.Equal(t, []Command{{118, East}, {119, East}}, r.moves)

	r = during(draw(t, `CCCCCC`, orc(118, at(2, 5)), orc(119, at(2, 3)), dwarf(0, 0, at(2, 6), 15)), lowest{})
	r.moveOrcs()
	require.True(t, r.dead[0])
	require.Equal(t, []Command{{118, East}, {119, East}}, r.moves, "119 goes where the dwarf was")
}

func TestTrollAttacksFirst(t *testing.T) { // rules 12
	start := draw(t, `CCC`, troll(at(2, 3)), dwarf(0, 0, at(2, 2), 0), wizard(2, 0, at(2, 4), 50))
	r := during(start, lowest{})
	r.moveTrolls()
	require.Equal(t, Command{aTroll, East}, r.moves[0], "the first in the order of directions")
	require.True(t, r.dead[70])
	require.Equal(t, 0, r.units[70].Owner)
	r = during(start, highest{})
	r.moveTrolls()
	require.True(t, r.dead[0], "150 is more than any dwarf has")
	require.Equal(t, 3, r.units[0].Owner)
}

func TestTrollOutsideEntersTheMountain(t *testing.T) { // rules 12, 18.21
	m := draw(t, `
		GGGGG
		CGGGG
		CGGGG
		CGGGG
		CGGGG
		CGGGG
		CGGGG`, troll(at(0, 6)))
	inside := -1
	for round := range 40 {
		r := during(m, engine.NewChaCha8(uint64(round), 0))
		r.moveTrolls()
		m = r.match
		switch p := m.where(aTroll); {
		case !isFrame(p) && inside < 0:
			inside = round
		case isFrame(p):
			require.Less(t, inside, 0, "it never leaves")
		}
	}
	require.Equal(t, 5, inside, "the shortest way: six steps")
}

func TestTrollStays(t *testing.T) { // rules 12, 18.22
	crowded := during(draw(t, `
		GGGG
		GCCG
		GGGG`, troll(at(3, 3)), orc(119, at(3, 4))), noDraws{t})
	crowded.units[123].Pos, crowded.units[122].Pos, crowded.units[121].Pos = at(3, 3), at(3, 3), at(3, 3)
	crowded.moveTrolls()
	require.Equal(t, Command{aTroll, None}, crowded.moves[0])

	drawing := `
		GGGGGGGG
		GCCCCCCG
		GGGGGGGG`
	near := during(draw(t, drawing, troll(at(3, 7)), balrogAt(5, 4)), lowest{})
	near.moveTrolls()
	require.Equal(t, Command{aTroll, East}, near.moves[0], "5 away from the Balrog, not 4")
}

func TestTrollsShunAbyssesAndRock(t *testing.T) { // rules 12
	r := during(draw(t, `
		ARa
		GCG
		AAR`, troll(at(3, 3))), lowest{})
	r.moveTrolls()
	require.Equal(t, Command{aTroll, None}, r.moves[0])
	atTheRim := during(draw(t, `CR`, troll(at(2, 2))), lowest{})
	atTheRim.moveTrolls()
	require.Equal(t, Command{aTroll, None}, atTheRim.moves[0], "nor does it go out again")
}

func TestBalrogWithoutPreyStays(t *testing.T) { // rules 13, 18.23
	start := draw(t, `
		GGGG
		GC1G
		GGGG`, balrogAt(3, 3), troll(at(4, 4)))
	r := during(start, noDraws{t})
	r.moveBalrog()
	require.Equal(t, []Command{{theEvil, None}}, r.moves)
	require.Equal(t, ownedBy(1), r.cells.At(at(3, 4)))
	require.Equal(t, at(4, 4), r.where(aTroll))
}

func TestBalrogStaysInTheMountain(t *testing.T) { // rules 13, 18.24
	start := draw(t, `
		GGGG
		GGGG
		CGGG`, balrogAt(5, 2), dwarf(0, 0, at(2, 2), 0), dwarf(1, 0, at(4, 1), 0), dwarf(1, 1, at(5, 1), 0))
	r := during(start, lowest{})
	r.moveBalrog()
	require.Equal(t, Command{theEvil, North}, lastMove(r.match))
	require.True(t, r.dead[25], "beside the Balrog outside")
	require.True(t, r.dead[26])
	require.False(t, r.dead[0])
	require.Equal(t, West, stride(at(5, 3), at(5, 2)))
	require.NotEqual(t, West, stride(at(5, 2), at(5, 0)))
}

func TestBalrogKillsAllAround(t *testing.T) { // rules 13, 14, 18.25
	start := draw(t, `
		CCCCC
		C222C
		CCCAC
		CCCCC`, balrogAt(2, 4), dwarf(0, 0, at(4, 4), 0), wizard(1, 0, at(3, 3), 0), troll(at(3, 5)), orc(117, at(4, 5)))
	c := counter{lowest{}, map[[2]int]int{}}
	r := during(start, c)
	r.moveBalrog()
	require.Equal(t, []Command{{theEvil, South}}, r.moves)
	for _, id := range []UnitID{0, 45, aTroll, 117} {
		require.True(t, r.dead[id], id)
		require.Equal(t, nowhere, r.where(id))
	}
	require.Equal(t, cave, r.cells.At(at(3, 4)), "not owned any more")
	require.Equal(t, cave, r.cells.At(at(3, 3)))
	require.Equal(t, 2, c.draws[[2]int{0, 2}], "a new clan for dwarf and wizard")
	r.rebirth()
	require.Equal(t, TrollHealth, r.units[aTroll].Health)
	require.Equal(t, outside, r.cells.At(r.where(aTroll)))
	require.Equal(t, nowhere, r.where(117))
	require.Equal(t, 0, r.units[117].Health)
}

func TestBalrogsVictimsInOrderOfDirections(t *testing.T) { // rules 13.4, 18.25
	start := draw(t, `
		CCCCC
		CCCCC
		CCCCC
		CCCCC`, balrogAt(2, 4), dwarf(0, 0, at(4, 4), 0), dwarf(0, 1, at(3, 3), 0), dwarf(0, 2, at(4, 5), 0))
	r := during(start, &sequence{numbers: []int{0, 0, 1, 2}})
	r.moveBalrog()
	require.Equal(t, []int{1, 2, 3}, []int{r.units[0].Owner, r.units[2].Owner, r.units[1].Owner})
}

// sequence draws these numbers.
type sequence struct{ numbers []int }

func (s *sequence) Draw(low, high int) int {
	n := s.numbers[0]
	s.numbers = s.numbers[1:]
	return min(max(low, n), high)
}

func TestBalrogsWay(t *testing.T) { // rules 13.2, 18.26
	from := at(10, 10)
	require.Equal(t, South, stride(from, at(14, 13)))
	require.Equal(t, South, stride(from, at(13, 13)))
	require.Equal(t, East, stride(from, at(7, 13)), "equal legs: east comes before north")
	require.Equal(t, North, stride(from, at(6, 13)))
	require.Equal(t, West, stride(from, at(10, 4)))
}

func TestBalrogSeeksTheNearest(t *testing.T) { // rules 13.1
	start := draw(t, `CCCCCCCCCC`, balrogAt(20, 5), dwarf(0, 0, at(2, 2), 0), dwarf(1, 0, at(2, 8), 0),
		wizard(2, 0, at(2, 11), 0))
	r := during(start, lowest{})
	require.Equal(t, []Pos{at(2, 2), at(2, 8)}, r.targets(), "in the order of numbers")
	c := counter{lowest{}, map[[2]int]int{}}
	r = during(start, c)
	r.kill(0, 1)
	r.moveBalrog()
	require.Equal(t, map[[2]int]int{{0, 0}: 1}, c.draws, "a draw even for one")
}

func TestDeadTrollActsInTheOriginalOnly(t *testing.T) { // rules 17, Q1
	start := draw(t, `
		CCC
		CCC`, troll(at(2, 3)), dwarf(0, 0, at(2, 2), 0))
	start.units[aTroll].Health = 10
	for _, original := range []bool{false, true} {
		r := during(faulty(start, original), lowest{})
		r.move(Command{0, East})
		require.True(t, r.dead[aTroll])
		r.moveTrolls()
		require.Equal(t, original, slices.Contains(r.moves, Command{aTroll, West}))
		require.Equal(t, original, r.units[0].Health < DwarfHealth)
	}
}

func TestDeadTrollLeavesItsNumberInTheOriginal(t *testing.T) { // rules 17, Q1 and P
	start := draw(t, `CCC`, troll(at(2, 3)))
	r := during(faulty(start, true), lowest{})
	r.hit(aTroll, TrollHealth, 0)
	r.moveTrolls()
	require.Equal(t, Command{aTroll, East}, r.moves[0])
	require.EqualValues(t, aTroll, r.at.At(at(2, 4)))
	require.Equal(t, nowhere, r.where(aTroll))
	r.crush(aTroll, at(2, 4))
	require.EqualValues(t, -1, r.at.At(at(2, 4)))
	r.rebirth()
	require.Equal(t, outside, r.cells.At(r.where(aTroll)))
}

func TestBalrogSeeksTheDeadInTheOriginalOnly(t *testing.T) { // rules 17, Q2
	start := draw(t, `CCCCCCCCCC`, balrogAt(20, 5), dwarf(0, 0, at(2, 5), 10), dwarf(1, 0, at(2, 9), 0))
	for _, original := range []bool{false, true} {
		r := during(faulty(start, original), lowest{})
		r.hit(0, 10, 1)
		want := at(2, 9)
		if original {
			want = at(2, 5)
		}
		require.Equal(t, []Pos{want}, r.targets())
	}
}

func TestSauronMovesInSilence(t *testing.T) { // rules 18.35
	m := generated(t, rules{}.Default(), engine.NewClassic(9))
	r := engine.NewRand(engine.NewClassic(9))
	for range 60 {
		m = m.Step(make([]engine.Turn[*Commands], 4), r, nil)
		require.Len(t, m.moves, 5, "four trolls and the Balrog; no abyss, no orcs")
		require.Equal(t, Balrog, m.setup.settings.kind(lastMove(m).Unit))
	}
}
