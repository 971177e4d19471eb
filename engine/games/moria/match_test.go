package moria

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

func TestStart(t *testing.T) { // rules 7
	for seed := range uint64(5) {
		m := generated(t, rules{}.Default(), engine.NewChaCha8(seed, 0))
		requireSane(t, m)
		require.Equal(t, []int{20, 20, 20, 20}, m.owned)
		require.Equal(t, []int{20, 20, 20, 20}, m.Scores())
		for id, u := range m.units {
			require.EqualValues(t, id, u.ID)
			require.Equal(t, m.setup.settings.kind(u.ID), u.Kind)
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
			require.Greater(t, chebyshev(u.Pos, m.balrog().Pos), 3)
			for other, o := range m.units[:id] {
				if o.Kind != Orc {
					require.Greater(t, chebyshev(u.Pos, o.Pos), 1, "%d and %d", id, other)
				}
			}
		}
	}
}

func TestNumbersOfUnits(t *testing.T) { // rules 7
	s := rules{}.Default().settings
	require.Equal(t, []UnitID{100, 120, 124}, []UnitID{s.firstOrc(), s.firstTroll(), s.balrog()})
	require.Equal(t, 125, s.units())
	kinds := []Kind{}
	for _, id := range []UnitID{0, 19, 20, 24, 25, 99, 100, 119, 120, 123, 124} {
		kinds = append(kinds, s.kind(id))
	}
	require.Equal(t, []Kind{Dwarf, Dwarf, Wizard, Wizard, Dwarf, Wizard, Orc, Orc, Troll, Troll, Balrog}, kinds)
}

func TestPointsAfterTheLastRound(t *testing.T) { // rules 16, 18.36
	s := rules{}.Default()
	s.settings.Rounds = 1
	m := generated(t, s, engine.NewClassic(4))
	end := m.Step(make([]engine.Turn[*Commands], 4), engine.NewRand(engine.NewClassic(4)), nil)
	require.Equal(t, 1, end.Round())
	counts := make([]int, 4)
	for _, c := range end.cells.Cells() {
		if c.isOwned() {
			counts[c.owner()]++
		}
	}
	require.Equal(t, counts, end.owned)
	end.owned, end.treasures = []int{30, 20, 5, 30}, []int{0, 1, 0, 0}
	require.Equal(t, []int{30, 30, 5, 30}, end.Scores())
	require.Equal(t, []int{1, 1, 4, 1}, engine.Places(end.Scores()))
}

func TestDigestHasEverythingThatChanges(t *testing.T) {
	m := generated(t, rules{}.Default(), engine.NewClassic(30))
	for name, change := range map[string]func(*match){
		"unit 3":      func(c *match) { c.units[3].Health-- },
		"unit 4":      func(c *match) { c.units[4].Owner++ },
		"unit 5":      func(c *match) { c.units[5].Pos.Row++ },
		"unit 6":      func(c *match) { c.units[6].Pos.Col++ },
		"row 30":      func(c *match) { c.cells.Set(at(30, 7), '2') },
		"treasures 2": func(c *match) { c.treasures[2]++ },
		"round 1":     func(c *match) { c.round++ },
		"":            func(c *match) { c.status[1]++ }, // differs from run to run
	} {
		var before, after engine.Digest
		m.Digest(&before)
		c := m.clone()
		change(c)
		c.Digest(&after)
		require.Equal(t, name, after.Differs(before.Checks(nil)))
	}
}

func TestStepLeavesTheStateBefore(t *testing.T) {
	start := generated(t, rules{}.Default(), engine.NewClassic(3))
	var before, after engine.Digest
	start.Digest(&before)
	at := start.at.Clone()
	s := seen(start, 0)
	c := s.Commands()
	Random(s, c)
	start.Step([]engine.Turn[*Commands]{{Commands: c}, {}, {}, {}}, engine.NewRand(engine.NewClassic(4)), nil)
	start.Digest(&after)
	require.Equal(t, before, after)
	require.Equal(t, at, start.at)
}

