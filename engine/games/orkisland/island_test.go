package orkisland

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

func generated(t *testing.T, s setup, source engine.Source) *island {
	t.Helper()
	i, err := newIsland(s, engine.NewRand(source))
	require.NoError(t, err)
	return i
}

func TestStart(t *testing.T) { // rules 5
	i := generated(t, rules{}.Default(), engine.NewChaCha8(3, 0))
	require.Len(t, i.units, 60)
	for id, u := range i.units {
		require.Equal(t, id, u.ID)
		require.Equal(t, id/15, u.Owner)
		require.Equal(t, 100, u.Health)
		require.Equal(t, id, i.occupant(u.Pos))
		require.True(t, i.board.terrain.At(u.Pos).isWild())
		for _, d := range Dirs() {
			require.Equal(t, -1, i.occupant(d.From(u.Pos)))
		}
	}
	for _, owner := range append(i.cityOwners, i.pathOwners...) {
		require.Equal(t, -1, owner)
	}
}

func TestRebirthOnTheShore(t *testing.T) { // rules 5, 15.25
	for seed := range uint64(20) {
		r := engine.NewRand(engine.NewChaCha8(seed, 1))
		i := generated(t, rules{}.Default(), engine.NewChaCha8(seed, 0))
		i.open()
		for id := range i.units {
			i.take(id)
			roomy := slices.ContainsFunc(i.board.shore, i.isRoomy)
			before := i.clone()
			i.place([]int{id}, r)
			p := i.where(id)
			require.True(t, before.isRoomy(p))
			require.Equal(t, roomy, slices.Contains(i.board.shore, p))
		}
	}
}

func TestShoreIsFirstAndLastOfARow(t *testing.T) { // rules 5.1, 15.27
	i := draw(t, `
		W W W W W W W
		W W W W W W W
		W W W . W W W
		W . W F W . W
		W W S W . W W
		W C . C P S W
		W W W W W W W`)
	require.Equal(t, []Pos{
		{Row: 2, Col: 3},
		{Row: 3, Col: 1},
		{Row: 3, Col: 5},
		{Row: 4, Col: 2},
		{Row: 4, Col: 4},
		{Row: 5, Col: 1},
		{Row: 5, Col: 5},
	}, i.board.shore)
	i.open()
	require.False(t, i.isRoomy(Pos{Row: 5, Col: 1}), "no orks are born in cities")
}

func TestShoreIsUsedBeforeTheRest(t *testing.T) { // rules 5.3
	i := draw(t, `
		W W W W W W W
		W . . . . .0W
		W . . . . . W
		W . . .0. . W
		W . . . . . W
		W . . .0. . W
		W W W W W W W`, 1, 1, 1)
	i.open()
	i.take(0)
	i.take(1)
	i.take(2)
	// All of the shore goes to orks 0 to 2, as far as there is room.
	i.place([]int{0, 1, 2}, engine.NewRand(lowest{}))
	require.Equal(t, []Pos{{Row: 1, Col: 1}, {Row: 1, Col: 5}, {Row: 2, Col: 2}}[:2], []Pos{i.where(0), i.where(1)})
	require.Equal(t, Pos{Row: 3, Col: 1}, i.where(2), "rows 2 are beside the orks before")
}

func TestWithoutShoreTheFirstRoomyCell(t *testing.T) { // rules 5.4
	i := draw(t, `
		W W W W W W W
		W C . . . C W
		W C . F . C W
		W C . . . C W
		W C . S . C W
		W C . . .0C W
		W W W W W W W`, 1)
	i.open()
	i.units = append(i.units, Unit{ID: 1}, Unit{ID: 2}, Unit{ID: 3})
	i.place([]int{1, 2, 3}, engine.NewRand(highest{}))
	require.Equal(t, []Pos{{Row: 1, Col: 2}, {Row: 1, Col: 4}, {Row: 2, Col: 3}}, []Pos{i.where(1), i.where(2), i.where(3)})
}

func TestWithoutRoomAnyWildCellThenAnyLand(t *testing.T) { // rules 5.4, proposal
	i := draw(t, `
		W W W W
		W C .0W
		W . C W
		W W W W`, 1)
	i.open()
	i.units = append(i.units, Unit{ID: 1}, Unit{ID: 2}, Unit{ID: 3})
	i.place([]int{1, 2, 3}, engine.NewRand(lowest{}))
	require.Equal(t, []Pos{{Row: 2, Col: 1}, {Row: 1, Col: 1}, {Row: 2, Col: 2}}, []Pos{i.where(1), i.where(2), i.where(3)})
	require.Panics(t, func() { i.anyRoom() })
}

func TestManyOrksOnASmallBoard(t *testing.T) { // rules 5, 15.26
	s := rules{}.Default()
	s.settings.Size, s.settings.Orks = 40, 16
	require.NoError(t, s.check())
	inland := 0
	for seed := range uint64(10) {
		i := generated(t, s, engine.NewClassic(seed))
		for player := range 4 {
			last := -1
			for _, u := range i.units[16*player : 16*player+16] {
				if slices.Contains(i.board.shore, u.Pos) {
					continue
				}
				inland++
				require.Greater(t, i.board.terrain.Index(u.Pos), last, "in row-major order")
				last = i.board.terrain.Index(u.Pos)
			}
		}
	}
	require.Positive(t, inland)
}

func TestSeed30(t *testing.T) { // rules 15.32
	i := generated(t, rules{}.Default(), engine.NewClassic(30))
	require.Len(t, i.board.cities.cells, 19)
	require.Len(t, i.board.paths.cells, 18)
	require.Len(t, i.board.cities.cells[0], 6)
	require.Equal(t, Pos{Row: 49, Col: 5}, i.board.cities.cells[0][0])
	require.Equal(t, Pos{Row: 57, Col: 4}, i.where(0))
}

func TestDigestHasEverythingThatChanges(t *testing.T) {
	i := generated(t, rules{}.Default(), engine.NewClassic(30))
	for name, change := range map[string]func(*island){
		"unit 3":  func(c *island) { c.units[3].Health-- },
		"unit 4":  func(c *island) { c.units[4].Owner++ },
		"unit 5":  func(c *island) { c.units[5].Pos.Row++ },
		"unit 6":  func(c *island) { c.units[6].Pos.Col++ },
		"city 7":  func(c *island) { c.cityOwners[7] = 0 },
		"path 8":  func(c *island) { c.pathOwners[8] = 0 },
		"score 2": func(c *island) { c.scores[2]++ },
		"round 1": func(c *island) { c.round++ },
		"":        func(c *island) { c.status[1]++ }, // differs from run to run
	} {
		var before, after engine.Digest
		changed := i.clone()
		change(changed)
		rules{}.Digest(i, &before)
		rules{}.Digest(changed, &after)
		require.Equal(t, name, after.Differs(before.Checks(nil)))
		require.Equal(t, name != "", before.Sum() != after.Sum())
	}
}
