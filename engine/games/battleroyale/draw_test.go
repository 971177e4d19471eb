package battleroyale

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/commands"
	"github.com/botarena/arena/engine/scene"
)

// draw makes a match of four players from a drawing: rows of tiles as in board
// files. The units get their ids in this order.
func draw(t *testing.T, rows []string, units ...Unit) *match {
	t.Helper()
	s := rules{}.Default()
	s.board = newBoard(len(rows), len(rows[0]))
	s.settings.Rows, s.settings.Cols = len(rows), len(rows[0])
	for row, line := range rows {
		for col, c := range []byte(line) {
			switch p := (Pos{Row: row, Col: col}); c {
			case 'X':
				s.board.tiles.Set(p, Wall)
			case '.':
			default:
				s.board.colours.Set(p, int8(c-'0'))
			}
		}
	}
	m := newMatch(s)
	m.units = units
	for id := range m.units {
		m.units[id].ID = UnitID(id)
		require.True(t, m.isFree(units[id].Pos))
		m.put(UnitID(id), units[id].Pos)
	}
	count(m.colours, m.scores)
	return m
}

// meadow is an empty board of 10 rows and columns.
func meadow(t *testing.T, units ...Unit) *match {
	t.Helper()
	return draw(t, slices.Repeat([]string{".........."}, 10), units...)
}

// knight and farmer return units, unhurt unless a health is given.
func knight(owner, row, col int, health ...int) Unit {
	return Unit{0, owner, Knight, Pos{Row: row, Col: col}, append(health, 120)[0]}
}

func farmer(owner, row, col int, health ...int) Unit {
	return Unit{0, owner, Farmer, Pos{Row: row, Col: col}, append(health, 60)[0]}
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

// watch plays a round and returns what was told.
func watch(m *match, source engine.Source, said ...say) (*match, scene.Log) {
	var log scene.Log
	return m.Step(turnsOf(m, said), engine.NewRand(source), &log), log
}

func turnsOf(m *match, said []say) []engine.Turn[*Commands] {
	given := make([][]Command, m.setup.settings.Players)
	for _, s := range said {
		given[s.player] = append(given[s.player], Command{s.unit, s.dir})
	}
	return turnsWith(given)
}

// turnsWith returns turns in which the players give these commands.
func turnsWith(given [][]Command) []engine.Turn[*Commands] {
	turns := make([]engine.Turn[*Commands], len(given))
	for player := range turns {
		turns[player].Commands = &Commands{list: commands.Of(given[player])}
	}
	return turns
}

// dice is a source that draws an order of four players, and then these numbers;
// after them always the lower end.
type dice struct {
	order    []int
	shuffled []int
	then     []int
}

// order returns dice for an order of the players.
func order(players ...int) *dice { return &dice{order: players, shuffled: []int{0, 1, 2, 3}} }

// roll adds the draws that follow.
func (d *dice) roll(then ...int) *dice {
	d.then = then
	return d
}

func (d *dice) Draw(low, high int) int {
	if len(d.order) > 0 {
		k := slices.Index(d.shuffled, d.order[0])
		d.order = d.order[1:]
		d.shuffled[low], d.shuffled[k] = d.shuffled[k], d.shuffled[low]
		return k
	}
	if len(d.then) == 0 {
		return low
	}
	drawn := d.then[0]
	d.then = d.then[1:]
	return max(low, min(high, drawn))
}

// seeded is a source as in a match.
func seeded(seed int) engine.Source { return engine.NewChaCha8(uint64(seed), 0) }

// orders24 calls check with dice for every order of the players.
func orders24(check func(d *dice)) {
	for n := range 24 {
		left, players := []int{0, 1, 2, 3}, []int{}
		for k := 4; k > 0; k-- {
			players = append(players, left[n%k])
			left = slices.Delete(left, n%k, n%k+1)
			n /= k
		}
		check(order(players...))
	}
}

// seen returns what a player of four sees.
func seen(m *match, me int) *State {
	return m.View(engine.NewSeat(me, []string{"a", "b", "c", "d"}, 5))
}

// where returns where a unit stands.
func (m *match) where(id UnitID) Pos { return m.units[id].Pos }

// colour returns the player whose colour a tile has.
func (m *match) colour(row, col int) int { return int(m.colours.At(Pos{Row: row, Col: col})) }

// requireUnit asserts where a unit is, whose it is, and its health.
func requireUnit(t *testing.T, m *match, id UnitID, owner int, p Pos, health int) {
	t.Helper()
	require.Equal(t, Unit{id, owner, m.units[id].Kind, p, health}, m.units[id])
	require.EqualValues(t, id, m.at.At(p))
}

// opposite returns the direction that leads back.
func opposite(d Dir) Dir {
	return [...]Dir{North: South, South: North, East: West, West: East, None: None}[d]
}

// isIn reports whether a tile is in an area.
func (a area) isIn(p Pos) bool {
	return p.Row >= a.rows.low && p.Row <= a.rows.high && p.Col >= a.cols.low && p.Col <= a.cols.high
}

// isFree reports whether a unit can be put on a tile, which must be on the board.
func (m *match) isFree(p Pos) bool { return m.board.tiles.At(p) != Wall && m.at.At(p) < 0 }
