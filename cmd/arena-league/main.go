// Command arena-league holds leagues: arena league starts it.
package main

import (
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/league"
)

func main() { league.Main(games.All()...) }
