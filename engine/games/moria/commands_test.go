package moria

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

func TestDirections(t *testing.T) { // rules 2
	from := at(5, 5)
	for d, want := range map[Dir]Pos{
		South: at(6, 5), SouthEast: at(6, 6), East: at(5, 6), NorthEast: at(4, 6), North: at(4, 5),
		NorthWest: at(4, 4), West: at(5, 4), SouthWest: at(6, 4), None: from,
	} {
		require.Equal(t, want, d.from(from))
		between, ok := new(State).Between(from, want)
		require.Equal(t, d, between)
		require.True(t, ok)
		require.True(t, d.valid())
		require.Equal(t, want.Row != 5 && want.Col != 5, d.isDiagonal())
		if d != None {
			require.Equal(t, 1, chebyshev(from, want))
			require.Equal(t, d.isDiagonal(), manhattan(from, want) == 2)
		}
	}
	d, ok := new(State).Between(from, at(7, 5))
	require.Equal(t, None, d)
	require.False(t, ok)
	require.Equal(t, from, Dir(0).from(from))
	require.Equal(t, from, Dir(-5).from(from))
	require.False(t, Dir(0).valid())
	require.False(t, Dir(10).valid())
	names := []string{}
	for d := range Dir(11) {
		names = append(names, d.String())
	}
	require.Equal(t, []string{
		"no direction", "south", "southeast", "east", "northeast", "north", "northwest", "west", "southwest", "none",
		"no direction",
	}, names)
}

func TestRefusedCommandsAreKeptAndNoted(t *testing.T) { // rules 9
	s := seen(draw(t, `CCC`), 0)
	c := rules{}.Commands(s)
	require.False(t, c.Has(1))
	given := []Command{
		{0, North},
		{0, None},
		{25, South},
		{124, South},
		{105, South},
		{125, South},
		{-1, South},
		{1, 0},
		{1, East}, // the bad one has not used it up
		{20, NorthEast},
		{20, North}, // the bad one has used it up
		{26, East},
		{121, East},
	}
	for k, one := range given {
		c.Move(one.Unit, one.Dir)
		require.Equal(t, k >= 8, c.Has(1))
	}
	require.Equal(t, []engine.Refusal{
		{Unit: 0, Order: "none", Why: "already has an order this round"},
		{Unit: 25, Order: "south", Why: "another player's unit"},
		{Unit: 124, Order: "south", Why: "one of Sauron's units"},
		{Unit: 105, Order: "south", Why: "no such unit"},
		{Unit: 125, Order: "south", Why: "no such unit"},
		{Unit: -1, Order: "south", Why: "no such unit"},
		{Unit: 1, Order: "no direction", Why: "no such direction"},
		{Unit: 20, Order: "northeast", Why: "wizards do not go diagonally"},
		{Unit: 20, Order: "north", Why: "already has an order this round"},
		{Unit: 26, Order: "east", Why: "another player's unit"},
		{Unit: 121, Order: "east", Why: "one of Sauron's units"},
	}, c.Refused())
	require.Equal(t, given, slices.Collect(c.All()))
	notes := s.Debug().Take()
	require.Len(t, notes, 11)
	require.Equal(t, engine.Note{Kind: engine.LogNote, Unit: 25, Text: "refused: south: another player's unit"}, notes[1])

	for c.Len() < engine.MaxCommands {
		c.Move(0, East)
	}
	last := func() engine.Refusal { return c.Refused()[len(c.Refused())-1] }
	require.NotContains(t, last().Why, "limit")
	c.Move(0, East)
	require.Equal(t, engine.Refusal{Unit: 0, Order: "east", Why: "too many commands: the limit is 1000"}, last())
	require.Equal(t, 1001, c.Len())
}

// TestRefusedIsWhatTheRoundLeavesOut compares what a bot is told with what takes part
// in the round.
func TestRefusedIsWhatTheRoundLeavesOut(t *testing.T) { // rules 9
	m := generated(t, rules{}.Default(), engine.NewClassic(30))
	r := engine.NewRand(engine.NewChaCha8(6, 0))
	for player := range clans {
		c := seen(m, player).Commands()
		for range 400 {
			d := Dir(r.Draw(0, 11))
			if d != None { // which is fine, but takes no part
				c.Move(UnitID(r.Draw(-2, 130)), d)
			}
		}
		round := during(m, nil)
		round.takePart(player, c)
		require.Greater(t, len(round.given), 15)
		require.Len(t, round.given, c.Len()-len(c.Refused()))
		for id, told := range round.told {
			require.Equal(t, told, c.Has(UnitID(id)) && m.units[id].Owner == player)
		}
	}
}

// TestLookingAheadNotesNothing: commands given there never reach the arena.
func TestLookingAheadNotesNothing(t *testing.T) {
	s := seen(draw(t, `CCC`), 1)
	c := s.Commands()
	c.Move(0, North)
	require.Len(t, c.Refused(), 1)
	require.Empty(t, s.Debug().Take())
}

func TestCommandsOfNoMatch(t *testing.T) {
	var c Commands
	c.Move(5, East)
	require.Equal(t, 1, c.Len())
	require.Empty(t, c.Refused(), "nothing is known of the match")
}
