package picture_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/match/story"
)

// play returns a match of random players.
func play(t testing.TB, setup engine.Setup, names ...string) *story.Story {
	t.Helper()
	for len(names) < setup.Seats() {
		names = append(names, fmt.Sprintf("player %d", len(names)))
	}
	m, err := setup.New(names[:setup.Seats()], 7, engine.ChaCha8)
	require.NoError(t, err)
	var log scene.Log
	m.Watch(&log)
	s := &story.Story{
		Game: setup.Game().Info(), Rounds: m.Rounds(), Seed: "7", Legend: m.Legend(),
		Scenes: []scene.Scene{m.Scene()}, Ended: true,
	}
	for _, name := range names[:setup.Seats()] {
		s.Players = append(s.Players, story.Player{Name: name})
	}
	random := setup.Game().Random()
	for m.Round() < m.Rounds() {
		turns := make([]engine.Turn[engine.Commands], setup.Seats())
		for seat := range turns {
			turns[seat].Commands = random.Play(m, seat)
		}
		m.Step(turns)
		s.Scenes = append(s.Scenes, m.Scene())
		s.Played = append(s.Played, story.Happening{Log: scene.Log{
			Orders: slices.Clone(log.Orders), Events: slices.Clone(log.Events),
		}})
	}
	return s
}
