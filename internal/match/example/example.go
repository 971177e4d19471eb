// Package example plays a match to show to those who have none: by bots that come with the arena, in this process, and
// always the same one.
package example

import (
	"bytes"
	"context"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/picture"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/sdk/bots"
	"github.com/botarena/arena/sdk/inside"
)

// Seed is that of the match.
const Seed = 30

// players are who plays, in turn.
var players = []string{"demo", "dummy"}

// Match is a match to be shown.
type Match struct {
	Replay []byte // as `arena play` writes it
	Card   []byte // a picture of it for links, as PNG
}

// Make plays a match of a game of which there can be one, see [Game]. The version is the arena's.
func Make(ctx context.Context, game engine.Game, version string) (*Match, error) {
	file, err := play(ctx, game, version)
	if err != nil {
		return nil, err
	}
	shown, err := story.Read(file, engine.NewGames(game))
	if err != nil {
		return nil, err
	}
	var card bytes.Buffer
	err = picture.WriteCard(&card, shown, picture.CardRound(shown), picture.Options{})
	return &Match{file, card.Bytes()}, err
}

// Game returns the game of which a match is played: the usual one if it is among these, or else the first that can be
// shown. There may be none: bots that come with the arena must play it, and those that do nothing would show nothing.
func Game(games engine.Games, usual string) (game engine.Game, found bool) {
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

func play(ctx context.Context, game engine.Game, version string) ([]byte, error) {
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
