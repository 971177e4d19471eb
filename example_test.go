package arena_test

import (
	"github.com/botarena/arena"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/games"
)

// The main function of an arena that has a game of your own, beside those of the repository.
func ExampleMain() {
	arena.Main(append(games.All(), duel.Game)...)
}
