package orkisland

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/commands"
)

// draw makes a match from a drawing. Each cell is two characters: the terrain,
// and the owner of the ork on it or a blank. Cities and paths are what hangs
// together; a path joins the cities beside it. The orks have ids in reading
// order, and these healths.
func draw(t *testing.T, drawing string, healths ...int) *match {
	t.Helper()
	rows := strings.Split(strings.Trim(drawing, "\n"), "\n")
	s := rules{}.Default()
	s.board = newBoard(len(rows))
	s.settings.Size = len(rows)
	var units []Unit
	for row, line := range rows {
		line = strings.TrimLeft(line, "\t ")
		for col := range rows {
			p := Pos{Row: row, Col: col}
			cell := (line + strings.Repeat(" ", 2*len(rows)))[2*col:][:2]
			s.board.terrain.Set(p, Terrain(cell[0]))
			require.True(t, Terrain(cell[0]).valid(), "%v: %q", p, cell)
			if cell[1] != ' ' {
				units = append(units, Unit{UnitID(len(units)), int(cell[1] - '0'), p, healths[len(units)]})
			}
		}
	}
	require.Len(t, healths, len(units))
	connect(s.board)
	s.board.findShore()
	m := newMatch(s, s.ground())
	m.units = units
	return m
}

// connect makes cities and paths of the cells of a board.
func connect(b *board) {
	for index, t := range b.terrain.Cells() {
		p := b.terrain.Pos(index)
		switch {
		case t == City && b.cities.at.At(p) < 0:
			b.addCity(spread(b, p))
		case t == Path && b.paths.at.At(p) < 0:
			b.addPath(-1, -1, spread(b, p))
		}
	}
	for id, cells := range b.paths.cells {
		var ends []int
		for _, p := range cells {
			for _, d := range Dirs() {
				if city := int(b.cities.at.At(d.from(p))); city >= 0 && !slices.Contains(ends, city) {
					ends = append(ends, city)
				}
			}
		}
		slices.Sort(ends)
		b.ends[id] = [2]int{ends[0], ends[len(ends)-1]}
	}
}

// spread returns the cells of the same terrain that hang together with p.
func spread(b *board, p Pos) []Pos {
	cells := []Pos{p}
	for k := 0; k < len(cells); k++ {
		for _, d := range Dirs() {
			to := d.from(cells[k])
			if b.terrain.Has(to) && b.terrain.At(to) == b.terrain.At(p) && !slices.Contains(cells, to) {
				cells = append(cells, to)
			}
		}
	}
	return cells
}

// say is a command of a player.
type say struct {
	player int
	unit   UnitID
	dir    Dir
}

// step plays a round.
func step(m *match, source engine.Source, said ...say) *match {
	return m.Step(turnsOf(m, said), engine.NewRand(source), nil)
}

func turnsOf(m *match, said []say) []engine.Turn[*Commands] {
	given := make([][]Command, m.setup.settings.Players)
	for _, s := range said {
		given[s.player] = append(given[s.player], Command{s.unit, s.dir})
	}
	turns := make([]engine.Turn[*Commands], len(given))
	for player := range turns {
		turns[player].Commands = &Commands{list: commands.Of(given[player])}
	}
	return turns
}

// lowest is a source that always draws the lower end: commands are executed in
// the order of players, and the attacker loses an even fight. With highest the
// last command comes first, and the attacker wins.
type (
	lowest  struct{}
	highest struct{}
)

func (lowest) Draw(low, _ int) int   { return low }
func (highest) Draw(_, high int) int { return high }

// where returns where an ork stands.
func (m *match) where(id UnitID) Pos { return m.units[id].Pos }

// requireUnit asserts where an ork is, whose it is, and its health.
func requireUnit(t *testing.T, m *match, id UnitID, owner int, p Pos, health int) {
	t.Helper()
	require.Equal(t, Unit{id, owner, p, health}, m.units[id])
	require.Equal(t, id, newCrowd(m).unitAt(p))
}

// requireReborn asserts that an ork has died and belongs to a player now.
func requireReborn(t *testing.T, before, after *match, id UnitID, owner int) {
	t.Helper()
	u := after.units[id]
	require.Equal(t, owner, u.Owner)
	require.Equal(t, after.setup.settings.InitialHealth, u.Health)
	require.NotEqual(t, before.where(id), u.Pos)
	require.True(t, after.board.terrain.At(u.Pos).isWild())
}
