// Package games is the list of the games that the arena comes with.
//
// To build an arena with a game of your own, copy cmd/arena and this package,
// and add your game to the list: everything else follows from it.
package games

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/battleroyale"
	"github.com/botarena/arena/engine/games/moria"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/games/starships"
)

var all = sorted(
	battleroyale.Game,
	moria.Game,
	orkisland.Game,
	starships.Game,
)

// All returns the games, sorted by name.
func All() []engine.Game { return slices.Clone(all) }

// Find returns the game with this name.
func Find(name string) (engine.Game, error) {
	names := make([]string, len(all))
	for i, g := range all {
		if names[i] = g.Info().Name; names[i] == name {
			return g, nil
		}
	}
	return nil, fmt.Errorf("%s: no such game; there are %s", name, strings.Join(names, ", "))
}

// sorted panics when two games have the same name.
func sorted(games ...engine.Game) []engine.Game {
	slices.SortFunc(games, func(a, b engine.Game) int { return cmp.Compare(a.Info().Name, b.Info().Name) })
	for i := range games[1:] {
		if name := games[i].Info().Name; name == games[i+1].Info().Name {
			panic(fmt.Sprintf("games: two games are called %s", name))
		}
	}
	return games
}
