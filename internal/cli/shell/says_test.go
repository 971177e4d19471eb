package shell

import (
	"bytes"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/games/moria"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/process/sandbox"
)

// requireSays requires that an error is printed so, with this hint.
func requireSays(t *testing.T, err error, want, fix string) {
	t.Helper()
	require.EqualError(t, err, want)
	require.Equal(t, fix, hint.Of(err))
}

// parsed returns the flags of bots as they were typed, and what they write to standard error.
func parsed(t *testing.T, args ...string) (*BotFlags, *bytes.Buffer) {
	t.Helper()
	f, c, told := &BotFlags{}, &cobra.Command{}, &bytes.Buffer{}
	c.SetErr(told)
	f.Register(c)
	f.cpuClock = true
	require.NoError(t, c.ParseFlags(args))
	return f, told
}

// usually makes a level the usual one during a test.
func usually(t *testing.T, level sandbox.Level) {
	t.Helper()
	before := UsualLevel
	UsualLevel = func() sandbox.Level { return level }
	t.Cleanup(func() { UsualLevel = before })
}

// printing returns a shell, and what it prints to standard output and to standard error.
func printing(games ...engine.Game) (s *Shell, out, told *bytes.Buffer) {
	out, told = &bytes.Buffer{}, &bytes.Buffer{}
	return New(engine.NewGames(games...), out, told), out, told
}

// known are games of which two have records, and one has none.
var known = []engine.Game{duel.Game, moria.Game, orkisland.Game}
