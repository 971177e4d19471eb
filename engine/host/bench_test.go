//go:build unix

package host_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/host"
	"github.com/botarena/arena/engine/match"
)

// BenchmarkStart starts four bots and closes them.
func BenchmarkStart(b *testing.B) {
	path := program(b, "random")
	o := options(b, &buffer{})
	for b.Loop() {
		processes, err := host.StartAll(b.Context(), []string{path, path, path, path}, o)
		require.NoError(b, err)
		b.StopTimer()
		host.CloseAll(processes)
		b.StartTimer()
	}
}

// BenchmarkMatch plays a whole default match of four random bots, in processes
// that are started once.
func BenchmarkMatch(b *testing.B) {
	processes := start(b, options(b, &buffer{}), "random", "random", "random", "random")
	for b.Loop() {
		m, err := orkisland.Game.Default().New([]string{"a", "b", "c", "d"}, 30, engine.ChaCha8)
		require.NoError(b, err)
		_, err = match.Play(b.Context(), m, seated(processes))
		require.NoError(b, err)
	}
}
