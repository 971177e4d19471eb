package moria

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

func at(row, col int) Pos { return Pos{Row: row, Col: col} }

func TestFiveHitsOpenRock(t *testing.T) { // rules 10, 18.1
	drawing := `
		CCC
		CRC
		CCC`
	units := []placed{
		dwarf(0, 0, at(2, 2), 0), dwarf(0, 1, at(2, 3), 0), dwarf(1, 0, at(2, 4), 0),
		dwarf(1, 1, at(3, 2), 0), dwarf(2, 0, at(3, 4), 0), dwarf(3, 0, at(4, 3), 0),
	}
	commands := []say{
		{0, 0, SouthEast}, {0, 1, South}, {1, 25, SouthWest}, {1, 26, East}, {2, 50, West}, {3, 75, North},
	}
	start := draw(t, drawing, units...)
	for n, want := range []cell{rock, 'd', 'c', 'b', 'a', abyss} {
		require.Equal(t, want, step(start, lowest{}, commands[:n]...).cells.At(at(3, 3)))
	}
	intoAbyss := step(start, lowest{}, commands...)
	requireReborn(t, start, intoAbyss, 75, 0)
	require.Len(t, intoAbyss.clanMoves(), 6, "hits and the fall count as moves")

	// The last clan goes first, so that the other dwarf of clan 0 comes last.
	opened := step(start, highest{}, commands...)
	require.Equal(t, Command{1, South}, opened.clanMoves()[5])
	require.Equal(t, at(3, 3), opened.where(1))
	require.Equal(t, ownedBy(0), opened.cells.At(at(3, 3)))
	require.Equal(t, at(2, 2), opened.where(0), "who hits rock stays")
}

func TestOpenedRockIsSeldomAnAbyss(t *testing.T) { // rules 10, 18.1
	start := draw(t, `Ca`, dwarf(0, 0, at(2, 2), 0))
	abysses := 0
	for seed := range uint64(2500) {
		r := during(start, engine.NewChaCha8(seed, 0))
		r.dig(at(2, 3))
		if r.cells.At(at(2, 3)) == abyss {
			abysses++
		} else {
			require.Equal(t, cave, r.cells.At(at(2, 3)))
		}
	}
	require.InDelta(t, 100, abysses, 30)
}

func TestWizardIsStopped(t *testing.T) { // rules 10, 18.2
	start := draw(t, `
		GCR
		CCC
		CAC`,
		wizard(0, 0, at(3, 3), 0), wizard(0, 1, at(2, 3), 0), wizard(1, 0, at(3, 2), 0),
		dwarf(2, 0, at(3, 4), 0), placed{119, at(4, 3), 0, -1})
	for _, d := range Straight() { // into a troop of friend, enemies and an orc over an abyss
		end := step(start, engine.NewChaCha8(1, 0), say{0, 20, d})
		require.Empty(t, end.clanMoves(), d)
	}
	for _, d := range []Dir{West, East, North} { // granite, rock, and outside, which is free
		end := step(start, lowest{}, say{0, 21, d})
		require.Equal(t, d == North, len(end.clanMoves()) == 1, d)
	}
}

func TestWizardsDiagonalIsLostWithTheNext(t *testing.T) { // rules 9, 18.3
	start := draw(t, `CC`, wizard(0, 0, at(2, 2), 0))
	end := step(start, lowest{}, say{0, 20, SouthEast}, say{0, 20, East})
	require.Empty(t, end.clanMoves())
	require.Equal(t, at(2, 2), end.where(20))
}

func TestFirstCommandOfAUnitStands(t *testing.T) { // rules 9, 18.4, 18.5
	start := draw(t, `CCC`, dwarf(0, 0, at(2, 3), 0))
	for _, c := range []struct {
		first Dir
		col   int
	}{
		{East, 4},
		{None, 3},
		{Dir(0), 2}, // no direction: the second stands
		{Dir(10), 2},
		{Dir(-1), 2},
		{South, 3}, // granite
	} {
		end := step(start, lowest{}, say{0, 0, c.first}, say{0, 0, West})
		require.Equal(t, at(2, c.col), end.where(0), "%v", c.first)
	}
}

func TestUselessCommandsAreStruck(t *testing.T) { // rules 9, 18.6
	start := draw(t, `CCC`, dwarf(0, 0, at(2, 3), 0))
	c := orders(Command{25, West}, Command{105, West}, Command{-1, West}, Command{125, West}, Command{120, West},
		Command{124, West}, Command{1 << 30, West}, Command{0, None})
	require.Equal(t, 8, c.Len())
	r := during(start, noDraws{t})
	r.interleave(r.collect([]engine.Turn[*Commands]{{Commands: c}, {}, {}, {}}))
	require.Empty(t, r.moves)
}

