package battleroyale

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

// draw makes a battle of four players of a drawing: rows of tiles as in board
// files. The units get their ids in this order.
func draw(t *testing.T, rows []string, units ...Unit) *battle {
	t.Helper()
	s := setup{settings: defaultSettings(), board: newBoard(len(rows), len(rows[0]))}
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
	b := emptyBattle(s)
	b.units = units
	for id := range b.units {
		b.units[id].ID = id
		require.True(t, b.isFree(units[id].Pos))
		b.put(id, units[id].Pos)
	}
	b.count()
	return b
}

// meadow is an empty board of 10 rows and columns.
func meadow(t *testing.T, units ...Unit) *battle {
	t.Helper()
	return draw(t, slices.Repeat([]string{".........."}, 10), units...)
}

// knight and farmer are units, unhurt unless a health is given.
func knight(owner, row, col int, health ...int) Unit {
	return Unit{0, Knight, owner, Pos{Row: row, Col: col}, append(health, 120)[0]}
}

func farmer(owner, row, col int, health ...int) Unit {
	return Unit{0, Farmer, owner, Pos{Row: row, Col: col}, append(health, 60)[0]}
}

// say is a command of a player.
type say struct {
	player, unit int
	dir          Dir
}

// step plays a round.
func step(b *battle, source engine.Source, commands ...say) *battle {
	turns := make([]engine.Turn[*Commands], b.settings.Players)
	for _, s := range commands {
		t := &turns[s.player]
		if t.Commands == nil {
			t.Commands = &Commands{}
		}
		_ = t.Commands.Move(s.unit, s.dir)
	}
	return rules{}.Step(b, turns, engine.NewRand(source), nil)
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

// where is where a unit stands.
func (b *battle) where(id int) Pos { return b.units[id].Pos }

// colour is the player whose colour a tile has.
func (b *battle) colour(row, col int) int { return int(b.colours.At(Pos{Row: row, Col: col})) }

// requireUnit asserts where a unit is, whose it is, and its health.
func requireUnit(t *testing.T, b *battle, id, owner int, p Pos, health int) {
	t.Helper()
	require.Equal(t, Unit{id, b.units[id].Kind, owner, p, health}, b.units[id])
	require.EqualValues(t, id, b.at.At(p))
}

// isIn says whether a tile is in an area.
func (a area) isIn(p Pos) bool {
	return p.Row >= a.rows.low && p.Row <= a.rows.high && p.Col >= a.cols.low && p.Col <= a.cols.high
}
