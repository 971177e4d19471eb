// Package duel is the smallest game that has all that a game needs: to be read,
// and to be copied. It is not in the list of the arena's games. Its tests play it
// all the same, with processes, as docs/adding-a-game.md promises.
//
// # The rules
//
// Two to four players have a few units each on a board of open cells and walls.
// The units are rocks, papers and scissors by turns. Every round a player may
// tell each of its units to go one cell north, south, east or west. The commands
// of all players are executed one at a time in random order:
//
//   - Nobody enters a wall, or a cell with a friend or with a unit of the same
//     kind. Nothing happens then.
//   - A unit that enters an open cell paints it for its player.
//   - With an enemy of another kind in the cell there is a duel: paper beats
//     rock, scissors beat paper, rock beats scissors. The loser is put on a free
//     cell, drawn at random, and paints that. An attacker that wins enters.
//
// The score is the number of cells painted. The highest after the last round wins.
//
// # The files
//
// They are in the order in which one writes them, and every game has them: setup.go
// is what is settled before a match, match.go a match, round.go a round of it,
// state.go what players see, commands.go what they say, wire.go the bytes between,
// scene.go what it looks like. This one puts them together.
package duel

import "github.com/botarena/arena/engine"

// Game is the game for hosts and tools, Bot the game for its players.
//
//nolint:revive // one call makes both
var Game, Bot = engine.Define[*setup, *match, *State, *Commands](rules{})

// rules is the game without a setup and without a match. Those have methods of
// their own.
type rules struct{}

func (rules) Info() engine.Info {
	return engine.Info{
		Name:    "duel",
		Title:   "Duel",
		Version: 1,
		Summary: "Rocks, papers and scissors paint a board.",
	}
}
