package match_test

import (
	"context"
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/match"
)

// Two players in this process play a match of ten rounds: one gives random commands, the other none.
func ExamplePlay() {
	setup, err := duel.Game.Default().With("nb_rounds", 10)
	if err != nil {
		panic(err)
	}
	m, err := setup.New([]string{"random", "idle"}, 1, engine.ChaCha8)
	if err != nil {
		panic(err)
	}
	idle := duel.Bot.Player(func(*duel.State, *duel.Commands) {})
	players := []match.Player{match.Local(duel.Game.Random()), match.Local(idle)}
	result, err := match.Play(context.Background(), m, players)
	if err != nil {
		panic(err)
	}
	fmt.Println("rounds", result.Rounds, "scores", result.Scores, "places", result.Places)
	// Output:
	// rounds 10 scores [17 3] places [1 2]
}

// half gives up in the middle of a match.
type half struct{ match.Player }

func (h half) Answer(s *match.State) (match.Answer, error) {
	if s.Round() == 5 {
		return match.Answer{}, &match.Fault{Kind: match.Late, Detail: "thought for too long"}
	}
	return h.Player.Answer(s)
}

// printer prints what happens to players.
type printer struct{}

func (printer) Round(_ engine.Match, r match.Round) {
	for _, v := range r.Verdicts {
		fmt.Printf("round %d: player %d %s (%s)\n", v.Round, v.Seat, v.Detail, v.Kind)
	}
}

// A player that breaks a limit is frozen, and the match goes on without it.
func ExamplePlay_verdict() {
	m, err := duel.Game.Default().New([]string{"random", "half"}, 1, engine.ChaCha8)
	if err != nil {
		panic(err)
	}
	random := match.Local(duel.Game.Random())
	second := half{match.Local(duel.Game.Random())}
	result, err := match.Play(context.Background(), m, []match.Player{random, second}, printer{})
	fmt.Println("frozen:", result.Verdict(1) != nil, err)
	// Output:
	// round 5: player 1 thought for too long (wall)
	// frozen: true <nil>
}