func TestThousandCommandsAreFine(t *testing.T) { // rules 9, 18.7
	start := draw(t, `CCC`, dwarf(0, 0, at(2, 3), 0))
	var many []say
	for range engine.MaxCommands - 1 {
		many = append(many, say{0, 200, West})
	}
	end := step(start, lowest{}, append(many, say{0, 0, West})...)
	require.Equal(t, []Command{{0, West}}, end.clanMoves())
}

func TestFrozenPlayersUnitsStay(t *testing.T) { // rules 9, 18.7
	start := draw(t, `CCC`, dwarf(0, 0, at(2, 3), 30), dwarf(1, 0, at(2, 4), 0))
	hit := orders(Command{25, West})
	turns := []engine.Turn[*Commands]{{Status: engine.Frozen}, {Commands: hit, Status: 250000}, {}, {Status: 1000000}}
	end := start.Step(turns, engine.NewRand(highest{}), nil)
	requireReborn(t, start, end, 0, 1)
	for id := UnitID(1); id < 25; id++ {
		require.Equal(t, start.where(id), end.where(id))
	}
	s := seen(end, 0)
	require.Equal(t, []float64{-1, 0.25, 0, 1, -2, -2}, []float64{
		s.Status(0), s.Status(1), s.Status(2), s.Status(3), s.Status(4), s.Status(-1),
	})
}

func TestOrcOverAnAbyss(t *testing.T) { // rules 10, 18.8
	start := draw(t, `
		CCC
		CAG
		GGG`,
		wizard(0, 0, at(3, 2), 0), dwarf(0, 0, at(2, 2), 0), dwarf(0, 1, at(2, 3), 0), dwarf(0, 2, at(2, 4), 0),
		placed{119, at(3, 3), 60, -1})
	end := step(start, fixed{damage: 35}, say{0, 20, East}, say{0, 0, SouthEast}, say{0, 1, South}, say{0, 2, SouthWest})
	require.Equal(t, []Command{{0, SouthEast}, {1, South}, {2, SouthWest}}, end.clanMoves())
	require.Equal(t, Unit{119, -1, Orc, nowhere, 0}, end.units[119])
	requireReborn(t, start, end, 2, 1)
	require.Equal(t, at(2, 2), end.where(0))
	require.Equal(t, at(3, 2), end.where(20))
}

// fixed draws the same damage every time, and is else like lowest; but abysses
// bring no orcs.
type fixed struct{ damage int }

func (f fixed) Draw(low, high int) int {
	switch {
	case low == MinDwarfDamage && high == MaxDwarfDamage:
		return f.damage
	case high == orcOdds:
		return high
	}
	return low
}

func TestKilledUnitChangesSides(t *testing.T) { // rules 8, 10, 18.9, 18.10
	start := draw(t, `CCCC`, dwarf(0, 0, at(2, 2), 0), dwarf(1, 0, at(2, 3), 15), dwarf(0, 1, at(2, 4), 0))
	end := step(start, lowest{}, say{0, 0, East}, say{0, 1, West}, say{1, 25, East})
	requireReborn(t, start, end, 25, 0)
	require.Equal(t, []Command{{0, East}, {1, West}}, end.clanMoves(), "its own command is dropped, its cell empty")
	require.Equal(t, at(2, 3), end.where(1))

	from := end.where(25)
	d := North
	if from.Row == 0 {
		d = South
	}
	next := step(end, lowest{}, say{1, 25, West}, say{0, 25, d})
	require.Contains(t, next.clanMoves(), Command{25, d}, "it obeys its new clan")
	require.NotContains(t, next.clanMoves(), Command{25, West}, "and not the old one")
}

func TestDamageIsInBounds(t *testing.T) { // rules 1, 10, 18.33
	start := draw(t, `CC`, dwarf(0, 0, at(2, 2), 0), dwarf(1, 0, at(2, 3), 0))
	require.Equal(t, 80, step(start, fixed{20}, say{0, 0, East}).units[25].Health)
	require.Equal(t, 60, step(start, fixed{40}, say{0, 0, East}).units[25].Health)
	seen := map[int]bool{}
	for seed := range uint64(500) {
		seen[100-step(start, engine.NewChaCha8(seed, 0), say{0, 0, East}).units[25].Health] = true
	}
	require.Len(t, seen, 21)
	r := during(start, lowest{})
	r.hit(25, 1000, 0)
	require.Zero(t, r.units[25].Health)
}

func TestColumnMovesAsOrderAllows(t *testing.T) { // rules 10, 18.11
	start := draw(t, `CCCC`, dwarf(0, 0, at(2, 2), 0), dwarf(0, 1, at(2, 3), 0), dwarf(0, 2, at(2, 4), 0))
	all := step(start, lowest{}, say{0, 2, East}, say{0, 1, East}, say{0, 0, East})
	require.Len(t, all.clanMoves(), 3)
	front := step(start, lowest{}, say{0, 0, East}, say{0, 1, East}, say{0, 2, East})
	require.Equal(t, []Command{{2, East}}, front.clanMoves())
}