func TestEverythingStaysInItsPlace(t *testing.T) { // rules 18.34, 18.33
	for seed := range uint64(3) {
		m := generated(t, rules{}.Default(), engine.NewChaCha8(seed, 0))
		r := engine.NewRand(engine.NewChaCha8(seed, 1))
		seats := make([]engine.Seat, 4)
		for player := range seats {
			seats[player] = engine.NewSeat(player, make([]string, 4), seed+uint64(player))
		}
		for m.round < m.setup.settings.Rounds {
			turns := make([]engine.Turn[*Commands], 4)
			for player := range turns {
				s := m.View(seats[player])
				turns[player].Commands = s.Commands()
				Random(s, turns[player].Commands)
			}
			m = m.Step(turns, r, nil)
			requireSane(t, m)
		}
	}
}

// requireSane asserts what holds after every round.
func requireSane(t *testing.T, m *match) {
	t.Helper()
	count := map[Kind]int{}
	on := 0
	for id, u := range m.units {
		require.EqualValues(t, id, u.ID)
		if u.Pos == nowhere {
			require.Equal(t, Unit{UnitID(id), -1, Orc, nowhere, 0}, u)
			continue
		}
		on++
		require.EqualValues(t, id, m.at.At(u.Pos))
		require.Equal(t, u.Kind != Balrog, u.Health > 0)
		require.Equal(t, u.Kind.isSauron(), u.Owner == -1)
		count[u.Kind]++
		if c := m.cells.At(u.Pos); u.Kind == Dwarf && c.isCave() {
			require.Equal(t, u.Owner, c.owner())
		}
	}
	taken, left, grid := 0, 0, 0
	for _, n := range m.treasures {
		taken += n
	}
	for i, c := range m.cells.Cells() {
		if c == treasure {
			left++
		}
		if m.at.Cells()[i] >= 0 {
			grid++
		}
	}
	require.Equal(t, on, grid)
	require.Equal(t, iniHoard, taken+left)
	require.Equal(t, []int{80, 20, 4, 1}, []int{count[Dwarf], count[Wizard], count[Troll], count[Balrog]})
	require.LessOrEqual(t, count[Orc], 20)
}

func TestPlaceOfAUnit(t *testing.T) { // rules 10 to 13
	m := draw(t, `CATR`, dwarf(0, 0, at(2, 2), 0))
	for _, c := range []struct {
		u    Unit
		p    Pos
		want string
	}{
		{
			Unit{ID: 1, Kind: Dwarf, Health: 1},
			at(2, 2),
			"found dwarf 1 with health 1 on cell (2, 2), which is taken, expected a free cell",
		},
		{
			Unit{ID: 1, Kind: Dwarf, Health: 1},
			at(2, 3),
			"found dwarf 1 with health 1 on cell (2, 3), which is abyss, expected one that it can stand on",
		},
		{Unit{ID: 1, Kind: Dwarf}, at(2, 4), "found dwarf 1 with health 0 on cell (2, 4), expected a health of at least 1"},
		{
			Unit{ID: 105, Kind: Orc, Health: 1},
			at(1, 1),
			"found orc 105 with health 1 on cell (1, 1), which is outside, expected one that it can stand on",
		},
		{
			Unit{ID: 120, Kind: Troll, Health: 1},
			at(2, 5),
			"found troll 120 with health 1 on cell (2, 5), which is rock, expected one that it can stand on",
		},
		{
			Unit{ID: 124, Kind: Balrog},
			at(0, 0),
			"found balrog 124 with health 0 on cell (0, 0), which is outside, expected one that it can stand on",
		},
		{
			Unit{ID: 120, Kind: Troll, Health: 1},
			at(60, 5),
			"found troll 120 with health 1 on cell (60, 5), expected a cell of the board",
		},
	} {
		require.EqualError(t, m.checkPlace(&c.u, c.p), c.want)
	}
	require.Nil(t, m.checkPlace(&Unit{Kind: Orc, Health: 1}, at(2, 3)))
	require.Nil(t, m.checkPlace(&Unit{Kind: Balrog}, at(2, 5)))
	require.Nil(t, m.checkPlace(&Unit{Kind: Troll, Health: 1}, at(2, 4)))
}
