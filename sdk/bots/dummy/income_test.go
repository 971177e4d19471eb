package dummy

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/games/battleroyale"
	"github.com/botarena/arena/engine/games/moria"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/games/starships"
	"github.com/botarena/arena/engine/scene"
)

// dummies makes the players of each game.
var dummies = map[string]func() engine.Player{
	"battleroyale": func() engine.Player { return battleroyale.Bot.Player(new(battleRoyale).play) },
	"moria":        func() engine.Player { return moria.Bot.Player(new(moriaClan).play) },
	"orkisland":    func() engine.Player { return orkisland.Bot.Player(new(orkIsland).play) },
	"starships":    func() engine.Player { return starships.Bot.Player(new(starShips).play) },
}

// TestPointsOfDummiesHaveSources plays whole matches of bots that know how to get points from
// every source of a game, which random ones don't.
func TestPointsOfDummiesHaveSources(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.Info().Name, func(t *testing.T) {
			if g.Info().Name != "battleroyale" {
				tier.Long(t, "plays a whole match")
			}
			m, err := g.Default().New([]string{"a", "b", "c", "d"}, 5, engine.ChaCha8)
			require.NoError(t, err)
			players := make([]engine.Player, m.Setup().Seats())
			for seat := range players {
				players[seat] = dummies[g.Info().Name]()
			}
			paid := make(map[int]bool)
			var log scene.Log
			enginetest.RequirePoints(t, m, &log, func() {
				turns := make([]engine.Turn[engine.Commands], len(players))
				for seat, p := range players {
					turns[seat].Commands = p.Play(m, seat)
				}
				m.Step(turns)
				for _, p := range log.Points {
					paid[p.Source] = true
				}
			})
			require.Len(t, paid, len(m.Sources()), "of %v", m.Sources())
		})
	}
}
