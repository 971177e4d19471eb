package duel

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

// row is a match on one row of cells, with a rock and a paper for each of two
// players, in these columns.
func row(cells string, cols ...int) *match {
	m := newMatch(&setup{players: 2, rounds: 9, army: 2, rows: 1, cols: len(cells), board: cells})
	for id, col := range cols {
		(&round{match: m}).put(&m.units[id], Pos{Col: col})
	}
	return m
}

func TestUnitEntersOrNot(t *testing.T) {
	for _, c := range []struct {
		name   string
		before *match
		unit   UnitID
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
			player := int(c.unit) / 2 % 2
			if c.name == "another player's unit" {
				player = 0
			}
			after := play(c.before, player, tell(c.before, player, Command{c.unit, c.dir}))
			var cols []int
			for _, u := range after.units {
				cols = append(cols, u.Pos.Col)
			}
			require.Equal(t, c.cols, cols)
			require.Equal(t, c.paint, string(after.paint.Cells()))
		})
	}
}

// tell returns commands of a player.
func tell(m *match, player int, all ...Command) *Commands {
	c := rules{}.Commands(m.View(engine.NewSeat(player, make([]string, 2), 1)))
	for _, one := range all {
		c.Move(one.Unit, one.Dir)
	}
	return c
}

// play plays a round in which one player of two gives commands.
func play(m *match, player int, c *Commands) *match {
	turns := make([]engine.Turn[*Commands], 2)
	turns[player].Commands = c
	return m.Step(turns, engine.NewRand(engine.NewChaCha8(1, 0)), nil)
}

func TestOnlyTheFirstCommandForAUnitCounts(t *testing.T) {
	before := row(".......", 1, 3, 5, 6)
	c := tell(before, 0, Command{0, East}, Command{0, West}, Command{1000000000, East}, Command{2, East}, Command{1, 9})
	require.Equal(t, 5, c.Len())
	require.True(t, c.Has(0))
	require.False(t, c.Has(3))
	refused := []engine.Refusal{
		{Unit: 0, Order: "west", Why: "already has an order this round"},
		{Unit: 1000000000, Order: "east", Why: "no such unit"},
		{Unit: 2, Order: "east", Why: "another player's unit"},
		{Unit: 1, Order: "no direction", Why: "no such direction"},
	}
	require.Equal(t, refused, c.Refused())
	var noted []string
	for _, n := range c.state.Debug().Take() {
		noted = append(noted, fmt.Sprintf("%d %s", n.Unit, n.Text))
	}
	require.Equal(t, []string{
		"0 refused: west: already has an order this round", "1000000000 refused: east: no such unit",
		"2 refused: east: another player's unit", "1 refused: no direction: no such direction",
	}, noted)

	again, err := rules{}.DecodeCommands(rules{}.EncodeCommands(c))
	require.NoError(t, err)
	require.Equal(t, []Command{{0, East}, {0, West}, {1000000000, East}, {2, East}, {1, 9}}, slices.Collect(again.All()))
	require.Empty(t, again.Refused())
	after := play(before, 0, again)
	require.Equal(t, Pos{Col: 2}, after.units[0].Pos)
	require.Equal(t, []int{3, 2}, after.Scores())
}

func TestKindsBeatEachOtherInACircle(t *testing.T) {
	for _, c := range []struct{ winner, loser Kind }{{Paper, Rock}, {Scissors, Paper}, {Rock, Scissors}} {
		require.True(t, c.winner.Beats(c.loser))
		require.False(t, c.loser.Beats(c.winner))
		require.False(t, c.winner.Beats(c.winner))
	}
}

func TestMatchIsOverWhenEverythingIsPainted(t *testing.T) {
	m := row("..#.", 0, 3)
	require.False(t, m.Over())
	m = play(m, 0, tell(m, 0, Command{0, East}))
	require.True(t, m.Over())
}
