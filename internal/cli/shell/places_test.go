package shell

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A folder that somebody has named, and that of a league, are the only ones.
func TestExamplesAreLookedAtIfNoFolderIsNamed(t *testing.T) {
	for _, a := range []struct {
		environment, dir string
		named            bool
		also             []string
	}{
		{"", usualDir, false, []string{"examples"}},
		{"", usualDir, true, nil},
		{"", "league/bots", false, nil},
		{usualDir, usualDir, false, nil},
	} {
		t.Setenv("ARENA_BOTS", a.environment)
		from := BotFlags{Dir: a.dir, namedDir: func() bool { return a.named }}
		require.Equal(t, a.also, from.Places().Also, a)
	}
	var from BotFlags
	t.Setenv("ARENA_BOTS", "")
	from.NameDir(usualDir)
	require.Equal(t, usualDir, from.Places().Dir)
	require.Empty(t, from.Places().Also)
}
