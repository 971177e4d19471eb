package sdkgen

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNamesThatMeanTwoThings: an SDK is refused rather than wrong.
func TestNamesThatMeanTwoThings(t *testing.T) {
	number := func(name string) []Field { return []Field{{Name: name, Kind: Number}} }
	for _, c := range []struct {
		game Game
		says string
	}{
		{
			Game{Name: "tron", State: number("class")},
			"tron: class is a keyword of Python or C++, so that no line can have this name",
		},
		{
			Game{Name: "tron", State: number("default")},
			"tron: default is a keyword of Python or C++, so that no line can have this name",
		},
		{
			Game{Name: "tron", Columns: []Column{{Name: "from"}}},
			"tron: from is a keyword of Python or C++, so that no column can have this name",
		},
		{Game{Name: "tron", State: number("rand")}, "tron: rand is the name of something that every State has and of a line"},
		{
			Game{Name: "tron", Settings: number("size"), State: number("size")},
			"tron: size is the name of a line and of a line",
		},
		{
			Game{Name: "tron", State: number("missiles"), Tables: []Table{{Name: "missiles"}}},
			"tron: missiles is the name of a line and of a table",
		},
	} {
		require.EqualError(t, c.game.check(), c.says)
	}
	require.NoError(
		t, (&Game{Name: "tron", Settings: number("size"), State: number("round"), Tables: []Table{{Name: "units"}}}).check())
}

// TestOptionsThatNameNothing: a schema is refused rather than an SDK that fails in a match.
func TestOptionsThatNameNothing(t *testing.T) {
	on := func(w walker) *board { return &board{Walkers: []walker{w}} }
	units := func(table Table) []Table { table.Name = "units"; return []Table{table} }
	for _, c := range []struct {
		game Game
		says string
	}{
		{Game{Board: on(walker{Costs: []cost{{"x", "mud", 1}}})}, "a setting mud"},
		{Game{Tables: units(Table{Owner: "army"})}, "a setting army"},
		{Game{Tables: units(Table{Blocks: []block{{Kind: "orc", Setting: "orcs"}}})}, "a setting orcs"},
		{Game{Tables: units(Table{Blocks: []block{{Kind: "orc", Each: "clans"}}})}, "a setting clans"},
		{Game{Board: on(walker{Words: []string{"up"}})}, "a step up"},
		{Game{Board: on(walker{Kind: "orc"})}, "a kind orc"},
		{Game{Board: on(walker{Kind: "orc"}), Tables: units(Table{Kinds: []string{"elf"}})}, "a kind orc"},
	} {
		c.game.Name = "tron"
		require.EqualError(t, c.game.check(), "tron: an option of the schema names "+c.says+", which there is not")
	}
	for _, name := range []string{"arena", "core", "mod", "node"} {
		require.EqualError(t, (&Game{Name: name}).check(),
			name+": a file of the SDKs has this name, so that no game can have it")
	}
}

func TestNamesOfOneAndOfMany(t *testing.T) {
	for many, one := range map[string]string{"cities": "city", "units": "unit", "status": "status", "healths": "health"} {
		require.Equal(t, one, singular(many))
	}
	require.Equal(t, "cities", plural("city"))
	require.Equal(t, "unitCells", lowerCamel("unit_cells"))
}
