package tournament

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/schedule"
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

func TestTheCommandThatOpensAMatch(t *testing.T) {
	t.Setenv("ARENA_BOTS", "")
	v := View{Archive: archive.Archive{Path: "a b.db"}, Bots: "bots", Costs: true}
	opens := func() string { return v.opens(3)(schedule.Planned{Number: 5}) }
	require.Equal(t, "arena results 'a b.db' --of 3 --match 6", opens())
	v.Bots = "c d"
	require.Equal(t, "arena results 'a b.db' --of 3 --match 6 --bots 'c d'", opens())
	require.True(t, v.look(3).Costs)
	v.Costs = false
	require.False(t, v.look(3).Costs)
}
