package starships

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/commands"
)

func TestDirectionsHaveNames(t *testing.T) {
	names := []string{}
	for d := range Dir(11) {
		names = append(names, d.String())
	}
	require.Equal(
		t, []string{
			"no direction", "slow", "slow up", "slow down", "default", "up", "down", "fast", "fast up", "fast down",
			"no direction",
		}, names)
	require.Equal(t, "shoot", Command{Shoot: true, Dir: Default}.String())
	require.Equal(t, "fast up", Command{Dir: FastUp}.String())
}

func TestRefusedCommandsAreKeptAndNoted(t *testing.T) { // rules 3.2
	s := seen(base(ship(0, 2, 0), dead(1, 2)), 0)
	c := rules{}.Commands(s)
	given := []Command{
		{2, false, Fast},
		{8, false, Fast},
		{-1, true, Default},
		{0, false, 0},
		{0, false, Slow},
		{0, true, Default},
		{1, false, Fast},
	}
	for k, one := range given {
		require.Equal(t, k > 4, c.Has(0), "only the fifth counts: %+v", one)
		c.give(one)
	}
	require.Equal(t, []engine.Refusal{
		{Unit: 2, Order: "fast", Why: commands.NotYours},
		{Unit: 8, Order: "fast", Why: commands.NoSuchUnit},
		{Unit: -1, Order: "shoot", Why: commands.NoSuchUnit},
		{Unit: 0, Order: "no direction", Why: commands.NoDirection}, // as if it had not been given
		{Unit: 0, Order: "slow", Why: "the move leaves the window"}, // this one counts
		{Unit: 0, Order: "shoot", Why: commands.ToldBefore},
		{Unit: 1, Order: "fast", Why: "the starship is dead"},
	}, c.Refused())
	require.True(t, c.Has(1), "it counts all the same")
	require.False(t, c.Has(2))
	require.Equal(t, given, slices.Collect(c.All()))
	notes := s.Debug().Take()
	require.Len(t, notes, 7)
	require.Equal(t, engine.Note{Kind: engine.LogNote, Unit: 0, Text: "refused: slow: the move leaves the window"},
		notes[4])

	for c.Len() < engine.MaxCommands {
		c.Move(0, Fast)
	}
	require.NotContains(t, c.Refused()[len(c.Refused())-1].Why, "limit")
	c.Shoot(0)
	require.Equal(t, engine.Refusal{Unit: 0, Order: "shoot", Why: "too many commands: the limit is 1000"},
		c.Refused()[len(c.Refused())-1])
	require.Equal(t, 1001, c.Len())
}

func TestShotsNeedMissiles(t *testing.T) { // rules 3.2
	c := seen(base(ammo(0, 0)), 0).Commands()
	c.Shoot(0)
	c.Shoot(1)
	require.Equal(t, []engine.Refusal{{Unit: 0, Order: "shoot", Why: "the starship has no missiles"}}, c.Refused())
	require.Equal(t, []Command{{0, true, Default}, {1, true, Default}}, slices.Collect(c.All()))
}

// TestRefusalsAgreeWithTheRules gives every command in some states. It is done if it
// was not refused, as nobody is killed before.
func TestRefusalsAgreeWithTheRules(t *testing.T) { // rules 3.2
	m := base(ship(0, 0, 0), ship(2, 0, 19), ship(4, 11, 0), ship(6, 10, 19), ammo(0, 0), ship(1, 5, 5), ship(3, 6, 9),
		ship(5, 7, 13), ship(7, 3, 15), dead(7, 1))
	for _, ship := range m.units {
		for d := range Dir(12) {
			c := seen(m, ship.Owner).Commands()
			if d == 11 {
				c.Shoot(ship.ID)
			} else {
				c.Move(ship.ID, d)
			}
			turns := make([]engine.Turn[*Commands], players)
			turns[ship.Owner].Commands = c
			after := m.Step(turns, engine.NewRand(newClassic(1)), nil)
			require.Equal(t, len(c.Refused()) == 0, len(after.done[ship.Owner]) == 1, "starship %d: %v: %v", ship.ID, d,
				c.Refused())
			require.Equal(t, c.Has(ship.ID), len(after.asked[ship.Owner]) == 1)
		}
	}
}

func TestCommandsOfNoMatch(t *testing.T) {
	var c Commands
	c.Move(5, Fast)
	c.Shoot(6)
	require.Equal(t, 2, c.Len())
	require.Empty(t, c.Refused(), "nothing is known of the match")
}