func TestEnemiesDoNotSwap(t *testing.T) { // rules 10, 18.12
	start := draw(t, `CC`, dwarf(0, 0, at(2, 2), 0), dwarf(1, 0, at(2, 3), 0))
	end := step(start, fixed{30}, say{0, 0, East}, say{1, 25, West})
	require.Equal(t, []Command{{0, East}, {25, West}}, end.clanMoves())
	require.Equal(t, []int{70, 70}, []int{end.units[0].Health, end.units[25].Health})
	require.Equal(t, []Pos{at(2, 2), at(2, 3)}, []Pos{end.where(0), end.where(25)})
}

func TestBesideTheBalrogIsDeath(t *testing.T) { // rules 10, 18.13
	for _, target := range []Pos{at(4, 4), at(4, 5)} { // diagonally and straight
		start := draw(t, `
			CCCCCC
			CCCCCC
			CCCCCC
			CCCCCC
			CCCCCC`, dwarf(0, 0, at(3, target.Col), 0), placed{theEvil, at(5, 5), 0, -1})
		start.cells.Set(at(3, target.Col), ownedBy(2))
		r := during(start, lowest{})
		require.True(t, r.move(Command{0, South}))
		require.True(t, r.dead[0])
		require.Equal(t, 1, r.units[0].Owner, "one of the three others")
		require.Equal(t, cave, r.cells.At(target), "not conquered")
		require.Equal(t, ownedBy(2), r.cells.At(at(3, target.Col)))
		r = during(start, highest{})
		require.True(t, r.move(Command{0, South}))
		require.Equal(t, 3, r.units[0].Owner)
	}
}

func TestDeathBesideTheBalrogOrInAnAbyss(t *testing.T) { // rules 10, 18.14
	start := draw(t, `
		CCC
		CAC
		CCC
		CCC`, dwarf(1, 0, at(2, 3), 0), wizard(1, 0, at(2, 4), 0), placed{theEvil, at(5, 3), 0, -1})
	for draw, owner := range []int{0, 2, 3} { // never the clan that it was of
		r := during(start, always(draw))
		require.True(t, r.move(Command{25, South}))
		require.Equal(t, owner, r.units[25].Owner)
		require.Equal(t, nowhere, r.where(25))
	}
	end := step(start, lowest{}, say{1, 25, South})
	requireReborn(t, start, end, 25, 0)
}

// always draws the same number, if it can.
type always int

func (a always) Draw(low, high int) int { return min(max(low, int(a)), high) }

func TestTreasure(t *testing.T) { // rules 10, 18.15, 18.16
	start := draw(t, `CTT`, dwarf(0, 0, at(2, 2), 0), wizard(0, 0, at(2, 4), 0))
	require.Equal(t, treasure, start.cells.At(at(2, 4)), "a wizard does not take it")
	taken := step(start, lowest{}, say{0, 0, East})
	require.Equal(t, ownedBy(0), taken.cells.At(at(2, 3)))
	require.Equal(t, []int{1, 0, 0, 0}, taken.treasures)
	require.Equal(t, []int{1, 0, 0, 0}, taken.owned)
	require.Equal(t, []int{11, 0, 0, 0}, taken.Scores())

	r := during(taken, lowest{})
	r.lift(0)
	r.lift(aTroll)
	r.put(aTroll, at(2, 2))
	r.moveTrolls()
	require.Equal(t, at(2, 3), r.where(aTroll))
	r.count()
	require.Equal(t, cave, r.cells.At(at(2, 3)))
	require.Equal(t, []int{10, 0, 0, 0}, r.Scores())
}

func TestSauronLeavesTreasures(t *testing.T) { // rules 11 to 13, 18.16
	start := draw(t, `
		GGGG
		GCTG
		GGGG`)
	for _, id := range []UnitID{119, aTroll} {
		r := during(start, lowest{})
		if r.where(id) != nowhere {
			r.lift(id)
		}
		r.put(id, at(3, 3))
		r.units[id].Health = 10
		if id == 119 {
			r.moveOrcs()
		} else {
			r.moveTrolls()
		}
		require.Equal(t, at(3, 4), r.where(id))
		require.Equal(t, treasure, r.cells.At(at(3, 4)))
	}
	r := during(draw(t, `
		GGGG
		GCTG
		GGGC`, placed{theEvil, at(3, 3), 0, -1}, dwarf(0, 0, at(4, 5), 0)), lowest{})
	r.moveBalrog()
	require.Equal(t, at(3, 4), r.where(theEvil), "the longer leg first")
	require.Equal(t, treasure, r.cells.At(at(3, 4)))
}

