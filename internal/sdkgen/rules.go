package sdkgen

// rules is what neither the schema nor the settings of a game tell, and what its bots
// want to know all the same. A game that has no entry gets an SDK without it: there, the
// author passes what it costs to enter a cell.
type rules struct {
	Grid       string // the field whose characters say where units can go
	Walkers    []Walker
	CostDoc    string
	PreferFree bool // among equal ways, one whose next cell is free wins
	WrapRows   bool // after the last row comes the first
	WrapCols   bool

	Steps []Step // where commands lead, if they are not directions of the compass

	Kinds       []string
	KindLetters []Letter // of the line KindsOf
	KindsOf     string
	KindBlocks  []Block

	OwnerBy string            // the setting that says how many units each player has, in order
	Away    string            // the column that is at least 0 while a unit is not on the board
	Docs    map[string]string // of fields, where the line has more than the message
	Names   map[string]string // attributes for columns, where the rule finds no good one
}

// Walker is a kind of unit, if it matters to where a unit can go.
type Walker struct {
	Kind  string   // "" if all units go alike
	Words []string // the directions in which they go, in the order in which they are tried
	Costs []Cost   // of entering a cell; units can't enter those with other characters
}

// Cost is what entering a cell with one of some characters costs: a setting, a number or
// their sum.
type Cost struct {
	Letters string
	Setting string
	Plus    int
}

// Block is a run of units of a kind. The number of units in it is a setting, or 1.
type Block struct {
	Kind    string
	Setting string
	Each    string // the setting that says how often this and the blocks beside it with Each are repeated
}

var rulesOf = map[string]rules{
	"orkisland": {
		Grid: "terrain", CostDoc: "the health that an ork loses on entering it; nobody enters water",
		Walkers: []Walker{{Costs: []Cost{
			{".", "cost_grass", 0},
			{"F", "cost_forest", 0},
			{"S", "cost_sand", 0},
			{"C", "cost_city", 0},
			{"P", "cost_path", 0},
		}}},
	},
	"moria": {
		Grid: "cells", CostDoc: "a round, and for a dwarf in rock another for each hit that opens it; nobody enters granite and abysses",
		Walkers: []Walker{
			{Kind: "dwarf", Costs: append([]Cost{{"OCT0123", "", 1}, {"R", "rock_resistance", 1}}, hitRock()...)},
			{Kind: "wizard", Words: []string{"south", "east", "north", "west"}, Costs: []Cost{{"OCT0123", "", 1}}},
		},
		Docs: map[string]string{
			"cells": "One character for every cell: O outside, G granite, C cave without an owner, 0 1 2 3 cave of that clan, " +
				"T cave with a treasure, A abyss, R fresh rock, a b c ... rock that opens after 1, 2, 3 ... more hits.",
			"board": "The board before the first unit was placed, with the characters of cells.",
		},
		Kinds: []string{"dwarf", "wizard", "orc", "troll", "balrog"},
		KindBlocks: []Block{
			{"dwarf", "nb_dwarves", "nb_players"},
			{"wizard", "nb_wizards", "nb_players"},
			{"orc", "max_nb_orcs", ""},
			{"troll", "nb_trolls", ""},
			{"balrog", "", ""},
		},
	},
	"battleroyale": {
		Grid: "board", CostDoc: "1, and nobody enters walls",
		Walkers:  []Walker{{Costs: []Cost{{".", "", 1}}}},
		WrapRows: true, WrapCols: true,
		PreferFree:  true,
		Kinds:       []string{"farmer", "knight"},
		KindLetters: []Letter{{"f", "farmer"}, {"k", "knight"}},
		KindsOf:     "kinds",
	},
	"starships": {
		WrapCols: true,
		Steps: []Step{
			{"slow", 0, 0},
			{"slow_up", -1, 0},
			{"slow_down", 1, 0},
			{"default", 0, 1},
			{"up", -1, 1},
			{"down", 1, 1},
			{"fast", 0, 2},
			{"fast_up", -1, 2},
			{"fast_down", 1, 2},
		},
		OwnerBy: "nb_ships_x_player",
		Away:    "starship_countdowns",
		Names:   map[string]string{"starship_missiles": "missiles"},
	},
}

// hitRock is the rock of Moria that was hit before: it opens after so many more hits as
// its letter says, and a dwarf goes there after that.
func hitRock() (costs []Cost) {
	for hits := 1; hits <= 26; hits++ {
		costs = append(costs, Cost{string(rune('a' + hits - 1)), "", 1 + hits})
	}
	return costs
}
