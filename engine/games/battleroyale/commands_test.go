package battleroyale

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

func TestRefusedCommandsAreKeptAndNoted(t *testing.T) { // rules 7
	s := seen(meadow(t, farmer(0, 1, 1), knight(0, 3, 3), knight(1, 5, 5)), 0)
	c := rules{}.Commands(s)
	given := []Command{{0, North}, {0, None}, {2, South}, {3, South}, {-1, South}, {1, 0}, {1, East}, {1, West}}
	for k, one := range given {
		require.Equal(t, k == 1 || k == 7, c.Has(one.Unit), "%v: a refused command doesn't count", one)
		c.Move(one.Unit, one.Dir)
	}
	require.Equal(t, []engine.Refusal{
		{Unit: 0, Order: "none", Why: "already has an order this round"},
		{Unit: 2, Order: "south", Why: "another player's unit"},
		{Unit: 3, Order: "south", Why: "no such unit"},
		{Unit: -1, Order: "south", Why: "no such unit"},
		{Unit: 1, Order: "no direction", Why: "no such direction"},
		{Unit: 1, Order: "west", Why: "already has an order this round"},
	}, c.Refused())
	require.Equal(t, given, slices.Collect(c.All()))
	notes := s.Debug().Take()
	require.Len(t, notes, 6)
	require.Equal(t, engine.Note{Kind: engine.LogNote, Unit: 2, Text: "refused: south: another player's unit"}, notes[1])

	for c.Len() < engine.MaxCommands {
		c.Move(0, East)
	}
	require.NotContains(t, c.Refused()[len(c.Refused())-1].Why, "limit")
	c.Move(0, East)
	require.Equal(t, engine.Refusal{Unit: 0, Order: "east", Why: "too many commands: the limit is 1000"},
		c.Refused()[len(c.Refused())-1])
	require.Equal(t, 1001, c.Len())
}

// TestMoveIsOfOneMindWithTheRules gives commands of all kinds, and compares those that
// Move refuses with those that the arena refuses.
func TestMoveIsOfOneMindWithTheRules(t *testing.T) { // rules 7
	m := meadow(t, farmer(0, 1, 1), knight(0, 3, 3), knight(1, 5, 5))
	r := engine.NewRand(seeded(8))
	for range 200 {
		c := seen(m, 0).Commands()
		taken := []Command{}
		for range 5 {
			one := Command{UnitID(r.Draw(-1, 3)), Dir(r.Draw(-1, 6))}
			refused := len(c.Refused())
			if c.Move(one.Unit, one.Dir); len(c.Refused()) == refused {
				taken = append(taken, one)
			}
		}
		end := m.Step([]engine.Turn[*Commands]{{Commands: c}, {}, {}, {}}, r, nil)
		require.Equal(t, taken, end.actions[0])
	}
}

// TestLookingAheadNotesNothing: commands given there never reach the arena.
func TestLookingAheadNotesNothing(t *testing.T) {
	s := seen(begun(t, 30, nil), 1)
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
