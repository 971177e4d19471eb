package commands_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/commands"
)

// word is what a unit is told.
type word string

func (w word) String() string { return string(w) }

func TestListKeepsOrderAndWhatCounts(t *testing.T) {
	notes := new(engine.Debug)
	list := commands.New[word](3, 2, notes)
	commands.Add(&list, "north", 0, true, word("north"), "")
	commands.Add(&list, "east", 1, false, word("east"), commands.NotYours)
	commands.Add(&list, "west", 9, true, word("west"), commands.NoSuchUnit)
	commands.Add(&list, "south", -1, true, word("south"), commands.NoSuchUnit)
	require.Equal(t, 4, list.Len())
	require.Equal(t, []word{"north", "east", "west", "south"}, slices.Collect(list.All()))
	for range list.All() {
		break
	}
	var has []bool
	for _, unit := range []engine.UnitID{0, 1, 2, 9, -1} {
		has = append(has, list.Has(unit))
	}
	require.Equal(t, []bool{true, false, false, false, false}, has)
	want := []engine.Refusal{
		{Unit: 1, Order: "east", Why: commands.NotYours},
		{Unit: 9, Order: "west", Why: commands.NoSuchUnit},
		{Unit: -1, Order: "south", Why: commands.NoSuchUnit},
	}
	require.Equal(t, want, list.Refused())
	list.Refused()[0].Why = ""
	require.Equal(t, want, list.Refused(), "the caller's own")
	require.Len(t, notes.Take(), 3)
}

func TestListIsUsedAgain(t *testing.T) {
	list := commands.New[word](3, 2, nil)
	commands.Add(&list, "north", 0, true, word("north"), "")
	commands.Add(&list, "east", 1, false, word("east"), commands.NotYours)
	refused := list.Refused()
	list.Reset()
	require.Zero(t, list.Len())
	require.False(t, list.Has(0))
	require.Empty(t, list.Refused())
	commands.Add(&list, "west", 2, true, word("west"), commands.NoSuchUnit)
	require.Equal(t, []word{"west"}, slices.Collect(list.All()))
	require.Equal(t, []engine.Refusal{{Unit: 1, Order: "east", Why: commands.NotYours}}, refused)
	require.Zero(t, testing.AllocsPerRun(10, func() {
		list.Reset()
		commands.Add(&list, "south", 1, true, word("south"), "")
	}))
}

func TestCommandsBeyondTheLimitAreRefused(t *testing.T) {
	list := commands.New[word](1, 0, nil)
	for range engine.MaxCommands {
		commands.Add(&list, "north", 0, true, word("north"), "")
	}
	require.Empty(t, list.Refused())
	commands.Add(&list, "north", 0, true, word("north"), "")
	require.Equal(t, []engine.Refusal{{Unit: 0, Order: "north", Why: "too many commands: the limit is 1000"}},
		list.Refused())
	require.Equal(t, engine.MaxCommands+1, list.Len(), "the arena is the judge")
}

func TestNobodyGivesNothing(t *testing.T) {
	var none *commands.List[word]
	require.Empty(t, commands.Given(none))
	require.Empty(t, commands.Encode(none, func(word) (engine.UnitID, int32) { return 0, 0 }))
	given := []word{"north", "south"}
	list := commands.Of(given)
	require.Equal(t, given, commands.Given(&list))
}

func TestListOfCommandsFromTheWire(t *testing.T) {
	list := commands.Of([]word{"north", "north"})
	require.Equal(t, 2, list.Len())
	require.False(t, list.Has(0))
	require.Empty(t, list.Refused())
}