func TestWhoConquers(t *testing.T) { // rules 10, 18.17
	start := draw(t, `C1C1C`, dwarf(0, 0, at(2, 2), 0), wizard(0, 0, at(2, 6), 0))
	end := step(start, lowest{}, say{0, 0, East}, say{0, 20, West})
	require.Equal(t, ownedBy(0), end.cells.At(at(2, 3)))
	require.Equal(t, ownedBy(1), end.cells.At(at(2, 5)))
	require.Equal(t, []int{1, 1, 0, 0}, end.owned)
}

func TestOffTheBoardNothingHappens(t *testing.T) { // rules 10
	start := draw(t, ``, dwarf(0, 0, at(0, 0), 0), wizard(0, 0, at(0, 2), 0))
	end := step(start, lowest{}, say{0, 0, North}, say{0, 20, North})
	require.Empty(t, end.clanMoves())
	out := step(start, lowest{}, say{0, 0, SouthEast}, say{0, 20, South})
	require.Len(t, out.clanMoves(), 2)
	require.Equal(t, outside, out.cells.At(at(1, 1)), "nobody owns what is outside")
}

func TestOnlyTheLastBlowCounts(t *testing.T) { // rules 10, 18.29
	start := draw(t, `
		CCC
		CCC
		CCC`,
		dwarf(0, 0, at(3, 3), 0), dwarf(1, 0, at(2, 2), 0), dwarf(2, 0, at(2, 3), 0), dwarf(3, 0, at(2, 4), 0),
		dwarf(3, 1, at(4, 4), 0))
	end := step(start, fixed{30}, say{1, 25, SouthEast}, say{2, 50, South}, say{3, 75, SouthWest}, say{3, 76, NorthWest})
	requireReborn(t, start, end, 0, 3)
	require.Len(t, end.clanMoves(), 4)
}

func TestClansAreDrawnEvenly(t *testing.T) { // rules 9
	start := draw(t, `
		CCCC
		CCCC`, dwarf(0, 0, at(2, 2), 0), dwarf(1, 0, at(2, 4), 0), dwarf(1, 1, at(3, 2), 0), dwarf(1, 2, at(3, 4), 0))
	first := 0
	for seed := range uint64(1000) {
		end := step(start, engine.NewChaCha8(seed, 0), say{0, 0, East}, say{1, 25, East}, say{1, 26, East}, say{1, 27, East})
		if end.moves[0].Unit == 0 {
			first++
		}
	}
	require.InDelta(t, 500, first, 60, "however many commands the other clan has")
	c := counter{lowest{}, map[[2]int]int{}}
	r := during(start, c)
	two := orders(Command{25, East}, Command{26, East})
	r.interleave(r.collect([]engine.Turn[*Commands]{{}, {Commands: two}, {}, {}}))
	require.Equal(t, map[[2]int]int{{1, 1}: 2}, c.draws, "a draw even for one clan")
}

func TestHealing(t *testing.T) { // rules 15, 18.31, 18.32
	m := draw(t, `
		CCC
		CCC
		CCC`,
		wizard(0, 0, at(3, 3), 10), dwarf(0, 0, at(2, 3), 1), dwarf(1, 0, at(3, 4), 1), dwarf(0, 1, at(2, 2), 1),
		wizard(0, 1, at(4, 3), 7))
	r := during(m, noDraws{t})
	r.heal()
	m = r.match
	require.Equal(t, DwarfHealth, m.units[0].Health)
	require.Equal(t, 1, m.units[25].Health, "an enemy")
	require.Equal(t, 1, m.units[1].Health, "diagonally beside")
	require.Equal(t, WizardHealth, m.units[21].Health)
	require.Equal(t, WizardHealth, m.units[20].Health, "wizards heal each other")

	alone := draw(t, `CCC`, wizard(0, 0, at(2, 2), 10), dwarf(0, 0, at(2, 3), 1))
	left := step(alone, lowest{}, say{0, 0, East})
	require.Equal(t, 10, left.units[20].Health, "not himself")
	require.Equal(t, 1, left.units[0].Health, "who moved away is not healed")
	stayed := step(alone, lowest{})
	require.Equal(t, DwarfHealth, stayed.units[0].Health)
}

func TestCapturedWizardHealsForHisNewClan(t *testing.T) { // rules 15, 18.32
	start := draw(t, `
		CCC
		CCC`, wizard(0, 0, at(2, 2), 10), dwarf(1, 0, at(2, 3), 0))
	r := during(start, lowest{})
	require.True(t, r.move(Command{25, West}))
	r.rebirth()
	p := r.where(20)
	beside := East.from(p)
	r.lift(26)
	r.put(26, beside)
	r.units[26].Health = 3
	r.heal()
	require.Equal(t, DwarfHealth, r.units[26].Health)
}
