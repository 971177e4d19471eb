package inside_test

import (
	"context"
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/sdk"
	"github.com/botarena/arena/sdk/inside"
)

// A program that learns plays many matches without starting a process.
func ExamplePlayer() {
	east := sdk.Play(duel.Bot, func(s *duel.State, c *duel.Commands) {
		for u := range s.Units() {
			if u.Owner == s.Me() {
				c.Move(u.ID, duel.East)
			}
		}
	})
	for seed := range uint64(3) {
		m, err := duel.Game.Default().New([]string{"east", "null"}, seed, engine.ChaCha8)
		if err != nil {
			panic(err)
		}
		players := []match.Player{inside.Player(east), inside.Player(sdk.Null)}
		result, err := match.Play(context.Background(), m, players)
		if err != nil {
			panic(err)
		}
		fmt.Println("seed", seed, "scores", result.Scores)
	}
	// Output:
	// seed 0 scores [8 3]
	// seed 1 scores [14 3]
	// seed 2 scores [12 3]
}
