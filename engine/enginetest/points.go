package enginetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
)

// testPoints plays whole matches of a game that says where points come from, and adds up
// what it logs. In other games nothing is logged.
func testPoints(t *testing.T, game engine.Game) {
	for seed := range uint64(3) {
		m := begin(t, game.Default(), seed)
		RequirePoints(t, m, new(scene.Log), func() { play(m, 1, nil) })
	}
}

// RequirePoints plays a match to its end by a function that plays a round, and asserts
// that the points that each round logs are the change of the scores, if the match is an
// [engine.Earner].
func RequirePoints(t *testing.T, m engine.Match, log *scene.Log, round func()) {
	t.Helper()
	sources := m.Sources()
	requireSources(t, sources)
	m.Watch(log)
	for !m.Over() {
		scores := m.Scores()
		round()
		for _, p := range log.Points {
			require.True(t, p.Source >= 0 && p.Source < len(sources), "round %d: no source %d", m.Round()-1, p.Source)
			scores[p.Seat] += p.Points
		}
		if len(sources) > 0 {
			require.Equal(t, m.Scores(), scores, "round %d: points %v", m.Round()-1, log.Points)
		}
	}
	require.Equal(t, sources, m.Sources(), "what never changes has changed")
	m.Watch(nil)
}

func requireSources(t *testing.T, sources []string) {
	t.Helper()
	seen := map[string]bool{"": true}
	for _, name := range sources {
		require.False(t, seen[name], "source %q has no name, or is there twice", name)
		seen[name] = true
	}
}
