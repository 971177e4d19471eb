// Command arena plays matches of programming-game bots, records them, and shows
// what happened in them.
package main

import (
	"github.com/botarena/arena"
	"github.com/botarena/arena/engine/games"
)

func main() { arena.Main(games.All()...) }
