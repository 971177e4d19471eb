// Command courses plays matches of the arena's own bots, and writes the course of each: what every round gave.
// From these the page learns what chances a lead gives; docs/viewer.md tells how.
//
//	go run ./sdk/bots/courses -n 500 > courses.jsonl
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/sdk/bots"
	"github.com/botarena/arena/sdk/inside"
)

// course is a match as its scores show it. Gains pack to less than half of what scores do.
type course struct {
	Game  string   `json:"game"`
	Seed  uint64   `json:"seed"`
	Bots  []string `json:"bots"`
	Gains [][]int  `json:"gains"` // by seat: the score at the beginning, then what each round added to it

	scores []int // now
}

// strengths are the bots that are drawn from, for each seat of a match by itself, so that equals meet as often as
// unequals. A match of four that do nothing teaches nothing.
var strengths = []string{"dummy", "dummy", "dummy", "demo", "demo", "null"}

func main() {
	matches := flag.Int("n", 100, "play `N` matches of each game")
	first := flag.Uint64("s", 1, "`SEED` of the first")
	flag.Parse()
	if err := write(context.Background(), *first, *matches); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write(ctx context.Context, first uint64, matches int) error {
	out := bufio.NewWriter(os.Stdout)
	lines := json.NewEncoder(out)
	for seed := first; seed < first+uint64(matches); seed++ {
		for _, game := range games.All() {
			c, err := play(ctx, game, seed)
			if err != nil {
				return fmt.Errorf("%s, seed %d: %w", game.Info().Name, seed, err)
			}
			if err := lines.Encode(c); err != nil {
				return err
			}
		}
	}
	return out.Flush()
}

// play plays a match of a game with bots that the seed draws.
func play(ctx context.Context, game engine.Game, seed uint64) (course, error) {
	setup := game.Default()
	seats := setup.Seats()
	c := course{Game: game.Info().Name, Seed: seed, Gains: make([][]int, seats), scores: make([]int, seats)}
	draw := rand.New(rand.NewPCG(seed, 0)) //nolint:gosec // for the same matches again
	players := make([]match.Player, seats)
	for seat := range players {
		name := strengths[draw.IntN(len(strengths))]
		bot, err := bots.Of(name, c.Game)
		if err != nil {
			return c, err
		}
		c.Bots = append(c.Bots, name)
		players[seat] = inside.Player(bot)
	}
	m, err := setup.New(c.Bots, seed, engine.ChaCha8)
	if err != nil {
		return c, err
	}
	c.add(m)
	_, err = match.Play(ctx, m, players, &c)
	return c, err
}

// Round is called after every round, by [match.Play].
func (c *course) Round(m engine.Match, _ match.Round) { c.add(m) }

func (c *course) add(m engine.Match) {
	for seat, score := range m.Scores() {
		c.Gains[seat] = append(c.Gains[seat], score-c.scores[seat])
		c.scores[seat] = score
	}
}
