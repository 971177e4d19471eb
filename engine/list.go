package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Games is a list of games, sorted by name. [NewGames] makes one.
type Games []Game

// NewGames returns a list of these games. It panics if two of them have the same
// name.
func NewGames(games ...Game) Games {
	list := slices.Clone(games)
	slices.SortFunc(list, func(a, b Game) int { return cmp.Compare(a.Info().Name, b.Info().Name) })
	for i := 1; i < len(list); i++ {
		if name := list[i].Info().Name; name == list[i-1].Info().Name {
			panic(fmt.Sprintf("engine: two games are called %s", name))
		}
	}
	return list
}

// Find returns the game with a name. The error lists the games there are.
func (g Games) Find(name string) (Game, error) {
	for _, game := range g {
		if game.Info().Name == name {
			return game, nil
		}
	}
	return nil, fmt.Errorf("%s: no such game; there are: %s", Printable(name), strings.Join(g.Names(), ", "))
}

// Names returns the names of the games.
func (g Games) Names() []string {
	names := make([]string, len(g))
	for i, game := range g {
		names[i] = game.Info().Name
	}
	return names
}
