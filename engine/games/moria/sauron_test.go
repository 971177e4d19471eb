package moria

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

// orc is one that is alive.
func orc(id int, at Pos) placed    { return placed{id, at, 0, -1} }
func troll(at Pos) placed          { return placed{aTroll, at, 0, -1} }
func balrogAt(row, col int) placed { return placed{theEvil, at(row, col), 0, -1} }

func lastMove(m *mountain) Move { return m.moves[len(m.moves)-1] }

func TestOrcAttacksOutside(t *testing.T) { // rules 11, 18.18
	start := draw(t, `CCC`, orc(119, at(2, 2)), dwarf(0, 0, at(1, 1), 0))
	b := fight(start, lowest{})
	b.moveOrcs()
	require.Equal(t, Move{119, NorthWest}, lastMove(b.mountain))
	require.Equal(t, 85, b.units[0].Health)
	require.Equal(t, at(2, 2), b.where(119))
}

func TestPreyOutsideDoesNotAttract(t *testing.T) { // rules 11, 18.18
	start := draw(t, `CCCCC`, orc(119, at(2, 4)), dwarf(0, 0, at(1, 2), 0))
	ways := map[Dir]int{}
	for seed := range uint64(200) {
		b := fight(start, engine.NewChaCha8(seed, 0))
		b.moveOrcs()
		ways[lastMove(b.mountain).Dir]++
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
	b := fight(start, highest{})
	b.moveOrcs()
	require.Equal(t, Move{119, West}, lastMove(b.mountain))
	require.Equal(t, cave, b.cells.At(at(2, 3)), "and leaves the cave to nobody")
}

func TestOrcWithoutWayStays(t *testing.T) { // rules 11, 18.19
	lonely := fight(draw(t, `
		RRR
		RAR
		RRR`, orc(119, at(3, 3))), noDraws{t})
	lonely.moveOrcs()
	require.Equal(t, Move{119, None}, lastMove(lonely.mountain))

	wide := fight(draw(t, `
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
	b := fight(start, lowest{})
	b.moveOrcs()
	require.Equal(t, at(2, 8), b.where(119), "there is no other way: the dwarf's side is blocked")

	beside := draw(t, `
		CCCCCCCCCC
		GGGGGGGGGG
		GGGGGGGGGG
		GGGGGGGGGG`, orc(119, at(2, 6)), dwarf(0, 0, at(2, 5), 0), balrogAt(5, 4))
	b = fight(beside, lowest{})
	b.moveOrcs()
	require.Equal(t, 85, b.units[0].Health, "one beside is attacked all the same")
}

func TestOrcPrefersTheRegionWithoutPrey(t *testing.T) { // rules 11
	// Two regions that meet only at the orc, which stands too near to the Balrog.
	start := draw(t, `
		CCCCCCCCCCCCC
		GGGGGGGGGGGGG
		GGGGGGGGGGGGG
		GGGGGGGGGGGGG`, orc(119, at(2, 8)), dwarf(0, 0, at(2, 12), 0), balrogAt(5, 8))
	start.at.Set(at(2, 8), -1)
	b := fight(start, lowest{})
	b.units[119].Pos = at(2, 6)
	b.at.Set(at(2, 6), 119)
	var s scent
	b.smellPrey(&s)
	require.True(t, s.open.has(at(2, 5)))
	require.Zero(t, s.steps[b.at.Index(at(2, 5))], "no prey here")
	require.False(t, s.open.has(at(2, 8)))
	require.Equal(t, West, b.follow(&s, at(2, 6)))
}

// TestScentIsThatOfASearch compares with a search that looks at one cell at a time.
func TestScentIsThatOfASearch(t *testing.T) { // rules 11, 12
	r := engine.NewRand(engine.NewChaCha8(4, 0))
	m, err := newMountain(setup{settings: defaultSettings()}, r)
	require.NoError(t, err)
	looked := 0
	for range 100 {
		b := fight(m, noDraws{t})
		var prey, caves []Pos
		for i, c := range b.cells.Cells() {
			p := b.cells.Pos(i)
			if c.isCave() {
				caves = append(caves, p)
				if b.isPrey(b.at.At(p)) {
					prey = append(prey, p)
				}
			}
		}
		for id := firstOrc; id < theEvil; id++ {
			u := b.units[id]
			if u.Pos == nowhere {
				continue
			}
			var s scent
			want := b.search(orcWays, prey)
			if u.Kind == Troll {
				b.smellCaves(&s)
				want = b.search(trollWays, caves)
			} else {
				b.smellPrey(&s)
			}
			for d := range (&State{mountain: m}).Neighbors(u.Pos) {
				if p := d.From(u.Pos); s.open.has(p) {
					require.EqualValues(t, want.Steps(p)+1, s.steps[b.at.Index(p)], "round %d, %v", m.round, p)
					looked++
				}
			}
		}
		m = step(m, engine.NewChaCha8(uint64(m.round), 0))
	}
	require.Greater(t, looked, 1000)
}

// search finds distances for orcs or trolls outside.
func (b *battle) search(w *ways, sources []Pos) engine.Distances {
	goes := func(p Pos) bool {
		return b.at.Has(p) && w[b.cells.At(p)] == 1 && Manhattan(p, b.balrog().Pos) >= away
	}
	sources = slices.DeleteFunc(sources, func(p Pos) bool { return !goes(p) })
	return engine.Search(Size, Size, sources, func(from Pos, visit func(Pos, int)) {
		for _, d := range Dirs() {
			if to := d.From(from); goes(to) {
				visit(to, 1)
			}
		}
	})
}

func TestEveryOrcUsesTheSameMap(t *testing.T) { // rules 11
	b := fight(draw(t, `CCCCCC`, orc(118, at(2, 2)), orc(119, at(2, 5)), dwarf(0, 0, at(2, 6), 15)), lowest{})
	b.moveOrcs()
	require.True(t, b.dead[0])
	require.Equal(t, []Move{{118, East}, {119, East}}, b.moves)

	b = fight(draw(t, `CCCCCC`, orc(118, at(2, 5)), orc(119, at(2, 3)), dwarf(0, 0, at(2, 6), 15)), lowest{})
	b.moveOrcs()
	require.True(t, b.dead[0])
	require.Equal(t, []Move{{118, East}, {119, East}}, b.moves, "119 goes where the dwarf was")
}

func TestTrollAttacksFirst(t *testing.T) { // rules 12
	start := draw(t, `CCC`, troll(at(2, 3)), dwarf(0, 0, at(2, 2), 0), wizard(2, 0, at(2, 4), 50))
	b := fight(start, lowest{})
	b.moveTrolls()
	require.Equal(t, Move{aTroll, East}, b.moves[0], "the first in the order of directions")
	require.True(t, b.dead[70])
	require.Equal(t, 0, b.units[70].Owner)
	b = fight(start, highest{})
	b.moveTrolls()
	require.True(t, b.dead[0], "150 is more than any dwarf has")
	require.Equal(t, 3, b.units[0].Owner)
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
		b := fight(m, engine.NewChaCha8(uint64(round), 0))
		b.moveTrolls()
		m = b.mountain
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
	crowded := fight(draw(t, `
		GGGG
		GCCG
		GGGG`, troll(at(3, 3)), orc(119, at(3, 4))), noDraws{t})
	crowded.units[123].Pos, crowded.units[122].Pos, crowded.units[121].Pos = at(3, 3), at(3, 3), at(3, 3)
	crowded.moveTrolls()
	require.Equal(t, Move{aTroll, None}, crowded.moves[0])

	drawing := `
		GGGGGGGG
		GCCCCCCG
		GGGGGGGG`
	near := fight(draw(t, drawing, troll(at(3, 7)), balrogAt(5, 4)), lowest{})
	near.moveTrolls()
	require.Equal(t, Move{aTroll, East}, near.moves[0], "5 away from the Balrog, not 4")
}

func TestTrollsShunAbyssesAndRock(t *testing.T) { // rules 12
	b := fight(draw(t, `
		ARa
		GCG
		AAR`, troll(at(3, 3))), lowest{})
	b.moveTrolls()
	require.Equal(t, Move{aTroll, None}, b.moves[0])
	atTheRim := fight(draw(t, `CR`, troll(at(2, 2))), lowest{})
	atTheRim.moveTrolls()
	require.Equal(t, Move{aTroll, None}, atTheRim.moves[0], "nor does it go out again")
}

func TestBalrogWithoutPreyStays(t *testing.T) { // rules 13, 18.23
	start := draw(t, `
		GGGG
		GC1G
		GGGG`, balrogAt(3, 3), troll(at(4, 4)))
	b := fight(start, noDraws{t})
	b.moveBalrog()
	require.Equal(t, []Move{{theEvil, None}}, b.moves)
	require.Equal(t, ownedBy(1), b.cells.At(at(3, 4)))
	require.Equal(t, at(4, 4), b.where(aTroll))
}

func TestBalrogStaysInTheMountain(t *testing.T) { // rules 13, 18.24
	start := draw(t, `
		GGGG
		GGGG
		CGGG`, balrogAt(5, 2), dwarf(0, 0, at(2, 2), 0), dwarf(1, 0, at(4, 1), 0), dwarf(1, 1, at(5, 1), 0))
	b := fight(start, lowest{})
	b.moveBalrog()
	require.Equal(t, Move{theEvil, North}, lastMove(b.mountain))
	require.True(t, b.dead[25], "beside the Balrog outside")
	require.True(t, b.dead[26])
	require.False(t, b.dead[0])
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
	b := fight(start, c)
	b.moveBalrog()
	require.Equal(t, []Move{{theEvil, South}}, b.moves)
	for _, id := range []int{0, 45, aTroll, 117} {
		require.True(t, b.dead[id], id)
		require.Equal(t, nowhere, b.where(id))
	}
	require.Equal(t, cave, b.cells.At(at(3, 4)), "not owned any more")
	require.Equal(t, cave, b.cells.At(at(3, 3)))
	require.Equal(t, 2, c.draws[[2]int{0, 2}], "a new clan for dwarf and wizard")
	b.rebirth()
	require.Equal(t, TrollHealth, b.units[aTroll].Health)
	require.Equal(t, outside, b.cells.At(b.where(aTroll)))
	require.Equal(t, nowhere, b.where(117))
	require.Equal(t, 0, b.units[117].Health)
}

func TestBalrogsVictimsInOrderOfDirections(t *testing.T) { // rules 13.4, 18.25
	start := draw(t, `
		CCCCC
		CCCCC
		CCCCC
		CCCCC`, balrogAt(2, 4), dwarf(0, 0, at(4, 4), 0), dwarf(0, 1, at(3, 3), 0), dwarf(0, 2, at(4, 5), 0))
	b := fight(start, &sequence{numbers: []int{0, 0, 1, 2}})
	b.moveBalrog()
	require.Equal(t, []int{1, 2, 3}, []int{b.units[0].Owner, b.units[2].Owner, b.units[1].Owner})
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
	start := draw(t, `CCCCCCCCCC`, balrogAt(20, 5), dwarf(0, 0, at(2, 2), 0), dwarf(1, 0, at(2, 8), 0), wizard(2, 0, at(2, 11), 0))
	b := fight(start, lowest{})
	require.Equal(t, []Pos{at(2, 2), at(2, 8)}, b.targets(), "in the order of numbers")
	c := counter{lowest{}, map[[2]int]int{}}
	b = fight(start, c)
	b.kill(0, 1)
	b.moveBalrog()
	require.Equal(t, map[[2]int]int{{0, 0}: 1}, c.draws, "a draw even for one")
}

func TestDeadTrollActsInTheOriginalOnly(t *testing.T) { // rules 17, Q1
	start := draw(t, `
		CCC
		CCC`, troll(at(2, 3)), dwarf(0, 0, at(2, 2), 0))
	start.units[aTroll].Health = 10
	for _, original := range []bool{false, true} {
		b := fight(start, lowest{})
		b.original = original
		b.move(Move{0, East})
		require.True(t, b.dead[aTroll])
		b.moveTrolls()
		require.Equal(t, original, slices.Contains(b.moves, Move{aTroll, West}))
		require.Equal(t, original, b.units[0].Health < DwarfHealth)
	}
}

func TestDeadTrollLeavesItsNumberInTheOriginal(t *testing.T) { // rules 17, Q1 and P
	start := draw(t, `CCC`, troll(at(2, 3)))
	b := fight(start, lowest{})
	b.original = true
	b.hit(aTroll, TrollHealth, 0)
	b.moveTrolls()
	require.Equal(t, Move{aTroll, East}, b.moves[0])
	require.EqualValues(t, aTroll, b.at.At(at(2, 4)))
	require.Equal(t, nowhere, b.where(aTroll))
	b.crush(aTroll, at(2, 4))
	require.EqualValues(t, -1, b.at.At(at(2, 4)))
	b.rebirth()
	require.Equal(t, outside, b.cells.At(b.where(aTroll)))
}

func TestBalrogSeeksTheDeadInTheOriginalOnly(t *testing.T) { // rules 17, Q2
	start := draw(t, `CCCCCCCCCC`, balrogAt(20, 5), dwarf(0, 0, at(2, 5), 10), dwarf(1, 0, at(2, 9), 0))
	for _, original := range []bool{false, true} {
		b := fight(start, lowest{})
		b.original = original
		b.hit(0, 10, 1)
		want := at(2, 9)
		if original {
			want = at(2, 5)
		}
		require.Equal(t, []Pos{want}, b.targets())
	}
}

// abysses is a row of them.
func abysses(n int) string { return strings.Repeat("A", n) }

func TestOrcsComeOutOfAbysses(t *testing.T) { // rules 14, 18.28
	b := fight(draw(t, abysses(3)), lowest{}) // the lowest of 50 draws is 1
	b.summon()
	require.Equal(t, []Pos{at(2, 2), at(2, 3), at(2, 4)}, []Pos{b.where(119), b.where(118), b.where(117)})
	require.Equal(t, OrcHealth, b.units[119].Health)
	require.Equal(t, abyss, b.cells.At(at(2, 2)))
	b.summon()
	require.Equal(t, nowhere, b.where(116), "there is one over each")

	b = fight(draw(t, abysses(3)), always(2))
	b.summon()
	require.Equal(t, nowhere, b.where(119))
}

func TestOrcsDoNotComeNearTheBalrog(t *testing.T) { // rules 14
	b := fight(draw(t, abysses(5), balrogAt(3, 4)), lowest{})
	b.summon()
	require.Equal(t, []Pos{at(2, 2), at(2, 6)}, []Pos{b.where(119), b.where(118)}, "not less than 3 away")
}

func TestNoDrawsWithoutFreeOrcs(t *testing.T) { // rules 14, 18.27
	start := draw(t, abysses(30))
	for k := range 20 {
		start.put(firstOrc+k, at(2, 10+k))
		start.units[firstOrc+k].Health = OrcHealth
	}
	c := counter{lowest{}, map[[2]int]int{}}
	b := fight(start, c)
	b.summon()
	require.Zero(t, c.draws[[2]int{1, orcOdds}])

	b.take(firstOrc + 7)
	b.units[firstOrc+7].Health = 0
	b.summon()
	require.Equal(t, 1, c.draws[[2]int{1, orcOdds}], "the draws stop when the orc comes")
	require.NotEqual(t, nowhere, b.where(firstOrc+7))
}

func TestSauronMovesInSilence(t *testing.T) { // rules 18.35
	m := generated(t, rules{}.Default(), engine.NewClassic(9))
	r := engine.NewRand(engine.NewClassic(9))
	for range 60 {
		m = rules{}.Step(m, make([]engine.Turn[*Commands], 4), r, nil)
		require.Len(t, m.moves, 5, "four trolls and the Balrog; no abyss, no orcs")
		require.Equal(t, Balrog, m.settings.kind(lastMove(m).Unit))
	}
}
