// Package example plays a match to be shown to whoever has none: by bots that come with the arena, in this process, and
// always the same one.
package example

import (
	"context"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/sdk/bots"
	"github.com/botarena/arena/sdk/inside"
)

// Seed is that of the match.
const Seed = 30

// players are who plays, in turn.
var players = []string{"demo", "dummy"}

// GameOf returns a game that can be shown: the usual one if it is among these, or else the first. It reports whether
// there is one: bots that come with the arena must play it, and those that do nothing would show nothing.
func GameOf(games engine.Games, usual string) (game engine.Game, found bool) {
	for _, g := range games {
		if !canPlay(g) {
			continue
		}
		if g.Info().Name == usual {
			return g, true
		}
		if !found {
			game, found = g, true
		}
	}
	return game, found
}

func canPlay(game engine.Game) bool {
	for _, name := range players {
		if _, err := bots.Of(name, game.Info().Name); err != nil {
			return false
		}
	}
	return true
}

// Play returns a match of a game that [GameOf] has found as a file, as `arena play` writes it. The version is the
// arena's.
func Play(ctx context.Context, game engine.Game, version string) ([]byte, error) {
	header := replay.Header{Setup: game.Default(), Seed: Seed, Random: engine.ChaCha8, Arena: version}
	seated := make([]match.Player, header.Setup.Seats())
	for seat := range seated {
		name := players[seat%len(players)]
		bot, err := bots.Of(name, game.Info().Name)
		if err != nil {
			return nil, err
		}
		seated[seat] = inside.Player(bot)
		header.Seats = append(header.Seats, replay.Seat{Name: name, Named: name})
	}
	m, err := header.Setup.New(header.Names(), header.Seed, header.Random)
	if err != nil {
		return nil, err
	}
	record := replay.NewMemory(header)
	record.RecordAll(m)
	result, err := match.Play(ctx, m, seated, record)
	if err != nil {
		return nil, err
	}
	return record.Bytes(result, true)
}
