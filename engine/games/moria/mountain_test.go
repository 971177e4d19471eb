package moria

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

func TestStart(t *testing.T) { // rules 7
	for seed := range uint64(5) {
		m := generated(t, rules{}.Default(), engine.NewChaCha8(seed, 0))
		requireSane(t, m)
		require.Equal(t, []int{20, 20, 20, 20}, m.owned)
		require.Equal(t, []int{20, 20, 20, 20}, rules{}.Scores(m))
		for id, u := range m.units {
			require.Equal(t, m.settings.kind(id), u.Kind)
			switch u.Kind {
			case Orc:
				require.Equal(t, nowhere, u.Pos)
				continue
			case Balrog:
				require.False(t, isFrame(u.Pos))
				continue
			case Dwarf, Wizard:
				require.Equal(t, id/25, u.Owner)
				require.Equal(t, id%25 >= 20, u.Kind == Wizard)
			}
			require.Equal(t, fullHealth(u.Kind), u.Health)
			require.True(t, m.cells.At(u.Pos).isRoom())
			require.Greater(t, Chebyshev(u.Pos, m.balrog().Pos), 3)
			for other, o := range m.units[:id] {
				if o.Kind != Orc {
					require.Greater(t, Chebyshev(u.Pos, o.Pos), 1, "%d and %d", id, other)
				}
			}
		}
	}
}

func TestNumbersOfUnits(t *testing.T) { // rules 7
	s := defaultSettings()
	require.Equal(t, []int{100, 120, 124, 125}, []int{s.firstOrc(), s.firstTroll(), s.balrog(), s.units()})
	kinds := []Kind{}
	for _, id := range []int{0, 19, 20, 24, 25, 99, 100, 119, 120, 123, 124} {
		kinds = append(kinds, s.kind(id))
	}
	require.Equal(t, []Kind{Dwarf, Dwarf, Wizard, Wizard, Dwarf, Wizard, Orc, Orc, Troll, Troll, Balrog}, kinds)
}

// crowdedBoard has a block of so many caves, and no more.
func crowdedBoard(caves int) setup {
	s := setup{settings: defaultSettings(), board: newBoard()}
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
	require.NoError(t, s.check())
	m := generated(t, s, engine.NewChaCha8(1, 0))
	beside := 0
	for id, u := range m.units[:firstOrc] {
		require.True(t, m.cells.At(u.Pos).isCave())
		for _, o := range m.units[:id] {
			if Chebyshev(u.Pos, o.Pos) == 1 {
				beside++
			}
		}
	}
	require.Positive(t, beside)
	require.Equal(t, []int{20, 20, 20, 20}, m.owned)
}

func TestTooCrowdedBoardsRefused(t *testing.T) { // rules 7.5
	_, err := newMountain(crowdedBoard(103), engine.NewRand(lowest{}))
	require.EqualError(t, err, "found 103 caves without a treasure, expected at least 104, one for each unit")
	_, err = newMountain(crowdedBoard(104), engine.NewRand(engine.NewChaCha8(1, 0)))
	require.EqualError(t, err, "the board has too few caves for 100 dwarves and wizards")
	many := crowdedBoard(104)
	many.settings.Dwarves, many.settings.Wizards, many.settings.Trolls = 1, 1, 90
	_, err = newMountain(many, engine.NewRand(engine.NewChaCha8(1, 0)))
	require.EqualError(t, err, "the board has too few caves for 90 trolls")
	generator := setup{settings: defaultSettings()}
	generator.settings.Dwarves = 200
	require.EqualError(t, generator.check(), "found 800 dwarves, 20 wizards and 4 trolls, "+
		"expected fewer: they need 905 caves, and a generated board may have no more than 800")
}

func TestManyUnitsOnGeneratedBoards(t *testing.T) { // rules 7
	s := rules{}.Default()
	s.settings.Dwarves, s.settings.Trolls = 100, maxTrolls
	for s.check() != nil {
		s.settings.Trolls--
	}
	for seed := range uint64(20) {
		generated(t, s, engine.NewChaCha8(seed, 0))
	}
}

