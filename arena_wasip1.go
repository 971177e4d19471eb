package arena

import (
	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/web/playground/reactor"
)

// Main makes the room for matches of its games, and returns: in a browser there are no processes and no command line,
// and a page asks for all that it wants.
func Main(games ...engine.Game) { reactor.Serve(engine.NewGames(games...)) }
