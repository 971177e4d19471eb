package duel

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

// row is a match on one row of cells, with a rock and a paper for each of two
// players, in these columns.
func row(cells string, cols ...int) *match {
	m := newMatch(setup{players: 2, rounds: 9, army: 2, board: []string{cells}})
	for id, col := range cols {
		m.put(&m.units[id], engine.Pos{Col: col})
	}
	return m
}

func TestUnitEntersOrNot(t *testing.T) {
	for _, c := range []struct {
		name   string
		before *match
		unit   int
		dir    Dir
		cols   []int // after
		paint  string
	}{
		{"open cell is painted", row(".......", 0, 2, 4, 6), 0, East, []int{1, 2, 4, 6}, "000.1.1"},
		{"wall", row(".#.....", 0, 2, 4, 6), 0, East, []int{0, 2, 4, 6}, "0.0.1.1"},
		{"edge of the board", row(".......", 0, 2, 4, 6), 0, North, []int{0, 2, 4, 6}, "0.0.1.1"},
		{"friend", row(".......", 0, 1, 4, 6), 0, East, []int{0, 1, 4, 6}, "00..1.1"},
		{"same kind", row(".......", 3, 0, 4, 6), 0, East, []int{3, 0, 4, 6}, "0..01.1"},
		{"paper beats rock, which has one cell to go to", row("....#", 0, 1, 2, 3), 1, East, []int{0, 2, 1, 3}, "0101."},
		{"rock loses against paper and has no other cell", row("....", 0, 3, 1, 2), 2, West, []int{0, 3, 1, 2}, "0110"},
		{"rock loses against paper and comes back", row("....", 3, 1, 2, 0), 2, West, []int{3, 1, 2, 0}, "1010"},
		{"no direction", row(".......", 0, 2, 4, 6), 0, 0, []int{0, 2, 4, 6}, "0.0.1.1"},
		{"another player's unit", row(".......", 0, 2, 4, 6), 3, West, []int{0, 2, 4, 6}, "0.0.1.1"},
		{"no unit", row(".......", 0, 2, 4, 6), 4, West, []int{0, 2, 4, 6}, "0.0.1.1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var commands [2]Commands
			player := c.unit / 2 % 2
			if c.name == "another player's unit" {
				player = 0
			}
			commands[player].Move(c.unit, c.dir)
			after := rules{}.Step(c.before, []engine.Turn[*Commands]{{Commands: &commands[0]}, {Commands: &commands[1]}},
				engine.NewRand(engine.NewChaCha8(1, 0)), nil)
			var cols []int
			for _, u := range after.units {
				cols = append(cols, u.Pos.Col)
			}
			require.Equal(t, c.cols, cols)
			require.Equal(t, c.paint, string(after.paint.Cells()))
		})
	}
}

func TestOnlyTheFirstCommandForAUnitCounts(t *testing.T) {
	c := new(Commands)
	c.Move(0, East)
	c.Move(0, West)
	c.Move(1<<32, East) // not unit 0 on the wire either
	require.Equal(t, 3, c.Len())
	again, err := rules{}.DecodeCommands(rules{}.EncodeCommands(c))
	require.NoError(t, err)
	require.Equal(t, c, again)
	after := rules{}.Step(row(".......", 1, 3, 5, 6), []engine.Turn[*Commands]{{Commands: again}, {}}, engine.NewRand(engine.NewChaCha8(1, 0)), nil)
	require.Equal(t, engine.Pos{Col: 2}, after.units[0].Pos)
	require.Equal(t, []int{3, 2}, rules{}.Scores(after))
}

func TestKindsBeatEachOtherInACircle(t *testing.T) {
	for _, c := range []struct{ winner, loser Kind }{{Paper, Rock}, {Scissors, Paper}, {Rock, Scissors}} {
		require.True(t, c.winner.Beats(c.loser))
		require.False(t, c.loser.Beats(c.winner))
		require.False(t, c.winner.Beats(c.winner))
	}
}