func TestRebirthKeepsApart(t *testing.T) { // rules 14, 18.30
	start := generated(t, rules{}.Default(), engine.NewClassic(5))
	b := fight(start, engine.NewChaCha8(1, 0))
	for id := range firstOrc {
		b.kill(id, 0)
	}
	b.rebirth()
	for id, u := range b.units[:firstOrc] {
		require.Equal(t, fullHealth(u.Kind), u.Health)
		require.Greater(t, Chebyshev(u.Pos, b.balrog().Pos), 3)
		for other, o := range b.units {
			if other != id && o.Pos != nowhere {
				require.Greater(t, Chebyshev(u.Pos, o.Pos), 1)
			}
		}
	}
}

func TestRebirthInCavesWhenThereIsNoRoomOutside(t *testing.T) { // rules 14.2, 18.30
	b := fight(draw(t, `
		GGGGGG
		G1TC2G
		GGGGGG`), lowest{})
	id := 1
	b.take(0)
	b.take(20)
	b.take(aTroll)
	for _, p := range frame { // one unit for every three columns and rows
		if p.Row%(Size-1) == 0 && p.Col%3 == 1 || p.Col%(Size-1) == 0 && p.Row%3 == 1 {
			for id == 20 {
				id++
			}
			b.at.Set(b.where(id), -1)
			b.units[id].Pos = p
			id++
		}
	}
	for other := id; other < firstOrc; other++ {
		b.units[other].Pos = b.units[1].Pos
	}
	b.dead[0], b.dead[20], b.dead[aTroll] = true, true, true
	b.rebirth()
	require.Equal(t, at(3, 3), b.where(0))
	require.Equal(t, ownedBy(0), b.cells.At(at(3, 3)), "a dwarf conquers where he is reborn")
	require.Equal(t, at(3, 5), b.where(20), "two away; not on the treasure")
	require.Equal(t, cave, b.cells.At(at(3, 5)), "a wizard owns nothing")
	require.Equal(t, at(3, 6), b.where(aTroll), "with no room left, beside another")
	require.Equal(t, cave, b.cells.At(at(3, 6)))
}

func TestRebirthOutsideAsALastResort(t *testing.T) { // rules 14.3
	b := fight(draw(t, `
		GGG
		GCG
		GGG`), lowest{})
	b.take(0)
	b.dead[0] = true
	b.at.Set(at(3, 3), 30)
	b.squeeze(0)
	require.Equal(t, at(0, 0), b.where(0))
}

func TestDrawsOfRebirth(t *testing.T) { // rules 14
	c := counter{lowest{}, map[[2]int]int{}}
	b := fight(draw(t, ``), c)
	b.rebirth()
	all := 0
	for _, n := range c.draws {
		all += n
	}
	free := 0
	for _, p := range frame {
		safe := true
		for _, u := range b.units {
			safe = safe && (u.Pos == nowhere || Chebyshev(p, u.Pos) > 1)
		}
		if safe {
			free++
		}
	}
	require.Equal(t, free-1, all, "the places are shuffled in every round")
	require.Len(t, frame, 464)
}

func TestHealing(t *testing.T) { // rules 15, 18.31, 18.32
	m := draw(t, `
		CCC
		CCC
		CCC`,
		wizard(0, 0, at(3, 3), 10), dwarf(0, 0, at(2, 3), 1), dwarf(1, 0, at(3, 4), 1), dwarf(0, 1, at(2, 2), 1),
		wizard(0, 1, at(4, 3), 7))
	b := fight(m, noDraws{t})
	b.heal()
	m = b.mountain
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
	b := fight(start, lowest{})
	require.True(t, b.move(Move{25, West}))
	b.rebirth()
	p := b.where(20)
	beside := East.From(p)
	b.take(26)
	b.put(26, beside)
	b.units[26].Health = 3
	b.heal()
	require.Equal(t, DwarfHealth, b.units[26].Health)
}

func TestPointsAfterTheLastRound(t *testing.T) { // rules 16, 18.36
	s := rules{}.Default()
	s.settings.Rounds = 1
	m := generated(t, s, engine.NewClassic(4))
	end := rules{}.Step(m, make([]engine.Turn[*Commands], 4), engine.NewRand(engine.NewClassic(4)), nil)
	require.Equal(t, 1, rules{}.Round(end))
	counts := make([]int, 4)
	for _, c := range end.cells.Cells() {
		if c.isOwned() {
			counts[c.owner()]++
		}
	}
	require.Equal(t, counts, end.owned)
	end.owned, end.treasures = []int{30, 20, 5, 30}, []int{0, 1, 0, 0}
	require.Equal(t, []int{30, 30, 5, 30}, rules{}.Scores(end))
	require.Equal(t, []int{1, 1, 4, 1}, engine.Places(rules{}.Scores(end)))
}

