package orkisland

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

func generated(t *testing.T, s *setup, source engine.Source) *match {
	t.Helper()
	i, err := s.New(engine.NewRand(source))
	require.NoError(t, err)
	return i
}

// during is a round that begins, and lift takes an ork off the board in it.
func during(m *match, source engine.Source) *round { return newRound(m, engine.NewRand(source), nil) }

func (r *round) lift(id UnitID) {
	r.leave(r.units[id].Pos)
	r.units[id].Pos = nowhere
}

func TestStart(t *testing.T) { // rules 5
	i := generated(t, rules{}.Default(), engine.NewChaCha8(3, 0))
	require.Len(t, i.units, 60)
	for id, u := range i.units {
		require.EqualValues(t, id, u.ID)
		require.Equal(t, id/15, u.Owner)
		require.Equal(t, 100, u.Health)
		require.Equal(t, u.ID, newCrowd(i).unitAt(u.Pos))
		require.True(t, i.board.terrain.At(u.Pos).isWild())
		for _, d := range Dirs() {
			require.EqualValues(t, -1, newCrowd(i).unitAt(d.from(u.Pos)))
		}
	}
	for _, owner := range append(i.cityOwners, i.pathOwners...) {
		require.Equal(t, -1, owner)
	}
}

func TestRebirthOnTheShore(t *testing.T) { // rules 5, 15.25
	for seed := range uint64(20) {
		r := during(generated(t, rules{}.Default(), engine.NewChaCha8(seed, 0)), engine.NewChaCha8(seed, 1))
		for _, u := range r.units {
			r.lift(u.ID)
			roomy := slices.ContainsFunc(r.board.shore, r.isRoomy)
			before := during(r.clone(), nil)
			r.place([]UnitID{u.ID})
			p := r.where(u.ID)
			require.True(t, before.isRoomy(p))
			require.Equal(t, roomy, slices.Contains(r.board.shore, p))
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
	require.False(t, during(i, nil).isRoomy(Pos{Row: 5, Col: 1}), "no orks are born in cities")
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
	r := during(i, lowest{})
	r.lift(0)
	r.lift(1)
	r.lift(2)
	// All of the shore goes to orks 0 to 2, as far as there is room.
	r.place([]UnitID{0, 1, 2})
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
	i.units = append(i.units, Unit{ID: 1, Pos: nowhere}, Unit{ID: 2, Pos: nowhere}, Unit{ID: 3, Pos: nowhere})
	r := during(i, highest{})
	r.place([]UnitID{1, 2, 3})
	require.Equal(t, []Pos{{Row: 1, Col: 2}, {Row: 1, Col: 4}, {Row: 2, Col: 3}},
		[]Pos{i.where(1), i.where(2), i.where(3)})
}

func TestWithoutRoomAnyWildCellThenAnyLand(t *testing.T) { // rules 5.4, proposal
	i := draw(t, `
		W W W W
		W C .0W
		W . C W
		W W W W`, 1)
	i.units = append(i.units, Unit{ID: 1, Pos: nowhere}, Unit{ID: 2, Pos: nowhere}, Unit{ID: 3, Pos: nowhere})
	r := during(i, lowest{})
	r.place([]UnitID{1, 2, 3})
	require.Equal(t, []Pos{{Row: 2, Col: 1}, {Row: 1, Col: 1}, {Row: 2, Col: 2}},
		[]Pos{i.where(1), i.where(2), i.where(3)})
	require.Panics(t, func() { r.anyRoom() })
}

func TestAWildCellBeforeACity(t *testing.T) { // rules 5.4
	i := draw(t, `
		W W W W
		W C C W
		W .0. W
		W W W W`, 1)
	i.units = append(i.units, Unit{ID: 1, Pos: nowhere})
	r := during(i, lowest{})
	r.place([]UnitID{1})
	require.Equal(t, Pos{Row: 2, Col: 2}, i.where(1))
}

func TestManyOrksOnASmallBoard(t *testing.T) { // rules 5, 15.26
	s := rules{}.Default()
	s.settings.Size, s.settings.Orks = 40, 16
	require.NoError(t, s.Check())
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
	for name, change := range map[string]func(*match){
		"unit 3":  func(c *match) { c.units[3].Health-- },
		"unit 4":  func(c *match) { c.units[4].Owner++ },
		"unit 5":  func(c *match) { c.units[5].Pos.Row++ },
		"unit 6":  func(c *match) { c.units[6].Pos.Col++ },
		"city 7":  func(c *match) { c.cityOwners[7] = 0 },
		"path 8":  func(c *match) { c.pathOwners[8] = 0 },
		"score 2": func(c *match) { c.scores[2]++ },
		"round 1": func(c *match) { c.round++ },
		"":        func(c *match) { c.status[1]++ }, // differs from run to run
	} {
		var before, after engine.Digest
		changed := i.clone()
		change(changed)
		i.Digest(&before)
		changed.Digest(&after)
		require.Equal(t, name, after.Differs(before.Checks(nil)))
		require.Equal(t, name != "", before.Sum() != after.Sum())
	}
}
