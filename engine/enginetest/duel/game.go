// Package duel is the smallest game that has everything a game needs. It is there to be
// read and copied, and is not in the list of the arena's games. Tests play it with
// processes, as docs/adding-a-game.md promises.
//
// # The rules
//
// Two to four players have a few units each on a board of open cells and walls.
// The units are rocks, papers and scissors by turns. Every round a player may
// tell each of its units to go one cell north, south, east or west. The commands
// of all players are executed one at a time in random order:
//
//   - A unit can't enter a wall, or a cell with a friend or with a unit of its own
//     kind: then nothing happens.
//   - A unit that enters an open cell paints it for its player.
//   - A unit that meets an enemy of another kind fights a duel: paper beats rock,
//     scissors beat paper, rock beats scissors. The loser is put on a random free
//     cell and paints it. If the attacker wins, it enters the cell.
//
// The score is the number of cells painted. The highest wins after the last round, or when
// every cell is painted.
//
// # The files
//
// Every game has these files, here in the order in which one writes them: setup.go holds
// the settings of a match, match.go a match, round.go a round of it, state.go
// what players see, commands.go what they command, wire.go the messages, scene.go the
// pictures. This file puts them together.
package duel

import "github.com/botarena/arena/engine"

// Game is the game for hosts and tools, Bot the game for its players.
//
//nolint:revive // one call makes both
var Game, Bot = engine.Define[*setup, *match, *State, *Commands](rules{})

// rules is what belongs to no particular setup or match. Those have their own methods.
type rules struct{}

func (rules) Info() engine.Info {
	return engine.Info{
		Name:    "duel",
		Title:   "Duel",
		Version: 1,
		Summary: "Rocks, papers and scissors paint a board.",
	}
}