func TestDigestHasEverythingThatChanges(t *testing.T) {
	m := generated(t, rules{}.Default(), engine.NewClassic(30))
	for name, change := range map[string]func(*mountain){
		"unit 3":      func(c *mountain) { c.units[3].Health-- },
		"unit 4":      func(c *mountain) { c.units[4].Owner++ },
		"unit 5":      func(c *mountain) { c.units[5].Pos.Row++ },
		"unit 6":      func(c *mountain) { c.units[6].Pos.Col++ },
		"row 30":      func(c *mountain) { c.cells.Set(at(30, 7), '2') },
		"treasures 2": func(c *mountain) { c.treasures[2]++ },
		"round 1":     func(c *mountain) { c.round++ },
		"":            func(c *mountain) { c.status[1]++ }, // differs from run to run
	} {
		var before, after engine.Digest
		rules{}.Digest(m, &before)
		c := m.clone()
		change(c)
		rules{}.Digest(c, &after)
		require.Equal(t, name, after.Differs(before.Checks(nil)))
	}
}

func TestGeneratedBoards(t *testing.T) { // rules 6
	const boards = 40
	sum := map[cell]int{}
	for seed := range uint64(boards) {
		b, err := generate(engine.NewRand(engine.NewClassic(seed + 1)))
		require.NoError(t, err)
		s := defaultSettings()
		require.Nil(t, b.check(&s))
		n := map[cell]int{}
		for _, c := range b.cells.Cells() {
			n[c]++
		}
		require.Equal(t, []int{464, 80, 0}, []int{n[outside], n[treasure], n[abyss]})
		require.GreaterOrEqual(t, n[cave], minCaves)
		require.LessOrEqual(t, n[cave], maxCaves)
		for c, k := range n {
			sum[c] += k
		}
		require.True(t, treasuresAreBuried(b))
	}
	require.InDelta(t, 1779, float64(sum[rock])/boards, 30)
	require.InDelta(t, 988, float64(sum[cave])/boards, 30)
	require.InDelta(t, 289, float64(sum[granite])/boards, 30)
}

// treasuresAreBuried says whether no treasure can be got without digging.
func treasuresAreBuried(b *board) bool {
	reached := []Pos{at(0, 0)}
	seen := map[Pos]bool{at(0, 0): true}
	for k := 0; k < len(reached); k++ {
		for _, d := range Dirs() {
			p := d.From(reached[k])
			if !b.cells.Has(p) || seen[p] || !b.cells.At(p).isOpen() {
				continue
			}
			if b.cells.At(p) == treasure {
				return false
			}
			seen[p] = true
			reached = append(reached, p)
		}
	}
	return true
}

func TestGeneratorGivesUp(t *testing.T) { // rules 6
	_, err := generate(engine.NewRand(lowest{}))
	require.EqualError(t, err, "no valid board found in 1000 attempts")
	_, err = newMountain(rules{}.Default(), engine.NewRand(lowest{}))
	require.Error(t, err)
}

func TestRooms(t *testing.T) { // rules 6, room
	collect := func(heights ...int) []rectangle { return slices.Collect(standing(9, heights)) }
	require.Empty(t, collect(0, 0))
	require.Equal(t, []rectangle{
		{8, 1, 9, 2}, // two high
		{9, 0, 9, 3}, // one high, as wide as it can be
	}, collect(1, 2, 2, 1, 0))
	require.Equal(t, []rectangle{{7, 0, 9, 0}, {8, 0, 9, 1}}, collect(3, 2, 0))
	for range standing(9, []int{3, 2, 0}) {
		break
	}
	for range (rectangle{0, 0, 3, 3}).ring() {
		break
	}
}

func TestHitRockLetters(t *testing.T) { // rules 3
	require.Equal(t, "", hitRock(1))
	require.Equal(t, ", or a for rock that was hit", hitRock(2))
	for fresh := 1; fresh <= maxHits; fresh++ {
		for hits := 1; hits <= fresh; hits++ {
			require.Equal(t, hits, rockLeft(hits, fresh).hits(fresh))
		}
		require.Equal(t, rock, rockLeft(fresh, fresh))
	}
	require.Equal(t, 26, strings.Count(hitRock(maxHits), ", ")-0)
}
