package contest

import (
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/web/results"
)

func TestAPageThatIsServedShowsWhatThereIs(t *testing.T) {
	t.Setenv("ARENA_BOTS", "")
	live := Live{Archive: archive.Archive{Path: "a b.db"}, ID: 3}
	live.Again.Programs.Folder.Dir = "c d"
	require.Equal(t, results.Look{
		Costs: true, Before: "arena results 'a b.db' --of 3 --match ", After: " --bots 'c d'",
	}, live.look())
}

func TestWhoLooksOnIsNotToldWhatIsBuilt(t *testing.T) {
	loud := find.Finder{Dir: "bots", Unkept: func(error) {}, Building: func(string, int, int) {}}
	a := archive.Again{Programs: archive.Programs{Finder: loud, Folder: find.Folder{Finder: loud}}}
	quiet := quietly(a).Programs
	for _, finder := range []find.Finder{quiet.Finder, quiet.Folder.Finder} {
		require.Nil(t, finder.Unkept)
		require.Nil(t, finder.Building)
		require.Equal(t, "bots", finder.Dir)
	}
	require.NotNil(t, a.Programs.Finder.Unkept)
}

func TestOnlyWhatTheUserAllowsIsPlayedAgainBesides(t *testing.T) {
	s, _, _ := quiet()
	o := &ResultsOptions{Path: "a.db", bots: []string{"zorg.go"}, storedLimits: true}
	o.From.Register(&cobra.Command{})
	o.From.Dir = "bots"
	a := o.again(s)
	require.Equal(t, []string{"zorg.go"}, a.Programs.Named)
	require.True(t, a.AnyLimits)
	require.Equal(t, "a.db", a.Path)
	require.Equal(t, "bots", a.Programs.Folder.Dir)
	require.True(t, a.Programs.Folder.Inside)
	plain := Again(s, "a.db", &o.From)
	require.Empty(t, plain.Programs.Named)
	require.False(t, plain.AnyLimits)
}
